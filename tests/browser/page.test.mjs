// The page around the figures: terms, rail, filter, history, and sizes for fingers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../site.mjs';
import { choose, live, press } from './browsers.mjs';
import { visits } from './visits.mjs';

const { browser, visit } = await visits({ still: true });

/** @param {any} page */
const tip = (page) => page.evaluate(() => document.querySelector('[role="tooltip"]:not([hidden])')?.textContent ?? '');

test('a term shows its definition to the pointer and to the keyboard, and Escape hides it', async () => {
  const { page, complaints } = await visit('/library/');
  const term = await page.$('a.term');
  const definition = await term.evaluate((/** @type {HTMLElement} */ e) => e.dataset.definition);
  await term.hover();
  assert.equal(await tip(page), definition);
  assert.equal(await term.evaluate((/** @type {Element} */ e) => document.getElementById(e.getAttribute('aria-describedby') ?? '')?.textContent), definition);
  await page.keyboard.press('Escape');
  assert.equal(await tip(page), '');
  await page.mouse.move(0, 0);
  await term.focus();
  assert.equal(await tip(page), definition);
  await page.keyboard.press('Tab');
  assert.notEqual(await tip(page), definition);
  assert.deepEqual(complaints, []);
});

test('on a wide screen the meaning of a word and the name of a source stand beside the text', async () => {
  const { page } = await visit('/library/', { width: 1408 });
  const beside = (/** @type {string} */ selector) => page.$eval(`main > section > p ${selector}`, (/** @type {Element} */ e) => {
    const { content, float } = getComputedStyle(e, '::after');
    return { content, float, note: e.getAttribute('data-definition') ?? e.getAttribute('title') };
  });
  for (const selector of ['.term', '.cite']) {
    const { content, float, note } = await beside(selector);
    assert.ok(note && content.startsWith(JSON.stringify(note)), content);
    assert.equal(float, 'inline-end');
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1408);
  await page.setViewport({ width: 1280, height: 900 });
  assert.equal((await beside('.term')).content, 'none');
});

test('the pointer may go over to the definition to select it', async () => {
  const { page } = await visit('/library/');
  const term = await page.$('a.term');
  await term.hover();
  const box = await (await page.$('[role="tooltip"]')).boundingBox();
  await page.mouse.move(box.x + 20, box.y - 4);
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  assert.notEqual(await tip(page), '');
  await page.mouse.move(5, 400);
  assert.equal(await tip(page), '');
});

test('a finger reads the definition first and follows the term with the second tap', async () => {
  const phone = { viewport: { width: 390, height: 800, hasTouch: true, isMobile: true }, userAgent: await browser.userAgent() };
  const { page } = await visit('/library/', { before: (/** @type {any} */ page) => page.emulate(phone) });
  const term = await page.$('a.term');
  await term.tap();
  assert.ok((await tip(page)).length > 10);
  assert.equal(new URL(page.url()).pathname, '/library/');
  await Promise.all([page.waitForNavigation(), term.tap()]);
  assert.equal(new URL(page.url()).pathname, '/glossary/');
});

test('the rail marks the section that is read', async () => {
  const { page } = await visit('/library/');
  const state = () =>
    page.evaluate(() => ({
      current: document.querySelector('.rail [aria-current]')?.getAttribute('href') ?? '',
      read: Number(/** @type {HTMLElement} */ (document.querySelector('.rail')).style.getPropertyValue('--read')),
    }));
  assert.deepEqual(await state(), { current: '', read: 0 });
  const hrefs = await page.$$eval('.rail li a', (/** @type {Element[]} */ all) => all.map((a) => a.getAttribute('href') ?? ''));
  let last = 0;
  for (const href of hrefs.slice(0, 4)) {
    await page.click(`.rail a[href="${href}"]`);
    await page.waitForFunction((/** @type {string} */ href) => document.querySelector('.rail [aria-current]')?.getAttribute('href') === href, {}, href);
    const { read } = await state();
    assert.ok(read > last, `${href}: the cloth grows`);
    last = read;
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('.rail')).style.getPropertyValue('--read') === '1.0000');
});

test('on a phone the rail is a button that opens the list, and a choice closes it', async () => {
  const { page } = await visit('/library/', { width: 390 });
  const listed = () => page.$eval('.rail-sections', (/** @type {Element} */ e) => e.getBoundingClientRect().height > 0);
  assert.equal(await listed(), false);
  await page.click('.rail-open');
  assert.equal(await listed(), true);
  await page.keyboard.press('Escape');
  assert.equal(await listed(), false);
  await page.click('.rail-open');
  await page.click('.rail li:nth-child(3) a');
  await page.waitForFunction(() => /** @type {Element} */ (document.querySelector('.rail-sections')).getBoundingClientRect().height === 0);
  await page.waitForFunction(() => document.querySelector('.rail-now')?.textContent === document.querySelector('.rail li:nth-child(3) a')?.textContent);
});

test('the search box keeps the entries that match, counts them, and gives way to a link', async () => {
  const terms = JSON.parse(readFileSync(join(root, 'glossary.json'), 'utf8')).length;
  const { page, complaints } = await visit('/glossary/');
  const shown = () => page.$$eval('.entry', (/** @type {HTMLElement[]} */ all) => all.filter((e) => e.getBoundingClientRect().height > 0).map((e) => e.id));
  const all = await shown();
  assert.equal(all.length, terms);
  await page.type('input[type="search"]', 'swizzle');
  const found = await shown();
  assert.ok(found.includes('swizzle') && found.length < 20);
  await page.waitForFunction((/** @type {number} */ n, /** @type {number} */ total) => document.querySelector('.count')?.textContent === `${n} of ${total} entries`, {}, found.length, terms);
  const groups = await page.$$eval('.group', (/** @type {HTMLElement[]} */ all) => all.filter((g) => g.getBoundingClientRect().height > 0 && !g.querySelector('.entry:not([hidden])')).length);
  assert.equal(groups, 0, 'no heading without entries');
  await page.evaluate(() => (location.hash = '#warp'));
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('#warp')).getBoundingClientRect().height > 0);
  assert.deepEqual(await shown(), all);
  const top = await page.$eval('#warp', (/** @type {Element} */ e) => e.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 300, `the entry is in view, at ${top}`);
  await page.type('input[type="search"]', 'no such word');
  await page.waitForFunction(() => /Nothing matches/.test(document.querySelector('.count')?.textContent ?? ''));
  assert.deepEqual(complaints, []);
});

test('all that is done with a figure is one step back, and going back restores every figure', async () => {
  const { page } = await visit('/library/');
  await live(page, 'accumulator');
  const entries = () => page.evaluate(() => history.length);
  const value = (/** @type {string} */ selector) => page.$eval(selector, (/** @type {HTMLInputElement} */ e) => e.value);
  const bits = '#accumulator input[name="bits"]';
  const before = await entries();
  await page.$eval(bits, (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const { x, y, width, height } = await (await page.$(bits)).boundingBox();
  await page.mouse.move(x + 14, y + height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 12; ++i) await page.mouse.move(x + 14 + (i * (width - 28)) / 12, y + height / 2);
  await page.mouse.up();
  assert.equal(await value(bits), '23');
  assert.equal(await entries(), before + 1);
  await page.waitForFunction(() => /^#accumulator\?.*bits=23/.test(location.hash));

  await live(page, 'moe-routing');
  await choose(page, 'moe-routing', 'skewed');
  await page.waitForFunction(() => location.hash.startsWith('#moe-routing?'));
  await press(page, '#moe-routing input[name$="topk"][value="2"]');
  await page.waitForFunction(() => location.hash.includes('topk=2'));
  await page.goBack();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector('#moe-routing .controls :is(input:checked, option:checked)')).value === 'balanced');
  assert.equal(await value(bits), '23', 'the other figure stays');
  await page.goBack();
  await page.waitForFunction((/** @type {string} */ bits) => /** @type {HTMLInputElement} */ (document.querySelector(bits)).value === '2', {}, bits);
  await page.goForward();
  await page.waitForFunction((/** @type {string} */ bits) => /** @type {HTMLInputElement} */ (document.querySelector(bits)).value === '23', {}, bits);
  await page.reload();
  await live(page, 'accumulator');
  await page.waitForFunction((/** @type {string} */ bits) => /** @type {HTMLInputElement} */ (document.querySelector(bits)).value === '23', {}, bits);
});

test('following a heading keeps the figures as they are', async () => {
  const { page } = await visit('/library/#accumulator?bits=5');
  await live(page, 'accumulator');
  const bits = () => page.$eval('#accumulator input[name="bits"]', (/** @type {HTMLInputElement} */ e) => e.value);
  assert.equal(await bits(), '5');
  await page.click('.rail li:nth-child(2) a');
  await page.waitForFunction(() => !location.hash.includes('accumulator'));
  assert.equal(await bits(), '5');
  await page.goBack();
  await page.waitForFunction(() => location.hash === '#accumulator?bits=5');
  assert.equal(await bits(), '5');
});

test('words light up a part of the figure, and Escape lets go', async () => {
  const { page } = await visit('/library/');
  await live(page, 'accumulator');
  const link = await page.$('a.part[href^="#accumulator/"]');
  const lit = () => page.$eval('#accumulator', (/** @type {Element} */ e) => e.classList.contains('lit'));
  await link.hover();
  assert.equal(await lit(), true);
  await page.mouse.move(0, 0);
  assert.equal(await lit(), false);
  await link.click();
  await page.mouse.move(0, 0);
  assert.equal(await lit(), true, 'a click keeps it lit');
  await page.keyboard.press('Escape');
  assert.equal(await lit(), false);
});

test('who takes the figure in hand, or scrolls on, sees all of it again', async () => {
  const { page } = await visit('/attention/', { width: 390, height: 844, touch: true });
  await live(page, 'attention-step');
  const link = 'a.part[href="#attention-step/scores"]';
  const lit = () => page.$eval('#attention-step', (/** @type {Element} */ e) => e.classList.contains('lit'));
  const light = async () => {
    await page.$eval(link, (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await page.tap(link);
    await new Promise((resolve) => setTimeout(resolve, 800));
    assert.equal(await lit(), true);
  };
  await light();
  const client = await page.createCDPSession();
  const touch = (/** @type {string} */ type, /** @type {{x: number, y: number}[]} */ ...touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x: 380, y: 700 });
  for (let i = 1; i <= 15; ++i) {
    await touch('touchMove', { x: 380, y: 700 - 20 * i });
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
  await touch('touchEnd');
  await page.waitForFunction(() => !document.querySelector('#attention-step.lit'), { timeout: 3000 });
  await light();
  await page.tap('#attention-step .preset:last-child');
  assert.equal(await lit(), false, 'a preset');
  await light();
  await page.$eval('#attention-step .picture', (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.tap('#attention-step .picture canvas');
  assert.equal(await lit(), false, 'the picture');
});

test('everything to press is at least 24 px high and wide, text in sentences aside', async () => {
  for (const path of ['/library/', '/glossary/']) {
    const { page } = await visit(path, { width: 360 });
    for (const id of await page.$$eval('figure[data-scene]', (/** @type {Element[]} */ all) => all.map((f) => f.id))) await live(page, id);
    const small = await page.$$eval('button:not(.skip), input, summary, .choice label:has(input), .pages a, .brand, .rail-open', (/** @type {Element[]} */ all) =>
      all
        .map((e) => (e.matches('.toggle input, .answer input') ? (e.closest('label') ?? e) : e))
        .map((e) => ({ what: `${e.tagName}.${e.className} ${e.textContent?.slice(0, 20)}`, box: e.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 24 || box.width < 24))
        .map(({ what, box }) => `${what} ${box.width}×${box.height}`),
    );
    assert.deepEqual(small, [], path);
  }
});

test('the front page leads back to where the reader was, and to what the figures showed', async () => {
  const { page } = await visit('/library/#accumulator?bits=9');
  await live(page, 'accumulator');
  await page.waitForSelector('.rail a[aria-current]');
  const section = await page.$eval('.rail a[aria-current]', (/** @type {HTMLAnchorElement} */ e) => e.hash);
  await page.goto((await page.url()).replace(/library.*/, ''));
  await page.waitForSelector('.continue:not([hidden]) a');
  await page.click('.continue a');
  await page.waitForSelector('#accumulator');
  assert.equal(await page.evaluate(() => location.hash), section);
  await live(page, 'accumulator');
  assert.equal(await page.$eval('#accumulator input[name="bits"]', (/** @type {HTMLInputElement} */ e) => e.value), '9');
});

test('a stored place that is none of this site is not offered', async () => {
  const offered = async (/** @type {string} */ path) => {
    const { page } = await visit('/', {
      before: (/** @type {any} */ page) => page.evaluateOnNewDocument((/** @type {string} */ path) => {
        localStorage.setItem('loom-place-1', JSON.stringify({ path, id: 'x', text: 'Elsewhere', figures: {} }));
      }, path),
    });
    await page.waitForSelector('.rail-sections'); // and what the first moment does without has been done
    await page.waitForSelector('html.settled'); // the idle moments before that have offered it
    const href = await page.$eval('.continue', (/** @type {HTMLElement} */ line) => (line.hidden ? '' : line.querySelector('a')?.href));
    return href && new URL(href).pathname;
  };
  assert.equal(await offered('/library/'), '/library/');
  for (const path of ['/\\evil.example/', '//evil.example/', '/\t/evil.example/', 'javascript:alert(1)', 'https:evil']) assert.equal(await offered(path), '', path);
});
