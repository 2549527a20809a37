// A control shows its result: where a figure's step goes when a control, a preset or a link changes its state.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { live, press } from './browsers.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits();
const id = 'coalescing';

/** @param {any} page @param {string} step */
const stands = (page, step) =>
  page.waitForFunction(
    (/** @type {string} */ id, /** @type {string} */ step) => document.querySelector(`#${id} .step`)?.textContent === step,
    { timeout: 10000 }, id, step,
  );
/** @param {any} page */
const sentence = (page) => page.$eval(`#${id} .status`, (/** @type {Element} */ status) => status.textContent);
/** Moves the slider of the stride, as a hand does. @param {any} page @param {number} to */
const stride = (page, to) =>
  page.$eval(`#${id} input[name="stride"]`, (/** @type {HTMLInputElement} */ input, /** @type {number} */ to) => {
    input.value = String(to);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, to);

test('a slider shows the result of where it is moved, whatever step the figure stood at', async () => {
  const { page, complaints } = await visit(`/#${id}?pattern=strided&stride=2&step=3`);
  await live(page, id);
  await stands(page, '3 / 8');
  await stride(page, 8);
  await stands(page, '32 / 32');
  assert.match(await sentence(page), /32 sectors, 1,024 bytes: 12\.5% are useful/);
  await stride(page, 2);
  await stands(page, '8 / 8');
  assert.match(await sentence(page), /8 sectors, 256 bytes: 50% are useful/);
  await press(page, `#${id} [data-do="reset"]`);
  await stands(page, '0 / 8');
  await stride(page, 4);
  await stands(page, '16 / 16');
  assert.deepEqual(complaints, []);
});

test('who steps keeps the step, and a preset is a state of its own', async () => {
  const { page, complaints } = await visit(`/#${id}?pattern=strided&stride=2`);
  await live(page, id);
  await stands(page, '8 / 8');
  await press(page, `#${id} [data-do="back"]`);
  await stands(page, '7 / 8');
  await stride(page, 8);
  await stands(page, '7 / 32');
  await stride(page, 1);
  await stands(page, '4 / 4');
  await page.$eval(`#${id} button[data-query*="stride=32"]`, (/** @type {HTMLElement} */ preset) => preset.click());
  await stands(page, '32 / 32');
  assert.deepEqual(complaints, []);
});
