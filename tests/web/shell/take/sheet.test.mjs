import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { compose, plainRules } from '../../../../web/shell/js/take/sheet.js';
import { load } from '../../../packages.mjs';

const { parseFragment } = load('parse5');

const css = readFileSync(new URL('../../../../web/shell/css/picture.css', import.meta.url), 'utf8');
const sheet = {
  picture: '<rect class="f-lane"/><text class="w-mono">x</text>', width: 340, height: 100, title: 'A & B', question: 'How "many" <bytes>?',
  status: 'Four.', address: 'https://example.org/#a?b=1&c=2', credit: 'Site. CC BY 4.0',
};
const look = { rules: plainRules(css), colors: { lane: 'rgb(1, 2, 3)', surface: '#fff' }, measure: (/** @type {string} */ text) => 7 * text.length, fonts: (/** @type {Set<string>} */ used) => `/*${[...used].join()}*/` };

test("a picture's rules are those of one class, for every role", () => {
  assert.match(look.rules, /\.f-lane \{ fill: var\(--lane\); \}/);
  assert.match(look.rules, /\.hatch \{/);
  assert.doesNotMatch(look.rules, /\.picture|\.lit|@/);
});

test('a sheet has its texts, colors and fonts in it, and is well-formed', () => {
  const { svg, width, height } = compose(sheet, look);
  assert.equal(width, 380);
  assert.ok(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="380" height="${height}"`));
  assert.match(svg, /<title id="title">A &amp; B<\/title>/);
  assert.match(svg, />How "many" &lt;bytes>\?<\/text>|>How &quot;many&quot; &lt;bytes>\?<\/text>/);
  assert.match(svg, /<a href="https:\/\/example\.org\/#a\?b=1&amp;c=2">/);
  assert.match(svg, /\.f-lane \{ fill: rgb\(1, 2, 3\); \}/);
  assert.match(svg, /Inter 400,Inter 600,JetBrains Mono 400/);
  assert.doesNotMatch(compose({ ...sheet, picture: '' }, look).svg, /JetBrains Mono 400/);
  const texts = parseFragment(svg).childNodes[0].childNodes.filter((/** @type {any} */ node) => ['text', 'a'].includes(node.nodeName));
  assert.equal(texts.length, 5);
});

test('what is longer than the picture is wide goes on in the next line, and the sheet grows', () => {
  const short = compose(sheet, look).height;
  const long = compose({ ...sheet, status: 'word '.repeat(60) }, look);
  assert.ok(long.height > short + 50);
});
