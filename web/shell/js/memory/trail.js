// The browser's history as a trail of figure states. Every entry carries the states of all figures that
// were touched, so that the back button restores each of them, not only the one in the URL.
//
// All that a reader does with one figure is one entry, until another figure is taken up: whoever leaves a page after some
// play is not led back through every move. A link in the text makes an entry of its own, as links do.

/** @typedef {Record<string, string>} States query by figure id */
/** @typedef {{id: string, query: string, initial: string, hash: string}} Touch a figure's state, the one it was built with, its address */

/**
 * @typedef {object} Browser the parts of `window` that are used; tests bring their own
 * @property {Pick<History, 'state' | 'pushState' | 'replaceState'>} history
 * @property {(run: () => void, ms: number) => number} setTimeout
 * @property {(timer: number) => void} clearTimeout
 */

/** Browsers refuse more than about 100 changes in 30 s, Safari with an exception. */
const pause_ms = 350, refused_ms = 10000;

/** A name that no other entry has. */
const anew = () => Math.random().toString(36).slice(2);

export class Trail {
  /** @type {States} */
  #states;
  #browser;
  /** The figure that the current entry was made for. */
  #owner = '';
  #timer = 0;
  #url = '';

  /** @param {Browser} browser @param {States | null} [resumed] what the figures shall show where the entry knows nothing */
  constructor(browser, resumed = null) {
    this.#browser = browser;
    /** The current entry's name, by which other things of it are remembered. @type {string} */
    this.entry = browser.history.state?.entry ?? anew();
    this.#states = Trail.of(browser.history.state) ?? { ...resumed };
    this.#write('replaceState');
  }

  /** The states in a history entry, or null when the entry is not ours. @param {unknown} state @returns {States | null} */
  static of(state) {
    const figures = /** @type {{figures?: unknown} | null} */ (state)?.figures;
    return figures && typeof figures === 'object' ? Object.fromEntries(Object.entries(figures).filter(([, query]) => typeof query === 'string')) : null;
  }

  /** @returns {States} */
  get states() {
    return { ...this.#states };
  }

  /**
   * A figure changed by the reader's hand, or by a link. True when that is an entry of its own.
   * @param {Touch} touch @param {{link?: boolean}} [how]
   */
  touch({ id, query, initial, hash }, { link = false } = {}) {
    const changed = (this.#states[id] ?? initial) !== query;
    this.#states[id] = query;
    if (changed && (link || this.#owner !== id)) {
      this.#owner = id;
      this.#write('pushState', hash);
      return true;
    }
    if (changed) {
      this.#url = hash;
      if (!this.#timer) this.#later(pause_ms);
    }
    return false;
  }

  /** A link has led to another place of the page, and no figure has changed. @param {string} hash */
  visit(hash) {
    this.flush();
    this.#owner = '';
    this.#write('pushState', hash);
  }

  /**
   * The entry that the browser itself made, for a link it followed or the address the page was opened
   * with: it keeps the figures as they are, but for the one that its address names.
   * @param {string} [id] @param {string} [query]
   */
  adopt(id, query) {
    if (id !== undefined && query !== undefined) this.#states[id] = query;
    this.#owner = '';
    this.#write('replaceState');
  }

  /** The figures show what they did at another time. @param {States} states */
  resume(states) {
    this.#states = { ...states };
    this.#write('replaceState');
  }

  /** The page is being left: what waits is written now. */
  flush() {
    if (this.#timer) this.#write('replaceState', this.#url);
  }

  /** The browser went to another entry. @param {States} states */
  restore(states) {
    this.#stop();
    this.#owner = '';
    this.entry = this.#browser.history.state?.entry ?? this.entry;
    this.#states = { ...states };
  }

  /** Writes what has been done by then into the current entry. @param {number} ms */
  #later(ms) {
    this.#timer = this.#browser.setTimeout(() => this.#write('replaceState', this.#url), ms);
  }

  #stop() {
    if (this.#timer) this.#browser.clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {'pushState' | 'replaceState'} how @param {string} [url] */
  #write(how, url) {
    this.#stop();
    const entry = how === 'pushState' ? anew() : (this.#browser.history.state?.entry ?? anew());
    try {
      this.#browser.history[how]({ figures: { ...this.#states }, entry }, '', url);
      this.entry = entry;
    } catch {
      // Too many, says the browser: the figures go on, and the address follows when it may.
      if (url === undefined) return;
      this.#url = url;
      this.#later(refused_ms);
    }
  }
}
