// The browser's history as a trail of figure states. Every entry carries the states of all figures that
// were touched, so that the back button restores each of them, not only the one in the URL.
//
// A gesture (a drag, a run of the timeline) is one entry: its first change pushes, the others replace.

import { format } from './location.js';

/** @typedef {Record<string, string>} States query by figure id */

/**
 * @typedef {object} Browser the parts of `window` that are used; tests bring their own
 * @property {Pick<History, 'state' | 'pushState' | 'replaceState'>} history
 * @property {(run: () => void, ms: number) => number} setTimeout
 * @property {(timer: number) => void} clearTimeout
 */

/** Browsers refuse more than about 100 changes in 30 s. */
const pause_ms = 350;

export class Trail {
  /** @type {States} */
  #states;
  #browser;
  #moving = false;
  #timer = 0;
  #url = '';

  /** @param {Browser} browser */
  constructor(browser) {
    this.#browser = browser;
    this.#states = Trail.of(browser.history.state) ?? {};
    this.#write('replaceState', undefined);
  }

  /** The states in a history entry, or null when the entry is not ours. @param {unknown} state @returns {States | null} */
  static of(state) {
    const figures = /** @type {{figures?: unknown} | null} */ (state)?.figures;
    return figures && typeof figures === 'object' ? { .../** @type {States} */ (figures) } : null;
  }

  /** @returns {States} */
  get states() {
    return { ...this.#states };
  }

  /**
   * A figure changed by the reader's hand. `done` is false while the gesture goes on.
   * @param {string} id @param {string} query @param {boolean} done
   */
  touch(id, query, done) {
    const changed = this.#states[id] !== query;
    this.#states[id] = query;
    const url = format(id, query);
    if (!this.#moving) {
      if (changed) this.#write('pushState', url);
    } else if (done) {
      this.#write('replaceState', url);
    } else {
      this.#url = url;
      if (!this.#timer) this.#timer = this.#browser.setTimeout(() => this.#write('replaceState', this.#url), pause_ms);
    }
    this.#moving = !done;
  }

  /**
   * The reader followed a link that the browser itself handled (a new entry without states): it keeps
   * the figures as they are.
   */
  adopt() {
    this.#write('replaceState', undefined);
  }

  /** The browser went to another entry. @param {States} states */
  restore(states) {
    this.#stop();
    this.#moving = false;
    this.#states = { ...states };
  }

  #stop() {
    if (this.#timer) this.#browser.clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {'pushState' | 'replaceState'} how @param {string | undefined} url */
  #write(how, url) {
    this.#stop();
    this.#browser.history[how]({ figures: this.#states }, '', url);
  }
}
