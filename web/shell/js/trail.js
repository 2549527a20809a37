// The browser's history as a trail of figure states. Every entry carries the states of all figures that
// were touched, so that the back button restores each of them, not only the one in the URL.
//
// A gesture (a drag, a run of the timeline) is one entry: its first change pushes, the others replace.

/** @typedef {Record<string, string>} States query by figure id */
/** @typedef {{id: string, query: string, initial: string, hash: string}} Touch a figure's state, the one it was built with, its address */

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
  /** Whether the gesture that goes on has its entry already. */
  #pushed = false;
  #timer = 0;
  #url = '';

  /** @param {Browser} browser */
  constructor(browser) {
    this.#browser = browser;
    this.#states = Trail.of(browser.history.state) ?? {};
    this.#write('replaceState');
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
   * @param {Touch} touch @param {boolean} done
   */
  touch({ id, query, initial, hash }, done) {
    const changed = (this.#states[id] ?? initial) !== query;
    this.#states[id] = query;
    if (changed && !this.#pushed) {
      this.#write('pushState', hash);
      this.#pushed = true;
    } else if (this.#pushed && done) {
      this.#write('replaceState', hash);
    } else if (this.#pushed) {
      this.#url = hash;
      if (!this.#timer) this.#timer = this.#browser.setTimeout(() => this.#write('replaceState', this.#url), pause_ms);
    }
    if (done) this.#pushed = false;
  }

  /**
   * The entry that the browser itself made, for a link it followed or the address the page was opened
   * with: it keeps the figures as they are, but for the one that its address names.
   * @param {string} [id] @param {string} [query]
   */
  adopt(id, query) {
    if (id !== undefined && query !== undefined) this.#states[id] = query;
    this.#write('replaceState');
  }

  /** The browser went to another entry. @param {States} states */
  restore(states) {
    this.#stop();
    this.#pushed = false;
    this.#states = { ...states };
  }

  #stop() {
    if (this.#timer) this.#browser.clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {'pushState' | 'replaceState'} how @param {string} [url] */
  #write(how, url) {
    this.#stop();
    this.#browser.history[how]({ figures: { ...this.#states } }, '', url);
  }
}
