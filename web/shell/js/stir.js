// The reader's first sign of life. Until then a page is as good as its pictures: what only answers a hand can wait.

const signs = ['scroll', 'wheel', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];

/** Whether there has been one. */
export let here = false;

/** Resolves when the reader does anything at all. @type {Promise<void>} */
export const stirred = new Promise((resolve) => {
  for (const sign of signs) addEventListener(sign, () => resolve(void (here = true)), { once: true, passive: true, capture: true });
});
