// A page under `loom serve`: a save reloads it, a mistake lies over the last good page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { loom, root, scratch } from '../site.mjs';
import { chromium, open } from './browsers.mjs';

const folder = scratch();
const file = join(folder, 'content', 'index.md');
mkdirSync(join(folder, 'content'));
writeFileSync(file, '# Page\n\nFirst.\n');
const server = spawn(loom, ['serve', '--content', join(folder, 'content'), '--assets', join(root, 'build/assets'), '--port', '8140'], { stdio: ['ignore', 'pipe', 'pipe'] });
process.on('exit', () => server.kill());
after(() => server.kill());
const address = await new Promise((resolve, reject) => {
  let output = '';
  server.stdout.on('data', (chunk) => {
    const found = (output += chunk).match(/Serving (http:\S+)/);
    if (found) resolve(String(found[1]));
  });
  server.on('exit', () => reject(new Error(output)));
});
const browser = await chromium();

test('a save shows within a second, a mistake leaves the last good page', async () => {
  const { page, complaints } = await open(browser, address);
  const text = () => page.$eval('main', (/** @type {Element} */ main) => main.textContent);
  const until = (/** @type {string} */ condition) => page.waitForFunction(condition, { timeout: 5000 });
  assert.match(await text(), /First\./);

  let start = performance.now();
  writeFileSync(file, '# Page\n\nSecond.\n');
  await until("document.querySelector('main')?.textContent.includes('Second.')");
  assert.ok(performance.now() - start < 1000, `the save took ${performance.now() - start} ms to show`);

  writeFileSync(file, '# Page\n\nA [[mistake]].\n');
  await until("document.getElementById('loom-overlay')?.textContent.includes('index.md:3:5: error: term')");
  assert.match(await text(), /Second\./);
  const box = await page.$eval('#loom-overlay', (/** @type {Element} */ overlay) => getComputedStyle(overlay).position);
  assert.equal(box, 'fixed', 'the overlay has its style under the page\'s policy');

  // Who opens the page now hears of the mistake, too.
  const other = await open(browser, address);
  await other.page.waitForSelector('#loom-overlay');
  await other.page.click('#loom-overlay button');
  assert.equal(await other.page.$('#loom-overlay'), null);
  await other.page.close();

  start = performance.now();
  writeFileSync(file, '# Page\n\nThird.\n');
  await until("!document.getElementById('loom-overlay') && document.querySelector('main')?.textContent.includes('Third.')");
  assert.ok(performance.now() - start < 1000, `the mended page took ${performance.now() - start} ms to show`);
  assert.deepEqual(complaints, []);
});
