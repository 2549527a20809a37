// The life of the wasm runtime in a page: many figures, no idle frames, lost contexts, failures, fallbacks.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';
import { colors, painter, pause, setBits } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

const ids = ['online-softmax', 'accumulator', 'moe-routing'];

/** @param {any} page */
const frames = (page) =>
  page.$$eval('figure[data-live]', (/** @type {HTMLElement[]} */ all) => all.reduce((sum, f) => sum + Number(f.dataset.frames ?? 0), 0)); // live ahead of the screen, and not drawn yet

test('several visible figures are live at once, and idle ones draw no frames', async () => {
  const { page, complaints } = await open(browser, `${address}/library/`, { height: 5000 });
  // Without the prose between them all figures fit on the screen.
  await page.$$eval('main > *:not(figure, section), main > section > *:not(figure)', (/** @type {HTMLElement[]} */ all) => all.forEach((e) => (e.hidden = true)));
  for (const id of ids) await live(page, id);
  await page.waitForFunction((/** @type {string[]} */ ids) => ids.every((id) => document.getElementById(id)?.dataset.frames), {}, ids);
  for (const id of ids) assert.ok((await colors(page, id)) > 5, `${id} shows a picture`);
  await pause(1000);
  const before = await frames(page);
  assert.ok(before >= 3);
  await pause(1500);
  assert.equal(await frames(page), before, 'nothing moves, nothing is drawn');
  await page.$eval(`#${ids[2]} [data-do="reset"]`, (/** @type {HTMLElement} */ button) => button.click());
  await page.$eval(`#${ids[2]} [data-do="play"]`, (/** @type {HTMLElement} */ button) => button.click());
  await page.waitForFunction(
    (/** @type {number} */ before) => [...document.querySelectorAll('figure[data-live]')].reduce((sum, f) => sum + Number(/** @type {HTMLElement} */ (f).dataset.frames ?? 0), 0) > before + 3,
    {},
    before,
  );
  assert.deepEqual(complaints, []);
  await page.close();
});

test('reduced motion cuts instead of moving', async () => {
  const { page } = await open(browser, `${address}/library/`, { still: true });
  await live(page, 'online-softmax');
  await pause(500);
  const before = await frames(page);
  await page.click('#online-softmax [data-do="forward"]');
  await pause(800);
  const drawn = (await frames(page)) - before;
  assert.ok(drawn >= 1 && drawn <= 3, `one step is one picture, not ${drawn} frames`);
  await page.close();
});

test('a lost context comes back', async () => {
  const { page, complaints } = await open(browser, `${address}/library/`, { still: true });
  await live(page, 'accumulator');
  await painter(page).evaluate(() => {
    const { prototype } = WebGLRenderingContext;
    const draw = prototype.drawElements;
    prototype.drawElements = function (/** @type {[number, number, number, number]} */ ...args) {
      Object.assign(globalThis, { drawsOn: this });
      draw.apply(this, args);
    };
  });
  await setBits(page, '5');
  await pause(300);
  await painter(page).evaluate(async () => {
    const extension = /** @type {any} */ (globalThis).drawsOn.getExtension('WEBGL_lose_context');
    extension.loseContext();
    await new Promise((resolve) => setTimeout(resolve, 300));
    extension.restoreContext();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await page.$eval('#accumulator input[name="bits"]', (/** @type {HTMLInputElement} */ input) => {
    input.value = '6';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction(() => [...document.querySelectorAll('#accumulator tbody tr')].some((r) => r.children[1].textContent === '6'));
  await pause(300);
  assert.ok((await colors(page, 'accumulator')) > 5);
  assert.deepEqual(complaints.filter((c) => !/CONTEXT_LOST|context/i.test(c)), []);
  await page.close();
});

test('only the programs that the page needs are fetched', async () => {
  /** @type {string[]} */
  const fetched = [];
  const { page } = await open(browser, `${address}/library/`, { before: async (page) => page.on('request', (/** @type {any} */ r) => fetched.push(r.url())) });
  await live(page, 'accumulator');
  // What was fetched ahead is requested again, from the browser's cache.
  const programs = new Set(fetched.filter((url) => url.endsWith('.wasm')).map((url) => url.replace(/.*\/([a-z-]+)\..*/, '$1')));
  assert.deepEqual([...programs].sort(), ['canvas', 'scenes-kernels']);
  await page.close();
});

test('when wasm cannot load, one quiet line says so and the built-in picture stays', async () => {
  const { page } = await open(browser, `${address}/library/`, {
    before: async (page) => {
      await page.setRequestInterception(true);
      page.on('request', (/** @type {any} */ request) => (request.url().endsWith('.wasm') ? request.abort() : request.continue()));
    },
  });
  await page.$eval('#accumulator', (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center' }));
  await page.waitForFunction(() => {
    const note = /** @type {HTMLElement | null} */ (document.querySelector('#accumulator .note'));
    return note && !note.hidden && (note.textContent ?? '').length > 10;
  });
  assert.ok(await page.$eval('#accumulator', (/** @type {Element} */ f) => [...f.querySelectorAll('.picture :is(svg, img)')].some((s) => s.getBoundingClientRect().height > 50)));
  await page.close();
});

/**
 * Programs of scenes that stop on demand: every call of loom_NAME throws as often as `faults.loom_NAME` says.
 * @param {any} page
 */
const injectFaults = (page) =>
  page.evaluateOnNewDocument(() => {
    const faults = (/** @type {any} */ (window).faults = /** @type {Record<string, number>} */ ({}));
    const instantiate = WebAssembly.instantiate.bind(WebAssembly);
    /** @param {any} module @param {any} imports */
    const faulty = async (module, imports) => {
      const { exports } = /** @type {any} */ (await instantiate(module, imports));
      /** @type {Record<string, any>} */
      const wrapped = {};
      for (const [name, value] of Object.entries(exports)) {
        wrapped[name] = typeof value !== 'function' ? value : (/** @type {any[]} */ ...args) => {
          const left = faults[name] ?? 0;
          if (left > 0) {
            faults[name] = left - 1;
            throw new WebAssembly.RuntimeError('injected fault');
          }
          return value(...args);
        };
      }
      return { exports: wrapped };
    };
    Object.assign(WebAssembly, { instantiate: faulty });
  });

/** @param {any} page @param {Record<string, number>} faults */
const fail = (page, faults) => page.evaluate((/** @type {any} */ faults) => Object.assign(/** @type {any} */ (window).faults, faults), faults);

/** What a figure says in HTML. @param {any} page */
const told = (page) =>
  page.$eval('#accumulator', (/** @type {HTMLElement} */ figure) => ({
    status: figure.querySelector('.status')?.textContent ?? '',
    rows: figure.querySelectorAll('tbody tr').length,
    bits: /** @type {HTMLInputElement} */ (figure.querySelector('input[name="bits"]')).value,
    note: /** @type {HTMLElement} */ (figure.querySelector('.note')).hidden ? '' : figure.querySelector('.note')?.textContent ?? '',
  }));

test('a program of scenes that stops is replaced, and the figure goes on', async () => {
  const { page } = await open(browser, `${address}/library/`, { still: true, before: injectFaults });
  await live(page, 'accumulator');
  await setBits(page, '5');
  await pause(200);
  const before = await told(page);
  await fail(page, { loom_set: 1 });
  await setBits(page, '7');
  const between = await told(page);
  assert.ok(between.status.length > 20, 'nothing is emptied meanwhile');
  assert.equal(between.rows, before.rows);
  await page.waitForFunction((/** @type {string} */ status) => document.querySelector('#accumulator .status')?.textContent !== status, {}, before.status);
  assert.deepEqual(await told(page), { ...(await told(page)), bits: '7', note: '' });
  await pause(300);
  assert.ok((await colors(page, 'accumulator')) > 5);
  await page.close();
});

test('one that stops again says why in one line, and the last good state stays', async () => {
  const { page } = await open(browser, `${address}/library/`, { still: true, before: injectFaults });
  await live(page, 'accumulator');
  await setBits(page, '5');
  await pause(300);
  const before = await told(page);
  await fail(page, { loom_set: 2 });
  await setBits(page, '7');
  await page.waitForFunction(() => !(/** @type {HTMLElement} */ (document.querySelector('#accumulator .note')).hidden));
  const after = await told(page);
  assert.match(after.note, /injected fault/);
  assert.deepEqual({ ...after, note: '' }, before);
  await setBits(page, '6');
  await pause(300);
  assert.deepEqual(await told(page), { ...(await told(page)), bits: '6', note: '' });
  await page.close();
});

test('a figure whose program always stops keeps its sentence, table and picture', async () => {
  const { page } = await open(browser, `${address}/library/`, { still: true, before: injectFaults });
  await live(page, 'accumulator');
  await pause(300);
  const before = await told(page);
  await fail(page, { loom_set: 99, loom_load: 99, loom_open: 99 });
  await setBits(page, '7');
  await page.waitForFunction(() => document.querySelector('#accumulator .controls')?.hasAttribute('inert'));
  const after = await told(page);
  assert.match(after.note, /injected fault/);
  assert.equal(after.status, before.status);
  assert.equal(after.rows, before.rows);
  await page.close();
});
