// The words that were looked for, highlighted where a result has led. The text itself stays as it is.

import { matchesIn } from './words.js';

const headings = 'h1, h2, h3, h4';
/** What does not belong to the text. */
const passed = '.report, .controls';

/** The text nodes of a section, figure or entry. @param {Element} place */
function* textsOf(place) {
  const main = /** @type {Element} */ (place.closest('main'));
  const section = place.matches(headings);
  const walker = document.createTreeWalker(section ? main : place, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(passed) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  if (section) walker.currentNode = place;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (section && node instanceof Element && node.matches(headings) && !node.closest('.scene')) return;
    if (node instanceof Text) yield node;
  }
}

/** @param {string} id of a heading, a figure or an entry; '' is the top of the page @param {string[]} terms */
export function mark(id, terms) {
  if (!CSS.highlights) return;
  CSS.highlights.delete('found');
  const place = id ? document.getElementById(id) : document.querySelector('main h1');
  if (!place?.closest('main')) return;
  const looked = new Set(terms);
  /** @type {Range[]} */
  const ranges = [];
  for (const node of textsOf(place))
    for (const { text, at } of matchesIn(node.data, looked)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      ranges.push(range);
      const fold = node.parentElement?.closest('details.fold');
      if (fold instanceof HTMLDetailsElement) fold.open = true;
    }
  CSS.highlights.set('found', new Highlight(...ranges));
}
