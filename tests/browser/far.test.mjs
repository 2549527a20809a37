// What is far from the screen is not laid out (css/far.css), and readers do not notice: it is printed, and nothing
// jumps. found.test.mjs tests that it is found.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, near, open, whole } from './browsers.mjs';
import { pause } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

/** When far.js no longer waits for a reader's sign. */
const patience_ms = 8000;

/** A busy machine may need longer than that to load a page: the page waits for a sign however long it takes. @param {number} patience_ms */
function waitForSign(patience_ms) {
  const later = window.setTimeout;
  // @ts-ignore
  window.setTimeout = (/** @type {TimerHandler} */ then, /** @type {number} */ ms, /** @type {any[]} */ ...rest) => (ms === patience_ms ? 0 : later(then, ms, ...rest));
}

/**
 * How many elements Chromium styles at once while a page starts, and lays out.
 * @param {string} path @param {number} width @returns {Promise<{elements: number, pictures: number, rendered: number, styled: number, laid: number}>}
 */
async function started(path, width) {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(waitForSign, patience_ms);
  await page.setViewport({ width, height: 850 });
  await page.tracing.start({ categories: ['-*', 'devtools.timeline'] });
  await page.goto(address + path, { waitUntil: 'load' });
  await pause(1500);
  const html = await page.evaluate(async () => (await fetch(location.href)).text());
  const elements = html.split(/<[a-z]/).length - 1;
  const pictures = await page.$$eval('.picture svg *', (/** @type {Element[]} */ all) => new Set(all.filter((e) => e.checkVisibility({ contentVisibilityAuto: true })).map((e) => e.closest('figure'))).size);
  const rendered = await page.$$eval('main *', (/** @type {Element[]} */ all) => all.filter((e) => e.checkVisibility({ contentVisibilityAuto: true })).length);
  const { traceEvents } = JSON.parse(new TextDecoder().decode(await page.tracing.stop()));
  await page.close();
  const here = traceEvents.find((/** @type {any} */ e) => e.name === 'ParseHTML' && e.args.beginData?.url?.startsWith(address)).pid;
  // The most at once: how often a browser begins again (fonts, a style sheet) depends on how busy the machine is.
  const most = (/** @type {string} */ name, /** @type {(args: any) => number | undefined} */ count) => Math.max(0, ...traceEvents.filter((/** @type {any} */ e) => e.pid === here && e.name === name).map((/** @type {any} */ e) => count(e.args) ?? 0));
  return { elements, pictures, rendered, styled: most('UpdateLayoutTree', (args) => args.elementCount), laid: most('Layout', (args) => args.beginData?.dirtyObjects) };
}

for (const path of ['/', '/formats/', '/attention/', '/library/'])
  for (const width of [390, 1280])
    test(`${path} at ${width} starts without its far pictures`, async () => {
      const { elements, pictures, rendered, styled, laid } = await started(path, width);
      assert.ok(pictures <= 2, `${pictures} pictures are laid out`);
      assert.ok(elements > 2500, `${elements} elements`);
      assert.ok(rendered < elements * 0.35, `${rendered} of ${elements} elements are rendered`);
      assert.ok(styled > 0 && styled < elements * 0.5, `${styled} of ${elements} elements are styled`);
      assert.ok(laid > 0 && laid < elements * 0.5, `${laid} objects are laid out, of ${elements} elements`);
    });

test('scrolling through a page moves nothing else', async () => {
  for (const [path, width] of /** @type {[string, number][]} */ ([['/', 390], ['/formats/', 1280], ['/library/', 390]])) {
    const { page, complaints } = await open(browser, address + path, { width, height: 850, still: true });
    await page.evaluate(() => {
      // @ts-ignore
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = /** @type {any} */ (entry);
          // The rail lists the parts of the section that is being read; the parts of the section before are gone.
          const moved = sources.map((/** @type {any} */ { node }) => node).filter((/** @type {Node | null} */ node) => node?.isConnected && !node.parentElement?.closest('.rail'));
          const name = (/** @type {any} */ node) => `${node.nodeName} ${node.className?.baseVal ?? node.className ?? node.data} in ${node.parentElement?.closest('[id]')?.id}`;
          // @ts-ignore
          if (moved.length) window.shifts.push(`${value.toFixed(4)} at ${Math.round(scrollY)}: ${moved.map(name).join(', ')}`);
        }
      }).observe({ type: 'layout-shift' });
    });
    await page.mouse.move(width / 2, 400);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let scrolled = 0; scrolled < Math.min(height, 12000); scrolled += 400) {
      await page.mouse.wheel({ deltaY: 400 });
      await pause(150);
    }
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).shifts), [], `${path} at ${width}`);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

for (const path of ['/scaling/', '/library/', '/hopper/'])
  for (const width of [390, 1280])
    test(`${path} at ${width} is about as high before its far blocks are laid out as afterwards`, async () => {
      const { page } = await open(browser, address + path, { width, height: 850, still: true });
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      const before = await height();
      await whole(page);
      const after = await height();
      assert.ok(Math.abs(before / after - 1) < 0.04, `${before} px, then ${after}`);
      await page.close();
    });

test('a page whose reader does nothing runs no program, and the first move makes its figures live', async () => {
  for (const path of ['/', '/attention/', '/library/']) {
    /** @type {string[]} */
    const fetched = [];
    const { page, complaints } = await open(browser, address + path, { before: async (page) => page.on('request', (/** @type {any} */ r) => fetched.push(r.url())) });
    await pause(2500);
    const state = () =>
      page.evaluate(() => ({
        live: document.querySelectorAll('figure[data-live]').length,
        canvases: document.querySelectorAll('canvas').length,
      }));
    assert.deepEqual(await state(), { live: 0, canvases: 0 }, path);
    assert.deepEqual(fetched.filter((url) => /canvas[-.]/.test(url)), [], path);
    await page.$eval('figure.scene', (/** @type {Element} */ figure) => figure.scrollIntoView({ behavior: 'instant' }));
    await page.mouse.move(600, 400);
    await page.waitForSelector('figure[data-live]', { timeout: 20000 });
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test('controls, forms and tables are in the page itself, with and without its script', async () => {
  const { page } = await open(browser, `${address}/formats/`);
  const [built, now] = await page.evaluate(async () => {
    const count = (/** @type {Document} */ page) => ['main form', 'main input', 'main select', 'main td', 'main img'].map((selector) => `${selector}: ${page.querySelectorAll(selector).length}`);
    return [count(new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')), count(document)];
  });
  assert.deepEqual(now, built);
  assert.ok(Number(/main input: (\d+)/.exec(built.join())?.[1]) > 100, String(built));
  await page.close();
});

const last = '#model-fit .picture img';
const shown = (/** @type {string} */ image) => /** @type {HTMLImageElement} */ (document.querySelector(image)).naturalWidth > 300;

test('a far picture is fetched for who comes near, although the page has lost its script', async () => {
  const { page } = await open(browser, `${address}/formats/`, {
    before: async (page) => {
      await page.setRequestInterception(true);
      page.on('request', (/** @type {any} */ request) => (/\/loom\.[^/]*\.js$/.test(request.url()) ? request.abort() : request.continue()));
    },
  });
  assert.equal(await page.evaluate(shown, last), false, 'far away');
  await page.$eval(last, (/** @type {Element} */ image) => image.closest('figure')?.scrollIntoView());
  await page.waitForFunction(shown, { timeout: 20000 }, last);
  await page.close();
});

test('a picture that is a file has the colors of the theme that the reader has chosen', async () => {
  /** @param {{dark: boolean, theme: string}} look */
  const corner = async ({ dark, theme }) => {
    const { page } = await open(browser, `${address}/formats/`, {
      dark,
      before: async (page) => {
        await page.evaluateOnNewDocument((/** @type {string} */ theme) => localStorage.setItem('theme', theme), theme);
        await page.setRequestInterception(true); // no live picture
        page.on('request', (/** @type {any} */ request) => (request.url().endsWith('.wasm') ? request.abort() : request.continue()));
      },
    });
    const image = await page.$(last);
    await whole(page);
    await near(page, 'model-fit');
    await page.waitForFunction(shown, { timeout: 20000 }, last);
    await pause(500);
    const { x, y } = await image.boundingBox();
    const pixels = await page.screenshot({ clip: { x: Math.ceil(x) + 6, y: Math.ceil(y + (await page.evaluate(() => scrollY))) + 6, width: 4, height: 4 }, captureBeyondViewport: false, encoding: 'base64' });
    await page.close();
    return pixels;
  };
  const [light, dark] = [await corner({ dark: false, theme: 'light' }), await corner({ dark: true, theme: 'dark' })];
  assert.notEqual(light, dark);
  assert.equal(await corner({ dark: true, theme: 'light' }), light, 'light where the system is dark');
  assert.equal(await corner({ dark: false, theme: 'dark' }), dark, 'dark where the system is light');
});

test('paper has all of it', async () => {
  const { page } = await open(browser, `${address}/`);
  await page.emulateMediaType('print');
  const hidden = await page.$$eval('main p:not([hidden]), .picture :is(svg.wide, img)', (/** @type {Element[]} */ all) =>
    all.filter((e) => !e.closest('.phases, .phase-end, .guess, .caption, details, .buttons, .report, .report-page, .pager, .numbers-note, [hidden]') && !e.checkVisibility({ contentVisibilityAuto: true }) && !e.matches('.verdict, .answer, .note, .problem')).map((e) => `${e.className} ${(e.textContent ?? '').slice(0, 60)}`));
  assert.deepEqual(hidden.slice(0, 5), []);
  await page.pdf();
  assert.deepEqual(await page.$$eval('.picture img', (/** @type {HTMLImageElement[]} */ all) => all.filter((image) => !image.naturalWidth).map((image) => image.src)), []);
  await page.close();
});
