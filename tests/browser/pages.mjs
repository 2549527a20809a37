// Pages in a browser, for the tests and for tools/measure.
import { load } from '../packages.mjs';

export const puppeteer = load('puppeteer-core');

/** For a browser to start on a busy machine. */
export const patience_ms = 120000;

/** Chromium without windows, with software WebGL. Debian's own, nothing is ever downloaded. @param {string[]} flags */
export const launch = (flags = []) =>
  puppeteer.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    headless: 'shell',
    timeout: patience_ms,
    args: [
      '--no-sandbox', '--disable-quic', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--font-render-hinting=none', // letters as wide as on a reader's screen, not rounded to whole pixels
      ...flags,
    ],
  });

/** What a software driver reports about its own speed; no page can avoid it. */
const aside = /GL Driver Message \(OpenGL, Performance/;

/**
 * Opens a page and collects everything that a reader's console would show.
 * @param {any} browser @param {string} url
 * @param {{width?: number, height?: number, dark?: boolean, script?: boolean, still?: boolean, touch?: boolean, scale?: number, before?: (page: any) => Promise<void>}} options
 */
export async function open(browser, url, options = {}) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (/** @type {any} */ message) => {
    if (['error', 'warn', 'warning', 'assert'].includes(message.type()) && !aside.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (/** @type {Error} */ error) => complaints.push(error.message));
  await page.setViewport({ width: options.width ?? 1280, height: options.height ?? 900, deviceScaleFactor: options.scale ?? 1, hasTouch: options.touch ?? false });
  if (options.script === false) await page.setJavaScriptEnabled(false);
  const features = [];
  if (options.dark !== undefined) features.push({ name: 'prefers-color-scheme', value: options.dark ? 'dark' : 'light' });
  if (options.still) features.push({ name: 'prefers-reduced-motion', value: 'reduce' });
  if (features.length) await page.emulateMediaFeatures(features);
  if (options.before) await options.before(page);
  await page.goto(url, { waitUntil: 'load' });
  return { page, complaints };
}

/** Scrolls to a figure until it rests there. @param {any} page @param {string} id @param {string} figure what it has to match by then */
const restAt = (page, id, figure) =>
  page.$eval(`#${id}`, async (/** @type {Element} */ element, /** @type {string} */ figure) => {
    // A page in the background draws nothing.
    const frame = () => new Promise((resolve) => (requestAnimationFrame(resolve), setTimeout(resolve, 50)));
    // What is laid out on the way moves what is below it.
    for (let rested = 0, last = NaN, end = performance.now() + 20000; rested < 3; await frame()) {
      if (performance.now() > end) throw new Error(`#${element.id} has not come to rest after 20 s`);
      (element.querySelector('.picture') ?? element).scrollIntoView({ block: 'center', behavior: 'instant' });
      const now = element.matches(figure) ? element.getBoundingClientRect().top : NaN;
      rested = now === last ? rested + 1 : 0;
      last = now;
    }
  }, figure);

/** Scrolls to a figure, which may not be live yet. @param {any} page @param {string} id */
export const near = (page, id) => restAt(page, id, '*');

/** Scrolls to a figure and waits until it is live: that begins with a reader's first move. @param {any} page @param {string} id */
export async function live(page, id) {
  await near(page, id);
  await whole(page); // until then what is above may change its height, and the page scrolls to make up for it
  await restAt(page, id, '[data-live]');
}

/** Waits until far.js has laid out all of it: that begins with a reader's first move. @param {any} page */
export async function whole(page) {
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => [...document.querySelectorAll('main > section > *, .sources li, .entry')].every((e) => !getComputedStyle(e).getPropertyValue('--far')), { timeout: 30000 });
}

/** Goes through the page until all figures are live and drawn. @param {any} page */
export async function allLive(page) {
  await page.mouse.move(1, 1);
  await page.evaluate(async () => {
    const end = performance.now() + 120000;
    for (let next; (next = document.querySelector('figure[data-scene]:not([data-live][data-frames])')); ) {
      if (performance.now() > end) throw new Error(`#${next.id} is not live after 120 s`);
      (next.querySelector('.picture') ?? next).scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise((resolve) => (requestAnimationFrame(resolve), setTimeout(resolve, 50)));
    }
  });
  await whole(page);
}

/** Clicks, from where the element is not under the picture that stays on the screen. @param {any} page @param {string} selector */
export async function press(page, selector) {
  await page.$eval(selector, (/** @type {Element} */ e) => (e.closest('.control') ?? e).scrollIntoView({ block: 'nearest', behavior: 'instant' }));
  await page.click(selector);
}

/** Chooses a parameter's value, by its button or in its list. @param {any} page @param {string} id the figure @param {string} value */
export async function choose(page, id, value) {
  const list = await page.$(`#${id} select:has(option[value="${value}"])`);
  if (list) await list.select(value);
  else await press(page, `#${id} input[value="${value}"] + span`);
}

/** Whether a parameter has this value. @param {any} page @param {string} id the figure @param {string} value */
export const chosen = (page, id, value) =>
  page.$eval(`#${id} .controls :is(input, option)[value="${value}"]`, (/** @type {any} */ e) => e.checked ?? e.selected);
