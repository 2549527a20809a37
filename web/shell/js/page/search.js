// Opens the search: a button, '/' and Ctrl-K. The box is there at once and takes what is typed; what answers comes when it is
// opened first (search/search.js). A result's words wait in this tab for the page that it leads to.

import { forget, remember, remembered } from '../memory/in_tab.js';

const key = 'loom-search';

/** @typedef {import('../search/search.js').Followed} Followed */
/** @typedef {import('../search/search.js').Box} Box */

const { dataset } = document.documentElement;
/** The script's address, and the index's. A page that is being written has another index after each change: tools/loom/serve/swap.js. */
const addresses = () => (dataset.search ?? '').split(' ');
/** @returns {Promise<typeof import('../search/search.js')>} */
const searching = () => import(addresses()[0] ?? '');

/** @param {Followed} followed */
const markFound = (followed) => void searching().then((module) => module.markFound(followed)).catch(() => {}); // no connection: the words stay plain

/** @returns {Box} */
function makeBox() {
  const dialog = document.createElement('dialog');
  dialog.className = 'search-box';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML =
    '<p class="search-line"><input type="text" role="combobox" aria-label="Search" aria-autocomplete="list" aria-expanded="false" aria-controls="page_search" ' +
    'placeholder="A word, a question, a name in code" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go" autofocus>' +
    '<button type="button">Close</button></p><p class="search-status" role="status"></p>' +
    '<div role="listbox" id="page_search" aria-label="Results" hidden></div>';
  document.body.append(dialog);
  const get = (/** @type {string} */ selector) => /** @type {any} */ (dialog.querySelector(selector));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('button'))) dialog.close();
  });
  return { dialog, input: get('input'), status: get('.search-status'), list: get('#page_search') };
}

/** Whether what is typed there belongs to it. @param {EventTarget | null} target */
const takesText = (target) => target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const apple = /^(Mac|iP)/.test(navigator.platform);

/** @param {KeyboardEvent} event */
const opens = ({ key, target, ctrlKey, metaKey, altKey }) =>
  key === '/' ? !ctrlKey && !metaKey && !altKey && !takesText(target) : key.toLowerCase() === 'k' && !altKey && (apple ? metaKey && !ctrlKey : ctrlKey && !metaKey);

class Opener {
  #box = makeBox();
  /** @type {import('../search/search.js').Search | null} */
  #search = null;
  #loading = false;
  /** Whether it answers what is typed. */
  #ready = false;

  constructor() {
    this.#box.input.addEventListener('input', () => this.#ready || void this.#load());
  }

  open() {
    const { dialog, input } = this.#box;
    if (!dialog.open) dialog.showModal();
    input.select();
    void this.#load();
  }

  /** Also when it is opened again: the page may have another index. */
  async #load() {
    if (this.#loading) return;
    this.#loading = true;
    const { status } = this.#box;
    if (!this.#ready) status.textContent = 'Loading …';
    try {
      this.#search ??= new (await searching()).Search(this.#box, dataset.base ?? '/', (followed) => this.#follow(followed));
      await this.#search.load(addresses()[1] ?? '');
      this.#ready = true;
    } catch {
      if (!this.#ready) status.textContent = 'The search could not be loaded. It tries again when you type.';
    }
    this.#loading = false;
  }

  /** @param {Followed} followed */
  #follow(followed) {
    this.#box.dialog.close();
    const { pathname } = new URL(followed.address);
    if (pathname === location.pathname) markFound(followed);
    else remember(key, pathname, followed);
  }
}

export function startSearch() {
  const button = document.querySelector('button.search');
  if (!button || !dataset.search) return;
  /** @type {Opener | null} */
  let opener = null;
  const open = () => (opener ??= new Opener()).open();
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') CSS.highlights?.delete('found');
    if (event.defaultPrevented || !opens(event)) return;
    event.preventDefault();
    open();
  });
  const followed = remembered(key)[location.pathname];
  forget(key);
  if (followed) markFound(followed);
}
