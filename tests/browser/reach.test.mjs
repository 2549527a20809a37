// From anywhere to a figure: from the top of the page in few keys, and from words in the text by a link that shows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { find } from '../../web/shell/js/page/figure_list.js';
import { near } from './browsers.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits({ still: true });

/** @param {any} page @returns {Promise<{id: string, title: string}[]>} */
const figures = (page) =>
  page.$$eval('#page_figures a', (/** @type {HTMLAnchorElement[]} */ all) => all.map((a) => ({ id: a.hash.slice(1), title: a.textContent ?? '' })));
/** What has the focus, as an address or as the figure it is in. @param {any} page @returns {Promise<string>} */
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.closest('figure')?.id ?? '');

/** The fewest letters, of a word of its title and what follows, that lead to a figure. @param {string[]} titles @param {number} wanted */
function fewest(titles, wanted) {
  const title = (titles[wanted] ?? '').toLowerCase();
  const words = [...title.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => title.slice(index));
  const ways = words.map((word) => {
    let at = -1, typed = '';
    for (const letter of word) if (at !== wanted) at = find(titles, (typed += letter), at);
    return at === wanted ? typed : title;
  });
  return ways.sort((a, b) => a.length - b.length)[0] ?? title;
}

/** Presses keys from the page's top until the focus is in the figure; how many. @param {any} page @param {string} id @param {string} letters */
async function keysTo(page, id, letters) {
  let keys = 0;
  const press = async (/** @type {string} */ key) => {
    ++keys;
    await page.keyboard.press(key);
  };
  for (const key of ['Tab', 'Tab', 'Enter']) await press(key);
  for (const letter of letters) {
    if ((await focused(page)) === `#${id}`) break;
    await press(letter);
  }
  assert.equal(await focused(page), `#${id}`, `letters lead to ${id}`);
  await press('Enter');
  assert.equal(await page.$('#page_figures:popover-open'), null, 'the list closes');
  await page.waitForFunction((/** @type {string} */ id) => {
    const { top } = /** @type {Element} */ (document.getElementById(id)).getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  }, { timeout: 10000 }, id);
  await press('Tab');
  assert.equal(await focused(page), id);
  return keys;
}

for (const path of ['/', '/formats/', '/attention/', '/library/'])
  test(`ten keys lead from the top of ${path} into any figure`, async () => {
    const { page } = await visit(path);
    const all = await figures(page);
    assert.deepEqual(all.map(({ id }) => id), await page.$$eval('figure.scene', (/** @type {Element[]} */ each) => each.map(({ id }) => id)));
    const titles = all.map(({ title }) => title);
    for (const [i, { id }] of all.entries()) assert.ok(fewest(titles, i).length <= 5, `${id}: no five letters lead to it: ${titles.join(', ')}`);
    for (const i of new Set([0, all.length >> 1, all.length - 1])) {
      const figure = all[i];
      if (!figure) continue;
      const from = i === 0 ? page : (await visit(path)).page;
      const keys = await keysTo(from, figure.id, fewest(titles, i));
      assert.ok(keys <= 10, `${figure.id} takes ${keys} keys`);
    }
  });

test('arrows move in the list as in a menu, and Escape leads back', async () => {
  const { page, complaints } = await visit('/formats/');
  const ids = (await figures(page)).map(({ id }) => `#${id}`);
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  for (const [key, at] of /** @type {[string, number][]} */ ([['ArrowDown', 1], ['ArrowUp', 0], ['ArrowUp', ids.length - 1], ['Home', 0], ['PageDown', 8], ['End', ids.length - 1]])) {
    await page.keyboard.press(key);
    assert.equal(await focused(page), ids[at], key);
  }
  await page.keyboard.press('Escape');
  assert.equal(await page.$('#page_figures:popover-open'), null);
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip');
  assert.deepEqual(complaints, []);
});

test('without a script the list opens and its links lead to the figures; it fits a small screen', async () => {
  const { page } = await visit('/formats/', { script: false, width: 360, height: 640 });
  for (const key of ['Tab', 'Tab', 'Enter', 'Tab', 'Tab']) await page.keyboard.press(key);
  const [, , third] = await figures(page);
  assert.equal(await focused(page), `#${third?.id}`);
  const box = await page.$eval('#page_figures', (/** @type {Element} */ list) => list.getBoundingClientRect().toJSON());
  assert.ok(box.left >= 0 && box.right <= 360 && box.bottom <= 640, JSON.stringify(box));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => location.hash), `#${third?.id}`);
});

test('the list opens from beside the text, too', async () => {
  for (const width of [390, 1280]) {
    const { page } = await visit('/attention/', { width });
    if (width < 1100) await page.click('.rail-open');
    // Scrolling to the button changes the parts that the rail lists, and moves it.
    await page.$eval('.rail-figures', (/** @type {HTMLElement} */ button) => button.click());
    await page.click('#page_figures a[href="#kv-cache"]');
    await page.waitForFunction(() => location.hash === '#kv-cache' && !document.querySelector(':popover-open'));
  }
});

/** Links into states and parts, from below their figure and from above it. */
const links = ['#latent-attention?order=expanded&queries=8192', '#masks/kept', '#rope/dials'];
for (const [width, height] of [[1280, 800], [390, 844]])
  for (const place of ['near the end of the screen', 'at its beginning', 'far above the figure'])
    test(`a link shows the figure's head and picture: ${width} × ${height}, ${place}`, async () => {
      const { page } = await visit('/attention/', { width, height });
      for (const href of links) {
        const id = href.slice(1).split(/[?/]/)[0] ?? '';
        await near(page, id);
        await page.evaluate(async (/** @type {string} */ href, /** @type {string} */ place) => {
          const link = /** @type {HTMLElement} */ (document.querySelector(`main a[href="${href}"]`));
          const rested = () => new Promise((resolve) => setTimeout(resolve, 100));
          for (let i = 0; i < 4; ++i, await rested()) {
            if (place.startsWith('far')) scrollTo(0, 0);
            else scrollBy({ top: link.getBoundingClientRect().top - innerHeight * (place.startsWith('near') ? 0.85 : 0.15), behavior: 'instant' });
          }
          link.click();
        }, href, place);
        await page.waitForFunction(
          (/** @type {string} */ id) => {
            const box = (/** @type {string} */ part) => /** @type {Element} */ (document.querySelector(`#${id} ${part}`)).getBoundingClientRect();
            const bar = innerWidth < 1100 ? 40 : 0; // the rail, when it is one
            return box('.scene-head').top >= bar && box('.picture').bottom <= innerHeight + 1 && box('.picture').top >= box('.scene-head').bottom - 1;
          },
          { timeout: 10000 }, id,
        );
      }
    });
