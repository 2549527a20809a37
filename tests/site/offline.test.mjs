// The list of what a browser keeps, on the built site: everything that a page asks for is there, as the list says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import { bundled } from '../bundled.mjs';
import { build, files, root } from '../site.mjs';

const site = build('--base-url', 'https://example.org/loom/');
const [, path = ''] = /self\.list="([^"]+)"/.exec(readFileSync(join(site, 'sw.js'), 'utf8')) ?? [];
/** @type {import('../../web/shell/js/offline/kept.js').List} */
const list = JSON.parse(readFileSync(join(site, path), 'utf8'));
const { hashOf } = await bundled('offline/hash.js');
/** @param {string} page */
const html = (page) => readFileSync(join(site, page === 'offline.html' ? page : `${page}index.html`));
/** @param {number[]} needs */
const names = (needs) => new Set(needs.map((file) => list.files[file]?.[0]));

test('the worker computes the hashes of the builder', () => {
  for (const [name, size] of list.files) {
    const bytes = readFileSync(join(site, 'assets', decodeURIComponent(name)));
    assert.equal(bytes.length, size, name);
    assert.ok(name.includes(`.${hashOf(bytes)}.`), name);
  }
  for (const [page, , hash, size] of list.pages) assert.deepEqual([hashOf(html(page)), html(page).length], [hash, size], page);
});

test('all pages to read are there, with a title, and no frame for other sites', () => {
  const all = files(site).filter((file) => file.endsWith('index.html') && !file.startsWith('embed/')).map((file) => file.replace(/index\.html$/, ''));
  assert.deepEqual(list.pages.map(([page]) => page).sort(), [...all, 'offline.html'].sort());
  assert.ok(list.pages.every(([page, title]) => title || page === 'offline.html'));
});

test('a page needs all that its elements ask for, and the programs of its figures', () => {
  for (const [page, , , , needs] of list.pages) {
    const text = html(page).toString(), needed = names(needs);
    const body = text.slice(text.indexOf('<head>'));
    for (const [, name = ''] of body.matchAll(/[" (]\/loom\/assets\/([^")\s]+)/g)) assert.ok(needed.has(name), `${page} asks for ${name}`);
    const groups = new Set([...text.matchAll(/data-group="(\w+)"/g)].map(([, group]) => group));
    const programs = [...needed].filter((name) => name?.startsWith('scenes-')).map((name) => /scenes-(\w+)\./.exec(name ?? '')?.[1]);
    assert.deepEqual(programs.sort(), [...groups].sort(), page);
    assert.equal([...needed].some((name) => name?.startsWith('canvas.')), groups.size > 0, page);
  }
});

test('the worker is small, and what a page loads at once grows by little', () => {
  const packed = (/** @type {string} */ name) => brotliCompressSync(readFileSync(join(root, 'build/assets', name))).length;
  assert.ok(packed('sw.js') < 2400, `${packed('sw.js')} bytes`);
  assert.ok(packed('offline.js') < 2400, `${packed('offline.js')} bytes`);
});

test('the icons are squares of their sizes', () => {
  const { icons } = JSON.parse(readFileSync(join(site, 'manifest.webmanifest'), 'utf8'));
  assert.deepEqual(icons.map((/** @type {any} */ { sizes, purpose }) => `${sizes} ${purpose}`), ['192x192 any', '512x512 any', '512x512 maskable']);
  for (const { src, sizes } of icons) {
    const bytes = readFileSync(join(site, src.replace('/loom/', '')));
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
  }
});
