// What a figure says, and how a hand uses it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

import { widths } from '../../web/shell/js/runtime/interface.js';
import { loom } from '../site.mjs';

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {any} page @param {string} id */
export const status = (page, id) => page.$eval(`#${id} .status`, (/** @type {Element} */ e) => e.textContent);

/** What is refused, and why. @param {any} page @param {string} id */
export const problem = (page, id) => page.$eval(`#${id} .problem`, (/** @type {HTMLElement} */ e) => (e.hidden ? '' : e.textContent));

/** Waits until it says this. @param {any} page @param {string} id @param {RegExp} wanted @param {string} part */
export const says = (page, id, wanted, part = '.status') =>
  page.waitForFunction(
    (/** @type {string} */ selector, /** @type {string} */ source) => {
      const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
      return found && !found.hidden && new RegExp(source).test(found.textContent ?? '');
    },
    { timeout: 10000 }, `#${id} ${part}`, wanted.source,
  );

/** Its table. @param {any} page @param {string} id @returns {Promise<string[][]>} */
export const rows = (page, id) =>
  page.$$eval(`#${id} tbody tr`, (/** @type {Element[]} */ all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));

/** Waits for the rows, as a folded table is written after the sentence. @param {any} page @param {string} id @param {string[][]} wanted */
export async function hasRows(page, id, wanted) {
  for (let tries = 0; tries < 50 && String(await rows(page, id)) !== String(wanted); ++tries) await pause(100);
  assert.deepEqual(await rows(page, id), wanted);
}

/** @param {any} page @param {string} id @param {string} key the parameter */
export const field = (page, id, key) => page.$eval(`#${id} input[name="${key}"]`, (/** @type {HTMLInputElement} */ e) => e.value);

/** Types a value into a control, as a reader would. @param {any} page @param {string} id @param {string} key @param {string} text @param {string} last the key that ends it */
export async function type(page, id, key, text, last = 'Enter') {
  await page.waitForSelector(`#${id} .control[data-key="${key}"]:not([hidden])`);
  await page.$eval(`#${id} :is(input, textarea)[name="${key}"]`, (/** @type {HTMLInputElement} */ e) => (e.focus(), e.select()));
  await page.keyboard.type(text);
  await page.keyboard.press(last);
}

/** Moves a slider. @param {any} page @param {string} selector @param {string} value */
export const slide = (page, selector, value) =>
  page.$eval(selector, (/** @type {HTMLInputElement} */ input, /** @type {string} */ value) => {
    input.value = value;
    for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }));
  }, value);

/**
 * Draws a live figure's state, with hotspots, into the elements that keep its built-in pictures' places, where a test can look for it.
 * @param {any} page @param {string} id
 */
export async function unfile(page, id) {
  const { scene, query } = await page.$eval(`#${id}`, (/** @type {HTMLElement} */ figure) => ({ ...figure.dataset }));
  const values = [...new URLSearchParams(query)].flatMap(([key, value]) => [`--${key}`, value]);
  for (const [name, width] of Object.entries(widths)) {
    const drawn = execFileSync(loom, ['scene', scene, ...values, '--format', 'svg', '--width', String(width)], { encoding: 'utf8' });
    await page.$eval(`#${id} .picture`, (/** @type {Element} */ picture, /** @type {string} */ name, /** @type {string} */ drawn) => {
      const place = picture.querySelector(`svg.${name}`);
      if (!place || place.childElementCount) return;
      const svg = new DOMParser().parseFromString(drawn.replace(/<style>.*?<\/style>/s, ''), 'image/svg+xml');
      place.append(...svg.documentElement.childNodes);
    }, name, drawn);
  }
}

/**
 * The middle of a hotspot and its size on the screen, found by how its tooltip begins.
 * @param {any} page @param {string} id @param {string} title @returns {Promise<{x: number, y: number, width: number, height: number}>}
 */
export async function spot(page, id, title) {
  await unfile(page, id);
  return page.$$eval(
    `#${id} .picture > svg .hot`,
    (/** @type {SVGRectElement[]} */ all, /** @type {string} */ title) => {
      const found = all.map((hot) => ({ box: hot.getBoundingClientRect(), text: hot.textContent ?? '' })).find(({ box, text }) => box.width > 0 && text.startsWith(title));
      if (!found) throw new Error(`no hotspot '${title}'`);
      const { x, y, width, height } = found.box;
      return { x: x + width / 2, y: y + height / 2, width, height };
    },
    title,
  );
}

/** Colors on a figure's canvas, coarsely counted. @param {any} page @param {string} id */
export const colors = (page, id) =>
  page.$eval(`#${id} .picture canvas`, async (/** @type {HTMLCanvasElement} */ canvas) => {
    const copy = document.createElement('canvas');
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d'));
    const shown = await createImageBitmap(canvas);
    [copy.width, copy.height] = [shown.width, shown.height];
    context.drawImage(shown, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add((data[i] >> 4) * 4096 + (data[i + 1] >> 4) * 256 + (data[i + 2] >> 4) * 16 + (data[i + 3] >> 4));
    return seen.size;
  });

/** The worker that draws. @param {any} page */
export const painter = (page) => page.workers().find((/** @type {any} */ worker) => /painter/.test(worker.url()));

/** Writes into the accumulator's slider as a hand does. @param {any} page @param {string} bits */
export const setBits = (page, bits) =>
  page.$eval('#accumulator input[name="bits"]', (/** @type {HTMLInputElement} */ input, /** @type {string} */ bits) => {
    input.value = bits;
    for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
  }, bits);

/** The numbers of `rounding` for 2⁻⁹: 1 · 2⁻⁹ has its place in the wide formats, is the smallest number of E4M3, and too small for 6 bits and 4. */
export const ninth = [
  ['FP32', '0x3B000000', '0.001953125', '0%'],
  ['TF32', '0x01D800', '0.001953125', '0%'],
  ['FP16', '0x1800', '0.001953125', '0%'],
  ['BF16', '0x3B00', '0.001953125', '0%'],
  ['FP8 E4M3', '0x01', '0.001953125', '0%'],
  ['FP8 E5M2', '0x18', '0.001953125', '0%'],
  ['FP6 E3M2', '0x00', '0', '100%'],
  ['FP6 E2M3', '0x00', '0', '100%'],
  ['FP4 E2M1', '0x0', '0', '100%'],
];
