// A piece of a text that shows the words that were looked for.

import { matchesIn } from './words.js';

const length = 170;

/** @typedef {{text: string, marked: boolean}} Piece */

/** @param {string} text @param {Set<string>} terms @returns {Piece[]} */
export function marked(text, terms) {
  /** @type {Piece[]} */
  const pieces = [];
  let at = 0;
  for (const word of matchesIn(text, terms)) {
    if (word.at > at) pieces.push({ text: text.slice(at, word.at), marked: false });
    pieces.push({ text: word.text, marked: true });
    at = word.at + word.text.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false });
  return pieces;
}

/** Where the piece with the most different words begins. @param {import('./words.js').Word[]} matches */
function densest(matches) {
  let best = 0, most = 0;
  for (const { at } of matches) {
    const inside = new Set(matches.filter((other) => other.at >= at && other.at < at + length).map(({ text }) => text.toLowerCase()));
    if (inside.size > most) [best, most] = [at, inside.size];
  }
  return best;
}

/** @param {string} text @param {Set<string>} terms @returns {Piece[]} */
export function excerpt(text, terms) {
  const first = densest(matchesIn(text, terms));
  const line = text.lastIndexOf('\n', first) + 1;
  // From the beginning of its line, or from a word shortly before; a text without blanks is cut anywhere.
  const word = text.indexOf(' ', first - length / 3) + 1;
  const from = first - line < length / 2 ? line : word > 0 && word <= first ? word : first;
  const blank = text.lastIndexOf(' ', from + length);
  const to = text.length - from <= length ? text.length : blank > first ? blank : from + length;
  const shown = text.slice(from, to).replaceAll('\n', ' ');
  const before = from > line ? '… ' : '', after = to < text.length ? ' …' : '';
  return marked(`${before}${shown}${after}`, terms);
}
