// What the search finds on the built site: the answer to each of sixty questions among the first three results.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { load } from '../packages.mjs';
import { build, root, scratch } from '../site.mjs';
import { kernelWriter, newcomer, teacher } from './search_questions.mjs';

/** A module of the page with what it takes from npm. @param {string} name */
async function bundled(name) {
  const outfile = join(scratch(), `${name}.mjs`);
  await load('esbuild').build({ entryPoints: [join(root, `web/shell/js/search/${name}.js`)], nodePaths: [join(root, 'tools/node_modules')], bundle: true, format: 'esm', outfile, logLevel: 'warning' });
  return import(pathToFileURL(outfile).href);
}

const file = JSON.parse(readFileSync(join(build(), 'search.json'), 'utf8'));
const [{ Engine }, { excerpt }, { termsOf, wordsOf }] = await Promise.all(['engine', 'excerpt', 'words'].map(bundled));
const engine = await new Engine(file).read();
/** @param {string} question @returns {{path: string, title: string, text: string, terms: string[], kind: string, around: string[]}[]} */
const search = (question) => engine.search(question);
/** @param {string} question @param {number} count */
const first = (question, count) => search(question).slice(0, count).map(({ path }) => `/${path}`);

for (const [who, questions] of Object.entries({ newcomer, kernelWriter, teacher }))
  test(`twenty questions of a ${who === 'kernelWriter' ? 'kernel writer' : who} are answered among the first three`, () => {
    assert.equal(questions.length, 20);
    const addresses = new Set(file.entries.map((/** @type {any[]} */ [, page, id]) => `/${file.pages[page][0]}${id && `#${id}`}`));
    const missed = [];
    for (const [question, answers] of questions) {
      for (const answer of answers) assert.ok(addresses.has(answer), `${question}: ${answer} is an address`);
      const found = first(question, 3);
      if (!found.some((address) => answers.includes(address))) missed.push(`${question}: ${found.join(' ')}`);
    }
    assert.deepEqual(missed, []);
  });
