// The script of a figure in a frame on another site's page (web/shell/embed.html): the figure, its state in the fragment, and its
// height, which the page around is told.

import { startExports } from './figure/downloads.js';
import { PageFigure } from './figure/page_figure.js';
import { fetchAhead } from './figure/runtime_loader.js';
import { keepScrolledSliders } from './figure/slider_touch.js';
import { firstSign } from './page/first_sign.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const root = /** @type {HTMLElement} */ (main.querySelector('figure.scene'));
const figure = new PageFigure(root, (_, done) => {
  if (!done) return;
  figure.announce();
  history.replaceState(null, '', `#${figure.query}`);
});
startExports(figure);
keepScrolledSliders(main);

/** Puts the figure into the state that the address names: "#stride=4&step=2". */
const arrive = () => figure.load(location.hash.slice(1), false);
if (location.hash.length > 1) arrive();
addEventListener('hashchange', arrive);

void fetchAhead(root.dataset.group ?? '');
void firstSign.then(() => figure.wake());

// Whoever frames a figure is told how high it is, whoever that is: the page around decides what it makes of it.
const tell = () => {
  const height = Math.ceil(main.getBoundingClientRect().height);
  parent.postMessage({ type: 'loom-height', id: root.dataset.scene, height }, '*');
};
if (parent !== window) new ResizeObserver(tell).observe(main);
