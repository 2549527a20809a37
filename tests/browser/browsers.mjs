// The three browsers, all Debian's own; nothing is ever downloaded.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

import { load } from '../packages.mjs';

const puppeteer = load('puppeteer-core');

/** Chromium with software WebGL. @param {string[]} flags */
export const chromium = (flags = []) =>
  puppeteer.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless=new', '--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run',
      '--disable-component-update', '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...flags,
    ],
  });

/** Firefox, which headless has no WebGL. */
export const firefox = () =>
  puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true });

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
    if (['error', 'warn', 'warning', 'assert'].includes(message.type())) complaints.push(message.text());
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

/** Scrolls to a figure, of which only the built-in part is there before, and waits until its controls are. @param {any} page @param {string} id */
export async function near(page, id) {
  const top = () =>
    page.$eval(`#${id}`, (/** @type {Element} */ figure) => {
      figure.scrollIntoView({ block: 'center', behavior: 'instant' });
      return figure.closest('[data-begun]') ? figure.getBoundingClientRect().top : NaN;
    });
  // What is laid out on the way moves what is below it.
  for (let rested = 0, last = NaN; rested < 3; ) {
    const now = await top();
    rested = now === last ? rested + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Scrolls to a figure and waits until it is live. @param {any} page @param {string} id */
export async function live(page, id) {
  await near(page, id);
  await page.waitForSelector(`#${id}[data-live]`, { timeout: 20000 });
  // Sections above are being laid out: the reader sees nothing of it, but places on the page change.
  await page.waitForFunction(() => !document.querySelector('section.later'), { timeout: 20000 });
  await near(page, id);
}

/** WebKitGTK's MiniBrowser through its own driver. @param {string} url */
export async function webkit(url) {
  const binary = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`).find((path) => existsSync(path));
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', '--port=4460'], { stdio: 'ignore', detached: true });
  /** @param {string} method @param {string} path @param {object} [body] */
  const call = async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:4460${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await reply.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 0; ; ++tries) {
    try {
      await call('GET', '/status');
      break;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } };
  const { sessionId } = await call('POST', '/session', { capabilities });
  await call('POST', `/session/${sessionId}/url`, { url });
  return {
    /** Runs the body of a function in the page. @param {string} script @param {any[]} args */
    run: (script, ...args) => call('POST', `/session/${sessionId}/execute/sync`, { script, args }),
    close: async () => {
      await call('DELETE', `/session/${sessionId}`).catch(() => {});
      process.kill(-(/** @type {number} */ (driver.pid)));
    },
  };
}
