// The live picture beside the built-in one: the same at every pixel ratio, in both themes; and dragging on it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';
import { pause, unfile } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium(['--touch-events=enabled']);
after(stop);

const ids = ['online-softmax', 'accumulator', 'moe-routing'];

/**
 * How unlike two screenshots are: the mean difference of a color value, of 255. Each pixel may find its like among
 * its neighbors, for text and edges are set on whole pixels in the one and between them in the other.
 * @param {any} page @param {string[]} pictures base64
 */
const difference = (page, pictures) =>
  page.evaluate(async (/** @type {string[]} */ pictures) => {
    const [a, b] = await Promise.all(pictures.map(async (picture) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    }));
    let sum = 0;
    for (let y = 1; y < a.height - 1; ++y) {
      for (let x = 1; x < a.width - 1; ++x) {
        const i = 4 * (y * a.width + x);
        let least = 255;
        for (const j of [i, i - 4, i + 4, i - 4 * a.width, i + 4 * a.width]) {
          least = Math.min(least, (Math.abs(a.data[i] - b.data[j]) + Math.abs(a.data[i + 1] - b.data[j + 1]) + Math.abs(a.data[i + 2] - b.data[j + 2])) / 3);
        }
        sum += least;
      }
    }
    return sum / (a.width * a.height);
  }, pictures);

/**
 * Screenshots of a figure's picture: live, and the SVG below it. Nothing else is on the page meanwhile, so that nothing
 * moves it, and it is on whole pixels of the screen: a canvas is moved to them, an SVG is not.
 * @param {any} page @param {string} id
 */
async function bothPictures(page, id) {
  await unfile(page, id);
  const picture = await page.$(`#${id} .picture`);
  await page.evaluate((/** @type {string} */ id) => {
    const sheet = new CSSStyleSheet(); // the page's Content-Security-Policy knows no other way
    document.adoptedStyleSheets = [sheet];
    for (let kept = document.querySelector(`#${id} .picture`); kept && kept !== document.body; kept = kept.parentElement) kept.setAttribute('data-kept', '');
    sheet.insertRule('body :not([data-kept], [data-kept] .picture, .picture *) { display: none !important; }');
    const box = /** @type {Element} */ (document.querySelector(`#${id} .picture`)).getBoundingClientRect();
    const [x, y] = [box.left + scrollX, box.top + scrollY].map((at) => (Math.ceil(at * devicePixelRatio) - at * devicePixelRatio) / devicePixelRatio);
    sheet.insertRule('.built-in svg { visibility: visible !important; }');
    sheet.insertRule('.built-in canvas { visibility: hidden; }');
    sheet.insertRule(`#${id} .picture { position: relative; left: ${x}px; top: ${y}px; }`);
  }, id);
  await pause(300);
  const shots = [];
  for (const live of [true, false]) {
    await picture.evaluate(async (/** @type {Element} */ e, /** @type {boolean} */ live) => {
      e.classList.toggle('built-in', !live);
      // The screen follows a few frames later, which can take long on a busy machine.
      for (let frame = 0; frame < 4; ++frame) await new Promise((resolve) => requestAnimationFrame(resolve));
    }, live);
    shots.push(await picture.screenshot({ encoding: 'base64', captureBeyondViewport: false }));
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
    for (const kept of document.querySelectorAll('[data-kept]')) kept.removeAttribute('data-kept');
  });
  return shots;
}

/**
 * That a figure's two pictures are alike. Each figure has a page of its own: on one where others were live and then
 * taken off, Chromium's screenshots showed another figure's canvas through this one's.
 * @param {any} browser @param {string} id @param {any} options for the page @param {number} limit
 */
async function alike(browser, id, options, limit) {
  const { page } = await open(browser, `${address}/library/`, { still: true, ...options });
  await live(page, id);
  await pause(300);
  const unlike = await difference(page, await bothPictures(page, id));
  assert.ok(unlike < limit, `${id}: they differ by ${unlike.toFixed(2)}`);
  await page.close();
}

for (const [scale, dark, width] of /** @type {[number, boolean, number][]} */ ([[1, false, 1280], [2, true, 1280], [1.5, false, 390]])) {
  test(`the live picture is the built-in one: ${width} px, ratio ${scale}, ${dark ? 'dark' : 'light'}`, async () => {
    // A pixel ratio that DevTools only simulates lays the page out on the pixels of the real one.
    const screen = await chromium([`--force-device-scale-factor=${scale}`]);
    for (const id of ids) await alike(screen, id, { scale: 0, dark, width }, 2);
  });
}

test('the live picture is the built-in one where the page goes through GL, too', async () => {
  const screen = await chromium(['--force-device-scale-factor=2'], true);
  await alike(screen, 'moe-routing', { scale: 0, dark: true }, 2);
});

for (const [feature, value] of [['forced-colors', 'active'], ['prefers-contrast', 'more']]) {
  test(`the live picture is the built-in one with ${feature}: ${value}`, async () => {
    for (const theme of ['light', 'dark']) {
      const before = async (/** @type {any} */ page) => {
        const client = await page.createCDPSession();
        await client.send('Emulation.setEmulatedMedia', {
          features: [{ name: feature, value }, { name: 'prefers-color-scheme', value: theme }, { name: 'prefers-reduced-motion', value: 'reduce' }],
        });
      };
      for (const id of ids) await alike(browser, id, { before }, 3);
    }
  });
}

test('another theme and another pixel ratio redraw the picture', async () => {
  const { page } = await open(browser, `${address}/library/`, { still: true, dark: false });
  await live(page, 'moe-routing');
  await pause(300);
  const [light] = await bothPictures(page, 'moe-routing');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await pause(300);
  const dark = await bothPictures(page, 'moe-routing');
  const unlike = await difference(page, dark);
  assert.ok(unlike < 2, `they differ by ${unlike}`);
  assert.ok((await difference(page, [light, dark[0]])) > 20);
  await page.setViewport({ width: 1270, height: 900, deviceScaleFactor: 3 }); // zoomed: the width changes too
  await pause(300);
  const sharp = await difference(page, await bothPictures(page, 'moe-routing'));
  assert.ok(sharp < 2, `they differ by ${sharp}`);
  await page.close();
});

/** The middle of the first score's hotspot, in the window. @param {any} page */
const firstKey = async (page) => {
  await unfile(page, 'online-softmax');
  return page.$eval('#online-softmax .picture', (/** @type {Element} */ picture) => {
    picture.scrollIntoView({ block: 'center', behavior: 'instant' });
    const svg = /** @type {SVGSVGElement} */ ([...picture.querySelectorAll('svg')].find((s) => s.getBoundingClientRect().width > 0));
    const hot = [...svg.querySelectorAll('rect.hot')].find((r) => /^Key 0: score/.test(r.textContent ?? ''));
    if (!hot) throw new Error('no hotspot for key 0');
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    const at = (/** @type {string} */ name) => Number(hot.getAttribute(name)) * scale;
    return { x: box.x + at('x') + at('width') / 2, y: box.y + at('y') + at('height') * 0.6 };
  });
};
/** @param {any} page */
const score = (page) => page.$eval('#online-softmax input[name="scores"]', (/** @type {HTMLInputElement} */ e) => Number(e.value.split(',')[0]));

test('a bar is dragged to another score with the mouse', async () => {
  const { page, complaints } = await open(browser, `${address}/library/`);
  await live(page, 'online-softmax');
  const { x, y } = await firstKey(page);
  await pause(300);
  const before = await score(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 30, { steps: 5 });
  await pause(100);
  assert.notEqual(await score(page), before, 'while it is dragged');
  await page.mouse.up();
  const after = await score(page);
  await page.mouse.move(x, y + 30, { steps: 3 });
  await pause(100);
  assert.equal(await score(page), after, 'let go is let go');
  assert.match(await page.evaluate(() => location.hash), /^#online-softmax\?scores=/);
  assert.equal(await page.evaluate(() => String(getSelection())), '');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a finger that moves at once scrolls, one that rests first drags', async () => {
  const { page } = await open(browser, `${address}/library/`);
  await live(page, 'online-softmax');
  const client = await page.createCDPSession();
  /** @param {string} type @param {number} [x] @param {number} [y] */
  const touch = (type, x, y) => client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  /** @param {number} rest */
  const swipe = async (rest) => {
    const { x, y } = await firstKey(page);
    await pause(300);
    const from = await page.evaluate(() => scrollY);
    await touch('touchStart', x, y);
    await pause(rest);
    for (let i = 1; i <= 10; ++i) {
      await touch('touchMove', x, y - 8 * i);
      await pause(16);
    }
    await touch('touchEnd');
    await pause(300);
    return (await page.evaluate(() => scrollY)) - from;
  };
  const before = await score(page);
  assert.ok((await swipe(0)) > 40, 'the page scrolled');
  assert.equal(await score(page), before);
  assert.equal(await swipe(500), 0, 'the page stayed');
  assert.notEqual(await score(page), before);
  await page.close();
});
