import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lines } from '../../../../web/shell/js/take/wrap.js';

const letters = (/** @type {string} */ text) => [...text].length;

test('text breaks at blanks, and a word that no line holds breaks within', () => {
  assert.deepEqual(lines('one two three', 7, letters), ['one two', 'three']);
  assert.deepEqual(lines('  one   two ', 20, letters), ['one two']);
  assert.deepEqual(lines('to https://example.org/x', 10, letters), ['to', 'https://ex', 'ample.org/', 'x']);
  assert.deepEqual(lines('abcdefgh ij', 5, letters), ['abcde', 'fgh', 'ij']);
  assert.deepEqual(lines('', 5, letters), []);
  assert.deepEqual(lines('abc', 0, letters), ['a', 'b', 'c'], 'at least one letter on a line');
});
