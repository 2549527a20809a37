// The way back: a link in the text that sets a figure may be a screen away from it. Where the link leaves the screen for the
// figure, the figure's head gets a button that leads back to it, exactly to where the reader was.

import { inPlace } from './in_place.js';

export class WayBack {
  /** @type {{button: HTMLButtonElement, link: HTMLElement, watch: IntersectionObserver} | null} */
  #way = null;

  /**
   * Puts the button into a figure's head; what the reader looks at stays where it is.
   * @param {HTMLElement} figure @param {HTMLElement} link @param {number} top where the link was on the screen
   */
  offer(figure, link, top) {
    this.drop(link);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'back';
    button.textContent = 'Back to the text';
    button.addEventListener('click', () => this.#go(link, top));
    inPlace(link, () => figure.querySelector('.scene-head')?.append(button));
    // Who has gone back by other means needs no button.
    let left = false;
    const watch = new IntersectionObserver((entries) => {
      const seen = entries.at(-1)?.isIntersecting ?? false;
      if (left && seen) this.drop(link);
      left ||= !seen;
    });
    watch.observe(link);
    this.#way = { button, link, watch };
    return button;
  }

  /** Takes the button away. @param {Element | null} [still] what stays where the reader sees it */
  drop(still = this.#way?.link ?? null) {
    const way = this.#way;
    if (!way) return;
    this.#way = null;
    way.watch.disconnect();
    inPlace(still, () => way.button.remove());
  }

  /** @param {HTMLElement} link @param {number} top */
  #go(link, top) {
    this.drop();
    scrollBy({ top: link.getBoundingClientRect().top - top, behavior: 'instant' });
    link.focus({ preventScroll: true });
  }
}
