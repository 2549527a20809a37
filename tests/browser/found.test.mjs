// What is far from the screen is laid out later (css/later.css), and found all the same: by links and addresses, by a search in
// the page, and by who has it read aloud.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, firefox, open, webkit } from './browsers.mjs';

const { address, stop } = await serve();
const browser = await chromium();
const fox = await firefox();
after(stop);

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Far below the first screens: a heading, a figure, a figure's state. */
const places = [
  ['/formats/#cheat-sheet', '#cheat-sheet'],
  ['/formats/#model-fit', '#model-fit'],
  ['/library/#moe-routing?topk=2', '#moe-routing'],
  ['/glossary/#warp', '#warp'],
];
/** Where an element is once everything is laid out, less where links bring it: 0 when it is there. @param {any} page @param {string} selector @returns {Promise<number>} */
const arrived = (page, selector) =>
  page.$eval(selector, async (/** @type {Element} */ element) => {
    const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart);
    const margin = parseFloat(getComputedStyle(element).scrollMarginBlockStart);
    const end = performance.now() + 20000;
    const done = () => document.querySelector('html.settled') && !document.querySelector('section.later, .picture > picture');
    for (let rested = 0, last = NaN; rested < 10 && performance.now() < end; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { top } = element.getBoundingClientRect();
      rested = done() && top === last ? rested + 1 : 0;
      last = top;
    }
    const off = element.getBoundingClientRect().top - padding - margin;
    return document.documentElement.scrollHeight - innerHeight - scrollY < 2 ? Math.min(0, off) : off;
  });

for (const [name, own] of [['Chromium', browser], ['Firefox', fox]])
  test(`${name}: links and addresses lead to exact places`, async () => {
    for (const [path, selector] of places) {
      const page = await own.newPage();
      await page.setViewport({ width: 1280, height: 850 });
      await page.goto(address + path, { waitUntil: 'load' });
      const error = await arrived(page, selector);
      if (!path.includes('?')) assert.ok(Math.abs(error) < 2, `${path}: ${error} px off`);
      else assert.ok(error < 850, `${path}: ${error}`);
      await page.close();
    }
    const page = await own.newPage();
    await page.setViewport({ width: 1280, height: 850 });
    await page.goto(`${address}/`, { waitUntil: 'load' });
    for (const id of ['what-is-here', 'phase-1-the-sm', 'the-whole-trip']) {
      await page.$eval(`.rail a[href="#${id}"]`, (/** @type {HTMLElement} */ link) => link.click());
      const error = await arrived(page, `#${id}`);
      assert.ok(Math.abs(error) < 2, `the rail's link to ${id}: ${error} px off`);
    }
    await page.close();
  });

const sentence = 'What stands behind the numbers';

test('what is far below is found by a search in the page', async () => {
  const { page } = await open(browser, `${address}/`);
  assert.ok(await page.evaluate((/** @type {string} */ text) => /** @type {any} */ (window).find(text, true), sentence));
  await pause(300);
  const top = await page.evaluate(() => /** @type {Selection} */ (getSelection()).getRangeAt(0).getBoundingClientRect().top);
  assert.ok(top > 0 && top < 900, `it is ${top} px down the screen`);
  await page.close();
  const { page: other } = await open(fox, `${address}/`);
  assert.ok(await other.evaluate((/** @type {string} */ text) => /** @type {any} */ (window).find(text, true), sentence), 'Firefox');
  const kit = await webkit(`${address}/`);
  assert.ok(await kit.run('return window.find(arguments[0], true)', sentence), 'WebKit');
});

test('what is far below is read aloud', async () => {
  const { page } = await open(browser, `${address}/`);
  const client = await page.createCDPSession();
  await client.send('Accessibility.enable');
  await page.waitForFunction(() => !document.querySelector('section.later'), { timeout: 30000 });
  await pause(500);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const named = (/** @type {string} */ role) => nodes.filter((/** @type {any} */ n) => !n.ignored && n.role?.value === role).map((/** @type {any} */ n) => n.name?.value ?? '');
  const headings = await page.$$eval('main :is(h2, h3)', (/** @type {HTMLElement[]} */ all) => all.map((h) => h.firstChild?.textContent?.trim() ?? ''));
  assert.ok(headings.length > 20);
  const heard = named('heading');
  assert.deepEqual(headings.filter((/** @type {string} */ text) => !heard.some((/** @type {string} */ name) => name.startsWith(text))), []);
  const texts = named('StaticText').join(' ');
  const sentences = await page.$$eval('figure .status', (/** @type {Element[]} */ all) => all.map((p) => p.textContent ?? ''));
  assert.ok(sentences.length > 5);
  for (const text of sentences) assert.ok(texts.includes(text), text);
  await page.close();
});
