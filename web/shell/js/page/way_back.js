// The way back: a link in the text that sets a figure may be a screen away from it, and a citation is pages away from its source.
// Where a link leaves the screen, the place that it leads to gets a button that leads back to it, exactly to where the reader was.

import { inPlace } from './in_place.js';

export class WayBack {
  /** @type {{button: HTMLButtonElement, link: HTMLElement, watch: IntersectionObserver} | null} */
  #way = null;

  /**
   * Puts the button at the end of a figure's head or of a source; what the reader looks at stays where it is.
   * @param {Element | null} place @param {HTMLElement} link @param {number} top where the link was on the screen
   */
  offer(place, link, top) {
    this.drop(link);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'back';
    button.textContent = 'Back to the text';
    button.addEventListener('click', () => this.#go(link, top));
    inPlace(link, () => place?.append(button));
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
