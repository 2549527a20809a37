// What is far from the screen is not laid out (css/far.css), but it is found: by a search in the page, and by software
// that reads aloud. (By links and addresses: engines.test.mjs.)
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, open } from './browsers.mjs';
import { pause } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium(['--force-renderer-accessibility']); // as if a screen reader were running
after(stop);

test('what is far below is found by a search in the page', async () => {
  const { page } = await open(browser, `${address}/`);
  assert.ok(await page.evaluate((/** @type {string} */ text) => /** @type {any} */ (window).find(text, true), 'Where the numbers come from'));
  await pause(300);
  const top = await page.evaluate(() => /** @type {Selection} */ (getSelection()).getRangeAt(0).getBoundingClientRect().top);
  // window.find, unlike a reader's search, scrolls before what it has found is laid out: it may end a screen too high.
  assert.ok(top > 0 && top < 1600, `it is ${top} px down the screen`);
  await page.close();
});

test('what is far below is read aloud', async () => {
  const { page } = await open(browser, `${address}/`);
  const client = await page.createCDPSession();
  await client.send('Accessibility.enable');
  await pause(500);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const named = (/** @type {string} */ role) => nodes.filter((/** @type {any} */ n) => !n.ignored && n.role?.value === role).map((/** @type {any} */ n) => n.name?.value ?? '');
  const headings = await page.$$eval('main :is(h2, h3):not(.key *)', (/** @type {HTMLElement[]} */ all) => all.map((h) => h.firstChild?.textContent?.trim() ?? ''));
  assert.ok(headings.length > 20);
  const heard = named('heading');
  assert.deepEqual(headings.filter((/** @type {string} */ text) => !heard.some((/** @type {string} */ name) => name.startsWith(text))), []);
  const texts = named('StaticText').join(' ');
  const sentences = await page.$$eval('figure .status', (/** @type {Element[]} */ all) => all.map((p) => p.textContent ?? ''));
  assert.ok(sentences.length > 5);
  for (const text of sentences) assert.ok(texts.includes(text), text);

  // Controls are, after a while, although the reader has given no sign.
  const sliders = await page.$$eval('main input[type=range]', (/** @type {Element[]} */ all) => all.filter((slider) => !slider.closest('[hidden]')).length);
  assert.ok(sliders > 20);
  const heardSliders = async () => (await client.send('Accessibility.getFullAXTree')).nodes.filter((/** @type {any} */ n) => !n.ignored && n.role?.value === 'slider').length;
  for (let waited = 0; (await heardSliders()) < sliders && waited < 20; ++waited) await pause(1000);
  assert.equal(await heardSliders(), sliders);
  await page.close();
});
