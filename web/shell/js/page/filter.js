// The search box of glossary and references: shows the entries that hold every word typed, those first whose name it is.

import { parse } from './address.js';

/** Lower case without accents: 'Schrodinger' finds 'Schrödinger'. @param {string} text */
export function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** @param {string} entry plain text @param {string} typed */
export function matches(entry, typed) {
  return plain(typed).trim().split(/\s+/).every((word) => entry.includes(word));
}

const in_a_word = /[\p{L}\p{N}]/u;

/**
 * How well an entry that matches answers: 0 is its name, 1 and 2 its name or a word of its name begins so, 3 is in its name,
 * 4 elsewhere in what it says.
 * @param {string} name plain text @param {string} typed
 */
export function rank(name, typed) {
  const wanted = plain(typed).trim().replace(/\s+/g, ' ');
  if (name === wanted || name.startsWith(`${wanted} (`)) return 0;
  if (name.startsWith(wanted)) return 1;
  for (let at = name.indexOf(wanted); at > 0; at = name.indexOf(wanted, at + 1)) if (!in_a_word.test(name[at - 1] ?? '')) return 2;
  return matches(name, wanted) ? 3 : 4;
}

/** @param {number} shown @param {number} all @param {string} typed */
export function count(shown, all, typed) {
  if (!typed.trim()) return `${all} entries`;
  if (shown === 0) return `Nothing matches “${typed.trim()}”.`;
  return `${shown} of ${all} entries`;
}

/**
 * What a search finds: a list of its own before the groups, the best first, for eyes, keys and screen readers alike.
 * @param {HTMLElement} box @param {HTMLElement[]} groups @param {HTMLElement[]} entries
 */
function findings(box, groups, entries) {
  const homes = entries.map((entry) => /** @type {HTMLElement} */ (entry.parentElement));
  /** @type {HTMLElement | null} */
  let section = null;

  /** @param {HTMLElement[]} found */
  const show = (found) => {
    if (!homes[0]) return;
    if (!section) {
      section = document.createElement('section');
      section.className = 'group';
      section.setAttribute('aria-label', 'What the search finds');
      section.append(homes[0].cloneNode(false));
      box.querySelector('.filter')?.after(section);
    }
    const list = /** @type {Element} */ (section.firstElementChild);
    const there = new Set(found);
    entries.forEach((entry, i) => !there.has(entry) && entry.parentElement === list && homes[i]?.append(entry));
    list.append(...found);
    for (const group of groups) group.hidden = true;
    section.hidden = found.length === 0;
  };

  /** Every entry goes back to its place. */
  const restore = () => {
    if (!section) return;
    entries.forEach((entry, i) => homes[i]?.append(entry));
    for (const group of groups) group.hidden = false;
    section.hidden = true;
  };

  return { show, restore };
}

/** @param {HTMLElement} box */
function startFilter(box) {
  const input = /** @type {HTMLInputElement | null} */ (box.querySelector('input[type="search"]'));
  if (!input) return;
  const line = box.querySelector('.count');
  const entries = /** @type {HTMLElement[]} */ ([...box.querySelectorAll('.entry')]);
  const groups = /** @type {HTMLElement[]} */ ([...box.querySelectorAll('.group')]);
  const results = findings(box, groups, entries);
  /** What each entry says, and its name, once somebody searches. @type {{entry: HTMLElement, text: string, name: string}[] | null} */
  let known = null;
  let timer = 0;

  /** @param {string} typed */
  const search = (typed) => {
    known ??= entries.map((entry) => ({ entry, text: plain(entry.textContent ?? ''), name: plain(entry.querySelector('dt, cite, .name')?.textContent ?? '') }));
    const found = known.filter(({ text }) => matches(text, typed)).map(({ entry, name }) => ({ entry, rank: rank(name, typed) }));
    found.sort((a, b) => a.rank - b.rank); // those alike keep their order
    results.show(found.map(({ entry }) => entry));
    return found.length;
  };

  const apply = () => {
    const typed = input.value;
    const shown = typed.trim() ? search(typed) : (results.restore(), entries.length);
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
