// A prediction asks before its figure shows the answer. For every prediction of every page: a veil covers a state with
// the answer until the reader has guessed or asked to be shown. The pictures are SVG here, so that their texts can be
// read.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { build, pages, serve } from '../site.mjs';
import { tells } from '../tells.mjs';
import { launch, open } from './pages.mjs';

const { address, stop } = await serve();
const browser = await launch(['--disable-3d-apis']);
after(stop);
after(() => browser.close());

const paths = pages(build()).filter(({ html }) => html.includes(' class="predict"')).map(({ path }) => `/${path.replace(/index\.html$/, '')}`);

/** Its predictions. @param {any} page @returns {Promise<{id: string, figure: string, query: string, number: string}[]>} */
const predictions = (page) =>
  page.$$eval('.predict', (/** @type {HTMLElement[]} */ all) => all.map((form) => ({
    id: form.id,
    figure: form.dataset.figure,
    query: form.dataset.query,
    number: form.querySelector('.told')?.textContent?.match(/: (.*)\.$/)?.[1],
  })));

/** What can be read of a figure without opening a fold, and tells a number. @param {any} page @param {string} id @param {string} number */
async function telling(page, id, number) {
  const texts = await page.$eval(`#${id}`, (/** @type {Element} */ root) =>
    [...root.querySelectorAll('.scene-head > *, .status, .preset, .caption, .picture text, .picture title')].map((e) => ({ text: e.textContent ?? '', tooltip: e.localName === 'title' })));
  return texts.filter((/** @type {{text: string, tooltip: boolean}} */ { text, tooltip }) => tells(text, number, { tooltip }));
}

/** What the page shows between the headings around a prediction, less figures. @param {any} page @param {string} id @returns {Promise<string>} */
const around = (page, id) =>
  page.$eval(`#${id}`, (/** @type {HTMLElement} */ form) => {
    const isHeading = (/** @type {Element} */ e) => /^H[1-6]$/.test(e.tagName);
    /** @type {HTMLElement[]} */
    const all = [form];
    for (let e = form.previousElementSibling; e; e = e.previousElementSibling) {
      all.push(/** @type {HTMLElement} */ (e));
      if (isHeading(e)) break;
    }
    for (let e = form.nextElementSibling; e && !isHeading(e); e = e.nextElementSibling) all.push(/** @type {HTMLElement} */ (e));
    return all.filter((e) => !e.matches('figure, pre')).map((e) => {
      const copy = /** @type {HTMLElement} */ (e.cloneNode(true));
      for (const away of copy.querySelectorAll('details, code, .cite')) away.remove();
      return e.matches('details') ? '' : copy.textContent;
    }).join(' ');
  });

/** Goes to a state as a typed address does. @param {any} page @param {string} figure @param {string} query */
async function goTo(page, figure, query) {
  await page.evaluate((/** @type {string} */ hash) => (location.hash = hash), `#${figure}?${query}`);
  await page.waitForSelector(`#${figure}[data-live]`, { timeout: 20000 });
}

for (const path of paths)
  test(`${path}: states that answer are veiled, until the guess`, { timeout: 120000 }, async () => {
    const { page, complaints } = await open(browser, address + path, { still: true });
    await page.mouse.move(5, 5);
    const all = await predictions(page);
    assert.ok(all.length > 0);
    for (const [i, { id, figure, query, number }] of all.entries()) {
      const what = `${id} (${number})`;
      const untold = async (/** @type {string} */ when) => {
        assert.deepEqual(await telling(page, figure, number), [], `${what}: ${when}`);
      };
      assert.equal(tells(await around(page, id), number, { unit: false }), false, `${what}: its section`);
      await goTo(page, figure, query);
      await page.waitForSelector(`#${figure}.sealed .veil`, { timeout: 10000 });
      await untold('in the state asked about');
      // A folded table is written in an idle moment.
      await page.waitForFunction((/** @type {string} */ f) => !document.querySelector(`#${f} .data tbody tr`), { timeout: 10000 }, figure);
      const sealed = await page.$eval(`#${figure}`, (/** @type {HTMLElement} */ root) => {
        const veil = /** @type {HTMLElement} */ (root.querySelector('.veil')).getBoundingClientRect();
        const picture = /** @type {HTMLElement} */ (root.querySelector('.picture')).getBoundingClientRect();
        return {
          sentence: root.querySelector('.status')?.textContent,
          label: root.querySelector('canvas')?.getAttribute('aria-label'),
          reached: [...root.querySelectorAll('.picture :is(canvas, a, button, [tabindex])')].filter((e) => /** @type {HTMLElement} */ (e).tabIndex >= 0 && !e.closest('.veil')).length,
          rows: root.querySelectorAll('.data tbody tr').length,
          words: root.querySelector('.veil')?.textContent,
          inside: veil.top >= picture.top - 1 && veil.bottom <= picture.bottom + 1 && veil.left >= picture.left - 1 && veil.right <= picture.right + 1,
        };
      });
      assert.equal(sealed.sentence, 'This state answers the question: guess first.', what);
      assert.ok(sealed.label?.startsWith('This state answers the question: guess first.'), what);
      assert.equal(sealed.reached, 0, `${what}: nothing below the veil takes the focus`);
      assert.equal(sealed.rows, 0, `${what}: rows`);
      assert.equal(sealed.words, 'This state answers the question: guess firstTo the questionShow me', what);
      assert.ok(sealed.inside, `${what}: the veil covers nothing but the picture`);

      const button = (/** @type {number} */ n) => page.$eval(`#${figure} .veil p + p button:nth-child(${n})`, (/** @type {HTMLElement} */ e) => e.click());
      if (i % 2 === 0) {
        await button(1);
        assert.equal(await page.evaluate(() => document.activeElement?.closest('.predict')?.id), id, `${what}: to the question`);
        await page.keyboard.type('1');
        await page.keyboard.press('Enter');
        await page.waitForFunction((/** @type {string} */ id) => /right|Close|Too/.test(document.querySelector(`#${CSS.escape(id)} .answer`)?.textContent ?? ''), {}, id);
        assert.equal(await page.evaluate(() => document.activeElement?.closest('.predict')?.id), id, `${what}: the focus stays`);
      } else {
        await button(2);
        await page.waitForFunction((/** @type {string} */ id) => document.querySelector(`#${CSS.escape(id)}`)?.hasAttribute('data-answered'), {}, id);
        assert.equal(await page.evaluate((/** @type {string} */ f) => document.activeElement?.closest('figure')?.id === f, figure), true, `${what}: the focus is at the picture`);
      }
      assert.equal(await page.$eval(`#${id} .reveal`, (/** @type {HTMLDetailsElement} */ e) => e.open), true, `${what}: it is explained`);
      assert.equal(await page.$eval(`#${id} .told`, (/** @type {Element} */ e) => e.textContent?.includes(':')), true);
      // Another question about the same figure may still be unanswered.
      if (all.slice(i + 1).some((other) => other.figure === figure)) continue;
      await page.waitForFunction((/** @type {string} */ f) => {
        const root = document.getElementById(f);
        return root && !root.matches('.sealed') && !root.querySelector('.veil') && !root.querySelector('.status')?.textContent?.includes('guess first') && root.querySelectorAll('.data tbody tr').length > 0;
      }, { timeout: 10000 }, figure);
    }
    // A reader who comes back is not asked again.
    const again = await open(browser, address + path, { still: true });
    await again.page.mouse.move(6, 6);
    const last = /** @type {{id: string, figure: string, query: string}} */ (all.at(-1));
    await goTo(again.page, last.figure, last.query);
    await again.page.waitForSelector(`#${last.figure}[data-live]`, { timeout: 30000 });
    assert.equal(await again.page.$(`#${last.figure} .veil`), null);
    assert.notEqual(await again.page.$eval(`#${last.figure} .status`, (/** @type {Element} */ e) => e.textContent), 'This state answers the question: guess first.');
    assert.deepEqual([...complaints, ...again.complaints], []);
    await again.page.evaluate(() => localStorage.clear());
    for (const each of [page, again.page]) await each.close();
  });

test('without script the fold has the answer, and the figure shows another state', async () => {
  for (const path of paths) {
    const { page } = await open(browser, address + path, { script: false });
    for (const { id, figure, number } of await predictions(page)) {
      assert.deepEqual(await telling(page, figure, number), [], id);
      assert.equal(tells(await around(page, id), number, { unit: false }), false, `${id}: its section`);
      assert.equal(await page.$eval(`#${id} .reveal`, (/** @type {HTMLDetailsElement} */ e) => !e.open && e.offsetHeight > 0), true, id);
    }
    await page.close();
  }
});

test('a control brings the figure under the veil and out of it, and stays at hand', async () => {
  const { page, complaints } = await open(browser, `${address}/`, { still: true });
  await page.mouse.move(5, 5);
  await goTo(page, 'coalescing', 'pattern=strided&stride=4&bytes=2'); // the question is about 5
  assert.equal(await page.$('#coalescing .veil'), null);
  const slider = '#coalescing .control[data-key="stride"] input';
  await page.focus(slider);
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#coalescing .veil');
  assert.equal(await page.$eval(slider, (/** @type {Element} */ e) => document.activeElement === e), true);
  await page.waitForFunction(() => [...document.querySelectorAll('.unseen[role="status"]')].some((e) => e.textContent?.includes('guess first')));
  assert.equal(await page.$eval(slider, (/** @type {Element} */ e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === e;
  }), true);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => !document.querySelector('#coalescing .veil'));
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a preset that shows what is to be guessed says so, until the guess', async () => {
  const { page, complaints } = await open(browser, `${address}/measure/`, { still: true });
  await page.mouse.move(5, 5);
  const marked = () => page.$$eval('#where-time-goes [data-asks]', (/** @type {Element[]} */ all) => all.map((e) => e.textContent));
  assert.deepEqual(await marked(), ['One token, eager']);
  await page.$eval('#where-time-goes .preset', (/** @type {HTMLElement} */ e) => e.click());
  await page.waitForSelector('#where-time-goes .veil');
  await page.$eval('#where-time-goes .veil p + p button:nth-child(2)', (/** @type {HTMLElement} */ e) => e.click());
  await page.waitForFunction(() => !document.querySelector('#where-time-goes .veil'));
  assert.deepEqual(await marked(), []);
  await page.close();
  const { page: again } = await open(browser, `${address}/measure/`, { still: true });
  await again.waitForFunction(() => !document.querySelector('#where-time-goes [data-asks]'));
  assert.deepEqual(complaints, []);
  await again.evaluate(() => localStorage.clear());
  await again.close();
});
