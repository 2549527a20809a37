// The blocks that css/far.css lets wait: once the reader has given a first sign, they are laid out a few at a time in
// idle moments, the nearest first, so that scroll bar and links know exact places. All at once when a link cannot wait.

import { idle } from './idle.js';
import { inPlace } from './in_place.js';
import { firstSign } from './first_sign.js';

/** So long the page may be deaf, and by one block more. */
const slice_ms = 6;

const waiting = () => [...document.querySelectorAll('main > section ~ section > :not(h2, h3, ol, .report, .near), :is(.sources li, .entry):not(.near)')];

/** What the reader looks at stays where it is. @param {Element[]} blocks */
function layOut(blocks) {
  const { style } = document.documentElement;
  style.setProperty('overflow-anchor', 'none'); // or Firefox scrolls, too
  const seen = blocks.some((block) => block.getBoundingClientRect().top < 0) ? document.elementFromPoint(innerWidth / 2, innerHeight / 2) : null;
  inPlace(seen, () => {
    for (const block of blocks) block.classList.add('near');
  });
  requestAnimationFrame(() => style.removeProperty('overflow-anchor'));
}

export async function layOutFar() {
  await firstSign;
  const away = new Map(waiting().map((block) => [block, Math.abs(block.getBoundingClientRect().top)]));
  let end = 0;
  for (const [block] of [...away].sort(([, a], [, b]) => a - b)) {
    if (performance.now() > end) {
      await idle();
      end = performance.now() + slice_ms;
    }
    if (!block.matches('.near')) layOut([block]);
  }
}

export function layOutNow() {
  const blocks = waiting();
  if (blocks.length) layOut(blocks);
}
