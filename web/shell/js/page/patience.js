// Waiting for what may have ended without a word: a worker that is gone says nothing, and neither does a server that hangs.

const tick_ms = 1500, silent_ticks = 6;

/**
 * Calls `over`, once, when nothing has been heard for nine seconds. Ticks are counted instead of time, because a page that
 * was suspended has not waited.
 * @param {() => void} over @param {() => void} [ask] with each tick before that
 */
export function patience(over, ask) {
  let silent = 0;
  const timer = setInterval(() => {
    silent += 1;
    if (silent < silent_ticks) ask?.();
    else if (silent === silent_ticks) over();
  }, tick_ms);
  return { heard: () => void (silent = 0), end: () => clearInterval(timer) };
}
