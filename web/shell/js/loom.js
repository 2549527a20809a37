// The page's script: everything that is not the live picture. runtime.js brings that when it is needed.

import { startExports } from './exports.js';
import { Figure } from './figure.js';
import { startFilters } from './filter.js';
import { inPlace } from './in_place.js';
import { startLinks } from './links.js';
import { startPredictions } from './predict.js';
import { startProgress } from './progress.js';
import { startQuizzes } from './quiz.js';
import { startRail } from './rail.js';
import { startScrollers } from './scrollers.js';
import { startTerms } from './terms.js';
import { startTheme } from './theme.js';
import { Trail } from './trail.js';

// The formulas' font (tokens.css) comes once the first words are on screen. What the reader looks at by then stays
// where it is, although formulas above it may change their height.
requestAnimationFrame(() =>
  setTimeout(async () => {
    await document.fonts.load('1em "Loom Math"');
    const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    inPlace(seen, () => document.documentElement.classList.add('settled'));
  }),
);

startTheme();
startQuizzes();
startTerms();
startFilters();
startRail();
startProgress();
startScrollers();

const trail = new Trail(window);
/** @type {Map<string, Figure>} */
const figures = new Map();
for (const element of document.querySelectorAll('figure.scene[data-scene]')) {
  const root = /** @type {HTMLElement} */ (element);
  const figure = new Figure(root, (touched, done) => {
    trail.touch(touched, done);
    if (done) touched.announce();
  });
  startExports(figure);
  figures.set(root.id, figure);
}

// A quarter of a screen ahead: by the time the picture is in view it is live.
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      void figures.get(target.id)?.wake();
    }
  },
  { rootMargin: '25% 0px' },
);
for (const { root } of figures.values()) near.observe(root);

startPredictions(figures);
startLinks(figures, trail);
