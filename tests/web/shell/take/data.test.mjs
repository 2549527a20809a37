import assert from 'node:assert/strict';
import { test } from 'node:test';

import { csv, json } from '../../../../web/shell/js/take/data.js';

const table = {
  columns: [{ name: 'Expert', number: true }, { name: 'Note, "quoted"', number: false }, { name: 'Error', number: true, unit: '%' }],
  rows: [
    [{ shown: '0', value: 0 }, { shown: 'two\nlines' }, { shown: '33.3%', value: 100 / 3 }],
    [{ shown: '−2', value: -2 }, { shown: '−2.0' }, { shown: '–', value: null }],
    [{ shown: '65,504', value: 65504 }, { shown: '' }, { shown: '∞', value: null }],
  ],
};

test('CSV has numbers as they are, texts beside them where those say more, quotes where needed, CRLF', () => {
  assert.equal(
    csv(table),
    'Expert,"Note, ""quoted""",Error (%),Error as shown\r\n' +
      '0,"two\nlines",33.333333333333336,33.3%\r\n-2,−2.0,,–\r\n65504,,,∞\r\n',
  );
});

test('JSON has the shape that loom scene prints, keys in its order', () => {
  const text = json('moe-routing', { routing: 'skewed' }, 'A sentence.', table, 7, 32);
  assert.deepEqual(Object.keys(JSON.parse(text)), ['scene', 'parameters', 'status', 'table', 'step', 'steps']);
  assert.deepEqual(JSON.parse(text), {
    scene: 'moe-routing',
    parameters: { routing: 'skewed' },
    status: 'A sentence.',
    table: {
      columns: ['Expert', 'Note, "quoted"', 'Error (%)'],
      rows: [[0, 'two\nlines', 100 / 3], [-2, '−2.0', null], [65504, '', null]],
      shown: [['0', 'two\nlines', '33.3%'], ['−2', '−2.0', '–'], ['65,504', '', '∞']],
    },
    step: 7,
    steps: 32,
  });
});
