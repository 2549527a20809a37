// The reader's first sign of life. Until then a page is as good as its pictures: what only answers a hand can wait.

const signs = ['scroll', 'wheel', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];

/** Whether there has been one. */
export let here = false;

/** Resolves when the reader does anything at all. @type {Promise<void>} */
export const firstSign = new Promise((resolve) => {
  const heard = new AbortController();
  /** @param {any} event */
  const hear = ({ type, target, clientX, clientY }) => {
    if (type === 'scroll' && target !== document) return; // a list that the page itself has moved
    // Chromium reports such a move, of a pointer that has not come yet, when what lies in the corner changes.
    if (type === 'pointermove' && clientX === 0 && clientY === 0) return;
    here = true;
    heard.abort();
    resolve();
  };
  for (const sign of signs) addEventListener(sign, hear, { passive: true, capture: true, signal: heard.signal });
});
