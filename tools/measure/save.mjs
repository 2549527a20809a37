// The time from a save of a page's text, under `loom serve`, to when the open page shows it, by the browser's own clock
// for the new words (Element Timing, as for a first contentful paint). The page is not loaded again.
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch, open } from '../../tests/browser/pages.mjs';
import { loom, root, scratch } from '../../tests/site.mjs';
import { median } from './median.mjs';
import { progress } from './progress.mjs';

/** @param {number} ms */
const whole = (ms) => `${Math.round(ms)} ms`;

/**
 * What the page is asked before a save: when it begins to fetch itself, has the word in its first paragraph, and shows
 * it, in ms since 1970.
 * @param {string} word
 */
const showing = (word) => {
  const at = (/** @type {number} */ ms) => performance.timeOrigin + ms;
  performance.clearResourceTimings();
  /** @type {any} */ (window).shown = new Promise((resolve) => {
    let there = NaN;
    const watch = new MutationObserver(() => {
      const lead = document.querySelector('main p');
      if (!lead?.textContent?.startsWith(word)) return;
      watch.disconnect();
      there = performance.now();
      lead.setAttribute('elementtiming', word);
    });
    watch.observe(document, { childList: true, subtree: true, characterData: true });
    new PerformanceObserver((list, observer) => {
      const entry = /** @type {any} */ (list.getEntries().find((each) => /** @type {any} */ (each).identifier === word));
      const fetched = performance.getEntriesByName(location.href).find(({ entryType }) => entryType === 'resource');
      if (!entry) return;
      observer.disconnect();
      resolve({ asked: at(fetched?.startTime ?? NaN), got: at(/** @type {any} */ (fetched)?.responseEnd ?? NaN), there: at(there), shown: at(entry.renderTime) });
    }).observe({ type: 'element' });
  });
};

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure({ smallest }) {
  const folder = scratch();
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
  for (const file of ['glossary.json', 'references.json']) cpSync(join(root, file), join(folder, file));
  const server = spawn(loom, ['serve', '--content', join(folder, 'content'), '--assets', join(root, 'build/assets'), '--port', '8160'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const address = await new Promise((resolve) => {
    server.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      const found = (output += chunk).match(/Serving (http:\S+)/);
      if (found) resolve(found[1]);
    });
  });
  const browser = await launch();
  const rows = [];
  const saves = smallest ? 1 : 11;
  const places = smallest ? [['glossary/', 'glossary']] : [['', 'index'], ['attention/', 'attention']];
  const say = progress('save', places.length * saves);
  for (const [path, name] of places) {
    const file = join(folder, `content/${name}.md`), text = readFileSync(file, 'utf8');
    const { page } = await open(browser, address + path);
    await page.waitForFunction(() => performance.getEntriesByName(location.href).some(({ entryType }) => entryType === 'resource')); // it fetches the page as it came
    /** @type {{all: number, built: number, told: number, fetched: number, taken: number, painted: number}[]} */
    const times = [];
    for (let i = 0; i < saves; ++i) {
      say(`/${path}`);
      const word = `Saved${i}`;
      await new Promise((resolve) => setTimeout(resolve, 700)); // the page comes to rest
      await page.evaluate(showing, word);
      const start = Date.now();
      writeFileSync(file, text.replace(/^(# .*\n\n)/m, `$1${word} `));
      const { asked, got, there, shown } = await page.evaluate(() => /** @type {any} */ (window).shown); // fails if the page is loaded again
      const built = Number(output.match(/built in (\d+) ms\s*$/)?.[1]);
      times.push({ all: shown - start, built, told: asked - start - built, fetched: got - asked, taken: there - got, painted: shown - there });
    }
    const all = times.map((each) => each.all);
    const part = (/** @type {keyof typeof times[0]} */ of) => whole(median(times.map((each) => each[of])));
    rows.push({ what: `/${path}: save to shown, median`, value: whole(median(all)), budget: '≤ 200 ms' });
    rows.push({ what: `  the least of ${saves}`, value: whole(Math.min(...all)) });
    rows.push({ what: '  noticed, told to the page (median)', value: part('told') });
    rows.push({ what: '  built', value: part('built') });
    rows.push({ what: '  fetched', value: part('fetched') });
    rows.push({ what: '  read, compared, taken in', value: part('taken') });
    rows.push({ what: '  laid out and painted', value: part('painted') });
    await page.close();
  }
  await browser.close();
  server.kill();
  return rows;
}
