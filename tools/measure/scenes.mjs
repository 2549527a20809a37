// How long a scene takes to recompute and draw in WebAssembly, in the browser, as a change of a parameter does: in its
// default state, in its presets and at its largest, every slider at its end; the slowest counts.
import { launch, open } from '../../tests/browser/pages.mjs';
import { serve } from '../../tests/site.mjs';

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  const { address, stop } = await serve();
  const browser = await launch();
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const path of ['/', '/formats/', '/library/']) {
    const { page } = await open(browser, address + path);
    /** @type {[string, number[]][]} */
    const results = await page.evaluate(async () => {
      const { loadRuntime } = await import(new URL(/** @type {string} */ (document.documentElement.dataset.runtime), document.baseURI).href);
      const runtime = await loadRuntime();
      const results = [];
      for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('figure[data-scene]'))) {
        const handle = await runtime.open(figure.dataset.group, figure.dataset.scene, '');
        const picture = /** @type {HTMLElement} */ (figure.querySelector('.picture')?.cloneNode(true));
        figure.append(picture);
        handle.attach(picture);
        picture.scrollIntoView({ block: 'center', behavior: 'instant' });
        await new Promise((resolve) => setTimeout(resolve, 300));
        const presets = [...figure.querySelectorAll('.preset')].map((preset) => preset.getAttribute('data-query') ?? '');
        const sliders = [.../** @type {NodeListOf<HTMLInputElement>} */ (figure.querySelectorAll('input[type=range][name]'))];
        const largest = sliders.map(({ name, max }) => `${name}=${max}`).join('&');
        for (const query of ['', ...presets, largest]) {
          if (handle.load(query)) continue; // refused: sliders that cannot all stand at their ends
          handle.seek(handle.steps());
          await handle.bench(3); // glyphs and caches
          results.push([figure.dataset.scene, await handle.bench()]);
        }
        handle.destroy();
        picture.remove();
      }
      return results;
    });
    for (const [scene, runs] of results) times.set(scene, Math.max(times.get(scene) ?? 0, median(runs)));
    await page.close();
  }
  await browser.close();
  stop();
  return [...times].map(([scene, ms]) => ({ what: `${scene}, median`, value: `${ms.toFixed(3)} ms`, budget: scene === 'warp-scheduler' ? '≤ 3 ms' : '≤ 1 ms' }));
}
