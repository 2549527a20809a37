// What a figure shows beside its picture: sentence, step, pressed presets, mistakes.

import { announce } from '../page/announce.js';
import { startHold } from './keep_in_view.js';
import { setText } from '../page/text.js';

const reading_ms = 5000;

export class Readout {
  /** The most room its sentence took at this width. */
  #room = { width: 0, height: 0 };
  #controls;

  /** @param {HTMLElement} root the figure @param {import('./controls.js').Control[]} controls */
  constructor(root, controls) {
    this.root = root;
    this.#controls = controls;
    startHold(root);
    const more = /** @type {HTMLElement | null} */ (this.find('[data-do="more"]'));
    more?.addEventListener('click', () => {
      const caption = /** @type {HTMLElement} */ (more.parentElement);
      more.remove();
      caption.classList.remove('long');
      caption.tabIndex = -1;
      caption.focus({ preventScroll: true }); // the button is gone
    });
  }

  /** @template {Element} E @param {string} selector @returns {E | null} */
  find(selector) {
    return this.root.querySelector(selector);
  }

  /**
   * Everything but the controls. The sentence comes last: to measure it lays the figure out.
   * @param {import('../runtime/interface.js').Snapshot} shown
   * @param {{changed: boolean, hash: string}} from the state that the page was built with, and the state's address
   */
  show({ leftOut, query, step, steps, playing, presets, status }, { changed, hash }) {
    this.#leftOut(leftOut);
    this.step(step, steps);
    this.playing(playing);
    for (const [i, preset] of this.root.querySelectorAll('.preset').entries()) preset.setAttribute('aria-pressed', String(presets[i]));
    this.find('.permalink')?.setAttribute('href', hash);
    const own = /** @type {HTMLAnchorElement | null} */ (this.find('a.own'));
    if (own) own.hash = `${this.root.dataset.scene}?${query}`; // of its own page
    const again = this.find('[data-do="again"]');
    if (again instanceof HTMLElement) again.hidden = !changed; // the way back to the state that the page was built with
    this.#status(status);
  }

  /** @param {number} step @param {number} steps */
  step(step, steps) {
    const timeline = /** @type {HTMLElement | null} */ (this.find('.timeline'));
    const scrub = /** @type {HTMLInputElement | null} */ (this.find('.scrub'));
    if (!timeline || !scrub) return;
    if (step !== steps) delete timeline.dataset.comes;
    timeline.hidden = steps === 0 || 'comes' in timeline.dataset;
    scrub.max = String(steps);
    scrub.value = String(step);
    setText(this.find('.step'), `${step} / ${steps}`);
    scrub.setAttribute('aria-valuetext', `Step ${step} of ${steps}`);
  }

  /** @param {string} text */
  #status(text) {
    const status = /** @type {HTMLElement | null} */ (this.find('.status'));
    if (!status || status.textContent === text) return;
    status.textContent = text;
    // While a figure plays, sentences come and go: the room of the longest stays, so that what is below
    // does not move. Another width makes other lines.
    const width = status.offsetWidth;
    if (width !== this.#room.width) {
      this.#room = { width, height: 0 };
      status.style.removeProperty('min-height');
    }
    const height = status.offsetHeight;
    if (height <= this.#room.height) return;
    this.#room.height = height;
    status.style.setProperty('min-height', `${height}px`);
  }

  /** @param {boolean} playing */
  playing(playing) {
    const timeline = this.find('.timeline');
    timeline?.classList.toggle('playing', playing);
    const play = timeline?.querySelector('[data-do="play"]');
    play?.setAttribute('aria-label', (play.getAttribute('aria-label') ?? '').replace(/^\w+/, playing ? 'Pause' : 'Play'));
  }

  /** @param {string} error '' when all is well @param {string} key the control at fault; '' when a link is */
  explain(error, key) {
    const problem = this.find('.problem');
    const refused = error !== '' && key !== '';
    if (problem instanceof HTMLElement) {
      problem.hidden = error === '';
      problem.textContent = refused ? `${error}${/[.?!]$/.test(error) ? '' : '.'} The picture stays as it was.` : error;
    }
    this.find('.says')?.classList.toggle('refused', refused);
    for (const control of this.#controls) {
      const wrong = error !== '' && control.dataset.key === key;
      control.classList.toggle('refused', wrong);
      for (const input of control.querySelectorAll('input, textarea')) {
        if (wrong) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
    }
  }

  /** What was of no use in a pasted text, behind a line that opens. @param {string} text */
  #leftOut(text) {
    const fold = this.find('.left-out');
    if (!(fold instanceof HTMLElement)) return;
    fold.hidden = text === '';
    setText(fold.lastElementChild, text);
  }

  /**
   * Says something of the picture, at its lower end: nothing moves.
   * @param {string} text '' for nothing @param {() => void} [again] what the reader may try
   * @returns {() => void} it is over: takes it back once it could be read
   */
  note(text, again) {
    const note = /** @type {HTMLElement} */ (this.find('.note'));
    note.textContent = text;
    note.hidden = text === '';
    if (note.hidden) return () => {};
    if (again) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Try again';
      button.addEventListener('click', () => {
        this.note('');
        again();
        this.takeFocus();
      });
      note.append(' ', button);
    }
    this.find('.picture')?.append(note);
    announce(text);
    const said = note.firstChild;
    return () => setTimeout(() => note.firstChild === said && this.note(''), reading_ms);
  }

  /** What had the focus is gone. */
  takeFocus() {
    const first = this.find('.hands :is(input, select, button), .timeline button');
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** The figure stays as it is, until the reader tries again. @param {string} what @param {string} reason @param {() => void} again */
  giveUp(what, reason, again) {
    const freeze = (/** @type {boolean} */ on) => {
      for (const part of this.root.querySelectorAll('.controls, .presets, .timeline')) part.toggleAttribute('inert', on);
    };
    freeze(true);
    this.playing(false);
    this.note(`${what} (${reason}).`, () => {
      freeze(false);
      again();
    });
  }
}
