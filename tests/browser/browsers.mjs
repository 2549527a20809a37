// The three browsers, all Debian's own. Each is closed when the test that opened it ends, or the file where it was
// opened outside of one: also when that fails, for node waits for what is left open.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { after } from 'node:test';

import { launch, patience_ms, puppeteer } from './pages.mjs';

export { choose, chosen, live, near, open, press } from './pages.mjs';

/** @param {Promise<any>} launched */
async function closing(launched) {
  const browser = await launched;
  after(() => browser.close());
  return browser;
}

/** Chromium with software WebGL. @param {string[]} flags */
export const chromium = (flags = []) => closing(launch(flags));

/** Firefox, which headless has no WebGL. */
export const firefox = () =>
  closing(puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true, timeout: patience_ms }));

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
  await call('POST', `${session}/url`, { url });
  return {
    /** Runs the body of a function in the page. @param {string} script @param {any[]} args */
    run: (script, ...args) => call('POST', `${session}/execute/sync`, { script, args }),
  };
}
