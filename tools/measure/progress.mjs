// Says on the error stream how far a part is: a live line on a terminal, elsewhere a line every ten seconds.

const apart_ms = 10_000;
const live = process.stderr.isTTY;
let told = -Infinity;

/** Removes the live line. */
export function clear() {
  if (live) process.stderr.write('\r\x1b[K');
}

/**
 * Returns a function to call at the beginning of each step.
 * @param {string} part @param {number} steps how many there are
 * @returns {(what: string) => void}
 */
export function progress(part, steps) {
  const start = performance.now();
  let step = 0;
  return (what) => {
    const now = performance.now();
    step += 1;
    if (!live && now - told < apart_ms) return;
    told = now;
    clear();
    process.stderr.write(`${part}: ${step} of ${steps}, ${what} (after ${Math.round((now - start) / 1000)} s)${live ? '' : '\n'}`);
  };
}
