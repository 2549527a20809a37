// The blocks that css/far.css lets wait: once the reader has given a first sign, they are laid out one by one in idle
// moments, the nearest first, so that scroll bar and links know exact places. All at once when a link cannot wait.

import { idle } from './idle.js';
import { inPlace } from './in_place.js';
import { stirred } from './stir.js';

const waiting = () => [...document.querySelectorAll('main > section ~ section > :not(h2, h3, ol, .report, .near), :is(.sources li, .entry):not(.near)')];

export async function layOutFar() {
  await stirred;
  const away = new Map(waiting().map((block) => [block, Math.abs(block.getBoundingClientRect().top)]));
  for (const [block] of [...away].toSorted(([, a], [, b]) => a - b)) {
    await idle();
    const above = block.getBoundingClientRect().top < 0;
    inPlace(above ? document.elementFromPoint(innerWidth / 2, innerHeight / 2) : null, () => block.classList.add('near'));
  }
}

export function layOutNow() {
  for (const block of waiting()) block.classList.add('near');
}
