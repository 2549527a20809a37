// Firefox and WebKit, with Chromium beside them where all behave alike. One Firefox and one WebKit serve all tests,
// because they start slowly. Also a page in which no worker draws.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, firefox, live, open, webkit } from './browsers.mjs';
import { hasRows, ninth, pause, says, slide, spot, type } from './figures.mjs';

const { address, stop } = await serve();
const fox = await firefox(), kit = await webkit(`${address}/`);
after(stop);

/** What is said in the console, but for the missing WebGL. @param {string[]} complaints */
const others = (complaints) => complaints.filter((each) => !/WebGL/i.test(each));

/** Where an element is once it has rested for half a second, less where links bring it: 0 when it is there. @param {any} page @param {string} selector @returns {Promise<number>} */
const arrived = (page, selector) =>
  page.$eval(selector, async (/** @type {Element} */ element) => {
    const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart);
    const margin = parseFloat(getComputedStyle(element).scrollMarginBlockStart);
    const end = performance.now() + 20000;
    for (let rested = 0, last = NaN; rested < 30; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (performance.now() > end) throw new Error('it has not come to rest after 20 s');
      const { top } = element.getBoundingClientRect();
      rested = top === last ? rested + 1 : 0;
      last = top;
    }
    const off = element.getBoundingClientRect().top - padding - margin;
    return document.documentElement.scrollHeight - innerHeight - scrollY < 2 ? Math.min(0, off) : off;
  });

/** Far below the first screens: a heading, a figure, a figure's state. */
const places = [
  ['/formats/#cheat-sheet', '#cheat-sheet'],
  ['/formats/#model-fit', '#model-fit'],
  ['/library/#moe-routing?topk=2', '#moe-routing'],
  ['/glossary/#warp', '#warp'],
];

/** What stands far below the first screens of /. */
const farBelow = 'Where the numbers come from';

const config = JSON.stringify({ num_hidden_layers: 36, num_attention_heads: 32, num_key_value_heads: 8, head_dim: 128, hidden_size: 4096, intermediate_size: 12288, vocab_size: 151936, rope_theta: 1e6 }, null, 2);
/** Pastes into the figure's text as a reader does. @param {string} text */
const paste = (text) => `{ const field = document.querySelector('#kv-cache textarea'); field.value = ${JSON.stringify(text)};
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true })); }`;

for (const [name, browser] of /** @type {[string, any][]} */ ([['Chromium', await chromium()], ['Firefox', fox]])) {
  test(`${name}: links and addresses lead to exact places`, async () => {
    for (const [path, selector] of places) {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 850 });
      await page.goto(address + path, { waitUntil: 'load' });
      const error = await arrived(page, selector);
      if (!path.includes('?')) assert.ok(Math.abs(error) < 2, `${path}: ${error} px off`);
      else assert.ok(error < 850, `${path}: ${error}`);
      await page.close();
    }
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 850 });
    await page.goto(`${address}/`, { waitUntil: 'load' });
    for (const id of ['what-is-here', 'phase-1-the-sm', 'summary-what-each-phase-saved']) {
      await page.$eval(`.rail a[href="#${id}"]`, (/** @type {HTMLElement} */ link) => link.click());
      const error = await arrived(page, `#${id}`);
      assert.ok(Math.abs(error) < 2, `the rail's link to ${id}: ${error} px off`);
    }
    await page.close();
  });

  test(`${name}: a pasted config.json is the figure's model`, async () => {
    const { page, complaints } = await open(browser, `${address}/attention/#kv-cache?model=own`);
    await live(page, 'kv-cache');
    await page.waitForSelector('#kv-cache textarea');
    await page.evaluate(paste(config));
    await says(page, 'kv-cache', /^Your model keeps 144 KiB per token/); // 2 · 36 layers · 8 heads · 128 · 2 bytes
    assert.match(await page.evaluate('location.hash'), /num_hidden_layers/);
    await page.evaluate(paste(config.replace('"head_dim": 128', '"head_dim": 12x8')));
    await says(page, 'kv-cache', /5:/, '.problem');
    assert.deepEqual(others(complaints), []);
    await page.close();
  });
}

test('Firefox: what is far below is found by a search in the page', async () => {
  const { page } = await open(fox, `${address}/`);
  assert.ok(await page.evaluate((/** @type {string} */ text) => /** @type {any} */ (window).find(text, true), farBelow));
  await page.close();
});

/** Firefox has no WebGL when it has no window. */
const without = /** @type {[string, any, (page: any) => any][]} */ ([
  ['Chromium that lends no canvas to a worker', await chromium(), (page) => page.evaluateOnNewDocument(() => Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen'))],
  ['Firefox', fox, () => {}],
]);
for (const [name, browser, before] of without) {
  test(`${name}: figures play through SVG`, async () => {
    /** @type {string[]} */
    const fetched = [];
    const { page, complaints } = await open(browser, `${address}/library/`, {
      before: async (page) => {
        await before(page);
        page.on('request', (/** @type {any} */ r) => fetched.push(r.url()));
      },
    });
    await live(page, 'accumulator');
    const picture = () => page.$eval('#accumulator .picture', (/** @type {Element} */ e) => e.innerHTML);
    const was = await picture();
    await slide(page, '#accumulator input[name="bits"]', '9');
    await page.waitForFunction(() => [...document.querySelectorAll('#accumulator tbody tr')].some((r) => r.children[1].textContent === '9'));
    await pause(500);
    assert.notEqual(await picture(), was);
    assert.deepEqual(others(complaints), []);
    assert.deepEqual(fetched.filter((url) => /canvas/.test(url)), [], 'what cannot draw is not fetched');
    assert.ok(fetched.some((url) => /scenes-kernels/.test(url)));
    await page.close();
  });

  test(`${name}: a bit is flipped in the built-in picture, which is drawn anew`, async () => {
    const { page, complaints } = await open(browser, `${address}/formats/`, { before });
    await live(page, 'float-anatomy');
    await pause(300);
    const drawn = () => page.$eval('#float-anatomy .picture > svg.wide [data-part="value"]', (/** @type {Element} */ e) => e.textContent);
    assert.match(await drawn(), /0x42.*2\.5/);
    const low = await spot(page, 'float-anatomy', 'Flips to 0x43');
    await page.mouse.click(low.x, low.y);
    await says(page, 'float-anatomy', /^0x43 in FP8 E4M3 is 2\.75 /);
    await page.waitForFunction(() => /0x43.*2\.75/.test(document.querySelector('#float-anatomy .picture > svg.wide [data-part="value"]')?.textContent ?? ''));
    const first = await spot(page, 'float-anatomy', 'Flips to 0xC3');
    await page.mouse.click(first.x, first.y);
    await says(page, 'float-anatomy', /^0xC3 in FP8 E4M3 is −2\.75 /);
    await type(page, 'rounding', 'value', '2^-9');
    await says(page, 'rounding', /^0\.001953125 /);
    await hasRows(page, 'rounding', ninth);
    assert.deepEqual(others(complaints), []);
    await page.close();
  });
}

/** Waits in WebKit until a script's result is true. @param {string} script */
async function until(script) {
  for (let tries = 0; tries < 200; ++tries, await pause(100)) if (await kit.run(`return ${script}`)) return;
  assert.fail(`never true in WebKit: ${script}`);
}

/** Goes to a figure and waits until it is live. @param {string} path @param {string} id */
async function visit(path, id) {
  await kit.go(address + path);
  await kit.run(`document.querySelector('#${id}').scrollIntoView({ block: 'center' })`);
  await until(`Boolean(document.querySelector('#${id}[data-live]'))`);
}

/** @param {string} id @param {string} key @param {string} text */
const enter = (id, key, text) =>
  kit.run(`const input = document.querySelector('#${id} input[name="${key}"]'); input.value = '${text}';
    for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }));`);

test('WebKit: what is far below is found by a search in the page', async () => {
  assert.ok(await kit.run('return window.find(arguments[0], true)', farBelow));
});

test('WebKit: a control changes the table and the picture', async () => {
  await visit('/library/', 'accumulator');
  const picture = `document.querySelector('#accumulator .picture > svg.wide').textContent`;
  await until(`document.querySelector('#accumulator').dataset.frames`);
  const before = await kit.run(`return ${picture}`);
  await enter('accumulator', 'bits', '8');
  await until(`[...document.querySelectorAll('#accumulator tbody tr')].some((row) => row.children[1].textContent === '8')`);
  // Drawn by the worker, or as SVG: WebKitGTK's workers have no WebGL.
  await until(`${picture} !== ${JSON.stringify(before)} || document.querySelector('#accumulator .picture > svg.wide').style.visibility === 'hidden'`);
});

test('WebKit: a typed number is answered in every format, and a code', async () => {
  await visit('/formats/', 'rounding');
  await enter('rounding', 'value', '2^-9');
  await until(`document.querySelector('#rounding .status').textContent.startsWith('0.001953125 ')`);
  await until(`document.querySelector('#rounding tbody td:nth-child(2)').textContent === '${ninth[0]?.[1]}'`); // the folded table is written after the sentence
  assert.deepEqual(await kit.run(`return [...document.querySelectorAll('#rounding tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))`), ninth);
  await visit('/formats/', 'float-anatomy');
  await enter('float-anatomy', 'bits', '0x7F');
  await until(`document.querySelector('#float-anatomy .status').textContent.startsWith('0x7F in FP8 E4M3 is NaN')`);
});

test('WebKit: a preset of /attention is taken', async () => {
  await visit('/attention/', 'masks');
  const before = await kit.run(`return document.querySelector('#masks .status').textContent`);
  await kit.run(`document.querySelectorAll('#masks .preset')[2].click()`);
  await until(`document.querySelector('#masks .status').textContent !== ${JSON.stringify(before)}`);
});
