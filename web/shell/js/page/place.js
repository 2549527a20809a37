// Where the reader is on the page, so that it is found again after what is above it has got another height: a block, how far
// down in it, and where on the screen that was.

import { layOutNow } from './far.js';
import { remember, remembered } from '../memory/in_tab.js';

/** @typedef {{block: number, of: number, part: string, down: number, at: number}} Place `down` is a share of the block's height */

const blocks = () => [...document.querySelectorAll('main > section > *, .sources li, .entry')];

/** What a figure's height is made of. */
const parts = ['.picture', '.hands'];

/** Whether that is what placeAt() answers. @param {any} value @returns {value is Place} */
const isPlace = (value) => [value?.block, value?.of, value?.down, value?.at].every(Number.isFinite) && ['', ...parts].includes(value.part);

/** @param {number} at a height on the screen @returns {Place | null} null on a page without blocks */
export function placeAt(at) {
  const all = blocks(), boxes = all.map((block) => block.getBoundingClientRect());
  const block = boxes.reduce((last, { top, height }, i) => (height > 0 && top <= at ? i : last), 0);
  let box = boxes[block], part = '';
  if (!box?.height) return null;
  for (const each of parts) {
    const inner = all[block]?.matches('.scene') ? all[block].querySelector(each)?.getBoundingClientRect() : undefined;
    if (!inner || inner.top > at || inner.bottom < at) continue;
    [box, part] = [inner, each];
    break;
  }
  return { block, of: all.length, part, down: (at - box.top) / box.height, at };
}

/** What the reader looks at: the picture in the middle of the screen, or else what is near its top. */
export function placeSeen() {
  const middle = placeAt(innerHeight / 2);
  return middle?.part === '.picture' ? middle : placeAt(innerHeight / 4);
}

/** Scrolls there, at once. @param {Place} place */
export function goToPlace(place) {
  const all = blocks();
  if (all.length !== place.of) return; // another page by now
  const block = all[place.block];
  const box = ((place.part && block?.querySelector(place.part)) || block)?.getBoundingClientRect();
  const by = box ? box.top + place.down * box.height - place.at : 0;
  if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: 'instant' });
}

/** After the page is there, images and formulas still take their room. */
const settling_ms = 1000;

/**
 * Scrolls to where the exact heights of all blocks lead, and again when one of them turns out to be another, until the page has
 * settled or the reader moves.
 * @param {() => void} scroll
 */
export function arriveBy(scroll) {
  layOutNow();
  scroll();
  if (document.readyState === 'complete') return;
  const ended = new AbortController(), { signal } = ended;
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) addEventListener(kind, () => ended.abort(), { capture: true, passive: true, signal });
  const heights = new ResizeObserver(scroll);
  heights.observe(/** @type {Element} */ (document.querySelector('main')));
  signal.addEventListener('abort', () => heights.disconnect());
  addEventListener('load', () => {
    scroll();
    setTimeout(() => ended.abort(), settling_ms);
  }, { once: true, signal });
}

const key = 'loom-places-1', most_entries = 50;

/**
 * Where the reader left the page, when that was at this entry of the browser's history.
 * @param {string} entry @returns {Place | undefined}
 */
export function leftAt(entry) {
  const place = remembered(key)[entry];
  return isPlace(place) ? place : undefined;
}

/** The page opens where the reader left it; the browser, which knows no exact heights yet, leaves it there. @param {Place} place */
export function comeBack(place) {
  history.scrollRestoration = 'manual';
  arriveBy(() => goToPlace(place));
  const leave = () => (history.scrollRestoration = 'auto');
  if (document.readyState === 'complete') leave();
  else addEventListener('load', () => setTimeout(leave), { once: true });
}

/** Remembers where the reader is when a link is followed, and whenever the page is left. @param {{entry: string}} trail */
export function rememberPlaces(trail) {
  /** Of the link, for as long as the page has not been scrolled since. @type {{place: Place, scrolled: number} | null} */
  let clicked = null;
  const keep = (/** @type {Place | null} */ place) => place && remember(key, trail.entry, place, most_entries);
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('main a[href]') : null;
    const place = link && placeAt(link.getBoundingClientRect().top);
    if (!place) return;
    clicked = { place, scrolled: scrollY };
    keep(place);
  }, { capture: true });
  // A page that the browser has kept is as it was, but not always where.
  addEventListener('pageshow', ({ persisted }) => {
    const place = persisted && leftAt(trail.entry);
    if (place) goToPlace(place);
  });
  addEventListener('pagehide', () => keep(clicked?.scrolled === scrollY ? clicked.place : placeSeen()));
}

/** Keeps what the reader looks at on a screen that is turned, and in a window that gets another width. */
export function keepOnResize() {
  /** @type {Place | null} */
  let place = null;
  let width = innerWidth, height = innerHeight;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rested;
  const look = () => {
    rested = undefined;
    if (innerWidth === width) [place, height] = [placeSeen(), innerHeight];
  };
  // Not anew with each scroll: while far blocks are laid out, the page scrolls again and again, and nobody would ever look.
  const later = () => {
    rested ??= setTimeout(look, 200);
  };
  const go = () => void (place && goToPlace(place));
  addEventListener('scroll', later, { passive: true });
  addEventListener('resize', () => {
    if (innerWidth === width) return later(); // a phone's own bars come and go
    clearTimeout(rested);
    rested = undefined;
    if (place) place = { ...place, at: (place.at / height) * innerHeight };
    [width, height] = [innerWidth, innerHeight];
    go();
    requestAnimationFrame(() => (go(), requestAnimationFrame(go))); // pictures take their width
  });
}
