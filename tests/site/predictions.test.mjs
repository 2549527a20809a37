// Before a guess nobody can read the number that a prediction asks for, neither in its figure as the page opens nor in
// the text around it. Without a script the page is exactly this.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { build, pages } from '../site.mjs';
import { tells } from '../tells.mjs';

const site = build();
const form = /<(form|div) class="predict" id="([^"]*)" data-figure="([^"]*)" data-metric="([^"]*)" data-query="([^"]*)"[^]*?<p class="told">[^<]*: ([^<]*?)\.<\/p>([^]*?)<\/details><\/\1>/g;

/** @param {string} html */
const plain = (html) => html.replace(/<[^>]+>/g, ' ').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');

/** @param {string} html @param {string} id */
function figureOf(html, id) {
  const from = html.indexOf(`<figure class="scene" id="${id}"`);
  return html.slice(from, html.indexOf('</figure>', from));
}

/** Title, question, caption, sentence, presets and all texts of the pictures. @param {string} html @param {string} id @param {Record<string, string>} controls */
function told(html, id, controls) {
  const inline = figureOf(html, id);
  const beside = [...inline.matchAll(/ src(?:set)?="\/([^"]+\.svg)"/g)].map(([, path = '']) => readFileSync(join(site, path), 'utf8'));
  const parts = [inline, ...beside, controls[id] ?? ''].join('');
  const texts = /<(text|title|button|figcaption|p)\b(?![^>]*class="source")[^>]*>([^]*?)<\/\1>/g;
  return [...parts.matchAll(texts)].map(([, kind, words = '']) => ({ words: plain(words), tooltip: kind === 'title' }));
}

/** What stands between the headings around a place, less figures and what is folded. @param {string} html @param {number} at */
function around(html, at) {
  const heading = /<h[1-6] id="/g;
  const all = [...html.matchAll(heading)].map(({ index }) => index).filter((index) => !html.slice(index - 40, index).includes('scene-head'));
  const from = Math.max(0, ...all.filter((index) => index < at));
  const to = Math.min(html.length, ...all.filter((index) => index > at));
  const folded = /<details\b[^]*?<\/details>|<figure\b[^]*?<\/figure>|<pre\b[^]*?<\/pre>|<code>[^<]*<\/code>|<a class="cite"[^]*?<\/a>|<section class="sources[^]*/g;
  return plain(html.slice(from, to).replace(folded, ' '));
}

let count = 0;
for (const { path, html } of pages(site)) {
  const [, file] = html.match(/ data-controls="\/([^"]+)"/) ?? [];
  const controls = file ? JSON.parse(readFileSync(join(site, file), 'utf8')) : {};
  for (const { index, 2: id = '', 3: figure = '', 4: metric = '', 6: number = '', 7: why = '' } of html.matchAll(form)) {
    count += 1;
    test(`${path}: ${id} asks before anything tells its ${metric}`, () => {
      const texts = told(html, figure, controls);
      assert.ok(texts.length > 3, 'the figure has texts');
      assert.deepEqual(texts.filter(({ words, tooltip }) => tells(words, number, { tooltip })), []);
      assert.equal(tells(around(html, index), number, { unit: false }), false, 'the section');
      assert.ok(plain(why).split(/\s+/).filter(Boolean).length > 8, 'it is explained');
    });
  }
}

test('every prediction was looked at', () => {
  const all = pages(site).reduce((sum, { html }) => sum + html.split(' class="predict"').length - 1, 0);
  assert.equal(count, all);
  assert.ok(count > 50);
});
