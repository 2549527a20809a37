// Sections far from the screen are laid out once the reader stirs, one in each idle moment (css/later.css), so that the
// first screen waits for none of them. Screen readers know of nothing that no layout has seen, and not all that their users
// do is seen here: whatever happens, it is not put off for long. All at once when a link needs to know an exact place.

import { idle } from './idle.js';
import { besideReader } from './in_place.js';
import { stirred } from './stir.js';
import { fillPictures } from './unfold.js';

const waiting = () => document.querySelectorAll('section.later');

/** By then the reader might have done something. */
const patience_ms = 8000;

export async function layOutSections() {
  await Promise.race([stirred, new Promise((resolve) => setTimeout(resolve, patience_ms))]);
  for (const section of waiting()) {
    await idle();
    besideReader(section, () => section.classList.remove('later'));
  }
  for (const picture of document.querySelectorAll('.picture:has(> picture)')) {
    await idle();
    await fillPictures(/** @type {Element} */ (picture.parentElement));
  }
}

export function layOutNow() {
  for (const section of waiting()) section.classList.remove('later');
}
