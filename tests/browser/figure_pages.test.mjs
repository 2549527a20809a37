// A figure's own page, and the page of all figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { violations } from './axe.mjs';
import { live, whole } from './browsers.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits({ still: true });

test('a figure on a lesson leads to its own page, in the state that it shows', async () => {
  const { page } = await visit('/#apart?pattern=strided&stride=7');
  await live(page, 'apart');
  await page.waitForFunction(() => document.querySelector('#apart .own')?.getAttribute('href')?.includes('stride=7'));
  await page.$eval('#apart .own', (/** @type {HTMLElement} */ link) => link.click());
  await page.waitForFunction(() => location.pathname === '/figure/coalescing/');
  await live(page, 'coalescing');
  await page.waitForFunction(() => document.querySelector('input[name="stride"]')?.value === '7');
});

test('its page has all controls, and links to the sections that teach it', async () => {
  const { page, complaints } = await visit('/figure/bank-conflicts/');
  await live(page, 'bank-conflicts');
  assert.equal(await page.$eval('h1', (/** @type {Element} */ e) => e.textContent), 'Bank conflicts');
  const sections = await page.$$eval('.taught a', (/** @type {HTMLAnchorElement[]} */ all) => all.map((a) => a.pathname + a.hash));
  assert.ok(sections.length > 0);
  const answers = await page.evaluate((/** @type {string[]} */ all) => Promise.all(all.map(async (path) => (await (await fetch(path)).text()).includes(`id="${path.split('#')[1]}"`))), sections);
  assert.deepEqual(answers, sections.map(() => true), sections.join(' '));
  assert.deepEqual(complaints, []);
});

for (const width of [360, 1280])
  test(`axe finds nothing on these pages at ${width} px, and nothing scrolls sideways`, async () => {
    for (const path of ['/figure/coalescing/', '/figure/roofline/', '/figures/']) {
      const { page } = await visit(path, { width, dark: width === 360 });
      await page.$$eval('main > section details', (/** @type {HTMLDetailsElement[]} */ all) => all.forEach((each) => (each.open = true)));
      await whole(page);
      assert.deepEqual(await violations(page), [], path);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, path);
    }
  });

test('the figures are found by title, question and section', async () => {
  const { page } = await visit('/figures/');
  await page.waitForFunction(() => /^\d+ entries$/.test(document.querySelector('.count')?.textContent ?? ''));
  const shown = () => page.$$eval('.entry', (/** @type {HTMLElement[]} */ all) => all.filter((e) => e.checkVisibility()).map((e) => e.querySelector('.name')?.textContent));
  const all = await shown();
  assert.ok(all.length > 60, `${all.length}`);
  await page.type('#figures-filter', 'why do 32 reads');
  await page.waitForFunction(() => /^1 of/.test(document.querySelector('.count')?.textContent ?? ''));
  assert.deepEqual(await shown(), ['Bank conflicts']);
  await page.keyboard.press('Escape');
  assert.equal((await shown()).length, all.length);
  await page.type('#figures-filter', 'phase 3');
  await page.waitForFunction(() => / of /.test(document.querySelector('.count')?.textContent ?? ''));
  assert.ok((await shown()).includes('Occupancy'));
});

test('without JavaScript it is a plain list of pictures', async () => {
  const { page } = await visit('/figures/', { script: false });
  const tiles = await page.$$('.entry a[href^="/figure/"] img');
  assert.ok(tiles.length > 60);
  assert.equal(await (await page.$('.filter')).isVisible(), false);
});
