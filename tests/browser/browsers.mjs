// The three browsers, all from Debian. Each is closed when the test (or the file) that opened it ends, also after a
// failure, because node waits for everything that is left open.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { after } from 'node:test';

import { launch, patience_ms, puppeteer } from './pages.mjs';

export { allLive, choose, chosen, live, near, open, press, whole } from './pages.mjs';

/** @param {Promise<any>} launched */
async function closing(launched) {
  const browser = await launched;
  after(() => browser.close());
  return browser;
}

/**
 * Chromium with software WebGL. The page around the pictures is drawn without it, as on a machine without a graphics
 * card, which takes half the work.
 * @param {string[]} flags @param {boolean} allByGl the page goes through software GL, too
 */
export const chromium = (flags = [], allByGl = false) => closing(launch([...(allByGl ? [] : ['--disable-gpu-compositing']), ...flags]));

/** Firefox, which headless has no WebGL. Debian 13 began with Firefox 140, for which two things are done in another way. */
export async function firefox() {
  const browser = await closing(puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true, defaultViewport: null, timeout: patience_ms }));
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async () => {
    const page = await newPage(), setViewport = page.setViewport.bind(page);
    // It takes the size, but does not know the orientation that comes with it.
    page.setViewport = (/** @type {object} */ viewport) =>
      setViewport(viewport).catch((/** @type {Error} */ error) => {
        if (!error.message.includes('setScreenOrientationOverride')) throw error;
      });
    // The page's policy also applies to code that waits in the page.
    page.waitForFunction = async (/** @type {any} */ done, { timeout = 30000 } = {}, /** @type {any[]} */ ...given) => {
      for (const end = Date.now() + timeout; !(await page.evaluate(done, ...given)); await new Promise((resolve) => setTimeout(resolve, 50)))
        if (Date.now() > end) throw new Error(`waited ${timeout} ms for ${done}`);
    };
    return page;
  };
  return browser;
}

/** @returns {Promise<number>} a port that nothing listens at */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** WebKitGTK's MiniBrowser through its own driver. @param {string} url */
export async function webkit(url) {
  const binary = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`).find((path) => existsSync(path));
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], { stdio: 'ignore', detached: true });
  /** @param {string} method @param {string} path @param {object} [body] */
  const call = async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(60000) });
    const { value } = await reply.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  let session = '';
  after(async () => {
    if (session) await call('DELETE', session).catch(() => {});
    process.kill(-(/** @type {number} */ (driver.pid)));
  });
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
  session = `/session/${sessionId}`;
  const go = (/** @type {string} */ url) => call('POST', `${session}/url`, { url });
  await go(url);
  return {
    go,
    /** Runs the body of a function in the page. @param {string} script @param {any[]} args */
    run: (script, ...args) => call('POST', `${session}/execute/sync`, { script, args }),
  };
}
