// Sliders of factors: batch and context by keys, by hand and by address.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { live } from './browsers.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits();
const id = 'where-math-runs';

/** What the slider says to eye and ear, and the figure's address. @param {any} page */
const slider = (page) =>
  page.$eval(`#${id} .control[data-key="batch"]`, (/** @type {Element} */ control) => ({
    number: control.querySelector('output')?.textContent,
    spoken: control.querySelector('input')?.getAttribute('aria-valuetext'),
    query: new URLSearchParams((control.closest('figure')?.querySelector('.permalink')?.getAttribute('href') ?? '').split('?')[1]).get('batch'),
  }));
/** @param {any} page @param {string} number */
const shows = (page, number) =>
  page.waitForFunction(
    (/** @type {string} */ id, /** @type {string} */ number) => document.querySelector(`#${id} .control[data-key="batch"] output`)?.textContent === number,
    { timeout: 10000 }, id, number,
  );

test('a key moves to the next number that is a fraction more, and the ends are the ends', async () => {
  const { page, complaints } = await visit(`/formats/#${id}?batch=64`);
  await live(page, id);
  await shows(page, '64');
  await page.focus(`#${id} input[name="batch"]`);
  await page.keyboard.press('ArrowRight');
  await shows(page, '80');
  assert.deepEqual(await slider(page), { number: '80', spoken: '80 tokens', query: '80' });
  for (let press = 0; press < 4; ++press) await page.keyboard.press('ArrowRight');
  await shows(page, '160');
  await page.keyboard.press('End');
  await shows(page, '4,096');
  await page.keyboard.press('Home');
  await shows(page, '1');
  assert.equal((await slider(page)).query, null, 'the default needs no words');
  assert.deepEqual(complaints, []);
});

test('any whole number can be set by address; the slider stands beside it and goes on from there', async () => {
  const { page } = await visit(`/formats/#${id}?batch=100`);
  await live(page, id);
  await shows(page, '100');
  assert.deepEqual(await slider(page), { number: '100', spoken: '100 tokens', query: '100' });
  await page.focus(`#${id} input[name="batch"]`);
  await page.keyboard.press('ArrowLeft');
  await shows(page, '80');
});

test('the middle of the slider is the middle of the factors', async () => {
  const { page } = await visit('/formats/');
  await live(page, id);
  await page.waitForSelector(`#${id}[data-frames]`);
  await page.$eval(`#${id} input[name="batch"]`, (/** @type {HTMLInputElement} */ input) => {
    input.value = String(Math.round(Number(input.max) / 2));
    for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
  });
  await page.waitForFunction(
    (/** @type {string} */ id) => {
      const stops = (document.querySelector(`#${id} input[name="batch"]`)?.getAttribute('data-stops') ?? '').split(' ').map(Number);
      const middle = Math.sqrt(stops[0] * stops[stops.length - 1]);
      const n = Number(document.querySelector(`#${id} .control[data-key="batch"] output`)?.textContent?.replaceAll(',', ''));
      return n > 1 && n >= middle / 2 && n <= middle * 2;
    },
    { timeout: 10000 },
    id,
  );
});

test('arrow keys go over numbers that a figure refuses, in both directions', async () => {
  const { page, complaints } = await visit('/hopper/#wgmma-shape?type=int8&n=24');
  await live(page, 'wgmma-shape');
  const slider = '#wgmma-shape input[name="n"]';
  const number = () => page.$eval('#wgmma-shape .control[data-key="n"] output', (/** @type {Element} */ e) => e.textContent);
  await page.waitForFunction((/** @type {string} */ slider) => /** @type {HTMLInputElement} */ (document.querySelector(slider)).value === '24', {}, slider);
  await page.focus(slider);
  for (const [key, expected] of /** @type {[string, string][]} */ ([['ArrowRight', '32'], ['ArrowRight', '48'], ['ArrowRight', '64'], ['ArrowLeft', '48'], ['ArrowLeft', '32'], ['ArrowLeft', '24']])) {
    await page.keyboard.press(key);
    assert.equal(await number(), expected, key);
    assert.equal(await page.$eval(slider, (/** @type {HTMLInputElement} */ e) => e.value), expected);
    assert.equal(await page.$eval('#wgmma-shape .problem', (/** @type {HTMLElement} */ e) => e.hidden), true);
  }
  assert.deepEqual(complaints, []);
});
