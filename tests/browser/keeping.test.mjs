// The box 'Read offline': the whole site in one click, with its size and progress; stopped, gone on with, refused, and removed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';

import { resolve } from '../packages.mjs';
import { files } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';
import { pause } from './figures.mjs';
import { edition, publishing } from './publishing.mjs';

const site = edition(1), next = edition(2);
const browser = await chromium();
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
const [list = ''] = files(site).filter((path) => /^assets\/files\.\w+\.json$/.test(path));
const { files: assets, pages } = JSON.parse(readFileSync(join(site, list), 'utf8'));
const bytes = [...assets.map((/** @type {any[]} */ [, size]) => size), ...pages.map((/** @type {any[]} */ page) => page[3])].reduce((all, size) => all + size, 0);

/** @type {any[]} */
let contexts = [];
afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
});

/** @param {string} path @param {object} [options] */
async function visit(path, options) {
  const host = await publishing();
  host.folder = site;
  const context = await browser.createBrowserContext();
  contexts.push(context);
  const opened = await open(context, host.address + path, { still: true, ...options });
  await opened.page.waitForSelector('button.offline', { timeout: 60000 });
  return { host, context, ...opened };
}

/** @param {any} page */
const text = (page) => page.$eval('.offline-text', (/** @type {Element} */ e) => e.textContent);
/** Waits until the box says so. @param {any} page @param {RegExp} wanted */
const says = (page, wanted) =>
  page.waitForFunction((/** @type {string} */ wanted) => new RegExp(wanted).test(document.querySelector('.offline-text')?.textContent ?? ''), { timeout: 60000 }, wanted.source);
/** @param {any} page */
const opened = async (page) => {
  await page.click('button.offline');
  await says(page, /pages? (are|is) kept|whole site/);
};
/** @param {any} page */
const shown = (page) => page.$$eval('.offline-buttons button', (/** @type {HTMLElement[]} */ all) => all.filter((e) => !e.hidden).map((e) => e.className));

test('one click keeps the whole site: its size, how far it is, every page without a connection', async () => {
  const { host, page, complaints } = await visit('plain/');
  await opened(page);
  assert.match(await text(page), /^(No page is kept|1 of 3 pages is kept, )/);
  assert.ok(bytes > 1e6);
  await page.evaluate(() => {
    // @ts-ignore
    window.seen = [];
    const bar = /** @type {HTMLProgressElement} */ (document.querySelector('.offline-box progress'));
    // @ts-ignore
    new MutationObserver(() => window.seen.push(bar.value)).observe(bar, { attributes: true, attributeFilter: ['value'] });
  });
  await page.click('.offline-buttons .keep');
  await says(page, /^The whole site is kept: 3 pages, /);
  assert.ok((await text(page)).endsWith(`${(bytes / 1e6).toFixed(1)} MB.`));
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
  assert.ok(seen.length >= 2 && seen.at(-1) === 1 && seen.every((/** @type {number} */ value, /** @type {number} */ i) => i === 0 || value >= seen[i - 1]), String(seen));
  assert.deepEqual(await shown(page), ['remove', 'close']);
  host.down = true;
  for (const [path, id] of /** @type {[string, string][]} */ ([['', 'coalescing'], ['other/', 'accumulator']])) {
    await page.goto(host.address + path);
    await live(page, id);
  }
  host.down = false;
  host.folder = next; // and so does the next edition
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.waitForFunction(() => document.querySelector('.offline-news')?.textContent, { timeout: 60000 });
  host.down = true;
  for (const path of ['', 'plain/', 'other/']) {
    await page.goto(host.address + path);
    assert.match(await page.$eval('main', (/** @type {Element} */ e) => e.textContent), /Edition 2/);
  }
  assert.deepEqual(complaints, []);
});

test('by keys: it is stopped, goes on, and is removed; the focus stays in the box and returns', async () => {
  const { host, page, complaints } = await visit('plain/');
  await page.focus('button.offline');
  await page.keyboard.press('Enter');
  await says(page, /kept/);
  await page.focus('.offline-buttons .keep');
  host.fails = { path: /scenes-kernels/, status: 503 };
  await page.keyboard.press('Enter');
  await says(page, /did not arrive/);
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'keep');
  host.fails = null;
  await page.evaluate(() => document.querySelector('.offline-buttons .keep')?.addEventListener('click', () => queueMicrotask(() => document.querySelector('.offline-buttons .stop')?.click())));
  await page.keyboard.press('Enter');
  await says(page, /^\d of 3 pages/);
  assert.match(await page.$eval('button.offline', (/** @type {Element} */ e) => e.textContent), /^Read offline: \d of 3 pages kept$/);
  assert.deepEqual(await shown(page), ['keep', 'remove', 'close']);
  assert.match(await page.$eval('.offline-buttons .keep', (/** @type {Element} */ e) => e.textContent), /^Keep the whole site: [\d.]+ MB more$/);
  await page.focus('.offline-buttons .remove');
  await page.keyboard.press('Enter');
  assert.equal(await page.$eval('.offline-buttons .remove', (/** @type {Element} */ e) => e.textContent), 'Really remove all?');
  await page.keyboard.press('Enter');
  await says(page, /^No page is kept/);
  assert.ok(await page.evaluate(() => document.querySelector('.offline-box')?.contains(document.activeElement)));
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'offline');
  host.down = true;
  await page.reload();
  assert.equal(await page.$eval('h1', (/** @type {Element} */ e) => e.textContent), 'Not kept on this device');
  assert.match(await page.$eval('ul.kept', (/** @type {Element} */ e) => e.textContent), /None yet/);
  assert.deepEqual(complaints.filter((each) => !/50[03]/.test(each)), []);
});

test('a browser without room says so', async () => {
  const { host, page } = await visit('plain/');
  await opened(page);
  const session = await page.createCDPSession();
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.address).origin, quotaSize: 1000 });
  await page.click('.offline-buttons .keep');
  await says(page, /no more room/);
  assert.deepEqual(await shown(page), ['keep', 'remove', 'close']);
});

test('a browser that refuses workers says so, and the page is as it was', async () => {
  const { page, complaints } = await visit('plain/', {
    before: async (/** @type {any} */ page) => page.evaluateOnNewDocument(() => {
      ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('no', 'SecurityError'));
    }),
  });
  await page.click('button.offline');
  await says(page, /does not let the site keep pages/);
  assert.deepEqual(complaints, []);
});

test('axe finds nothing in the box, in both themes; on a phone it fits', async () => {
  for (const [dark, width] of /** @type {[boolean, number][]} */ ([[false, 1280], [true, 360]])) {
    const { page } = await visit('plain/', { dark, width });
    await opened(page);
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      // @ts-ignore
      const { violations } = await window.axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
      return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.html).slice(0, 2)}`);
    });
    assert.deepEqual(violations, []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    const { left, right } = await page.$eval('.offline-box', (/** @type {Element} */ e) => e.getBoundingClientRect().toJSON());
    assert.ok(left >= 0 && right <= width);
  }
});

test('who saves data keeps nothing without being asked', async () => {
  const { page } = await visit('plain/', {
    before: async (/** @type {any} */ page) => page.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await pause(1000);
  await opened(page);
  assert.match(await text(page), /^No page is kept/);
});
