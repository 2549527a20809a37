// What the search finds on the built site: the answer to each of 140 questions among the first three results.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { bundled } from '../bundled.mjs';
import { build, files } from '../site.mjs';
import { before, slowModel, tools, troubles, words } from './search_beginners.mjs';
import { kernelWriter, newcomer, teacher } from './search_questions.mjs';

const site = build();
const [index = ''] = files(site).filter((path) => /^assets\/search\.\w+\.json$/.test(path));
const file = JSON.parse(readFileSync(join(site, index), 'utf8'));
const { Engine } = await bundled('search/engine.js');
const engine = await new Engine(file).read();
const addresses = new Set(file.entries.map((/** @type {any[]} */ [, page, id]) => `/${file.pages[page][0]}${id && `#${id}`}`));

/** The questions without an answer among the first three results. @param {import('./search_questions.mjs').Question[]} questions */
function missed(questions) {
  const missing = [];
  for (const [question, answers] of questions) {
    for (const answer of answers) assert.ok(addresses.has(answer), `${question}: ${answer} is an address`);
    const found = engine.search(question).slice(0, 3).map((/** @type {{path: string}} */ { path }) => `/${path}`);
    if (!found.some((/** @type {string} */ address) => answers.includes(address))) missing.push(`${question}: ${found.join(' ')}`);
  }
  return missing;
}

for (const [who, questions] of Object.entries({ newcomer, 'kernel writer': kernelWriter, teacher, 'beginner about words': words, 'beginner about tools': tools, 'beginner in trouble': troubles, 'reader with a slow model': slowModel }))
  test(`twenty questions of a ${who} are answered among the first three`, () => {
    assert.equal(questions.length, 20);
    assert.deepEqual(missed(questions), []);
  });

test('who asks what a GPU is and when it pays finds the answer among the first three', () => assert.deepEqual(missed(before), []));
