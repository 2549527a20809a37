// The piece of a text that a result shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bundled } from '../../../bundled.mjs';

const { excerpt } = await bundled('search/excerpt.js');

/** @param {string} text @param {string} word */
const markedOf = (text, word) => excerpt(text, new Set([word])).filter(({ marked }) => marked).map(({ text }) => text);

test('an excerpt shows a word that stands after, or before, a text without blanks', () => {
  const long = '=>'.repeat(150);
  assert.deepEqual(markedOf(`${long}bank conflict`, 'bank'), ['bank']);
  assert.deepEqual(markedOf(`bank${long}`, 'bank'), ['bank']);
  assert.deepEqual(markedOf(`Text ${long}bank${long} more`, 'bank'), ['bank']);
});
