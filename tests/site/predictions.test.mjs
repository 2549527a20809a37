// Where a prediction asks about another state than its figure shows, neither picture nor sentence tells the answer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { build, pages } from '../site.mjs';

const site = build();
const question = / class="predict"[^>]* data-figure="([^"]*)" data-metric="([^"]*)" data-query=[^]*?<summary>Reveal<\/summary><p>[^<]*: (\S+?)\.?(?: [^<]*)?<\/p>/g;

/** All texts of a figure's pictures and its sentence. @param {string} html @param {string} id */
function told(html, id) {
  const from = html.indexOf(`<figure class="scene" id="${id}"`);
  const inline = html.slice(from, html.indexOf('</figure>', from));
  const beside = [...inline.matchAll(/ src(?:set)?="\/([^"]+\.svg)"/g)].map(([, path = '']) => readFileSync(join(site, path), 'utf8'));
  return [...[inline, ...beside].join('').matchAll(/<text[^>]*>([^]*?)<\/text>|<p class="status"[^>]*>([^]*?)<\/p>/g)].map(([, words, sentence]) => (words ?? sentence ?? '').replace(/<[^>]+>/g, ''));
}

for (const { path, html } of pages(site))
  for (const [, figure = '', metric = '', revealed = ''] of html.matchAll(question))
    test(`${path}: the figure ${figure} does not tell its ${metric}`, () => {
      const texts = told(html, figure);
      assert.ok(texts.length > 1);
      const answer = revealed.replace(/%$/, '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
      if (answer.length < 3) return; // a short number stands for many things
      assert.deepEqual(texts.filter((words) => new RegExp(`(?<![\\d.,])${answer.replace('.', '\\.')}(?![\\d,]|\\.\\d)`).test(words)), []);
    });
