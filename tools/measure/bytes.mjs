// What a reader's browser fetches: every page before the WebAssembly, and the WebAssembly with its glue code.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { launch, open } from '../../tests/browser/pages.mjs';
import { build } from '../../tests/site.mjs';
import { progress } from './progress.mjs';
import { host } from './static.mjs';

/** @param {number} bytes */
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure({ smallest }) {
  const folder = build('--compress');
  const { address, stop } = await host(folder);
  const browser = await launch();
  /** Bytes on the wire. @param {string} path */
  const wire = (path) => {
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  };
  const rows = [];
  const programs = (/** @type {any} */ page) =>
    page.evaluate(() => {
      const { canvas = '', scenes = '' } = document.documentElement.dataset;
      return { canvas: canvas.split(' '), scenes: Object.fromEntries(scenes.split(' ').filter(Boolean).map((each) => each.split('='))) };
    });
  /** @type {{canvas: string[], scenes: Record<string, string>}} */
  let known = { canvas: [], scenes: {} };
  const paths = smallest ? ['/library/'] : ['/', '/formats/', '/library/', '/glossary/', '/references/'];
  const say = progress('bytes', paths.length);
  for (const path of paths) {
    say(path);
    /** @type {Set<string>} */
    const fetched = new Set();
    const { page } = await open(browser, address + path, { height: 800, before: async (page) => page.on('request', (/** @type {any} */ r) => r.url().startsWith('http') && fetched.add(new URL(r.url()).pathname)) });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    known = await programs(page);
    const later = [...known.canvas, ...Object.values(known.scenes)].map((file) => new URL(file, address).pathname);
    const first = [...fetched].filter((file) => !later.includes(file) && !/\.(otf|ttf)$/.test(file));
    const sum = (/** @type {RegExp} */ kind) => first.filter((f) => kind.test(f)).reduce((total, file) => total + wire(file), 0);
    const budget = { '/': '≤ 240 KB', '/attention/': '≤ 160 KB', '/formats/': '≤ 150 KB', '/library/': '≤ 120 KB' }[path] ?? '';
    rows.push({ what: `${path} before wasm`, value: kb(sum(/./)), budget });
    rows.push({ what: '  HTML · CSS · JS · fonts', value: [/\/$/, /\.css$/, /\.js$/, /\.woff2$/].map((kind) => (sum(kind) / 1000).toFixed(1)).join(' · '), budget: 'JS ≤ 15 KB' });
    await page.close();
  }
  const total = (/** @type {string[]} */ files) => files.reduce((bytes, file) => bytes + wire(new URL(file, address).pathname), 0);
  const canvas = total(known.canvas);
  rows.push({ what: 'canvas, wasm and glue', value: kb(canvas), budget: '≤ 70 KB' });
  const sizes = Object.entries(known.scenes).map(([group, file]) => ({ group, bytes: total([file]) }));
  for (const { group, bytes } of sizes) rows.push({ what: `scenes-${group}`, value: kb(bytes), budget: '≤ 100 KB' });
  const ofKernels = readdirSync(join(folder, 'assets')).filter((name) => /^kernel.*\.(js|wasm)$/.test(name)).map((name) => `/assets/${name}`);
  for (const file of ofKernels) rows.push({ what: file.replace(/.*\/(\w+)\..*\.(\w+)$/, '$1.$2, with a first run'), value: kb(wire(file)), budget: file.endsWith('.wasm') ? '≤ 130 KB' : '' });
  rows.push({ what: 'a first visit, at most', value: kb(canvas + Math.max(...sizes.map(({ bytes }) => bytes))), budget: '≤ 180 KB' });
  await browser.close();
  stop();
  return rows;
}
