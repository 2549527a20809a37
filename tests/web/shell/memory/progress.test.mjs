// What a reader has tried: what counts, how it is remembered, and how it is forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Progress, key, parse, tried, words } from '../../../../web/shell/js/memory/progress.js';

/** A browser's storage. @param {Record<string, string>} [items] */
function storage(items = {}) {
  return {
    items,
    full: false,
    getItem: (/** @type {string} */ name) => items[name] ?? null,
    setItem(/** @type {string} */ name, /** @type {string} */ text) {
      if (this.full) throw new Error('quota');
      items[name] = text;
    },
    removeItem: (/** @type {string} */ name) => void delete items[name],
  };
}

test('what was tried is there on the next visit', () => {
  const browser = storage();
  const progress = new Progress(() => browser);
  assert.equal(progress.add('/#a'), true);
  assert.equal(progress.add('/library/#b'), true);
  assert.equal(progress.add('/#a'), false, 'not new');
  assert.deepEqual(browser.items, { [key]: '["/#a","/library/#b"]' });
  assert.deepEqual([...new Progress(() => browser).done], ['/#a', '/library/#b']);
});

test('forgetting leaves nothing behind, and what follows is remembered', () => {
  const browser = storage({ theme: 'dark', [key]: '["/#a"]' });
  const progress = new Progress(() => browser);
  assert.equal(progress.done.size, 1);
  progress.forget();
  assert.deepEqual(browser.items, { theme: 'dark' });
  assert.equal(progress.done.size, 0);
  progress.add('/#b');
  assert.equal(browser.items[key], '["/#b"]');
});

test('two tabs add to the same list, and one forgets for both', () => {
  const browser = storage();
  const [one, two] = [new Progress(() => browser), new Progress(() => browser)];
  one.add('/#a');
  two.add('/#b');
  assert.deepEqual([...one.done], ['/#a', '/#b']);
  two.forget();
  assert.equal(one.done.size, 0);
});

test('garbage in the storage counts as nothing, and is replaced', () => {
  for (const text of ['', '{', 'null', '3', '"/#a"', '{"/#a":true}', '[[1]', '{"length":2}']) {
    assert.equal(parse(text).size, 0, text);
    const browser = storage({ [key]: text });
    const progress = new Progress(() => browser);
    assert.equal(progress.done.size, 0, text);
    progress.add('/#a');
    assert.equal(browser.items[key], '["/#a"]', text);
    assert.equal(progress.kept, true, text);
  }
  assert.equal(parse(null).size, 0);
  assert.deepEqual([...parse('["/#a",1,null,["/#b"],"/#a"]')], ['/#a'], 'what is no name is left out');
});

test('a browser that refuses storage keeps it for the visit', () => {
  const progress = new Progress(() => {
    throw new Error('SecurityError');
  });
  assert.equal(progress.done.size, 0);
  assert.equal(progress.kept, false);
  assert.equal(progress.add('/#a'), true);
  assert.deepEqual([...progress.done], ['/#a']);
  progress.forget();
  assert.equal(progress.done.size, 0);
});

test('a full storage keeps the rest for the visit, and forgetting empties it', () => {
  const browser = storage({ [key]: '["/#a"]' });
  const progress = new Progress(() => browser);
  browser.full = true;
  progress.add('/#b');
  assert.equal(progress.kept, false);
  assert.deepEqual([...progress.done], ['/#a', '/#b']);
  progress.add('/#c');
  assert.equal(progress.done.size, 3);
  progress.forget();
  assert.deepEqual(browser.items, {});
  assert.equal(progress.done.size, 0);
});

test('a figure counts when it is changed or played to its end', () => {
  const at = (/** @type {string} */ settings, /** @type {string} */ initial, step = 0, steps = 4) => tried({ settings, step, steps }, initial);
  assert.equal(at('bits=7', ''), true);
  assert.equal(at('', 'bits=7'), true, 'back to the defaults is a change too');
  assert.equal(at('bits=7', 'bits=7'), false);
  assert.equal(at('', '', 3), false, 'stepped');
  assert.equal(at('bits=7', 'bits=7', 3), false);
  assert.equal(at('bits=8', 'bits=7', 1), true);
  assert.equal(at('', '', 4), true, 'the end');
  assert.equal(at('', '', 0, 0), false, 'a still has no end');
});

test('words for a phase', () => {
  assert.deepEqual([words(0, 3), words(1, 3), words(3, 3)], ['', '1 of 3 done', 'done']);
});
