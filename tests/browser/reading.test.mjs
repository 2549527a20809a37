// Without a script the whole page is there, and it can be read on paper.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, open } from './browsers.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

test('without JavaScript every figure shows its picture, sentence and table', async () => {
  for (const width of [360, 390, 1280]) {
    const { page } = await open(browser, `${address}/library/`, { width, script: false });
    const figures = await page.$$eval('figure[data-scene]', (/** @type {Element[]} */ all) =>
      all.map((figure) => {
        const shown = [...figure.querySelectorAll('.picture :is(svg, img)')].filter((drawn) => drawn.getBoundingClientRect().width > 0);
        const box = shown[0]?.getBoundingClientRect();
        const visible = (/** @type {string} */ selector) => [...figure.querySelectorAll(selector)].some((e) => e.getBoundingClientRect().height > 0);
        const details = /** @type {HTMLDetailsElement} */ (figure.querySelector('details.data'));
        details.open = true;
        return {
          id: figure.id, pictures: shown.length, width: box?.width, left: box?.left, right: box?.right,
          sentence: figure.querySelector('.status')?.textContent, controls: visible('.controls input') || visible('.timeline button'),
          rows: figure.querySelectorAll('tbody tr').length, table: visible('table'),
        };
      }),
    );
    assert.ok(figures.length >= 4);
    for (const figure of figures) {
      assert.equal(figure.pictures, 1, `${figure.id} at ${width}: one picture`);
      assert.ok(figure.left >= 0 && figure.right <= width, `${figure.id} at ${width}: picture inside the page`);
      assert.ok(figure.sentence.length > 20, figure.id);
      assert.ok(figure.rows >= 2 && figure.table, `${figure.id}: table`);
      assert.equal(figure.controls, false, `${figure.id}: controls that would do nothing`);
    }
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    const images = await page.$$eval('.picture img', (/** @type {HTMLImageElement[]} */ all) => all.map((image) => `${image.closest('figure')?.id}: ${image.naturalWidth > 0 ? '' : 'not there'}`));
    assert.ok(images.length > 2);
    assert.deepEqual(images.filter((/** @type {string} */ each) => !each.endsWith(': ')), []);
    await page.close();
  }
});

test('pictures take the colors of the theme', async () => {
  /** @type {string[]} */
  const inks = [];
  for (const dark of [false, true]) {
    const { page } = await open(browser, `${address}/`, { script: false, dark });
    inks.push(await page.$eval('figure svg.wide text.f-ink', (/** @type {Element} */ text) => getComputedStyle(text).fill));
    await page.close();
  }
  assert.deepEqual(inks, ['rgb(29, 31, 35)', 'rgb(236, 233, 226)']);
});

test('a quiz explains its answers without JavaScript', async () => {
  const { page } = await open(browser, `${address}/library/`, { script: false });
  const explained = await page.$$eval('.quiz', (/** @type {Element[]} */ all) =>
    all.map((quiz) => {
      quiz.querySelectorAll('details').forEach((d) => (d.open = true));
      return [...quiz.querySelectorAll('.why')].every((why) => why.getBoundingClientRect().height > 0);
    }),
  );
  assert.ok(explained.length > 5);
  assert.ok(explained.every(Boolean));
  await page.close();
});

test('print keeps the pictures and drops the controls', async () => {
  const { page } = await open(browser, `${address}/library/`);
  await page.emulateMediaType('print');
  const shown = await page.$$eval('figure[data-scene]', (/** @type {Element[]} */ all) =>
    all.map((f) => ({
      picture: [...f.querySelectorAll('.picture > *')].some((e) => e.getBoundingClientRect().height > 50),
      controls: [...f.querySelectorAll('.controls, .timeline')].some((e) => e.getBoundingClientRect().height > 0),
    })),
  );
  assert.deepEqual(shown, shown.map(() => ({ picture: true, controls: false })));
  assert.ok((await page.pdf()).length > 50_000);
  await page.close();
});
