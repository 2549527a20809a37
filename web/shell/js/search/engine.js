// Finds entries of the site's index: exact words and their beginnings first, then words that differ by a slip of the finger.
// Synonyms are words of the entries that they lead to, or stand for other words.

import MiniSearch from 'minisearch';

import { formsOf, namesIn, termsOf } from './words.js';

/** @typedef {'section' | 'figure' | 'term' | 'reference'} Kind */
/** @typedef {[kind: Kind, page: number, id: string, title: string, text: string, partOf: number, synonyms: string[]]} Entry */
/** What the builder writes: tools/loom/site/render/search_index.hpp. @typedef {{pages: [path: string, label: string][], entries: Entry[], means: [word: string, words: string][]}} File */
/** `path`: below the site's; `around`: the page and the sections that it is in. @typedef {{kind: Kind, path: string, title: string, text: string, around: string[], terms: string[]}} Result */

const most = 24;
/** Of the best one's score, what another one needs. */
const least = 0.12;

const boost = { title: 4, synonyms: 3, around: 1, text: 1 };
/** For a title that is the question, and for a synonym that is in it as a whole. */
const named = 2, meant = 3;
/** For a source: its title may hold every word, and yet the answer is in the text that cites it. */
const cited = 0.5;
/** Entries that are read without a pause, so that the page takes keys meanwhile. */
const chunk = 40;

/** A word of a question, as all that it may be found by. @typedef {{forms: string[], terms: string[]}} Asked */

/** How many letters may be wrong; two that have changed places count as two. @param {string} term */
const slips = (term) => (term.length < 4 ? false : term.length < 6 ? 1 : 2);

/** How words are compared in their order. @param {string} text */
const inOrder = (text) => ` ${namesIn(text).join(' ').toLowerCase()} `;

/** What is left of a title or a question without the words that say nothing. @param {string} text */
const core = (text) => namesIn(text).flatMap(formsOf).join(' ');

export class Engine {
  #file;
  #index;
  /** Every term of the texts. @type {Set<string>} */
  #known = new Set();

  /** @param {File} file */
  constructor(file) {
    this.#file = file;
    this.#index = new MiniSearch({
      fields: Object.keys(boost),
      tokenize: namesIn,
      processTerm: (word) => {
        const terms = termsOf(word);
        for (const term of terms) this.#known.add(term);
        return terms;
      },
    });
  }

  /** Reads the entries. */
  async read() {
    const entries = this.#file.entries.map(([, , , title, text, , synonyms], id) => ({ id, title, text, synonyms: synonyms.join('; '), around: this.#around(id).join(' ') }));
    await this.#index.addAllAsync(entries, { chunkSize: chunk });
    return this;
  }

  /** Titles of the sections around an entry, from the outermost. @param {number} entry @returns {string[]} */
  #around(entry) {
    const above = this.#file.entries[entry]?.[5] ?? -1;
    const title = this.#file.entries[above]?.[3];
    return title === undefined ? [] : [...this.#around(above), title];
  }

  /** @param {string} question @returns {Result[]} the best first */
  search(question) {
    const asked = this.#asked(question);
    if (asked.length === 0) return [];
    const typed = new Set(asked.flatMap(({ forms }) => forms));
    const found = this.#index.search(asked.flatMap(({ terms }) => terms).join(' '), {
      boost,
      tokenize: (text) => text.split(' '),
      processTerm: (term) => term,
      prefix: (term) => typed.has(term) && term.length > 1,
      fuzzy: (term) => typed.has(term) && !this.#known.has(term) && slips(term),
      weights: { prefix: 0.4, fuzzy: 0.3 },
    });
    const name = core(question), said = inOrder(question);
    const scored = found.map(({ id, score, queryTerms, terms }) => {
      const [kind, , , title = '', , , synonyms = []] = this.#file.entries[id] ?? [];
      const had = asked.filter((word) => word.terms.some((term) => queryTerms.includes(term))).length / asked.length;
      const more = (core(title) === name ? named : 1) * (synonyms.some((synonym) => said.includes(inOrder(synonym))) ? meant : 1) * (kind === 'reference' ? cited : 1);
      return { id, terms, score: score * had ** 2 * more };
    });
    const enough = Math.max(...scored.map(({ score }) => score)) * least;
    return scored.filter(({ score }) => score >= enough).sort((a, b) => b.score - a.score).slice(0, most).map(({ id, terms }) => this.#result(id, terms));
  }

  /** @param {string} question @returns {Asked[]} */
  #asked(question) {
    const words = namesIn(question).map((word) => ({ said: word.toLowerCase(), forms: formsOf(word), terms: [...termsOf(word)] }));
    for (const [synonym, means] of this.#file.means) {
      const wanted = namesIn(synonym.toLowerCase());
      for (let at = 0; at + wanted.length <= words.length; ++at) {
        const here = words.slice(at, at + wanted.length);
        if (here.every(({ said }, i) => said === wanted[i])) for (const { terms } of here) terms.push(...namesIn(means).flatMap(termsOf));
      }
    }
    return words.filter(({ terms }) => terms.length > 0);
  }

  /** @param {number} entry @param {string[]} terms @returns {Result} */
  #result(entry, terms) {
    const [kind, page, id, title, text] = /** @type {Entry} */ (this.#file.entries[entry]);
    const [path, label] = this.#file.pages[page] ?? ['', ''];
    const around = this.#around(entry);
    // The title of a page is its label's longer form.
    return { kind, path: path + (id && `#${id}`), title, text, around: [label, ...around.slice(1)], terms };
  }
}
