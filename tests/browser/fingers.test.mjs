// Fingers on live pictures: a thing that is dragged up and down keeps the page still, a second finger moves nothing,
// and a picture that is removed leaves no listeners behind.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';
import { pause } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium(['--touch-events=enabled']);
after(stop);


/** Waits until a figure's picture is there and rests. @param {any} page @param {string} id */
async function drawn(page, id) {
  await live(page, id);
  await page.waitForSelector(`#${id}[data-frames]`);
  await pause(400);
}

/** A place on a figure's picture that shows one of these cursors. @param {any} page @param {string} id @param {string[]} cursors */
const place = (page, id, cursors) =>
  page.$eval(`#${id} .picture canvas`, (/** @type {HTMLCanvasElement} */ canvas, /** @type {string[]} */ cursors) => {
    canvas.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = canvas.getBoundingClientRect();
    for (let y = Math.max(2, box.top); y < Math.min(box.bottom, innerHeight); y += 4) {
      for (let x = box.left + 2; x < box.right; x += 4) {
        canvas.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'touch', isPrimary: true, pointerId: 5 }));
        if (cursors.includes(canvas.style.cursor)) return { x, y };
      }
    }
    throw new Error(`nothing on ${canvas.closest('figure')?.id} shows ${cursors.join(' or ')}`);
  }, cursors);

/** @param {any} page */
async function fingers(page) {
  const client = await page.createCDPSession();
  return (/** @type {string} */ type, /** @type {{x: number, y: number, id?: number}[]} */ ...touchPoints) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ id, ...point })) });
}

// Things that can be dragged up and down only in another state than the page's opening one.
for (const [path, id, link] of /** @type {[string, string, string][]} */ ([
  ['/', 'tile-padding', 'access=row'],
])) {
  test(`a finger that rests on what is dragged up and down holds the page: ${id}?${link}`, async () => {
    const { page } = await open(browser, `${address}${path}#${id}?${link}`, { width: 390, height: 844, touch: true });
    await drawn(page, id);
    const { x, y } = await place(page, id, ['ns-resize', 'grab']);
    await pause(300);
    const touch = await fingers(page);
    const from = await page.evaluate(() => scrollY);
    await touch('touchStart', { x, y });
    await pause(500);
    for (let i = 1; i <= 10; ++i) {
      await touch('touchMove', { x, y: y - 8 * i });
      await pause(16);
    }
    await touch('touchEnd');
    await pause(300);
    assert.equal(await page.evaluate(() => scrollY), from);
    await page.close();
  });
}

for (const [path, id] of [['/formats/', 'number-line'], ['/formats/', 'where-math-runs']]) {
  test(`a finger that scrolls the page over what is dragged sideways changes nothing, a tap does: ${id}`, async () => {
    const { page } = await open(browser, `${address}${path}#${id}`, { width: 390, height: 844, touch: true });
    await drawn(page, id);
    const { x, y } = await place(page, id, ['ew-resize', 'pointer']);
    await pause(300);
    const touch = await fingers(page);
    const state = () => page.$eval(`#${id}`, (/** @type {HTMLElement} */ figure) => [...figure.querySelectorAll('input')].map((input) => input.value).join());
    const [from, before] = [await page.evaluate(() => scrollY), await state()];
    await touch('touchStart', { x: x + 40, y });
    for (let i = 1; i <= 10; ++i) {
      await touch('touchMove', { x: x + 40 + (i > 5 ? 4 : 0), y: y - 12 * i });
      await pause(16);
    }
    await touch('touchEnd');
    await pause(400);
    assert.notEqual(await page.evaluate(() => scrollY), from, 'the page scrolled');
    assert.equal(await state(), before);
    await page.evaluate((/** @type {number} */ top) => scrollTo({ top, behavior: 'instant' }), from);
    await pause(300);
    await touch('touchStart', { x: x + 40, y });
    await touch('touchEnd');
    await pause(400);
    assert.notEqual(await state(), before);
    await page.close();
  });
}

test('a finger that scrolls the page over a slider leaves the slider where it was', async () => {
  const { page } = await open(browser, `${address}/attention/#rope`, { width: 390, height: 844, touch: true });
  await drawn(page, 'rope');
  await page.$eval('#rope_m', (/** @type {Element} */ slider) => slider.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await pause(300);
  const slider = () => page.$eval('#rope_m', (/** @type {HTMLInputElement} */ e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return { value: e.value, shown: e.parentElement?.querySelector('output')?.textContent, x: x + width * 0.8, y: y + height / 2 };
  });
  const before = await slider();
  const touch = await fingers(page);
  const from = await page.evaluate(() => scrollY);
  await touch('touchStart', { x: before.x, y: before.y });
  for (let i = 1; i <= 10; ++i) {
    await touch('touchMove', { x: before.x, y: before.y - 12 * i });
    await pause(16);
  }
  await touch('touchEnd');
  await pause(400);
  assert.notEqual(await page.evaluate(() => scrollY), from, 'the page scrolled');
  const after = await slider();
  assert.deepEqual([after.value, after.shown], [before.value, before.shown]);
  await page.close();
});

test("a second finger does not move the first one's drag", async () => {
  const { page } = await open(browser, `${address}/library/`, { touch: true });
  await drawn(page, 'online-softmax');
  const { x, y } = await place(page, 'online-softmax', ['ns-resize']);
  const touch = await fingers(page);
  const scores = () => page.$eval('#online-softmax input[name="scores"]', (/** @type {HTMLInputElement} */ e) => e.value);
  await touch('touchStart', { x, y });
  await pause(500);
  await touch('touchMove', { x, y: y + 12 });
  await pause(100);
  const dragged = await scores();
  await touch('touchStart', { x, y: y + 12 }, { x: x + 60, y: y + 40 });
  for (let i = 1; i <= 5; ++i) await touch('touchMove', { x, y: y + 12 }, { x: x + 60, y: y + 40 - 10 * i });
  await pause(100);
  assert.equal(await scores(), dragged);
  await touch('touchMove', { x, y: y + 30 }, { x: x + 60, y: y - 10 });
  await pause(100);
  assert.notEqual(await scores(), dragged, 'the first one still holds it');
  await touch('touchEnd');
  await page.close();
});

test('a picture that is taken away leaves no listener behind', async () => {
  const { page } = await open(browser, `${address}/library/`);
  await live(page, 'accumulator');
  const client = await page.createCDPSession();
  const listeners = async () => {
    const { result } = await client.send('Runtime.evaluate', { expression: 'document' });
    const { listeners } = await client.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    return listeners.filter((/** @type {{type: string}} */ { type }) => type === 'pointerdown').length;
  };
  const before = await listeners();
  await page.evaluate(async () => {
    const { loadRuntime } = await import(new URL(/** @type {string} */ (document.documentElement.dataset.runtime), document.baseURI).href);
    const handle = await (await loadRuntime()).open('kernels', 'accumulator', '');
    handle.attach(document.querySelector('#accumulator .picture')?.cloneNode(true));
    Object.assign(window, { handle });
  });
  assert.equal(await listeners(), before + 1);
  await page.evaluate(() => /** @type {any} */ (window).handle.destroy());
  assert.equal(await listeners(), before);
  await page.close();
});
