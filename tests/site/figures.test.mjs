// The figures' own pages, and the page of all figures, without a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { build, files, loom, root } from '../site.mjs';

const scenes = execFileSync(loom, ['scene'], { encoding: 'utf8' }).split('\n').flatMap((line) => line.match(/^([\w-]+) \(page /)?.[1] ?? []);
/** @type {{figures: string[], cases?: number, files?: string[], tests: string[]}[]} */
const comparisons = JSON.parse(readFileSync(join(root, 'content/comparisons.json'), 'utf8'));
const below = build('--base-url', 'https://example.org/loom/');
const page = (/** @type {string} */ path, site = below) => readFileSync(join(site, path, 'index.html'), 'utf8');

test('every scene has a page, below a path too', () => {
  assert.ok(scenes.length > 60);
  for (const id of scenes) {
    const html = page(`figure/${id}`);
    assert.match(html, new RegExp(`<link rel="canonical" href="https://example.org/loom/figure/${id}/">`), id);
    assert.match(html, new RegExp(`<figure class="scene" id="${id}"`), id);
    for (const heading of ['What it computes', 'What it was compared with', 'Where it is taught', 'Its columns'])
      assert.ok(html.includes(`>${heading} <a class="anchor"`), `${id}: ${heading}`);
    assert.doesNotMatch(html, /No page of this site shows it yet/, id);
  }
  const sitemap = readFileSync(join(below, 'sitemap.xml'), 'utf8');
  for (const id of scenes) assert.ok(sitemap.includes(`<loc>https://example.org/loom/figure/${id}/</loc>`), id);
});

test('tests and files of comparisons exist, and a test reads each of its files', () => {
  for (const { figures, files: kept = [], tests } of comparisons) {
    for (const path of [...kept, ...tests]) assert.ok(existsSync(join(root, path)), `${figures}: ${path}`);
    const sources = tests.map((path) => readFileSync(join(root, path), 'utf8')).join('');
    // A table that is generated from the recording has its name in core/.
    for (const path of kept) {
      const name = path.split('/').slice(-2).join('/');
      if (tests.some((test) => test.startsWith('tests/data/'))) assert.ok(sources.includes(name), `${tests} do not read ${name}`);
    }
  }
});

test('a simulator without a comparison names a test that exists', () => {
  const compared = new Set(comparisons.flatMap(({ figures }) => figures));
  let without = 0;
  for (const id of scenes.filter((scene) => !compared.has(scene))) {
    const [, path = ''] = page(`figure/${id}`).match(/laws that it has to keep: <code>([^<]+)</) ?? [];
    assert.ok(path && existsSync(join(root, path)), `${id}: '${path}'`);
    ++without;
  }
  assert.ok(without > 5 && without < scenes.length / 2, `${without} of ${scenes.length}`);
});

test('the page of all figures has every figure page', () => {
  const html = page('figures');
  for (const id of scenes) assert.match(html, new RegExp(`<a href="/loom/figure/${id}/[^"]*"><img`), id);
});

test('every figure of a lesson leads to its own page', () => {
  for (const path of files(below).filter((file) => /^(\w+\/)?index\.html$/.test(file))) {
    const html = readFileSync(join(below, path), 'utf8');
    for (const [whole, scene] of html.matchAll(/<figure class="scene"[^>]* data-scene="([^"]+)"[\s\S]*?<\/figure>/g))
      assert.ok(whole.includes(`href="/loom/figure/${scene}/`), `${path}: ${scene}`);
  }
});

test('a figure for frames: no search engine lists it, its own page is named, its bytes are few', async () => {
  const { brotliCompressSync } = await import('node:zlib');
  const compressed = (/** @type {string} */ path) => brotliCompressSync(readFileSync(path)).length;
  const scripts = files(join(below, 'assets')).filter((name) => /^(embed|runtime|painter|canvas)\.[^.]+\.js$/.test(name));
  assert.equal(scripts.length, 4);
  const shared = scripts.reduce((sum, name) => sum + compressed(join(below, 'assets', name)), 0);
  for (const id of scenes) {
    const html = page(`embed/${id}`);
    assert.match(html, /<meta name="robots" content="noindex">/);
    assert.match(html, new RegExp(`<link rel="canonical" href="https://example.org/loom/figure/${id}/">`));
    assert.match(html, new RegExp(`<a class="own" target="_blank" rel="noopener" href="/loom/figure/${id}/">Loom: `));
    assert.doesNotMatch(html, /<header|<nav|class="rail/);
    const bytes = shared + compressed(join(below, 'embed', id, 'index.html'));
    assert.ok(bytes <= 45_000, `${id}: ${bytes} bytes of HTML, CSS and scripts`);
  }
  assert.doesNotMatch(readFileSync(join(below, 'sitemap.xml'), 'utf8'), /embed/);
});
