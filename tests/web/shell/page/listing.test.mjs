// What the button below a listing's name copies, and which line a key leads to.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lineByKey, toType } from '../../../../web/shell/js/page/listing.js';

test('code is copied whole, of a terminal the commands', () => {
  assert.equal(toType('int x;\n$ no\n', false), 'int x;\n$ no\n');
  assert.equal(toType('$ make\nok\n 5$ a\n\n$ ls -l\n', true), 'make\nls -l\n');
  assert.equal(toType('no command\n', true), '');
});

test('arrows go to the next line, Home and End to the ends, and no further', () => {
  assert.equal(lineByKey('ArrowDown', 0, 3), 1);
  assert.equal(lineByKey('ArrowDown', 2, 3), 2);
  assert.equal(lineByKey('ArrowUp', 2, 3), 1);
  assert.equal(lineByKey('ArrowUp', 0, 3), 0);
  assert.equal(lineByKey('Home', 2, 3), 0);
  assert.equal(lineByKey('End', 0, 3), 2);
  for (const key of ['Enter', 'Tab', 'a', 'constructor']) assert.equal(lineByKey(key, 1, 3), null);
});
