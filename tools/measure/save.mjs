// From a save of a page's text to the reloaded page's first paint of it in a browser, under `loom serve`.
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch, open } from '../../tests/browser/pages.mjs';
import { loom, root, scratch } from '../../tests/site.mjs';

const saves = 11;

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
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
  for (const [path, name] of [['', 'index'], ['attention/', 'attention']]) {
    const file = join(folder, `content/${name}.md`), text = readFileSync(file, 'utf8');
    const { page } = await open(browser, address + path);
    /** @type {number[]} */
    const times = [], built = [];
    for (let i = 0; i < saves; ++i) {
      const word = `Saved${i}`;
      await new Promise((resolve) => setTimeout(resolve, 700)); // the page comes to rest
      const start = Date.now();
      writeFileSync(file, text.replace(/^(# .*\n\n)/m, `$1${word} `));
      await page.waitForFunction((/** @type {string} */ word) => document.querySelector('main p')?.textContent?.startsWith(word) && performance.getEntriesByName('first-contentful-paint').length > 0, { polling: 50, timeout: 20000 }, word);
      // The lead paragraph is in the first part of the page that arrives, and so in the first paint with content.
      times.push((await page.evaluate(() => performance.timeOrigin + (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN))) - start);
      built.push(Number(output.match(/built in (\d+) ms\s*$/)?.[1]));
    }
    rows.push({ what: `/${path}: save to first paint, median`, value: `${Math.round(median(times))} ms`, budget: '≤ 200 ms' });
    rows.push({ what: '  of that, the build', value: `${median(built)} ms` });
    await page.close();
  }
  await browser.close();
  server.kill();
  return rows;
}
