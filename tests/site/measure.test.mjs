// What /measure/ quotes is what the recordings have: error messages, numbers and names of the profiler, columns of its source page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../site.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const page = read('content/measure.md');
const recorded = (/** @type {string} */ name) => read(`core/recorded/h200/${name}`);
const plain = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').trim();

/** The text of a section, with the sections in it. @param {string} title */
function section(title) {
  const [, level = '', text = ''] = new RegExp(`^(#+) ${title}\n(.*)`, 'ms').exec(page) ?? assert.fail(`${title} is a section`);
  return text.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '';
}

/** Cells of the rows below a section's headings. @param {string} title */
const rows = (title) => [...section(title).matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ')).filter(([first]) => first !== 'message' && first !== 'reason');

/** The lines of a fenced block with that id. @param {string} id */
const block = (id) => (new RegExp(`^\`\`\`\\w+ id=${id}\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? assert.fail(`${id} is a block`)).trimEnd().split('\n');

/** Fields of a line of CSV, all of them quoted. @param {string} line */
const fields = (line) => [...line.matchAll(/"([^"]*)"/g)].map(([, field = '']) => field);

test('every error message is one that was recorded', () => {
  const said = JSON.parse(recorded('errors.json')).errors.map((/** @type {{said: string}} */ error) => plain(error.said));
  const messages = ['When a kernel starts', 'While a kernel runs', 'From CUDA and from the compiler', 'From PyTorch'].flatMap(rows).map(([first = '']) => plain(first.replaceAll(/[\\`]/g, '')));
  assert.ok(messages.length >= 20, `${messages.length} messages`);
  assert.deepEqual(messages.filter((message) => !said.some((/** @type {string} */ text) => text.includes(message))), []);
});

test('every line of compute-sanitizer was printed', () => {
  const found = new Set(JSON.parse(recorded('errors.json')).errors.flatMap((/** @type {{found?: string[]}} */ { found = [] }) => found));
  assert.deepEqual([...block('measure-memcheck'), ...block('measure-others')].filter((line) => !found.has(line)), []);
});

test('every number of the page details has its section, name and unit', () => {
  const printed = new Set(recorded('details.csv').split('\n').map(fields).map((row) => row.slice(11, 15).join('|')));
  let within = '';
  for (const line of block('measure-details')) {
    const [, name, unit, value] = /^ {2}(.+?) {2,}(\S+) +(\S+)$/.exec(line) ?? [];
    if (name) assert.ok(printed.has([within, name, unit, value].join('|')), line);
    else within = line;
  }
});

test('what the profiler says is quoted in its words', () => {
  const said = recorded('details.csv');
  const sentences = [...page.matchAll(/^(?:This kernel has|On average,) .+$/gm)].map(([sentence]) => sentence);
  assert.equal(sentences.length, 3);
  assert.deepEqual(sentences.filter((sentence) => !said.includes(sentence)), []);
});

test('lines of the source page have their samples and sectors, and the reasons are its columns', () => {
  const [head = [], ...lines] = recorded('source.csv').split('\n').map(fields).filter((row) => row.length > 10);
  const sectors = head.indexOf('L2 Theoretical Sectors Global');
  const printed = new Set(lines.map((row) => [row[0], row[6], row[sectors], row[1]].join('|')));
  for (const line of block('measure-source').slice(1)) {
    const [, number, samples, count, source] = /^ +(\d+) +(\d+) +(\d+) +(.+)$/.exec(line) ?? assert.fail(line);
    assert.ok(printed.has([number, samples, count, source].join('|')), line);
  }
  const columns = rows('Stall reasons').map(([, column = '']) => column.slice(1, -1)).filter((column) => column.startsWith('stall_'));
  assert.equal(columns.length, 15);
  assert.deepEqual(columns.filter((column) => !head.includes(column)), []);
});
