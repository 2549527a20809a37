// Arrows of the machine's scenes are dragged: a lane is dropped on another address, and the pattern becomes the
// reader's own.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';
import { pause, spot } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

/** @param {any} page @param {string} id @param {string} key */
const list = (page, id, key) => page.$eval(`#${id} input[name="${key}"]`, (/** @type {HTMLInputElement} */ e) => e.value.split(',').map(Number));
/** @param {any} page @param {string} id @param {string} key */
const offered = (page, id, key) => page.$eval(`#${id} .control[data-key="${key}"]`, (/** @type {HTMLElement} */ e) => !e.hidden);
/** @param {any} page @param {string} id */
const top = (page, id) => page.$eval(`#${id} .picture`, (/** @type {Element} */ e) => e.getBoundingClientRect().top);

test('a lane dropped on another sector makes a pattern of its own, in the address, and going back undoes it', async () => {
  const { page, complaints } = await open(browser, `${address}/#coalescing?pattern=field&struct=2`);
  await live(page, 'coalescing');
  await pause(300);
  assert.equal(await offered(page, 'coalescing', 'struct'), true);
  assert.equal(await offered(page, 'coalescing', 'indices'), false);
  const lane = await spot(page, 'coalescing', 'Lane 3 '), sector = await spot(page, 'coalescing', 'Sector at byte 192');
  const before = await top(page, 'coalescing');
  await page.mouse.move(lane.x, lane.y);
  await page.mouse.down();
  await page.mouse.move(sector.x, sector.y, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() => /^#coalescing\?.*pattern=custom/.test(location.hash));
  const indices = await list(page, 'coalescing', 'indices');
  assert.ok(indices[3] * 4 >= 192 && indices[3] * 4 < 224, `lane 3 reads element ${indices[3]}`);
  assert.deepEqual(indices.filter((_, i) => i !== 3), Array.from({ length: 32 }, (_, i) => 2 * i).filter((_, i) => i !== 3), 'the others stay');
  assert.equal(await offered(page, 'coalescing', 'indices'), true);
  assert.equal(await offered(page, 'coalescing', 'struct'), false);
  assert.ok(Math.abs((await top(page, 'coalescing')) - before) < 2, 'the picture stays under the hand');

  await pause(600); // the address follows at most every third of a second
  const shared = page.url();
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector('#coalescing .control[data-key="struct"]')?.hasAttribute('hidden'));
  const { page: other } = await open(browser, shared);
  await live(other, 'coalescing');
  assert.deepEqual(await list(other, 'coalescing', 'indices'), indices, 'the address says it all');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a lane dropped on another word of shared memory', async () => {
  const { page, complaints } = await open(browser, `${address}/`);
  await live(page, 'bank-conflicts');
  await pause(300);
  const lane = await spot(page, 'bank-conflicts', 'Lane 1 '), row = await spot(page, 'bank-conflicts', 'Words 64–95');
  await page.mouse.move(lane.x, lane.y);
  await page.mouse.down();
  await page.mouse.move(row.x, row.y, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() => /^#bank-conflicts\?.*access=custom/.test(location.hash));
  const words = await list(page, 'bank-conflicts', 'words');
  assert.ok(words[1] >= 64 && words[1] < 96, `lane 1 reads word ${words[1]}`);
  assert.equal(words[2], 64, 'the others stay');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('on a phone, a finger that rests first drags a lane', async () => {
  const { page } = await open(browser, `${address}/#coalescing?pattern=field&struct=2`, { width: 360, height: 740, touch: true });
  await live(page, 'coalescing');
  await pause(300);
  const client = await page.createCDPSession();
  /** @param {string} type @param {number} [x] @param {number} [y] */
  const touch = (type, x, y) => client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  const lane = await spot(page, 'coalescing', 'Lane 30 '), sector = await spot(page, 'coalescing', 'Sector at byte 32');
  await touch('touchStart', lane.x, lane.y);
  await pause(500);
  for (let i = 1; i <= 8; ++i) {
    await touch('touchMove', lane.x + ((sector.x - lane.x) * i) / 8, lane.y + ((sector.y - lane.y) * i) / 8);
    await pause(30);
  }
  await touch('touchEnd');
  await page.waitForFunction(() => /^#coalescing\?.*pattern=custom/.test(location.hash));
  const index = (await list(page, 'coalescing', 'indices'))[30];
  assert.ok(index * 4 >= 32 && index * 4 < 64, `lane 30 reads element ${index}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the screen');
  await page.close();
});

test('a drag that begins on the still picture goes on in the live one', async () => {
  /** @type {(() => void)[]} */
  const held = [];
  let holding = true;
  const { page, complaints } = await open(browser, `${address}/`, {
    width: 1280, height: 800, still: true,
    before: async (page) => {
      await page.setRequestInterception(true);
      page.on('request', (/** @type {any} */ request) => {
        if (holding && request.url().endsWith('.wasm')) held.push(() => request.continue());
        else request.continue();
      });
    },
  });
  // What is laid out on the way moves what is below it, so wait until everything rests.
  for (let i = 0; i < 4; ++i) {
    await page.$eval('#coalescing', (/** @type {Element} */ e) => e.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await pause(500);
  }
  // Lane 31 is at the right end, and moves all others apart.
  const lane = await page.$eval('#coalescing .picture', (/** @type {Element} */ e) => {
    const drawn = [...e.querySelectorAll(':is(svg, img)')].find((each) => each.getBoundingClientRect().width > 0);
    const box = /** @type {Element} */ (drawn).getBoundingClientRect();
    return { x: box.left, y: box.top, scale: box.width / 760 };
  });
  assert.equal(await page.$('#coalescing[data-live]'), null, 'still');
  const at = (/** @type {number} */ x) => [lane.x + x * lane.scale, lane.y + 28 * lane.scale];
  const [fromX = 0, fromY = 0] = at(744);
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX - 40, fromY, { steps: 4 });
  holding = false;
  for (const go of held) go();
  await page.waitForSelector('#coalescing[data-live]');
  await page.mouse.move(fromX - 350, fromY, { steps: 8 });
  await page.mouse.up();

  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#coalescing input[name="stride"]')).value === '1');
  assert.deepEqual(complaints, []);
  await page.close();
});
