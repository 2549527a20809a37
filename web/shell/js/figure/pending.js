// What the reader asked of a figure before wasm arrived, kept short: only what still matters is applied.

/**
 * @typedef {object} Wish
 * @property {string | null} query a whole state, or null to start from the built-in one
 * @property {Map<string, string>} sets parameters changed on top of it
 * @property {number | null} step
 * @property {boolean} play
 */

export class Pending {
  /** @type {Wish} */
  #wish = empty();

  /** @param {string} query */
  load(query) {
    this.#wish = { ...empty(), query };
  }

  /** @param {string} key @param {string} text */
  set(key, text) {
    // A later change of the same parameter replaces the earlier, and counts as the later one.
    this.#wish.sets.delete(key);
    this.#wish.sets.set(key, text);
  }

  /** @param {number} step */
  seek(step) {
    this.#wish.step = step;
  }

  /** @param {boolean} play */
  play(play) {
    this.#wish.play = play;
  }

  get playing() {
    return this.#wish.play;
  }

  /**
   * Applies everything in the reader's order and forgets it.
   * @param {Pick<import('../types').Handle, 'load' | 'set' | 'seek' | 'play'>} handle
   * @returns {{key: string, error: string}[]} what was refused; key '' for a whole state
   */
  apply(handle) {
    const { query, sets, step, play } = this.#wish;
    this.#wish = empty();
    const refused = [];
    if (query !== null) {
      const { problem } = handle.load(query);
      if (problem) refused.push({ key: '', error: problem });
    }
    for (const [key, text] of sets) {
      const error = handle.set({ [key]: text });
      if (error) refused.push({ key, error });
    }
    if (step !== null) handle.seek(step);
    if (play) handle.play();
    return refused;
  }
}

/** @returns {Wish} */
function empty() {
  return { query: null, sets: new Map(), step: null, play: false };
}
