// How long a scene takes to recompute and draw in WebAssembly, in the browser, as a change of a parameter does.
import { chromium, open } from '../../tests/browser/browsers.mjs';
import { serve } from '../../tests/site.mjs';

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  const { address, stop } = await serve();
  const browser = await chromium();
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const path of ['/', '/library/']) {
    const { page } = await open(browser, address + path);
    /** @type {[string, number[]][]} */
    const results = await page.evaluate(async () => {
      const { loadRuntime } = await import(new URL(/** @type {string} */ (document.documentElement.dataset.live), document.baseURI).href);
      const runtime = await loadRuntime();
      const results = [];
      for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('figure[data-scene]'))) {
        const handle = runtime.open(figure.dataset.scene, '');
        const picture = /** @type {HTMLElement} */ (figure.querySelector('.picture')?.cloneNode(true));
        figure.append(picture);
        handle.attach(picture);
        picture.scrollIntoView({ block: 'center', behavior: 'instant' });
        await new Promise((resolve) => setTimeout(resolve, 300));
        results.push([figure.dataset.scene, handle.bench()]);
        handle.destroy();
        picture.remove();
      }
      return results;
    });
    for (const [scene, runs] of results) times.set(scene, median(runs));
    await page.close();
  }
  await browser.close();
  stop();
  return [...times].map(([scene, ms]) => ({ what: `${scene}, median`, value: `${ms.toFixed(3)} ms`, budget: scene === 'warp-scheduler' ? '≤ 3 ms' : '≤ 1 ms' }));
}
