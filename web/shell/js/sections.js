// Sections far from the screen are laid out once the reader stirs (css/later.css), so that the first screen waits for none
// of them: one part after the other, the nearest section first, in idle moments. Screen readers know of nothing that no
// layout has seen, and not all that their users do is seen here: whatever happens, it is not put off for long. All at once
// when a link needs to know an exact place.

import { idle } from './idle.js';
import { besideReader } from './in_place.js';
import { stirred } from './stir.js';

const waiting = () => [...document.querySelectorAll('section.later')];

/** By then the reader might have done something. */
const patience_ms = 8000;
/** So long the page may be deaf. */
const slice_ms = 12;

export async function layOutSections() {
  await Promise.race([stirred, new Promise((resolve) => setTimeout(resolve, patience_ms))]);
  for (let section; (section = nearest(waiting())); ) await layOut(section);
}

/** @param {Element[]} sections */
function nearest(sections) {
  const away = sections.map((section) => {
    const { top, bottom } = section.getBoundingClientRect();
    return Math.max(top - innerHeight, -bottom);
  });
  return sections[away.indexOf(Math.min(...away))];
}

/** It keeps its estimated height until all parts of it are there: the page moves once. @param {Element} section */
async function layOut(section) {
  await idle();
  // One that has come near by now is there, and as high as it is.
  const parts = section.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ? [] : [...section.children];
  for (const part of parts) part.classList.add('shut');
  section.classList.toggle('opening', parts.length > 0);
  let end = performance.now() + slice_ms;
  for (const part of parts) {
    if (performance.now() > end) {
      await idle();
      end = performance.now() + slice_ms;
    }
    part.classList.remove('shut');
    part.getBoundingClientRect();
  }
  if (parts.length) await idle();
  besideReader(section, () => section.classList.remove('later', 'opening'));
}

export function layOutNow() {
  for (const section of waiting()) {
    section.classList.remove('later', 'opening');
    for (const part of section.querySelectorAll(':scope > .shut')) part.classList.remove('shut');
  }
}
