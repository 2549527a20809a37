// Listings: colors, the copy button, and the addresses of lines.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { contrast } from '../web/shell/color.mjs';
import { violations } from './axe.mjs';
import { whole } from './browsers.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits({ still: true });
const first = '#a-first-kernel-code';

/** What the page has copied, or 'refused'. @param {boolean} allowed */
const clipboard = (allowed) => async (/** @type {any} */ page) =>
  page.evaluateOnNewDocument((/** @type {boolean} */ allowed) => {
    const writeText = async (/** @type {string} */ text) => {
      if (!allowed) throw new DOMException('refused', 'NotAllowedError');
      document.documentElement.dataset.copied = text;
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  }, allowed);

/** Waits until that is read aloud. @param {any} page @param {string} text */
const announced = (page, text) => page.waitForFunction((/** @type {string} */ text) => [...document.querySelectorAll('[role="status"]')].some((e) => e.textContent === text), {}, text);

/** Waits until listing.js has been there. @param {any} page */
const ready = (page) => page.waitForSelector('.listing .copy');

/** '#rrggbb' @param {string} color "rgb(1, 2, 3)" */
const hex = (color) => `#${(color.match(/\d+/g) ?? []).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

test('words have the colors of their roles, readable on their ground, in both themes', async () => {
  /** @type {Record<string, string>[]} */
  const themes = [];
  for (const dark of [false, true]) {
    const { page } = await visit('/', { dark });
    await whole(page);
    const { ink, ground, colors } = await page.evaluate(() => {
      const color = (/** @type {Element} */ e) => getComputedStyle(e).color;
      const listing = /** @type {Element} */ (document.querySelector('.listing'));
      const words = [...document.querySelectorAll('.listing code > span > span')];
      return { ink: color(/** @type {Element} */ (listing.querySelector('code'))), ground: getComputedStyle(listing).backgroundColor, colors: Object.fromEntries(words.map((word) => [word.className, color(word)])) };
    });
    assert.deepEqual(Object.keys(colors).sort(), ['a', 'c', 'f', 'k', 'n', 's', 't']);
    for (const [role, color] of Object.entries(colors)) assert.ok(contrast(hex(color), hex(ground)) >= 4.5, `${role} on ${ground}: ${color}`);
    assert.equal(new Set([ink, ...Object.values(colors)]).size, 8, 'each role has a color of its own');
    themes.push(colors);
  }
  assert.notDeepEqual(themes[0], themes[1]);
});

test('the button copies the code without the numbers of its lines, and says so', async () => {
  const { page } = await visit('/', { before: clipboard(true) });
  await ready(page);
  const code = await page.$eval(`${first} code`, (/** @type {Element} */ e) => e.textContent);
  assert.match(code, /^__global__ void copy/);
  // What the button has said, however long this test needs to look.
  await page.$eval(`${first} .copy`, (/** @type {Element} */ e) => {
    const texts = (/** @type {any} */ (window).texts = /** @type {(string | null)[]} */ ([]));
    new MutationObserver(() => texts.push(e.textContent)).observe(e, { childList: true, characterData: true, subtree: true });
  });
  await page.focus(`${first} .copy`);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /** @type {any} */ (window).texts.includes('Copied'));
  await announced(page, 'Copied');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.copied), code);
  await page.waitForFunction((/** @type {string} */ first) => document.querySelector(`${first} .copy`)?.textContent === 'Copy', {}, first);
});

test('of a terminal the commands are copied', async () => {
  const { page } = await visit('/run/', { before: clipboard(true) });
  await ready(page);
  await page.$eval('.listing:has(.language-console) .copy', (/** @type {HTMLElement} */ e) => e.click());
  await page.waitForFunction(() => document.documentElement.dataset.copied !== undefined);
  assert.match(await page.evaluate(() => document.documentElement.dataset.copied), /^loom-run transpose\.cu [^\n]*\n$/);
});

test('where the browser refuses to copy, the button says so and the code is selected', async () => {
  const { page } = await visit('/', { before: clipboard(false) });
  await ready(page);
  await page.$eval(`${first} .copy`, (/** @type {HTMLElement} */ e) => e.click());
  await announced(page, 'Selected: copy it by hand');
  await page.waitForFunction((/** @type {string} */ first) => String(getSelection()).trim() === document.querySelector(`${first} code`)?.textContent?.trim(), {}, first);
});

/** The line that is marked: its text, and whether it is on the screen. @param {any} page */
const marked = (page) =>
  page.$eval('.listing code > :target', (/** @type {Element} */ e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return { id: e.id, seen: top >= 0 && bottom <= innerHeight, ground: getComputedStyle(e).backgroundColor };
  });

test('the address of a line marks it and shows it, with and without scripts', async () => {
  for (const script of [true, false]) {
    const { page } = await visit(`/${first}-L2`, { script });
    await page.waitForFunction(() => scrollY > 500);
    const { id, seen, ground } = await marked(page);
    assert.equal(id, 'a-first-kernel-code-L2');
    assert.ok(seen, `not on the screen, script: ${script}`);
    assert.notEqual(ground, 'rgba(0, 0, 0, 0)');
  }
});

test('the address of a line in a fold opens the fold', async () => {
  const { page } = await visit('/hopper/');
  const id = await page.$eval('details.fold .listing code > :nth-child(5)', (/** @type {Element} */ e) => e.id);
  const there = await visit(`/hopper/#${id}`);
  await there.page.waitForFunction(() => document.querySelector('.listing code > :target')?.checkVisibility());
  assert.ok((await marked(there.page)).seen);
});

test('one link leads to every line: by arrows, and over the number under the pointer', async () => {
  const { page } = await visit('/');
  await ready(page);
  assert.equal(await page.$$eval(`${first} a`, (/** @type {Element[]} */ all) => all.length), 1);
  await page.focus(`${first} .line`);
  for (const [key, line] of [['ArrowDown', 2], ['End', 4], ['ArrowUp', 3]]) {
    await page.keyboard.press(/** @type {any} */ (key));
    assert.equal(await page.$eval(`${first} .line`, (/** @type {Element} */ e) => e.getAttribute('aria-label')), `Link to line ${line} of 4`);
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#a-first-kernel-code-L3');
  assert.ok((await marked(page)).seen);

  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  const { x, y } = await page.$eval(`${first}-L2`, (/** @type {Element} */ e) => {
    const line = e.getBoundingClientRect(), pre = /** @type {Element} */ (e.closest('pre')).getBoundingClientRect();
    return { x: pre.left + 20, y: (line.top + line.bottom) / 2 };
  });
  await page.mouse.move(x + 60, y);
  await page.mouse.move(x, y);
  const link = await page.$eval(`${first} .line`, (/** @type {HTMLElement} */ e) => ({ opacity: getComputedStyle(e).opacity, height: e.offsetHeight, width: e.offsetWidth }));
  assert.equal(link.opacity, '1');
  assert.ok(link.height >= 24 && link.width >= 24, JSON.stringify(link));
  await page.mouse.click(x, y);
  await page.waitForFunction(() => location.hash === '#a-first-kernel-code-L2');
});

test('a finger on a number goes to its line', async () => {
  const { page } = await visit('/', { width: 360, height: 740, touch: true });
  await ready(page);
  await whole(page);
  const { x, y } = await page.$eval(`${first}-L3`, (/** @type {Element} */ e) => {
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    const line = e.getBoundingClientRect(), pre = /** @type {Element} */ (e.closest('pre')).getBoundingClientRect();
    return { x: pre.left + 20, y: (line.top + line.bottom) / 2 };
  });
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => location.hash === '#a-first-kernel-code-L3');
});

test('at 360 px a listing scrolls within, the page does not, and fingers reach the button', async () => {
  const { page } = await visit('/', { width: 360, height: 740, touch: true });
  await ready(page);
  await whole(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  const listings = await page.$$eval('.listing', (/** @type {HTMLElement[]} */ all) => all.filter((e) => e.checkVisibility()).map((e) => {
    const pre = /** @type {HTMLElement} */ (e.querySelector('pre')), button = /** @type {HTMLElement} */ (e.querySelector('.copy'));
    return { id: e.id, inside: pre.getBoundingClientRect().right <= e.getBoundingClientRect().right && e.getBoundingClientRect().right <= innerWidth, scrolls: pre.scrollWidth > pre.clientWidth, height: button.offsetHeight, width: button.offsetWidth };
  }));
  assert.ok(listings.some(({ scrolls }) => scrolls));
  for (const { id, inside, height, width } of listings) assert.ok(inside && height >= 24 && width >= 24, id);
});

test('without scripts a listing has its colors and no button, and is as high as with them', async () => {
  const heights = [];
  for (const script of [true, false]) {
    const { page } = await visit('/', { script });
    if (script) await ready(page);
    else assert.equal(await page.$('.listing button, .listing a'), null);
    heights.push(await page.$eval(first, (/** @type {HTMLElement} */ e) => e.offsetHeight));
    const [word, code] = await page.$eval(`${first} .a`, (/** @type {HTMLElement} */ e) => [e, e.closest('code')].map((each) => getComputedStyle(/** @type {Element} */ (each)).color));
    assert.notEqual(word, code);
  }
  assert.equal(heights[0], heights[1]);
});

test('axe finds nothing in listings, also where a line is marked and its link is seen', async () => {
  for (const dark of [false, true])
    for (const width of [360, 1280]) {
      const { page } = await visit(`/${first}-L2`, { dark, width });
      await ready(page);
      await page.focus(`${first} .line`);
      assert.deepEqual(await violations(page, { within: '.listing' }), [], `${width}, ${dark ? 'dark' : 'light'}`);
    }
});

test('paper keeps the code readable', async () => {
  const { page } = await visit(`/${first}-L2`, { dark: true, width: 700 });
  await ready(page);
  await page.emulateMediaType('print');
  const printed = await page.$eval(first, (/** @type {HTMLElement} */ e) => {
    const pre = /** @type {HTMLElement} */ (e.querySelector('pre')), word = /** @type {Element} */ (e.querySelector('.a'));
    return { wraps: getComputedStyle(pre).whiteSpace, color: getComputedStyle(word).color, button: /** @type {Element} */ (e.querySelector('.copy')).checkVisibility(), link: /** @type {Element} */ (e.querySelector('.line')).checkVisibility() };
  });
  assert.equal(printed.wraps, 'pre-wrap');
  assert.ok(contrast(hex(printed.color), '#ffffff') >= 4.5, printed.color);
  assert.deepEqual([printed.button, printed.link], [false, false]);
});

test('where the reader forces colors, words have them, and a line is marked by an outline', async () => {
  const { page } = await visit(`/${first}-L2`);
  const devtools = await page.createCDPSession();
  await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  const { colors, outline } = await page.$eval(first, (/** @type {Element} */ e) => ({
    colors: [...e.querySelectorAll('code, code > span > span')].map((each) => getComputedStyle(each).color),
    outline: getComputedStyle(/** @type {Element} */ (e.querySelector(':target'))).outlineStyle,
  }));
  assert.equal(new Set(colors).size, 1);
  assert.equal(outline, 'solid');
});
