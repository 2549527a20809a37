import assert from 'node:assert/strict';
import { test } from 'node:test';

import { csv, json } from '../../../web/shell/js/table.js';

const table = {
  columns: [{ name: 'Expert', number: true }, { name: 'Note, "quoted"', number: false }],
  rows: [['0', 'two\nlines'], ['1', '−2.0'], ['65,504', '']],
};

test('CSV quotes what needs quotes, ends lines with CRLF', () => {
  assert.equal(csv(table), 'Expert,"Note, ""quoted"""\r\n0,"two\nlines"\r\n1,−2.0\r\n"65,504",\r\n');
});

test('JSON has the shape that loom scene prints, keys in its order', () => {
  const text = json('moe-routing', { routing: 'skewed' }, 'A sentence.', table, 32);
  assert.deepEqual(Object.keys(JSON.parse(text)), ['scene', 'parameters', 'status', 'table', 'steps']);
  assert.deepEqual(JSON.parse(text), {
    scene: 'moe-routing',
    parameters: { routing: 'skewed' },
    status: 'A sentence.',
    table: { columns: ['Expert', 'Note, "quoted"'], rows: table.rows },
    steps: 32,
  });
});
