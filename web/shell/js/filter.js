// The search box of glossary and references: shows the entries that hold every word typed.

import { parse } from './location.js';

/** Lower case without accents: 'Schrodinger' finds 'Schrödinger'. @param {string} text */
export function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** @param {string} entry plain text @param {string} typed */
export function matches(entry, typed) {
  return plain(typed).split(/\s+/).every((word) => entry.includes(word));
}

/** @param {number} shown @param {number} all @param {string} typed */
export function count(shown, all, typed) {
  if (!typed.trim()) return `${all} entries`;
  if (shown === 0) return `Nothing matches “${typed.trim()}”.`;
  return `${shown} of ${all} entries`;
}

/** @param {HTMLElement} box */
function startFilter(box) {
  const input = /** @type {HTMLInputElement | null} */ (box.querySelector('input[type="search"]'));
  if (!input) return;
  const line = box.querySelector('.count');
  const entries = /** @type {HTMLElement[]} */ ([...box.querySelectorAll('.entry')]);
  /** What each entry says, once somebody searches. @type {string[] | null} */
  let texts = null;
  const groups = /** @type {HTMLElement[]} */ ([...box.querySelectorAll('.group')]);
  let timer = 0;

  const apply = () => {
    const typed = input.value;
    const known = (texts ??= entries.map((entry) => plain(entry.textContent ?? '')));
    let shown = 0;
    entries.forEach((entry, i) => {
      entry.hidden = !matches(known[i] ?? '', typed);
      if (!entry.hidden) ++shown;
    });
    for (const group of groups) group.hidden = !group.querySelector('.entry:not([hidden])');
    // The count is read aloud: not on every key.
    clearTimeout(timer);
    timer = setTimeout(() => line && (line.textContent = count(shown, entries.length, typed)), typed ? 250 : 0);
  };
  // A link to an entry that the filter hides clears the filter.
  const reveal = () => {
    const target = document.getElementById(parse(location.hash).id);
    if (!target?.closest('[hidden]') || !box.contains(target)) return;
    input.value = '';
    apply();
    target.scrollIntoView();
  };
  input.addEventListener('input', apply);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Escape' && input.value) {
      input.value = '';
      apply();
    }
  });
  box.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', reveal);
  if (input.value) apply();
  else if (line) line.textContent = count(entries.length, entries.length, '');
}

export function startFilters() {
  for (const box of document.querySelectorAll('.filterable')) startFilter(/** @type {HTMLElement} */ (box));
}
