import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fields, format, parse, withStep } from '../../../web/shell/js/location.js';

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

test('fields are decoded', () => {
  assert.deepEqual([...fields('scores=1%2C2&conditional=on&flag&')], [['scores', '1,2'], ['conditional', 'on'], ['flag', '']]);
  assert.deepEqual([...fields('')], []);
});

test('the step joins a query that has none', () => {
  assert.equal(withStep('', '4'), 'step=4');
  assert.equal(withStep('bits=7', '4'), 'bits=7&step=4');
  assert.equal(withStep('bits=7&step=2', '4'), 'bits=7&step=2');
  assert.equal(withStep('bits=7', undefined), 'bits=7');
});
