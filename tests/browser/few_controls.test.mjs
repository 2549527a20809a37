// Figures that offer a few of their scene's controls, and no timeline: what a state needs comes with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { live } from './browsers.mjs';
import { says } from './figures.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits({ still: true });

/** The names of the controls that can be seen. @param {any} page @param {string} id @returns {Promise<string[]>} */
const offered = (page, id) =>
  page.$$eval(`#${id} .control`, (/** @type {HTMLElement[]} */ all) => all.filter((e) => e.checkVisibility()).map((e) => e.dataset.key));

test('an address that changes what has no control brings the controls, and they work', async () => {
  const { page, complaints } = await visit('/measure/#ways?decode=compiled');
  await live(page, 'ways');
  await says(page, 'ways', /^Write a token/);
  assert.deepEqual(await offered(page, 'ways'), ['decode', 'zoom', 'at']);
  await page.evaluate(() => (location.hash = '#ways?train=fp32'));
  await says(page, 'ways', /^Learn from 8 texts, FP32/);
  assert.deepEqual(await offered(page, 'ways'), ['zoom', 'at', 'task', 'train']);
  await page.select('#ways .control[data-key="task"] select', 'decode');
  await says(page, 'ways', /^Write a token/);
  assert.deepEqual(await offered(page, 'ways'), ['decode', 'zoom', 'at', 'task']);
  assert.deepEqual(complaints, []);
});

test('an address of another step brings the timeline, which stays', async () => {
  const { page, complaints } = await visit('/');
  await live(page, 'apart');
  assert.equal(await page.$eval('#apart .timeline', (/** @type {Element} */ e) => e.checkVisibility()), false);
  await page.evaluate(() => (location.hash = '#apart?pattern=strided&stride=4&step=2'));
  await page.waitForFunction(() => document.querySelector('#apart .timeline')?.checkVisibility());
  await page.click('#apart [data-do="forward"]');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#apart .scrub')).value === '3');
  await page.keyboard.press('End');
  assert.equal(await page.$eval('#apart .timeline', (/** @type {Element} */ e) => e.checkVisibility()), true);
  assert.deepEqual(complaints, []);
});
