// What a reader's browser fetches: every page before wasm, and wasm with its glue.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, open } from '../../tests/browser/browsers.mjs';
import { build } from '../../tests/site.mjs';
import { host } from './static.mjs';

/** @param {number} bytes */
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  const folder = build('--compress');
  const { address, stop } = await host(folder);
  const browser = await chromium();
  /** Bytes on the wire. @param {string} path */
  const wire = (path) => {
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  };
  const rows = [];
  const runtime = new Set();
  for (const path of ['/', '/formats/', '/library/', '/glossary/', '/references/']) {
    /** @type {Set<string>} */
    const fetched = new Set();
    const { page } = await open(browser, address + path, { height: 800, before: async (page) => page.on('request', (/** @type {any} */ r) => r.url().startsWith('http') && fetched.add(new URL(r.url()).pathname)) });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const [wasm, glue] = await page.evaluate(() => [document.documentElement.dataset.wasm, document.documentElement.dataset.runtime]);
    for (const file of [wasm, glue]) if (file) runtime.add(new URL(file, address).pathname);
    const first = [...fetched].filter((file) => !runtime.has(file) && !/\.(otf|ttf)$/.test(file));
    const sum = (/** @type {RegExp} */ kind) => first.filter((f) => kind.test(f)).reduce((total, file) => total + wire(file), 0);
    const budget = { '/': '≤ 160 KB', '/formats/': '≤ 150 KB', '/library/': '≤ 120 KB' }[path] ?? '';
    rows.push({ what: `${path} before wasm`, value: kb(sum(/./)), budget });
    rows.push({ what: '  HTML · CSS · JS · fonts', value: [/\/$/, /\.css$/, /\.js$/, /\.woff2$/].map((kind) => (sum(kind) / 1000).toFixed(1)).join(' · '), budget: 'JS ≤ 15 KB' });
    await page.close();
  }
  rows.push({ what: 'wasm + glue', value: kb([...runtime].reduce((total, file) => total + wire(file), 0)), budget: '≤ 210 KB' });
  await browser.close();
  stop();
  return rows;
}
