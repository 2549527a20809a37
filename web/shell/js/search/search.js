// What the search needs once it is opened, or once a result has been followed. page/search.js opens it.

import { parse } from '../page/address.js';
import { Engine } from './engine.js';
import { mark } from './marks.js';
import { option } from './results.js';

/** @typedef {{dialog: HTMLDialogElement, input: HTMLInputElement, status: HTMLElement, list: HTMLElement}} Box */
/** @typedef {{address: string, terms: string[]}} Followed */

/** The styles of results and marks, once. */
function style() {
  const address = new URL('search.css', import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  document.head.append(link);
}

/** Highlights what was looked for at the place of this page that a result has led to. @param {Followed} followed */
export function markFound({ address, terms }) {
  style();
  mark(parse(new URL(address).hash).id, terms);
}

/** @param {number} count */
const counted = (count) => (count === 0 ? 'Nothing found. Try fewer or other words.' : count === 1 ? '1 result' : `${count} results`);

/** Answers what is typed. */
export class Search {
  #box;
  #base;
  /** @type {Engine | null} */
  #engine = null;
  /** The index's address. */
  #loaded = '';
  /** @type {import('./engine.js').Result[]} */
  #results = [];
  #active = -1;

  /** @param {Box} box @param {string} base the site's path @param {(followed: Followed) => void} follow when a result is chosen */
  constructor(box, base, follow) {
    this.#box = box;
    this.#base = base;
    const { input, list } = box;
    input.addEventListener('input', () => this.#engine && this.#show(this.#engine));
    input.addEventListener('keydown', (event) => this.#key(event));
    list.addEventListener('click', ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const result = link && this.#results[[...list.children].indexOf(link)];
      if (result) follow({ address: link.href, terms: result.terms });
    });
    style();
  }

  /** Brings the index, which is of the page's own version. Rejects if it does not come. @param {string} address */
  async load(address) {
    if (address === this.#loaded) return;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    this.#engine = await new Engine(await response.json()).read();
    this.#loaded = address;
    this.#show(this.#engine);
  }

  /** @param {Engine} engine */
  #show(engine) {
    const { input, status, list } = this.#box;
    const asked = input.value.trim();
    this.#results = engine.search(asked);
    list.replaceChildren(...this.#results.map((result, i) => option(result, this.#base, i)));
    list.hidden = this.#results.length === 0;
    list.scrollTop = 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    status.textContent = asked && counted(this.#results.length);
    this.#choose(0);
  }

  /** @param {number} to */
  #choose(to) {
    const { input, list } = this.#box;
    list.children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = to;
    const chosen = list.children[to];
    if (!chosen) return input.removeAttribute('aria-activedescendant');
    chosen.setAttribute('aria-selected', 'true');
    chosen.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', chosen.id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const count = this.#results.length;
    if (event.isComposing || count === 0) return;
    if (event.key === 'ArrowDown') this.#choose((this.#active + 1) % count);
    else if (event.key === 'ArrowUp') this.#choose((this.#active + count - 1) % count);
    else if (event.key === 'Enter') /** @type {HTMLElement} */ (this.#box.list.children[this.#active]).click();
    else return;
    event.preventDefault();
  }
}
