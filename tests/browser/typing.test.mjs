// A text field applies what is typed after a pause, and does not disturb the reader who types.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { live } from './browsers.mjs';
import { problem } from './figures.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits({ still: true });

const field = '#online-softmax input[name="scores"]';
/** @param {any} page */
const begin = async (page) => {
  await live(page, 'online-softmax');
  await page.$eval(field, (/** @type {HTMLInputElement} */ e) => {
    e.scrollIntoView({ block: 'center', behavior: 'instant' }); // else the first key would scroll to it
    e.focus({ preventScroll: true });
    e.select();
  });
};
/** @param {any} page @param {string} wanted */
const shows = (page, wanted) =>
  page.waitForFunction((/** @type {string} */ wanted) => (document.querySelector('#online-softmax tbody')?.textContent ?? '').includes(wanted), { timeout: 5000 }, wanted);
/** @param {any} page */
const typing = (page) =>
  page.$eval(field, (/** @type {HTMLInputElement} */ e) => ({ text: e.value, focus: document.activeElement === e, at: e.selectionStart, top: e.getBoundingClientRect().top }));

// Sixteen scores, as many as there are values.
const scores = (/** @type {number} */ first) => `${first}${' 1'.repeat(15)}`;

test('a text is applied after a pause, as one entry of the history', async () => {
  const { page, complaints } = await visit('/library/');
  await begin(page);
  const entries = await page.evaluate(() => history.length);
  await page.keyboard.type(scores(7));
  await page.waitForFunction(() => location.hash.includes('scores=7,1,'), { timeout: 5000 });
  assert.deepEqual({ ...(await typing(page)), top: 0 }, { text: scores(7), focus: true, at: scores(7).length, top: 0 });
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await page.keyboard.type('9');
  await page.waitForFunction(() => location.hash.includes('scores=9,1,'), { timeout: 5000 });
  assert.equal((await typing(page)).at, 1, 'the cursor stays');
  await page.keyboard.press('Enter');
  await page.waitForFunction((/** @type {string} */ field) => /** @type {HTMLInputElement} */ (document.querySelector(field)).value.startsWith('9,1,'), {}, field);
  assert.equal(await page.evaluate(() => history.length), entries + 1);
  assert.deepEqual(complaints, []);
});

test('what is typed without a pause is never refused halfway', async () => {
  const { page } = await visit('/library/');
  await begin(page);
  await page.$eval('#online-softmax .problem', (/** @type {HTMLElement} */ problem) => {
    document.documentElement.dataset.refused = '';
    new MutationObserver(() => (document.documentElement.dataset.refused += problem.textContent)).observe(problem, { attributes: true, childList: true });
  });
  for (const letter of scores(8)) {
    await page.keyboard.type(letter);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await page.waitForFunction(() => location.hash.includes('scores=8,1,'), { timeout: 5000 });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.refused), '');
});

test('a mistake is explained after a pause; focus, text, cursor and place stay, and it goes once it is mended', async () => {
  const { page } = await visit('/library/');
  await begin(page);
  await shows(page, '');
  const before = await typing(page);
  await page.keyboard.type('1 2 x');
  assert.equal(await problem(page, 'online-softmax'), '', 'not while keys are pressed');
  await page.waitForSelector('#online-softmax .problem:not([hidden])');
  assert.match(await problem(page, 'online-softmax'), /'x'/);
  const { top, ...rest } = await typing(page);
  assert.deepEqual(rest, { text: '1 2 x', focus: true, at: 5 });
  assert.ok(Math.abs(top - before.top) <= 1, `the field moves from ${before.top} to ${top}`);
  // While the next text is typed, the explanation stays as it is.
  await page.keyboard.press('Backspace');
  assert.match(await problem(page, 'online-softmax'), /'x'/);
  await page.keyboard.type(` 3${' 1'.repeat(13)}`);
  await page.waitForSelector('#online-softmax .problem[hidden]');
  assert.ok(Math.abs((await typing(page)).top - before.top) <= 1);
});
