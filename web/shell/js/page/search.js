// Opens the search: a button, '/' and Ctrl-K. The box is there at once and takes what is typed; what answers comes when it is
// opened first (search/search.js). A result's words wait in this tab for the page that it leads to.

import { forget, remember, remembered } from '../memory/in_tab.js';
import { parse } from './address.js';

const key = 'loom-search';

/** @typedef {import('../search/search.js').Followed} Followed */
/** @typedef {import('../search/search.js').Box} Box */

const { search = '', base = '/' } = document.documentElement.dataset;
/** @returns {Promise<typeof import('../search/search.js')>} */
const searching = () => import(search);

/** @param {string} address without what only scripts add to it */
const pageOf = (address) => new URL(address, location.href).pathname;

/** @param {Followed} followed */
async function markFound({ address, terms }) {
  const { mark, style } = await searching();
  style();
  mark(parse(new URL(address).hash).id, terms);
}

/** @returns {Box} */
function makeBox() {
  const dialog = document.createElement('dialog');
  dialog.className = 'search-box';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML =
    '<p class="search-line"><input type="text" role="combobox" aria-label="Search" aria-autocomplete="list" aria-expanded="false" aria-controls="page_search" ' +
    'placeholder="Word, name of a function, counter …" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go" autofocus>' +
    '<button type="button">Close</button></p><p class="search-status" role="status"></p>' +
    '<div role="listbox" id="page_search" aria-label="Results" hidden></div>';
  document.body.append(dialog);
  const get = (/** @type {string} */ selector) => /** @type {any} */ (dialog.querySelector(selector));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('button'))) dialog.close();
  });
  return { dialog, input: get('input'), status: get('.search-status'), list: get('[role="listbox"]') };
}

/** Whether what is typed there belongs to it. @param {EventTarget | null} target */
const takesText = (target) => target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const apple = /^(Mac|iP)/.test(navigator.platform);

/** @param {KeyboardEvent} event */
const opens = ({ key, target, ctrlKey, metaKey, altKey }) =>
  key === '/' ? !ctrlKey && !metaKey && !altKey && !takesText(target) : key.toLowerCase() === 'k' && !altKey && (apple ? metaKey && !ctrlKey : ctrlKey && !metaKey);

export function startSearch() {
  const button = document.querySelector('button.search');
  if (!button || !search) return;
  /** @type {Box | null} */
  let box = null;
  /** @type {Promise<void> | null} */
  let ready = null;

  /** @param {Followed} followed */
  const follow = (followed) => {
    box?.dialog.close();
    if (pageOf(followed.address) === location.pathname) void markFound(followed);
    else remember(key, pageOf(followed.address), followed);
  };

  /** @param {Box} box */
  const load = (box) => {
    box.status.textContent = 'Loading …';
    ready ??= searching().then(({ start }) => start(box, base, follow)).catch(() => {
      ready = null;
      box.status.textContent = 'The search could not be loaded. It tries again when you type.';
    });
  };

  const open = () => {
    if (!box) {
      box = makeBox();
      const made = box;
      made.input.addEventListener('input', () => ready ?? load(made));
    }
    if (!box.dialog.open) box.dialog.showModal();
    box.input.select();
    if (!ready) load(box);
  };

  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') return void (CSS.highlights && CSS.highlights.delete('found'));
    if (!opens(event)) return;
    event.preventDefault();
    open();
  });

  const followed = remembered(key)[location.pathname];
  forget(key);
  if (followed) void markFound(followed).catch(() => {});
}
