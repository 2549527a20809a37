// Numbers that a reader moves directly: a bit that flips, a value that every format answers, a bar that moves the
// scale.
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';

import { serve } from '../site.mjs';
import { choose, chosen, chromium, live, open } from './browsers.mjs';
import { field, hasRows, ninth, pause, problem, rows, says, spot, status, type, unfile } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium(['--touch-events=enabled']);
after(stop);
/** @type {any[]} */
let pages = [];
afterEach(async () => {
  for (const page of pages) await page.close();
  pages = [];
});

/** The page about formats. @param {object} [options] @param {string} [hash] */
async function visit(options, hash = '') {
  // The veil over the answer of a prediction has tests of its own.
  const before = (/** @type {any} */ page) => page.evaluateOnNewDocument(() => location.protocol === 'http:' && localStorage.setItem('loom-progress-1', '["/formats/#microscaling-decoded"]'));
  const opened = await open(browser, `${address}/formats/${hash}`, { ...options, before });
  pages.push(opened.page);
  return opened;
}

// The figure `bits`, which opens with E4M3's 0x42, 2.5.
const lowest = 'Flips to 0x43', sign = 'Flips to 0xC2';

test('a click on a bit flips it: sentence, picture, control and address follow, and going back undoes it', async () => {
  const { page, complaints } = await visit();
  await live(page, 'float-anatomy');
  await pause(300);
  assert.match(await status(page, 'float-anatomy'), /^0x42 in FP8 E4M3 is 2\.5 /);
  // The place of each bit; flipping a bit moves none of them.
  const low = await spot(page, 'float-anatomy', lowest), first = await spot(page, 'float-anatomy', sign);
  await page.mouse.click(low.x, low.y);
  await says(page, 'float-anatomy', /^0x43 in FP8 E4M3 is 2\.75 /);
  assert.equal(await field(page, 'float-anatomy', 'bits'), 'e4m3-0x43');
  await page.waitForFunction(() => /#float-anatomy\?.*bits=e4m3-0x43/.test(location.hash));
  await page.mouse.click(low.x, low.y);
  await says(page, 'float-anatomy', /^0x42 in FP8 E4M3 is 2\.5 /);
  await page.mouse.click(first.x, first.y);
  await says(page, 'float-anatomy', /^0xC2 in FP8 E4M3 is −2\.5 /);
  await pause(600); // the address follows at most every third of a second
  const shared = page.url();
  await page.goBack();
  await says(page, 'float-anatomy', /^0x42 in FP8 E4M3 is 2\.5 /); // one step back for all of it
  assert.ok(await chosen(page, 'float-anatomy', 'e4m3'));
  await page.goto('about:blank');
  await page.goto(shared);
  await live(page, 'float-anatomy');
  await says(page, 'float-anatomy', /^0xC2 in FP8 E4M3 is −2\.5 /);
  assert.deepEqual(complaints, []);
});

test('every bit can be flipped, each to the number that its tooltip promised', async () => {
  const { page } = await visit();
  await live(page, 'float-anatomy');
  await pause(300);
  await unfile(page, 'float-anatomy');
  const promises = await page.$$eval('#float-anatomy .picture > svg.wide .hot', (/** @type {Element[]} */ all) =>
    all.map((hot) => hot.textContent ?? '').filter((text) => text.startsWith('Flips to ')));
  assert.equal(promises.length, 8);
  for (const promise of promises) {
    const [, code, value] = /** @type {RegExpMatchArray} */ (promise.match(/^Flips to (0x\w\w): (.*)$/));
    const at = await spot(page, 'float-anatomy', promise);
    await page.mouse.click(at.x, at.y);
    await says(page, 'float-anatomy', new RegExp(`^${code} in FP8 E4M3 is ${value}`));
    await page.mouse.click(at.x, at.y);
    await says(page, 'float-anatomy', /^0x42 /);
  }
});

test('without a mouse: a code or a number is typed, and what is neither is explained', async () => {
  const { page, complaints } = await visit();
  await live(page, 'float-anatomy');
  await type(page, 'float-anatomy', 'bits', '0x01');
  await says(page, 'float-anatomy', /^0x01 in FP8 E4M3 is 0\.001953125 = .*subnormal/);
  await type(page, 'float-anatomy', 'bits', '0.1');
  await says(page, 'float-anatomy', /^0x1D in FP8 E4M3 is 0\.1015625 /);
  for (const wrong of ['0x100', 'seven', '']) {
    await page.$eval('#float-anatomy input[name="bits"]', (/** @type {HTMLInputElement} */ e) => (e.focus(), e.select()));
    await page.keyboard.press('Delete');
    await page.keyboard.type(wrong);
    await page.keyboard.press('Enter');
    await page.waitForFunction((/** @type {string} */ wrong) => (document.querySelector('#float-anatomy .problem')?.textContent ?? '').includes(`got '${wrong}'`), {}, wrong);
    assert.match(await problem(page, 'float-anatomy'), /'Code or number': got '.*', expected a code of FP8 E4M3 from 0x00 to 0xFF, or a number/);
    assert.match(await status(page, 'float-anatomy'), /^0x1D /, 'the last good state stays');
  }
  await type(page, 'float-anatomy', 'bits', '-0');
  await says(page, 'float-anatomy', /^0x80 in FP8 E4M3 is −0\./);
  assert.equal(await problem(page, 'float-anatomy'), '');
  assert.deepEqual(complaints, []);
});

test('another format shows the code that a clicked bit made, as its number', async () => {
  const { page } = await visit();
  await live(page, 'float-anatomy');
  await pause(300);
  const first = await spot(page, 'float-anatomy', sign);
  await page.mouse.click(first.x, first.y);
  await says(page, 'float-anatomy', /^0xC2 in FP8 E4M3 is −2\.5 /);
  await choose(page, 'float-anatomy', 'fp16');
  await says(page, 'float-anatomy', /^0xC100 in FP16 is −2\.5 /);
});

const infinity = [
  ['FP32', '0x7F800000', '∞', '–'],
  ['TF32', '0x03FC00', '∞', '–'],
  ['FP16', '0x7C00', '∞', '–'],
  ['BF16', '0x7F80', '∞', '–'],
  ['FP8 E4M3', '0x7F', 'NaN', '–'],
  ['FP8 E5M2', '0x7C', '∞', '–'],
  ['FP6 E3M2', '0x1F', '28', '–'],
  ['FP6 E2M3', '0x1F', '7.5', '–'],
  ['FP4 E2M1', '0x7', '6', '–'],
];

test('a number is typed and every format answers; what is no number is explained and changes nothing', async () => {
  const { page, complaints } = await visit();
  await live(page, 'rounding');
  await type(page, 'rounding', 'value', '2^-9');
  await says(page, 'rounding', /^0\.001953125 in FP8 E4M3 becomes 0\.001953125, code 0x01, exactly\./);
  await hasRows(page, 'rounding', ninth);
  await page.waitForFunction(() => /value=2(\^|%5E)-9/.test(location.hash)); // it follows at most every third of a second
  for (const wrong of ['2^-', 'one', '1,5', '1/0']) {
    await type(page, 'rounding', 'value', wrong);
    await page.waitForFunction((/** @type {string} */ wrong) => (document.querySelector('#rounding .problem')?.textContent ?? '').includes(`got '${wrong}'`), {}, wrong);
    assert.match(await problem(page, 'rounding'), /'Your number': got '.*', expected a number such as 0\.1, 1\/3, 1e-8 or 2\^-9, inf or nan/);
    await hasRows(page, 'rounding', ninth);
    assert.match(page.url(), /value=2\^-9|value=2%5E-9/);
    assert.equal(await page.$eval('#rounding input[name="value"]', (/** @type {Element} */ e) => e.getAttribute('aria-invalid')), 'true');
  }
  await type(page, 'rounding', 'value', 'inf');
  await choose(page, 'rounding', 'ieee');
  await says(page, 'rounding', /^∞ in FP8 E4M3 becomes NaN, code 0x7F\./);
  assert.equal(await problem(page, 'rounding'), '');
  await hasRows(page, 'rounding', infinity);
  await choose(page, 'rounding', 'saturate');
  await says(page, 'rounding', /^∞ in FP8 E4M3 becomes 448, code 0x7E\./);
  assert.deepEqual(complaints, []);
});

/** @param {any} page @param {number} i */
const value = async (page, i) => Number((await field(page, 'microscaling', 'values')).split(',')[i]);

test('a bar is dragged, and the shared scale jumps while it still is in the hand', async () => {
  const { page, complaints } = await visit();
  await live(page, 'microscaling');
  await pause(300);
  assert.match(await status(page, 'microscaling'), /^MXFP4 gives all 32 values the scale 2⁻¹ = 0\.5,/);
  const before = await rows(page, 'microscaling');
  const bar = await spot(page, 'microscaling', '5: 3 →');
  // The whole column is from −8 to 8, so halfway up from its middle is 4.
  const at = (/** @type {number} */ value) => bar.y - (bar.height / 2) * (value / 8);
  await page.mouse.move(bar.x, at(3));
  await page.mouse.down();
  await page.mouse.move(bar.x, at(5), { steps: 4 });
  await page.mouse.move(bar.x, at(6), { steps: 4 });
  await says(page, 'microscaling', /the scale 2⁰ = 1,/);
  await page.mouse.up();
  await page.waitForFunction(() => /^#microscaling\?.*values=/.test(location.hash));
  assert.ok(Math.abs((await value(page, 5)) - 6) < 0.25, `value 5 is ${await value(page, 5)}`);
  // The others stay as they are, but are read back with less precision; a folded table is written in an idle moment.
  await pause(1200);
  const now = await rows(page, 'microscaling');
  assert.deepEqual(now.filter((_, i) => i !== 5).map((row) => row[1]), before.filter((_, i) => i !== 5).map((row) => row[1]));
  assert.equal(before[4][4], '−0.25');
  assert.equal(now[4][4], '−0.5');
  await page.goBack();
  await says(page, 'microscaling', /the scale 2⁻¹ = 0\.5,/);
  assert.deepEqual(complaints, []);
});

test('on a phone, a finger flips a bit, and one that rests first drags a bar', async () => {
  const { page } = await visit({ width: 360, height: 740, touch: true });
  await live(page, 'float-anatomy');
  await pause(300);
  for (const title of [lowest, sign]) {
    const bit = await spot(page, 'float-anatomy', title);
    assert.ok(bit.width >= 24 && bit.height >= 24, `${title}: ${bit.width} × ${bit.height}`);
  }
  const low = await spot(page, 'float-anatomy', lowest);
  await page.touchscreen.tap(low.x, low.y);
  await says(page, 'float-anatomy', /^0x43 in FP8 E4M3 is 2\.75 /);

  await live(page, 'microscaling');
  await pause(300);
  const bar = await spot(page, 'microscaling', '5: 3 →');
  const client = await page.createCDPSession();
  /** @param {string} type @param {number} [y] */
  const touch = (type, y) => client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: bar.x, y }] });
  await touch('touchStart', bar.y - bar.height * 0.19);
  await pause(500);
  for (let i = 1; i <= 8; ++i) {
    await touch('touchMove', bar.y - bar.height * (0.19 + i * 0.03));
    await pause(30);
  }
  await says(page, 'microscaling', /the scale 2⁰ = 1,/);
  await touch('touchEnd');
  await page.waitForFunction(() => /^#microscaling\?.*values=/.test(location.hash));
  assert.ok(Math.abs((await value(page, 5)) - 6.9) < 0.4, `value 5 is ${await value(page, 5)}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the screen');
});

test('without JavaScript all pictures, sentences and tables are there', async () => {
  for (const width of [360, 1280]) {
    const { page } = await visit({ width, script: false });
    const figures = await page.$$eval('figure[data-scene]', (/** @type {Element[]} */ all) =>
      all.map((figure) => {
        const boxes = [...figure.querySelectorAll('.picture :is(svg, img)')].map((drawn) => drawn.getBoundingClientRect()).filter((box) => box.width > 0);
        /** @type {HTMLDetailsElement} */ (figure.querySelector('details.data')).open = true;
        return {
          id: figure.id, scene: figure.getAttribute('data-scene'), pictures: boxes.length, left: boxes[0]?.left, right: boxes[0]?.right, high: boxes[0]?.height,
          sentence: figure.querySelector('.status')?.textContent ?? '', rows: figure.querySelectorAll('tbody tr').length,
          table: (figure.querySelector('table')?.getBoundingClientRect().height ?? 0) > 0,
          controls: [...figure.querySelectorAll('.controls input, .timeline button')].some((e) => e.getBoundingClientRect().height > 0),
        };
      }),
    );
    assert.equal(new Set(figures.map((f) => f.scene)).size, 13, 'every scene of the page');
    for (const figure of figures) {
      assert.equal(figure.pictures, 1, `${figure.id} at ${width}: one picture`);
      assert.ok(figure.left >= 0 && figure.right <= width && figure.high > 100, `${figure.id} at ${width}: picture inside the page`);
      assert.ok(figure.sentence.length > 20 && figure.sentence.endsWith('.'), `${figure.id}: ${figure.sentence}`);
      assert.ok(figure.rows >= 2 && figure.table, `${figure.id}: table`);
      assert.equal(figure.controls, false, `${figure.id}: controls that would do nothing`);
    }
    assert.match(figures.find((f) => f.id === 'float-anatomy')?.sentence ?? '', /^0x42 in FP8 E4M3 is 2\.5 /);
  }
});
