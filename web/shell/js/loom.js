// The page's script: everything that is not the live picture. runtime.js brings that when it is needed.

import { layOutFar, layOutNear } from './page/far.js';
import { startFigureList } from './page/figure_list.js';
import { Figures } from './figure/figures.js';
import { keepScrolledSliders } from './figure/slider_touch.js';
import { startFilters } from './page/filter.js';
import { breath, idle } from './page/idle.js';
import { inPlace } from './page/in_place.js';
import { startLinks } from './page/links.js';
import { startListings } from './page/listing.js';
import { startTerms } from './page/term_notes.js';
import { parse } from './page/address.js';
import { keepOnResize, rememberPlaces } from './page/place.js';
import { startNumbers } from './page/numbers.js';
import { startOffline } from './page/offline.js';
import { resumed, startPlace } from './memory/last_place.js';
import { startProgress } from './memory/progress.js';
import { startRail } from './page/rail.js';
import { startSearch } from './page/search.js';
import { startReports } from './page/report.js';
import { startScrollers } from './page/scrollers.js';
import { startTheme } from './page/theme.js';
import { Trail } from './memory/trail.js';

// The browser's work at the end of the page and what follows here are two tasks.
await breath();

/** What a link has led to, if it is on the screen; else what is in its middle. */
function seen() {
  const target = document.getElementById(parse(location.hash).id), top = target?.getBoundingClientRect().top ?? -1;
  return top >= 0 && top < innerHeight ? target : document.elementFromPoint(innerWidth / 2, innerHeight / 2);
}

// The formulas' font (math.css) comes once the page is there. What the reader looks at by then stays where it is,
// although formulas above it may change their height.
const settle = async () => {
  await idle();
  await document.fonts.load('1em "Loom Math"');
  await idle();
  const { classList } = document.documentElement;
  if (scrollY === 0) classList.add('settled'); // no formula stands on a first screen
  else inPlace(seen(), () => classList.add('settled'));
};
const started = () => void settle().then(() => (layOutFar(), startOffline()));
if (document.readyState === 'complete') started();
else addEventListener('load', started, { once: true });

startTheme();
startSearch();
startFigureList();
startTerms();
/** On a phone the list of pages is wider than the screen. */
function showCurrentPage() {
  const pages = document.querySelector('nav.pages'), here = pages?.querySelector('[aria-current]');
  if (pages && here) pages.scrollLeft += here.getBoundingClientRect().right - pages.getBoundingClientRect().right + 48;
}

// What the first moment does without waits for the next.
void idle().then(() => {
  layOutNear();
  showCurrentPage();
  startFilters();
  startRail();
  startProgress();
  startListings();
  startScrollers();
  startNumbers();
}).then(() => idle()).then(startReports);

const trail = new Trail(window, resumed());
const main = /** @type {HTMLElement} */ (document.querySelector('main'));
keepScrolledSliders(main);
const figures = new Figures(main, (touched, done) => {
  trail.touch(touched);
  if (done) touched.announce();
});
startLinks(figures, trail);
void idle().then(() => startPlace(figures, trail));
rememberPlaces(trail);
keepOnResize();
addEventListener('pagehide', () => trail.flush());
