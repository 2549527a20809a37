// One name, one record: quantities that are easily taken for one another have names of their own on the pages. A number with such
// a name comes from its record, and a number from that record has the name in its sentence.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../site.mjs';

/** Their names, as the text has them, with where their numbers are from. @type {[string, string][]} */
const quantities = [
  ['theoretical bandwidth', 'memory-trip.hbm3e.bandwidth?gpu=h200'],
  ['read bandwidth', 'measured:bandwidth.dram.gb_per_s'],
  ['copy bandwidth', 'measured:snippets.vector-copy.gb_per_s'],
  ['copy of large arrays', 'fusion.copy'],
  ['in a CUDA graph', 'measured:launch.graph_seconds'],
  ['kernel that PyTorch launches', 'fusion.launch'],
];

/** A number of the text: what is written, what it is computed from, and its place. @typedef {{ shown: string, origin: string, at: number }} Number */

/** @param {string} text @returns {Number[]} */
const numbers = (text) => {
  const found = [];
  for (const match of text.matchAll(/\[([^\]]*)\]\((?:<=([^>]*)>|=([^)]*))\)/g))
    found.push({ shown: match[1] ?? '', origin: (match[2] ?? match[3] ?? '').trim(), at: match.index });
  return found;
};

/** Sentences, rows of tables and items of lists. @param {string} text */
const sentences = (text) => text.split(/(?<=[.?!)]) (?=[A-Z[*])|\n/);

const pages = readdirSync(join(root, 'content'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => ({ name, sentences: sentences(readFileSync(join(root, 'content', name), 'utf8')) }));

/** The mistakes of a sentence. @param {string} sentence */
function mistakes(sentence) {
  const found = [], bare = sentence.replaceAll('*', '').replace(/\[([^\]]*)\]\(#[^)]*\)/g, '$1');
  for (const [name, record] of quantities) {
    const own = numbers(bare).filter(({ origin }) => origin === record || origin.startsWith(`${record} `));
    if (own.length > 0 && !bare.includes(name)) found.push(`${own[0]?.shown} is the ${name}, and the sentence does not say so`);
    const at = bare.indexOf(name), next = at < 0 ? undefined : numbers(bare).find((number) => number.at > at);
    if (next && own.length === 0) found.push(`${next.shown} is called ${name}, and is not from ${record}`);
  }
  return found;
}

test('a number with a name of its own comes from that record, and has the name', () => {
  let seen = 0;
  for (const page of pages)
    for (const sentence of page.sentences) {
      assert.deepEqual(mistakes(sentence), [], `${page.name}: ${sentence.slice(0, 200)}`);
      seen += quantities.filter(([name]) => sentence.replaceAll('*', '').includes(name) || sentence.includes(name.replace('copy', '[copy'))).length;
    }
  assert.ok(seen >= quantities.length, `${seen} of ${quantities.length} names are used`);
});

test('a wrong name and a missing name are found', () => {
  assert.deepEqual(mistakes('It has a read bandwidth of [4,092 GB/s](=measured:snippets.vector-copy.gb_per_s).').length, 2);
  assert.deepEqual(mistakes('It reads [4,554 GB/s](=measured:bandwidth.dram.gb_per_s).').length, 1);
  assert.deepEqual(mistakes('The *read bandwidth* is [4,554 GB/s](=measured:bandwidth.dram.gb_per_s).'), []);
});
