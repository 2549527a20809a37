// Every character of the built pages is in the font that draws it: nothing falls back to another face.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { load } from '../packages.mjs';
import { build, files, pages, root } from '../site.mjs';

const { parse } = load('parse5');
const script = readFileSync(join(root, 'tools/fonts'), 'utf8');

/** Code points of the lists in tools/fonts that belong to `name`. @param {string[]} names @returns {Set<number>} */
function listed(names) {
  const set = new Set();
  for (const name of names)
    for (const [, text] of script.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')))
      for (const range of (text ?? '').match(/U\+[0-9A-F-]+/g) ?? []) {
        const [from, to] = range.slice(2).split('-').map((code) => parseInt(code, 16));
        for (let code = /** @type {number} */ (from); code <= (to ?? /** @type {number} */ (from)); ++code) set.add(code);
      }
  return set;
}

const bold = listed(['plain', 'quotes', 'signs', 'raised', 'greek', 'marks']);
const page = new Set([...bold, ...listed(['latin'])]);
const code = listed(['code']);
const canvas = listed(['canvas']);
const math = new Set([...readFileSync(join(root, 'tools/math_font.py'), 'utf8')].map((c) => c.codePointAt(0)));

/** @typedef {'page' | 'bold' | 'code' | 'canvas' | 'math'} Kind */
/** @type {Record<string, Kind>} */
const kinds = { ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'strong', 'b', 'th', 'dt', 'summary', 'figcaption'].map((tag) => [tag, 'bold'])), svg: 'canvas', math: 'math', mtext: 'page', code: 'code', kbd: 'code', samp: 'code' };

/** @param {any} node @param {(text: string, kind: Kind) => void} visit @param {Kind} [kind] */
function walk(node, visit, kind = 'page') {
  if (['script', 'style', 'title'].includes(node.tagName)) return;
  if (node.nodeName === '#text') visit(node.value, kind);
  for (const child of node.childNodes ?? []) walk(child, visit, kinds[node.tagName] ?? kind);
}

test('the fonts have every character of the pages, the pictures and the formulas', () => {
  const fonts = { page, bold, code, canvas, math };
  assert.ok([...canvas].every((character) => bold.has(character)), 'built-in pictures have bold labels');
  assert.ok(page.has(0x41) && canvas.has(0x41) && math.has(0x2211));
  /** @type {Set<string>} */
  const missing = new Set();
  const check = (/** @type {string} */ path, /** @type {string} */ markup) =>
    walk(parse(markup, { scriptingEnabled: false }), (text, kind) => {
      for (const character of text) {
        const code = /** @type {number} */ (character.codePointAt(0));
        // Browsers map single letters in formulas to the italic ones; U+2061 is invisible.
        const italic = kind === 'math' && /[A-Za-zα-ω\u2061]/.test(character);
        if (code > 32 && !italic && !fonts[kind].has(code)) missing.add(`${path}: ${character} (U+${code.toString(16)}) in ${kind} text`);
      }
    });
  const site = build();
  for (const { path, html } of pages(site)) check(path, html);
  // Pictures that are files, and the golden ones, of states that no page opens with.
  const drawn = [join(site, 'assets'), join(root, 'tests/web/scenes/golden')].flatMap((folder) => files(folder).map((path) => join(folder, path))).filter((path) => path.endsWith('.svg') && !path.includes('favicon'));
  assert.ok(drawn.length > 100);
  for (const path of drawn) check(path, readFileSync(path, 'utf8'));
  assert.deepEqual([...missing], []);
});
