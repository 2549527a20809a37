// What is remembered for as long as the tab is there.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { forget, remember, remembered } from '../../../../web/shell/js/memory/in_tab.js';

/** @param {Record<string, string>} [stored] @param {boolean} [refused] */
function storage(stored = {}, refused = false) {
  const use = (/** @type {() => any} */ what) => {
    if (refused) throw new Error('SecurityError');
    return what();
  };
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (/** @type {string} */ key) => use(() => stored[key] ?? null),
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => use(() => (stored[key] = text)),
      removeItem: (/** @type {string} */ key) => use(() => delete stored[key]),
    },
  });
}

test('values are kept by key and name until they are forgotten', () => {
  storage();
  remember('a', 'x', [1, 2]);
  remember('a', 'y', null);
  remember('b', 'x', 'other');
  assert.deepEqual(remembered('a'), { x: [1, 2], y: null });
  forget('a');
  assert.deepEqual([remembered('a'), remembered('b')], [{}, { x: 'other' }]);
});

test('the oldest names make room', () => {
  storage();
  for (const name of ['p', 'q', 'r', 'p', 's']) remember('a', name, name, 3);
  assert.deepEqual(Object.keys(remembered('a')), ['r', 'p', 's']);
});

test('what is not ours counts as nothing, and a browser that refuses is no obstacle', () => {
  for (const text of ['{"half":', '7', 'null', '"text"']) {
    storage({ a: text });
    assert.deepEqual(remembered('a'), {}, text);
    remember('a', 'x', 1);
    assert.deepEqual(remembered('a'), { x: 1 }, text);
  }
  storage({}, true);
  remember('a', 'x', 1);
  forget('a');
  assert.deepEqual(remembered('a'), {});
});
