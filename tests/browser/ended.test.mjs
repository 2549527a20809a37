// A worker that ends and a program that does not arrive: the figure says so within ten seconds, nothing moves, and it is mended.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, near, open } from './browsers.mjs';
import { colors, painter, setBits } from './figures.mjs';
import { stalling } from './stalling.mjs';

const site = await serve();
after(site.stop);
const { address, stalls } = await stalling(site.address);
const browser = await chromium();

/** A page of the site with a cache of its own: what another test has fetched is not there. @param {(page: any) => Promise<void>} [before] */
async function visit(before) {
  const context = await browser.createBrowserContext();
  const { page } = await open(context, `${address}/library/`, { still: true, before });
  return { page, close: () => context.close() };
}

/** So late a busy machine may be. */
const lag_ms = 1500;
const patient = { timeout: 60000, polling: 50 };

/** What the figure says of its picture; '' for nothing. @param {any} page @param {string} id */
const note = (page, id) => page.$eval(`#${id} .note`, (/** @type {HTMLElement} */ e) => (e.hidden ? '' : e.textContent));
/** Waits until it says this. @param {any} page @param {string} id @param {string} wanted */
const says = (page, id, wanted) =>
  page.waitForFunction((/** @type {string} */ id, /** @type {string} */ wanted) => {
    const note = /** @type {HTMLElement | null} */ (document.querySelector(`#${id} .note`));
    return wanted ? !note?.hidden && note?.textContent?.includes(wanted) : note?.hidden;
  }, patient, id, wanted);
/** Waits until the worker has drawn it. @param {any} page @param {string} id */
const drawn = (page, id) =>
  page.waitForFunction((/** @type {string} */ id) => {
    const all = [...document.querySelectorAll(`#${id} .picture svg`)];
    return all.length > 0 && all.every((svg) => /** @type {SVGElement} */ (svg).style.visibility === 'hidden');
  }, patient, id);
/** Waits until it is SVG. @param {any} page @param {string} id */
const isSvg = (page, id) =>
  page.waitForFunction((/** @type {string} */ id) => [...document.querySelectorAll(`#${id} .picture svg`)].some((svg) => svg.getBoundingClientRect().height > 50 && svg.childElementCount > 0 && /** @type {SVGElement} */ (svg).style.visibility !== 'hidden'), patient, id);
/** Where a figure's parts are. @param {any} page @param {string} id */
const places = (page, id) =>
  page.$$eval(`#${id}, #${id} :is(.picture, .view, .hands, .controls, .scene-foot)`, (/** @type {Element[]} */ all) =>
    all.map((e) => e.getBoundingClientRect()).map(({ top, left, width, height }) => [top, left, width, height].map(Math.round)));

test('a painter that ends without a word: the figure says so within ten seconds, nothing moves, and another one draws', async () => {
  const { page, close } = await visit();
  await live(page, 'online-softmax');
  await drawn(page, 'online-softmax');
  await page.focus('#online-softmax canvas');
  const before = await places(page, 'online-softmax');
  await page.evaluate(() => {
    const told = (/** @type {any} */ (window).told = { shift: 0, noted: 0, announced: '', from: performance.now() });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (told.shift += /** @type {any} */ (entry).value))).observe({ type: 'layout-shift' });
    new MutationObserver(() => {
      if (told.noted || /** @type {HTMLElement} */ (document.querySelector('#online-softmax .note')).hidden) return;
      told.noted = performance.now() - told.from;
      told.announced = document.querySelector('body > [role="status"]')?.textContent ?? '';
    }).observe(document.body, { subtree: true, attributes: true, childList: true });
  });
  await painter(page).evaluate(() => void setTimeout(() => self.close()));
  await says(page, 'online-softmax', 'has stopped. It is being started again.');
  await drawn(page, 'online-softmax');
  assert.ok((await colors(page, 'online-softmax')) > 5);
  const told = await page.evaluate(() => /** @type {any} */ (window).told);
  assert.ok(told.noted > 0 && told.noted < 10000 + lag_ms, `noticed after ${told.noted} ms`);
  assert.match(told.announced, /has stopped/);
  assert.equal(told.shift, 0);
  assert.deepEqual(await places(page, 'online-softmax'), before);
  assert.equal(await page.evaluate(() => document.activeElement === document.querySelector('#online-softmax canvas')), true, 'the hand stays where it was');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#online-softmax .scrub')).value === '3', patient);
  await says(page, 'online-softmax', '');
  await close();
});

/** The canvas program fails while it draws the next picture. @param {any} page */
const stopPainting = (page) =>
  painter(page).evaluate(() => {
    WebGLRenderingContext.prototype.drawElements = function () {
      throw new WebAssembly.RuntimeError('injected fault');
    };
  });

test('a canvas program that traps is replaced three times; then pictures are SVG, and the reader may try again', async () => {
  const { page, close } = await visit();
  await live(page, 'accumulator');
  const again = 'is being started again', last = 'A simpler one draws it now';
  for (const [bits, said] of /** @type {[string, string][]} */ ([['6', again], ['9', again], ['5', again], ['8', last]])) {
    await drawn(page, 'accumulator');
    await stopPainting(page);
    await setBits(page, bits);
    await says(page, 'accumulator', said);
  }
  await isSvg(page, 'accumulator');
  await page.click('#accumulator .note button');
  await drawn(page, 'accumulator');
  assert.ok((await colors(page, 'accumulator')) > 5);
  assert.match(await note(page, 'accumulator'), /^$|is being started again/);
  await close();
});

test('a canvas program that does not arrive: pictures are SVG meanwhile, the figure says so, and it is fetched again', async () => {
  stalls.push({ path: /\/canvas\.[^/]*\.wasm/, times: 1 });
  const { page, close } = await visit();
  await live(page, 'accumulator');
  await isSvg(page, 'accumulator');
  await says(page, 'accumulator', 'It is being started again.');
  await drawn(page, 'accumulator');
  await says(page, 'accumulator', '');
  await close();
});

for (const [what, stall] of /** @type {[string, object][]} */ ([['a program that never answers', {}], ['a program that stops in the middle', { bytes: 5000 }]]))
  test(`${what} is fetched again, and the figure says so`, async () => {
    const { page, close } = await visit();
    stalls.push({ path: /\/scenes-kernels\.[^/]*\.wasm/, times: 1, ...stall });
    await near(page, 'accumulator');
    await says(page, 'accumulator', 'slow to arrive');
    await page.waitForSelector('#accumulator[data-live]', patient);
    await says(page, 'accumulator', '');
    await close();
  });

test('a script that does not arrive is fetched again', async () => {
  stalls.push({ path: /\/runtime\.[^/]*\.js/, times: 1 });
  const { page, close } = await visit();
  await live(page, 'accumulator');
  await close();
});

test('a program that never arrives is given up; what the reader wished for waits until it is tried again', async () => {
  const never = { path: /\/scenes-kernels\.[^/]*\.wasm/, times: 99 };
  stalls.push(never);
  const { page, close } = await visit();
  await near(page, 'accumulator');
  const before = await places(page, 'accumulator');
  await setBits(page, '7');
  await says(page, 'accumulator', 'slow to arrive');
  await says(page, 'accumulator', 'could not be loaded (nothing of it arrives)');
  assert.equal(await page.$eval('#accumulator .controls', (/** @type {HTMLElement} */ e) => e.inert), true);
  assert.deepEqual((await places(page, 'accumulator')).slice(1).map(([, ...rest]) => rest), before.slice(1).map((/** @type {number[]} */ [, ...rest]) => rest));
  never.times = 0;
  await page.click('#accumulator .note button');
  await page.waitForSelector('#accumulator[data-live]', patient);
  assert.equal(await note(page, 'accumulator'), '');
  assert.equal(await page.$eval('#accumulator .controls', (/** @type {HTMLElement} */ e) => e.inert), false);
  assert.match(await page.evaluate(() => location.hash), /bits=7/);
  await close();
});
