// Sections far from the screen are laid out once the reader stirs, one in each idle moment (css/later.css), so that the
// first screen waits for none of them. Screen readers know of nothing that no layout has seen, and not all that their users
// do is seen here: whatever happens, it is not put off for long. All at once when a link needs to know an exact place.

import { idle } from './idle.js';
import { besideReader } from './in_place.js';

const waiting = () => document.querySelectorAll('section.later');

const signs = ['scroll', 'wheel', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];

const patience_ms = 5000;

/** Resolves when the reader does anything at all, or might have. */
const stirred = () =>
  new Promise((resolve) => {
    setTimeout(resolve, patience_ms);
    for (const sign of signs) addEventListener(sign, resolve, { once: true, passive: true });
  });

export async function layOutSections() {
  await stirred();
  for (const section of waiting()) {
    await idle();
    besideReader(section, () => section.classList.remove('later'));
  }
}

export function layOutNow() {
  for (const section of waiting()) section.classList.remove('later');
}
