// Properties of the built site that hold without a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { load } from '../packages.mjs';
import { build, files, loom, pages, root } from '../site.mjs';

const { parse } = load('parse5');
const site = build();

/** Every element of a document, in order. @param {any} node @returns {any[]} */
function elements(node) {
  return (node.childNodes ?? []).flatMap((/** @type {any} */ child) => (child.tagName ? [child, ...elements(child)] : elements(child)));
}

/** @param {any} element @param {string} name @returns {string | undefined} */
const attribute = (element, name) => element.attrs.find((/** @type {any} */ a) => a.name === name)?.value;

const documents = pages(site).map(({ path, html }) => {
  const all = elements(parse(html, { scriptingEnabled: false }));
  return { path, html, all, ids: all.map((e) => attribute(e, 'id')).filter(Boolean) };
});

test('there is a page for every entry of site.json', () => {
  const paths = documents.map(({ path }) => path);
  for (const path of ['index.html', 'formats/index.html', 'attention/index.html', 'library/index.html', 'glossary/index.html', 'references/index.html', 'changes/index.html', 'decisions/index.html', 'run/index.html', '404.html'])
    assert.ok(paths.includes(path), `${path} is missing`);
});

test('ids are unique on each page', () => {
  for (const { path, ids } of documents) {
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    assert.deepEqual(twice, [], path);
  }
});

test('every local link leads to a page and an id that exist', () => {
  const known = new Set(files(site));
  for (const { path, all } of documents) {
    for (const element of all) {
      const target = attribute(element, 'href') ?? attribute(element, 'src');
      if (!target || /^(https?:|mailto:|data:)/.test(target)) continue;
      const url = new URL(target, `https://loom.example/${path}`);
      let file = decodeURIComponent(url.pathname.slice(1));
      if (file === '' || file.endsWith('/')) file += 'index.html';
      assert.ok(known.has(file), `${path}: ${target} leads to no file`);
      if (!url.hash || !file.endsWith('.html')) continue;
      // "#figure?stride=2" and "#figure/part" speak to the figure of that id.
      const id = decodeURIComponent(url.hash.slice(1)).split(/[?/]/)[0];
      const there = documents.find((d) => d.path === file);
      assert.ok(there?.ids.includes(id), `${path}: ${target} names no id of ${file}`);
    }
  }
});

test('the content security policy has nothing to forbid', () => {
  for (const { path, all } of documents) {
    const policy = all.find((e) => attribute(e, 'http-equiv') === 'Content-Security-Policy');
    assert.match(attribute(policy, 'content') ?? '', /script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+';/, path);
    for (const element of all) {
      assert.equal(attribute(element, 'style'), undefined, `${path}: <${element.tagName}> has an inline style`);
      const directive = { style: 'style-src', script: 'script-src' }[/** @type {string} */ (element.tagName)];
      const data = attribute(element, 'type') === 'application/ld+json'; // which nobody runs
      if (directive && !data && !attribute(element, 'src')) {
        const hash = createHash('sha256').update(element.childNodes.map((/** @type {any} */ { value }) => value).join('')).digest('base64');
        assert.match(attribute(policy, 'content') ?? '', new RegExp(`${directive} [^;]*'sha256-${hash.replace(/[+/]/g, '[$&]')}'`), `${path}: an inline ${element.tagName} that the policy forbids`);
      }
      for (const { name } of element.attrs) assert.doesNotMatch(name, /^on/, `${path}: inline handler ${name}`);
      const fetched = attribute(element, 'src') ?? (element.tagName === 'link' && !/canonical/.test(attribute(element, 'rel') ?? '') ? attribute(element, 'href') : undefined);
      if (fetched) assert.doesNotMatch(fetched, /^(https?:)?\/\//, `${path}: third-party request for ${fetched}`);
    }
  }
});

test('every figure is complete without a script', () => {
  const figures = documents.flatMap(({ path, all }) => all.filter((e) => e.tagName === 'figure' && attribute(e, 'data-scene')).map((figure) => ({ path, figure })));
  assert.ok(figures.length >= 4);
  for (const { path, figure } of figures) {
    const inside = elements(figure);
    const has = (/** @type {string} */ tag, /** @type {string} */ name = '') =>
      inside.some((e) => e.tagName === tag && (attribute(e, 'class') ?? '').split(' ').includes(name));
    const where = `${path}#${attribute(figure, 'id')}`;
    const files = ['source', 'img'].every((tag) => inside.some((e) => e.tagName === tag && (attribute(e, 'srcset') ?? attribute(e, 'src'))));
    assert.ok((has('svg', 'narrow') && has('svg', 'wide')) || files, `${where}: pictures`);
    assert.ok(has('p', 'status'), `${where}: sentence`);
    assert.ok(inside.some((e) => e.tagName === 'table'), `${where}: table`);
    assert.ok(inside.some((e) => e.tagName === 'figcaption'), `${where}: caption`);
  }
});

test('no two figures of a page have the same title', () => {
  for (const { path, all } of documents) {
    const titles = all.filter((e) => e.tagName === 'figure').map((e) => elements(e).map((inside) => (inside.tagName === 'svg' ? attribute(inside, 'aria-label') : inside.tagName === 'img' && attribute(inside, 'alt'))).find(Boolean));
    assert.deepEqual(titles.filter((title, i) => titles.indexOf(title) !== i), [], `${path}: set title="…"`);
  }
});

test('HTML is valid', async () => {
  const { HtmlValidate } = load('html-validate');
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      'long-title': 'off',
      'no-trailing-whitespace': 'off', // code samples may have it
      'tel-non-breaking': 'off', // numbers in the text are not telephone numbers
      'void-style': 'off',
      'wcag/h32': 'off', // a figure's controls act at once, there is nothing to submit
    },
  });
  for (const { path, html } of documents) {
    const report = await validator.validateString(html);
    const messages = report.results.flatMap((/** @type {any} */ r) => r.messages.map((/** @type {any} */ m) => `${path}:${m.line}:${m.column} ${m.ruleId}: ${m.message}`));
    assert.deepEqual(messages.slice(0, 20), []);
  }
});

test('two builds give the same bytes', () => {
  const again = build();
  assert.deepEqual(files(again), files(site));
  for (const path of files(site)) assert.ok(readFileSync(join(site, path)).equals(readFileSync(join(again, path))), `${path} differs`);
});

test('compressed copies hold the same text', async () => {
  const { brotliDecompressSync, gunzipSync } = await import('node:zlib');
  const compressed = build('--compress');
  const originals = files(compressed).filter((path) => /\.(html|css|js|svg|xml|txt|wasm)$/.test(path));
  assert.ok(originals.length > 5);
  for (const path of originals) {
    const bytes = readFileSync(join(compressed, path));
    assert.ok(brotliDecompressSync(readFileSync(join(compressed, `${path}.br`))).equals(bytes), `${path}.br`);
    assert.ok(gunzipSync(readFileSync(join(compressed, `${path}.gz`))).equals(bytes), `${path}.gz`);
  }
});

test('the texts have no mistakes, and nothing that strains the reader', () => {
  const said = execFileSync(loom, ['check', '--content', join(root, 'content'), '--strict'], { encoding: 'utf8', stdio: 'pipe' });
  assert.match(said, /^\d+ pages, no mistakes; [\d,]+ numbers: /);
});
