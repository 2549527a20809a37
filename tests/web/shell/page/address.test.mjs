import assert from 'node:assert/strict';
import { test } from 'node:test';

import { format, parse } from '../../../../web/shell/js/page/address.js';

test('an address names a heading, a state or a part', () => {
  assert.deepEqual(parse('#moe'), { id: 'moe', query: null, part: '' });
  assert.deepEqual(parse('#a-b?stride=2&step=3'), { id: 'a-b', query: 'stride=2&step=3', part: '' });
  assert.deepEqual(parse('#accumulator/freeze'), { id: 'accumulator', query: null, part: 'freeze' });
  assert.deepEqual(parse(''), { id: '', query: null, part: '' });
});

test('every parameter at its default is a state of its own', () => {
  assert.deepEqual(parse('#moe-routing?'), { id: 'moe-routing', query: '', part: '' });
  assert.equal(format('moe-routing', '', 'routing=skewed'), '#moe-routing?');
  assert.equal(format('moe-routing', 'routing=skewed', 'routing=skewed'), '#moe-routing');
  assert.equal(format('moe-routing', 'topk=2', ''), '#moe-routing?topk=2');
});

test('a slash in a value is not a part', () => {
  assert.deepEqual(parse('#layout?text=a/b'), { id: 'layout', query: 'text=a/b', part: '' });
});

test('a query is handed on as it is written, an id is decoded, a broken escape stays', () => {
  assert.equal(parse('#x?scores=1%2C2').query, 'scores=1%2C2');
  assert.equal(parse('#%C3%A9').id, 'é');
  assert.equal(parse('#100%').id, '100%');
});
