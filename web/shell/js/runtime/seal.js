// A figure keeps to itself what a prediction of the page asks for, until the reader has guessed or asked to be shown: its
// program then gives neither picture nor sentence nor rows, and a veil lies over the picture with the two ways on. Nothing
// else is covered: controls go on working, also out of that state.

import { answered } from '../memory/progress.js';

/** @typedef {import('./live_figure.js').LiveFigure} LiveFigure */

export class Seal {
  #figure;
  #picture;
  /** Ids of the predictions that are still to be answered. @type {string[]} */
  #open;
  /** @type {HTMLElement | null} */
  #veil = null;
  #ended = new AbortController();

  /** @param {LiveFigure} figure @param {HTMLElement} picture */
  constructor(figure, picture) {
    this.#figure = figure;
    this.#picture = picture;
    const id = picture.closest('figure')?.id ?? '';
    const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`.predict[data-figure="${CSS.escape(id)}"]`));
    this.#open = [...all].filter((form) => !answered(form)).map((form) => form.id);
    this.tell();
    if (!this.#open.length) return;
    document.addEventListener('tried', ({ target }) => this.#answered(/** @type {Element} */ (target).id), { signal: this.#ended.signal });
  }

  /** Tells the program. */
  tell() {
    this.#figure.seal(this.#open.map((id) => {
      const { metric = '', query = '' } = document.getElementById(id)?.dataset ?? {};
      return { metric, query };
    }));
    this.look();
  }

  /** @param {string} id */
  #answered(id) {
    if (!this.#open.includes(id)) return;
    this.#open = this.#open.filter((each) => each !== id);
    this.tell(); // prediction.js then brings the state asked about, and with it the sentence and the table
  }

  /** After a change of the state. */
  look() {
    const number = this.#figure.shown.sealed;
    const root = this.#picture.closest('figure');
    if (root) root.classList.toggle('sealed', number > 0);
    if (number === 0) {
      this.#veil?.remove();
      this.#veil = null;
      return;
    }
    this.#veil ??= this.#cover();
    this.#veil.dataset.prediction = this.#open[number - 1] ?? '';
  }

  #cover() {
    const veil = document.createElement('div');
    veil.className = 'veil';
    const text = document.createElement('p');
    text.textContent = this.#figure.shown.status.replace(/\.$/, '');
    const buttons = document.createElement('p');
    buttons.append(
      button('To the question', () => this.#toQuestion(veil.dataset.prediction ?? '')),
      button('Show me', () => this.#showMe(veil.dataset.prediction ?? '')),
    );
    veil.append(text, buttons);
    this.#picture.append(veil);
    return veil;
  }

  /** @param {string} id */
  #toQuestion(id) {
    const form = document.getElementById(id);
    form?.scrollIntoView({ block: 'center', behavior: 'instant' });
    /** @type {HTMLElement | null | undefined} */ (form?.querySelector('input'))?.focus({ preventScroll: true });
  }

  /** @param {string} id */
  #showMe(id) {
    const fold = /** @type {HTMLDetailsElement | null | undefined} */ (document.getElementById(id)?.querySelector('.reveal'));
    if (!fold) return;
    fold.open = true; // prediction.js answers
    // The button goes with the veil.
    const canvas = /** @type {HTMLElement | null} */ (this.#picture.querySelector('canvas'));
    canvas?.focus({ preventScroll: true });
  }

  remove() {
    this.#ended.abort();
    this.#veil?.remove();
  }
}

/** @param {string} name @param {() => void} press */
function button(name, press) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = name;
  made.addEventListener('click', press);
  return made;
}
