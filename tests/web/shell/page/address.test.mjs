import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { fields, format, parse, withStep } from '../../../../web/shell/js/page/address.js';
import { loadAddress } from '../../../../web/shell/js/figure/partial_address.js';

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

test('fields are decoded as the program does it', () => {
  /** @type {{query: string, fields: [string, string][] | null}[]} */
  const cases = JSON.parse(readFileSync(new URL('../../../data/queries.json', import.meta.url), 'utf8'));
  const read = cases.flatMap(({ query, fields: wanted }) => (wanted ? [{ query, wanted }] : []));
  assert.ok(read.length >= 10);
  for (const { query, wanted } of read) assert.deepEqual([...fields(query)], [...new Map(wanted)], query);
});

/** What a program does: it refuses the parts that are named, in whatever they stand. @param {string[]} refused */
function program(...refused) {
  const asked = /** @type {string[]} */ ([]), handle = { state: 'stride=1', load: (/** @type {string} */ query) => {
    asked.push(query);
    const wrong = query.split('&').find((part) => refused.includes(part));
    if (wrong === undefined) handle.state = query;
    return wrong === undefined ? '' : `${wrong} is wrong`;
  } };
  return { handle, asked };
}

test('of an address that is refused, all that is not refused is loaded, and the rest is named', () => {
  const { handle } = program('stride=99', 'x');
  assert.deepEqual(loadAddress(handle, 'stride=99&offset=1&x&stride=2'), { loaded: true, problem: 'Left out of the link: stride=99 is wrong; x is wrong' });
  assert.equal(handle.state, 'offset=1&stride=2');
});

test('an address of which nothing is left changes nothing, and is handed on as it is written', () => {
  for (const query of ['expression=lane%8', 'expression=lane+1', 'a&&b']) {
    const { handle, asked } = program(...query.split('&'));
    const { loaded, problem } = loadAddress(handle, query);
    assert.deepEqual([loaded, handle.state], [false, 'stride=1'], query);
    assert.match(problem, / is wrong$/);
    for (const each of asked) assert.ok(query.includes(each), each);
  }
});

test('the step joins a query that has none', () => {
  assert.equal(withStep('', '4'), 'step=4');
  assert.equal(withStep('bits=7', '4'), 'bits=7&step=4');
  assert.equal(withStep('bits=7&step=2', '4'), 'bits=7&step=2');
  assert.equal(withStep('bits=7', undefined), 'bits=7');
});
