// The list of what was found, as elements. The listbox has the options; the input keeps the focus and names the active one.

import { excerpt, marked } from './excerpt.js';

/** @typedef {import('./engine.js').Result} Result */

/** @type {Record<import('./engine.js').Kind, string>} */
const kinds = { section: 'Section', figure: 'Figure', term: 'Term', reference: 'Source' };

/** @param {string} name @param {string} css @param {(Node | string)[]} content */
function element(name, css, ...content) {
  const made = document.createElement(name);
  made.className = css;
  made.append(...content);
  return made;
}

/** @param {import('./excerpt.js').Piece[]} pieces */
const words = (pieces) => pieces.map(({ text, marked }) => (marked ? element('mark', '', text) : text));

/** @param {Result} result @param {string} base the site's path @param {number} number */
export function option(result, base, number) {
  const terms = new Set(result.terms);
  const link = /** @type {HTMLAnchorElement} */ (element('a', 'found'));
  link.href = base + result.path;
  link.id = `page_search_${number}`;
  link.tabIndex = -1;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', 'false');
  link.append(
    element('span', 'found-title', ...words(marked(result.title, terms))),
    element('span', 'found-kind', kinds[result.kind]),
    element('span', 'found-around', result.around.join(' › ')),
    element('span', 'found-text', ...words(excerpt(result.text, terms))),
  );
  return link;
}
