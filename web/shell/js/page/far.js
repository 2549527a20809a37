// The blocks that css/far.css lets wait. What comes near is laid out right away, the rest once the reader has given a first
// sign: a few blocks in each idle moment, the nearest first, so that scroll bar and links know exact places. When a link
// cannot wait, all are laid out at once.

import { idle } from './idle.js';
import { inPlace } from './in_place.js';
import { firstSign } from './first_sign.js';
import { watch } from './watch.js';

/** One idle moment lays out blocks for this long, and ends with the block that it has begun. */
const slice_ms = 6;

/** Software that reads aloud may give no sign. */
const patience_ms = 8000;

const waiting = () =>
  [...document.querySelectorAll('main > section > *, .sources li, .entry')].filter((block) => getComputedStyle(block).getPropertyValue('--far'));

/** What the reader looks at stays where it is. @param {Element[]} blocks */
function layOut(blocks) {
  const { style } = document.documentElement;
  style.setProperty('overflow-anchor', 'none'); // otherwise Firefox makes up for the change as well
  const seen = blocks.some((block) => block.getBoundingClientRect().top < 0) ? document.elementFromPoint(innerWidth / 2, innerHeight / 2) : null;
  inPlace(seen, () => {
    for (const block of blocks) block.classList.add('near');
  });
  requestAnimationFrame(() => style.removeProperty('overflow-anchor'));
}

export function layOutNear() {
  const near = watch('100% 0px', (block) => layOut([block]));
  for (const block of waiting()) near.observe(block);
}

export async function layOutFar() {
  await Promise.race([firstSign, new Promise((resolve) => setTimeout(resolve, patience_ms))]);
  const away = new Map(waiting().map((block) => [block, Math.abs(block.getBoundingClientRect().top)]));
  let end = 0;
  for (const [block] of [...away].sort(([, a], [, b]) => a - b)) {
    if (performance.now() > end) {
      await idle();
      end = performance.now() + slice_ms;
    }
    if (!block.matches('.near')) layOut([block]); // unless layOutNow() has
  }
}

export function layOutNow() {
  const blocks = waiting();
  if (blocks.length) layOut(blocks);
}
