// Fingers on live pictures: a thing that is dragged up and down keeps the page still, a second finger moves nothing,
// and a picture that is removed leaves no listeners behind.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';
import { pause, spot } from './figures.mjs';

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

/** What a figure's controls say. @param {any} page @param {string} id */
const state = (page, id) => page.$eval(`#${id}`, (/** @type {HTMLElement} */ figure) => [...figure.querySelectorAll('input')].map((input) => input.value).join());

/** A place inside a hotspot, by how its tooltip begins. @param {any} page @param {string} id @param {string} title @param {number} across @param {number} down shares of it */
async function inside(page, id, title, across, down) {
  await page.$eval(`#${id} .picture`, (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await pause(300);
  const { x, y, width, height } = await spot(page, id, title);
  return { x: x + (across - 0.5) * width, y: y + (down - 0.5) * height };
}

/** @type {[string, string, string][]} a page, a figure, and how the tooltip of what is dragged begins */
const tappable = [['/attention/', 'masks', 'Drag to choose'], ['/attention/', 'paged-cache', 'Room for'], ['/attention/', 'context-stretch', 'Pair '], ['/formats/', 'microscaling', 'Drag value']];

for (const [path, id, title] of tappable)
  for (const hand of ['tap', 'click'])
    test(`a ${hand} on what can be dragged sets the value there: ${id}`, async () => {
      const { page } = await open(browser, `${address}${path}#${id}`, hand === 'tap' ? { width: 390, height: 844, touch: true } : {});
      await drawn(page, id);
      const before = await state(page, id);
      const { x, y } = await inside(page, id, title, 0.8, 0.3);
      if (hand === 'tap') {
        const touch = await fingers(page);
        await touch('touchStart', { x, y });
        await pause(60);
        await touch('touchEnd');
      } else await page.mouse.click(x, y);
      await pause(300);
      assert.notEqual(await state(page, id), before);
      if (id === 'microscaling') return void (await page.close()); // the bar is somewhere else now
      const hint = await page.evaluate(() => document.querySelector('[role="tooltip"]')?.textContent ?? '');
      assert.match(hint, hand === 'tap' ? /\bTap or drag\b/ : /\bDrag\b/);
      await page.waitForFunction((/** @type {string} */ id) => location.hash.startsWith(`#${id}?`), {}, id);
      await page.close();
    });

test('in the upper chart of context-stretch, where its pairs are, a tap chooses one', async () => {
  const { page } = await open(browser, `${address}/attention/#context-stretch`, { width: 390, height: 844, touch: true });
  await drawn(page, 'context-stretch');
  const lower = await inside(page, 'context-stretch', 'Pair ', 0.25, 0.5); // the first such hotspot is the upper one
  const picture = await page.$eval('#context-stretch .picture', (/** @type {Element} */ e) => e.getBoundingClientRect().toJSON());
  assert.ok(lower.y < picture.top + picture.height / 2, 'the upper half');
  const touch = await fingers(page);
  await touch('touchStart', lower);
  await touch('touchEnd');
  await page.waitForFunction(() => /pair=(1[0-9]|2[0-2])\b/.test(location.hash));
  await page.close();
});

test('a finger on a knob drags it up and down at once; beside it, it scrolls', async () => {
  const { page } = await open(browser, `${address}/attention/#paged-cache`, { width: 390, height: 844, touch: true });
  await drawn(page, 'paged-cache');
  const touch = await fingers(page);
  const drag = async (/** @type {{x: number, y: number}} */ { x, y }) => {
    await touch('touchStart', { x, y });
    for (let i = 1; i <= 10; ++i) {
      await touch('touchMove', { x, y: y + 5 * i });
      await pause(16);
    }
    const free = await page.evaluate((/** @type {number} */ y) => y - (document.querySelector('[role="tooltip"]:not([hidden])')?.getBoundingClientRect().bottom ?? NaN), y + 50);
    await touch('touchEnd');
    await pause(400);
    return free;
  };
  const [from, before] = [await page.evaluate(() => scrollY), await state(page, 'paged-cache')];
  const beside = await inside(page, 'paged-cache', 'Room for', 0.9, 0.3), place = await page.evaluate(() => scrollY);
  await drag(beside);
  assert.notEqual(await page.evaluate(() => scrollY), place, `the page scrolled from ${from}`);
  assert.equal(await state(page, 'paged-cache'), before);
  const knob = await inside(page, 'paged-cache', 'Drag the end', 0.5, 0.5), still = await page.evaluate(() => scrollY);
  assert.ok(await drag(knob) > 0, 'the tooltip stands above the finger');
  assert.equal(await page.evaluate(() => scrollY), still, 'the page stays');
  assert.notEqual(await state(page, 'paged-cache'), before);
  await page.close();
});

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
