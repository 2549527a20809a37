// Numbers of the text that say where they are from: a note on demand, the figure's state on a click, all of them for the keyboard.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { scratch, serve } from '../site.mjs';
import { chromium, open } from './browsers.mjs';

const folder = scratch();
mkdirSync(join(folder, 'content'));
writeFileSync(
  join(folder, 'content/index.md'),
  `# Page

A load gets [256 bytes](=coalescing.bytes?pattern=strided&stride=2) for [thirty-two](=core:warp_lanes) lanes, and [9](=example).

\`\`\`scene coalescing
Caption.
\`\`\`
`,
);
const { address, stop } = await serve(folder);
const browser = await chromium();
after(stop);

const tip = (/** @type {any} */ page) => page.$eval('.tip', (/** @type {HTMLElement} */ e) => (e.hidden ? '' : e.textContent));
const told = 'Computed by the figure ‘Coalescing’ with Pattern strided, Stride 2: Bytes fetched 256';

/** @param {any} page @param {string} text */
const says = (page, text) => page.waitForFunction((/** @type {string} */ text) => document.querySelector('.tip:not([hidden])')?.textContent?.includes(text), {}, text);

test('pointing at a number tells what computed it; the file comes with the first touch alone', async () => {
  const { page, complaints } = await open(browser, address);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (/** @type {any} */ request) => asked.push(request.url()));
  await page.waitForFunction(() => document.querySelectorAll('main u').length === 2);
  assert.equal(await page.$eval('main u', (/** @type {Element} */ e) => getComputedStyle(e).textDecorationLine), 'none');
  await page.hover('main u');
  await says(page, told);
  assert.equal(asked.filter((url) => url.includes('.numbers.')).length, 1);
  await page.mouse.move(5, 700);
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('.tip')).hidden);
  await page.hover('main u + u');
  await says(page, 'A constant of the simulators: warp_lanes 32');
  assert.equal(asked.filter((url) => url.includes('.numbers.')).length, 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a click puts the figure into the state that the number is from', async () => {
  const { page } = await open(browser, address);
  await page.click('main u');
  await page.waitForFunction(() => document.querySelector('#coalescing .status')?.textContent?.includes('256 bytes'));
  assert.equal(await page.evaluate(() => location.hash), '#coalescing?pattern=strided&stride=2');
  assert.equal(await page.$$eval('main u a', (/** @type {Element[]} */ all) => all.length), 0);
  await page.close();
});

test('a first tap tells, a second one leads there', async () => {
  const { page } = await open(browser, address, { width: 390, height: 844, touch: true });
  await page.tap('main u');
  await says(page, 'Tap again to see it in its figure.');
  assert.equal(await page.evaluate(() => location.hash), '');
  await page.tap('main u');
  await page.waitForFunction(() => location.hash === '#coalescing?pattern=strided&stride=2');
  await page.close();
});

test('asked for, all are underlined, and keys reach and follow them', async () => {
  const { page } = await open(browser, address);
  await page.click('button.show-numbers');
  assert.equal(await page.$eval('button.show-numbers', (/** @type {Element} */ e) => e.getAttribute('aria-pressed')), 'true');
  assert.equal(await page.$eval('main u', (/** @type {Element} */ e) => getComputedStyle(e).textDecorationLine), 'underline');
  await page.focus('main u');
  await says(page, told);
  assert.equal(await page.$eval('main u', (/** @type {Element} */ e) => document.getElementById(e.getAttribute('aria-describedby') ?? '')?.textContent), told);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#coalescing?pattern=strided&stride=2');
  await page.keyboard.press('Escape');
  assert.equal(await tip(page), '');
  await page.click('button.show-numbers');
  assert.equal(await page.$eval('main u', (/** @type {Element} */ e) => e.hasAttribute('tabindex') || e.hasAttribute('role')), false);
  await page.close();
});

test('without a script the numbers are text', async () => {
  const { page } = await open(browser, address, { script: false });
  const text = await page.$eval('main p', (/** @type {HTMLElement} */ e) => e.innerText);
  assert.equal(text, 'A load gets 256 bytes for thirty-two lanes, and 9.');
  assert.equal(await page.$eval('button.show-numbers', (/** @type {Element} */ e) => e.getBoundingClientRect().height), 0);
  await page.close();
});
