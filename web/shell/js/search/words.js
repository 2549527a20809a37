// How texts and questions become words to search by: the same for the index, for what is typed, and for what is marked.

import { stemmer } from 'stemmer';

/** Names keep what joins their parts: cp.async.bulk, smsp__inst_executed.sum, shared::cluster, GB/s, FlashAttention-3. */
const names = /[\p{L}\p{N}]+(?:(?:[./'’-]|_+|::)[\p{L}\p{N}]+)*/gu;

/** Words that say nothing about what is looked for. */
const ignored = new Set(('a about an and are as at be been but by can do does for from had has have how i in into is it its me mean means my no not of on or ' +
  'our s should so than that the their them then there these they this to was we were what when where which who why will with would you your').split(' '));

/** @param {string} text @returns {string[]} */
export const namesIn = (text) => text.match(names) ?? [];

/** @typedef {{text: string, at: number}} Word as the text has it, and where */

/** @param {string} text @returns {Word[]} */
export const wordsOf = (text) => [...text.matchAll(names)].map((found) => ({ text: found[0], at: found.index }));

/** A name as a whole, then its parts: "cudaMemcpyAsync" is also "cuda", "memcpy" and "async". @param {string} word */
export function formsOf(word) {
  const parts = word.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).map((part) => part.toLowerCase());
  const all = new Set([word.toLowerCase().replaceAll('’', "'"), ...parts.filter((part) => part.length > 1)]);
  return [...all].filter((form) => !ignored.has(form));
}

/** What words are found by. A text says most of its words many times. @type {Map<string, string[]>} */
const known = new Map();

/** What a word is found by: its forms and their stems, so that "coalesced" finds "coalescing". @param {string} word */
export function termsOf(word) {
  let terms = known.get(word);
  if (!terms) {
    const forms = formsOf(word);
    terms = [...new Set([...forms, ...forms.filter((form) => /^[a-z]{4,}$/.test(form)).map(stemmer)])];
    known.set(word, terms);
  }
  return terms;
}

/** Where the words are in a text whose terms are among these. @param {string} text @param {Set<string>} terms @returns {Word[]} */
export const matchesIn = (text, terms) => wordsOf(text).filter((word) => termsOf(word.text).some((term) => terms.has(term)));
