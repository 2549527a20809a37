// Finding and returning, without a browser: how a search ranks, which part is read, what a report says.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { plain, rank } from '../../../web/shell/js/page/filter.js';
import { woven } from '../../../web/shell/js/page/rail.js';
import { partAt } from '../../../web/shell/js/page/rail_parts.js';
import { reportAddress } from '../../../web/shell/js/page/report.js';

test('a name comes before its beginnings, these before its words, these before what contains them', () => {
  const names = ['Swizzle atom', 'Warp', 'Warp specialization', 'Half-warp', 'Producer warp', 'Ternary (BitNet)', 'Überwarp'];
  const ranks = (/** @type {string} */ typed) => names.map((name) => rank(plain(name), typed));
  assert.deepEqual(ranks('warp'), [4, 0, 1, 2, 2, 4, 3]);
  assert.deepEqual(ranks(' WARP  spec '), [4, 4, 1, 4, 4, 4, 4]);
  assert.deepEqual(ranks('ternary').at(5), 0, 'what stands in brackets is an aside');
  assert.deepEqual(ranks('bitnet').at(5), 2);
  assert.deepEqual(ranks('warp producer').at(4), 3, 'in another order');
  assert.equal(rank(plain('Überwarp'), 'uberw'), 1);
});

test('the part that is read is the last that begins above the line', () => {
  assert.equal(partAt([], 300), -1);
  assert.equal(partAt([400, 900], 300), -1);
  assert.equal(partAt([-500, 300, 900], 300), 1);
});

test('the cloth ends in the current entry, however high its parts make it', () => {
  assert.equal(woven({ offsetTop: 100, offsetHeight: 200 }, 0.5, 400), 0.5);
  assert.equal(woven({ offsetTop: 100, offsetHeight: 301 }, 1, 400), 1);
});

test('a report names the section in both fields', () => {
  const pattern = 'https://example.org/new?title=Page%3A%20{section}&body=%23{id}%0A{section}';
  const { searchParams } = new URL(reportAddress(pattern, { section: 'A & b: 50%?', id: 'é' }));
  assert.equal(searchParams.get('title'), 'Page: A & b: 50%?');
  assert.equal(searchParams.get('body'), '#é\nA & b: 50%?');
});
