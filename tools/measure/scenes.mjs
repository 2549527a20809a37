// How long a scene takes to recompute, with its display list, in WebAssembly in the browser, as a change of a parameter
// does: in its default state, in its presets, and with every slider at its end. The slowest counts.
import { launch, open } from '../../tests/browser/pages.mjs';
import { serve } from '../../tests/site.mjs';
import { lessons } from './pages.mjs';
import { median } from './median.mjs';
import { progress } from './progress.mjs';

/**
 * Runs in the page: the times of one figure in each of its states. One call for each figure, because a driver waits
 * only a limited time for an answer.
 * @param {string} id
 */
async function measureFigure(id) {
  const figure = /** @type {HTMLElement} */ (document.getElementById(id));
  const { scene = '' } = figure.dataset;
  const { loadRuntime } = await import(new URL(/** @type {string} */ (document.documentElement.dataset.runtime), document.baseURI).href);
  const runtime = await loadRuntime();
  const handle = await runtime.open(figure.dataset.group, scene, '');
  const picture = /** @type {HTMLElement} */ (figure.querySelector('.picture')?.cloneNode(true));
  figure.append(picture);
  handle.attach(picture);
  picture.scrollIntoView({ block: 'center', behavior: 'instant' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const presets = [...figure.querySelectorAll('.preset')].map((preset) => preset.getAttribute('data-query') ?? '');
  const sliders = [.../** @type {NodeListOf<HTMLInputElement>} */ (figure.querySelectorAll('input[type=range][name]'))];
  // A slider with stops has positions, each of which stands for a number.
  const largest = sliders.map(({ name, max, dataset }) => `${name}=${dataset.stops?.split(' ').at(-1) ?? max}`).join('&');
  /** @type {number[][]} */
  const states = [];
  for (const query of ['', ...presets, largest]) {
    if (handle.load(query)) continue; // refused: sliders that cannot all be at their ends
    handle.seek(handle.steps());
    await handle.bench(3); // warms up glyphs and caches
    states.push(await handle.bench());
  }
  handle.destroy();
  picture.remove();
  return { scene, states };
}

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure({ smallest }) {
  const { address, stop } = await serve();
  const browser = await launch();
  /** @type {Map<string, number>} */
  const times = new Map();
  const paths = smallest ? lessons.slice(0, 1) : lessons;
  const say = progress('scenes', paths.length);
  for (const path of paths) {
    say(path);
    const { page } = await open(browser, address + path);
    const ids = await page.$$eval('figure[data-scene]', (/** @type {Element[]} */ figures) => figures.map(({ id }) => id));
    for (const id of smallest ? ids.slice(0, 1) : ids) {
      /** @type {{scene: string, states: number[][]}} */
      const { scene, states } = await page.evaluate(measureFigure, id);
      times.set(scene, Math.max(times.get(scene) ?? 0, ...states.map(median)));
    }
    await page.close();
  }
  await browser.close();
  stop();
  return [...times].map(([scene, ms]) => ({ what: `${scene}, median`, value: `${ms.toFixed(3)} ms`, budget: scene === 'warp-scheduler' ? '≤ 3 ms' : '≤ 1 ms' }));
}
