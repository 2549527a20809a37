// What the search needs once it is opened, or once a result has been followed. page/search.js opens it.

import { Engine } from './engine.js';
import { mark, unmark } from './marks.js';
import { option } from './results.js';

export { mark, unmark };

/** @typedef {{dialog: HTMLDialogElement, input: HTMLInputElement, status: HTMLElement, list: HTMLElement}} Box */
/** @typedef {{address: string, terms: string[]}} Followed */

/** The styles of results and marks, once. */
export function style() {
  const address = new URL('search.css', import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  document.head.append(link);
}

/** @param {string} address */
async function engine(address) {
  const response = await fetch(address, { cache: 'no-cache' }); // it keeps its name when the site changes
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Engine(await response.json()).read();
}

/**
 * Answers what is typed from now on. Rejects if the index does not come.
 * @param {Box} box @param {string} base the site's path @param {(followed: Followed) => void} follow when a result is chosen
 */
export async function start({ input, status, list }, base, follow) {
  style();
  const index = await engine(`${base}search.json`);
  /** @type {import('./engine.js').Result[]} */
  let results = [];
  let active = -1;

  /** @param {number} to */
  const choose = (to) => {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = to;
    const chosen = list.children[active];
    chosen?.setAttribute('aria-selected', 'true');
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
  };

  const show = () => {
    const asked = input.value.trim();
    results = index.search(asked);
    list.replaceChildren(...results.map((result, i) => option(result, base, i)));
    list.hidden = results.length === 0;
    input.setAttribute('aria-expanded', String(results.length > 0));
    status.textContent = asked === '' ? '' : results.length === 0 ? 'Nothing found. Fewer or other words may help.' : results.length === 1 ? '1 result' : `${results.length} results`;
    list.scrollTop = 0;
    active = -1;
    choose(0);
  };

  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const count = results.length;
    /** @type {Record<string, number>} */
    const moves = { ArrowDown: (active + 1) % count, ArrowUp: (active + count - 1) % count };
    if (event.isComposing || !count) return;
    if (event.key === 'Enter') /** @type {HTMLElement} */ (list.children[active])?.click();
    else if (event.key in moves) choose(moves[event.key] ?? 0);
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const result = link && results[[...list.children].indexOf(link)];
    if (result) follow({ address: link.href, terms: result.terms });
  });
  show();
}
