// Time that nobody waits for.

/** Resolves when the browser has nothing better to do, at the latest after so long. @returns {Promise<void>} */
export const idle = (timeout_ms = 1000) =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: timeout_ms });
    else setTimeout(resolve, 50); // Safari
  });

/** Lets the page answer the reader, and goes on right after that. @returns {Promise<void>} */
export const breath = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), resolve());
    port2.postMessage(null);
  });

/**
 * Does one thing after the other, each in an idle moment of its own.
 * @template Thing
 */
export class Later {
  /** @type {Set<Thing>} */
  #waiting = new Set();
  #busy = false;

  /**
   * @param {(thing: Thing) => unknown} run may return a promise that is waited for
   * @param {(things: Set<Thing>) => Thing} first which of them comes first
   */
  constructor(run, first) {
    this.run = run;
    this.first = first;
  }

  /** @param {Thing} thing */
  add(thing) {
    this.#waiting.add(thing);
    if (!this.#busy) void this.#work();
  }

  /** @param {Thing} thing it is done, or need not be done */
  drop(thing) {
    this.#waiting.delete(thing);
  }

  async #work() {
    this.#busy = true;
    while (this.#waiting.size) {
      await idle();
      if (!this.#waiting.size) break;
      const thing = this.first(this.#waiting);
      this.#waiting.delete(thing);
      await this.run(thing);
    }
    this.#busy = false;
  }
}
