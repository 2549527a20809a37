// What tools/bench coverage says of lines that no test reaches.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { ranges, unreached } from '../tools/measure/coverage.mjs';
import { root } from './site.mjs';

test('lines that never ran are found, by file', () => {
  const lcov = `SF:${join(root, 'core/a.cpp')}\nFN:1,f\nDA:1,2\nDA:2,0\nDA:3,0\nend_of_record\nSF:${join(root, 'core/b.hpp')}\nDA:9,1\nend_of_record\n`;
  assert.deepEqual(unreached(lcov), { lines: 4, never: new Map([['core/a.cpp', [2, 3]], ['core/b.hpp', []]]) });
});

test('lines that follow each other are one range', () => {
  assert.deepEqual(ranges([3, 4, 5, 9, 11, 12]), ['3-5', '9', '11-12']);
  assert.deepEqual(ranges([]), []);
});
