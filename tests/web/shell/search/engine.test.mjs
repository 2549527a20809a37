// How words are found, in a small index.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bundled } from '../../../bundled.mjs';

const { Engine } = await bundled('search/engine.js');
const { excerpt } = await bundled('search/excerpt.js');

/** @param {Record<string, string>} texts by title @param {Record<string, string[]>} [synonyms] by title @param {[string, string][]} [means] */
async function engineOf(texts, synonyms = {}, means = []) {
  const entries = Object.entries(texts).map(([title, text]) => ['section', 0, title, title, text, -1, synonyms[title] ?? []]);
  const engine = await new Engine({ pages: [['', 'Home']], entries, means }).read();
  return (/** @type {string} */ question) => engine.search(question).map((/** @type {{title: string}} */ { title }) => title);
}

test('a name in code is found as a whole, by its parts, and by its beginning', async () => {
  const search = await engineOf({ A: 'Use __shfl_down_sync(v, 1);', B: 'cp.async.bulk is here.', C: 'M=smsp__inst_executed.sum', D: 'CU_TENSOR_MAP_SWIZZLE_128B', E: 'cudaMemcpyAsync and 3 GB/s', F: 'Nothing.' });
  for (const [question, title] of Object.entries({
    __shfl_down_sync: 'A', shfl_down_sync: 'A', shfl: 'A', '__shfl_do': 'A', 'cp.async.bulk': 'B', 'cp.async': 'B', bulk: 'B', 'smsp__inst_executed.sum': 'C', smsp__inst_executed: 'C',
    inst_executed: 'C', 'executed.sum': 'C', SWIZZLE_128B: 'D', swizzle: 'D', '128B': 'D', cudaMemcpyAsync: 'E', memcpy: 'E', cudaMem: 'E', 'GB/s': 'E',
  }))
    assert.deepEqual(search(question).slice(0, 1), [title], question);
});

test('exact words come before their beginnings, then slips of the finger', async () => {
  const search = await engineOf({ Begun: 'A warpgroup waits.', Exact: 'A warp waits there.', Other: 'A kernel waits.' });
  assert.deepEqual(search('warp'), ['Exact', 'Begun']);
  assert.deepEqual(search('warpgruop'), ['Begun']);
  assert.deepEqual(search('kernle'), ['Other']);
  assert.deepEqual(search('xyzzy'), []);
  assert.deepEqual(search('what is the'), []);
  assert.deepEqual(search(''), []);
});

test('other forms of a word are found, too', async () => {
  const search = await engineOf({ A: 'Coalesced loads.', B: 'Registers spill.' });
  assert.deepEqual(search('coalescing'), ['A']);
  assert.deepEqual(search('spilling'), ['B']);
});

test('what has all words comes first, and a title that is the question', async () => {
  const search = await engineOf({ 'Bank conflict': 'Lanes meet.', 'A longer name: bank conflict': 'A bank conflict, a bank conflict.', Bank: 'A bank, a bank, a bank.' });
  assert.deepEqual(search('what is a bank conflict?').slice(0, 2), ['Bank conflict', 'A longer name: bank conflict']);
  assert.deepEqual(search('what does bank conflict mean').slice(0, 2), ['Bank conflict', 'A longer name: bank conflict']);
});

test('synonyms lead to their entries, or stand for other words', async () => {
  const search = await engineOf({ Memory: 'What fits.', Else: 'Out of the house.', Colors: 'A color.' }, { Memory: ['OOM', 'out of memory'] }, [['colour', 'color'], ['hue or tint', 'color']]);
  for (const question of ['OOM', 'oom', 'out of memory', 'CUDA out of memory error']) assert.equal(search(question)[0], 'Memory', question);
  for (const question of ['colour', 'Colour', 'hue or tint']) assert.deepEqual(search(question), ['Colors'], question);
  assert.deepEqual(search('tint'), []);
});

test('a result names the page and the sections around it', async () => {
  const engine = await new Engine({ pages: [['', 'Home'], ['b/', 'Bee']], entries: [['section', 1, '', 'A bee', '', -1, []], ['section', 1, 'wings', 'Wings', '', 0, []], ['figure', 1, 'flight', 'Flight', 'How?', 1, []]], means: [] }).read();
  const [flight] = engine.search('flight');
  assert.equal(flight.path, 'b/#flight');
  assert.equal(flight.kind, 'figure');
  assert.deepEqual(flight.around, ['Bee', 'Wings']);
});

test('an excerpt shows the words in whole words, and says where it is cut', () => {
  const filler = 'some words that nobody looks for '.repeat(12);
  const pieces = excerpt(`${filler}\nA bank and its conflict. ${filler}`, new Set(['bank', 'conflict']));
  const text = pieces.map((/** @type {{text: string}} */ { text }) => text).join('');
  assert.deepEqual(pieces.filter((/** @type {{marked: boolean}} */ { marked }) => marked).map((/** @type {{text: string}} */ { text }) => text), ['bank', 'conflict']);
  assert.match(text, /^A bank and its conflict\. some .* …$/);
  assert.ok(text.length < 200);
  assert.deepEqual(excerpt('Short.', new Set(['none'])), [{ text: 'Short.', marked: false }]);
  assert.deepEqual(excerpt('', new Set(['none'])), []);
});
