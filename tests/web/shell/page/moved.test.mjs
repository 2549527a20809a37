// Addresses that lead to another page by now, with a page and a file of places made here.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { goElsewhere } from '../../../../web/shell/js/page/moved.js';

/** @param {string} hash @returns {Promise<string>} where it leads, or '' */
async function led(hash) {
  let to = '';
  const places = { old: 'hopper/', renamed: '#new-name' };
  Object.assign(globalThis, {
    document: { querySelector: () => ({ dataset: { places: '/places.json' } }), getElementById: () => null, documentElement: { dataset: { base: '/loom/' } } },
    location: { replace: (/** @type {string} */ address) => (to = address) },
    fetch: async () => ({ ok: true, json: async () => places }),
  });
  await goElsewhere(hash);
  return to;
}

test('a place that has moved is found where it is now', async () => {
  assert.equal(await led('#old?x=8'), '/loom/hopper/#old?x=8');
  assert.equal(await led('#old/b'), '/loom/hopper/#old/b');
  assert.equal(await led('#renamed'), '/loom/#new-name');
  assert.equal(await led('#never'), '');
});

test('a part is handed on as it was written', async () => {
  assert.equal(await led('#old/a%3Fx=1'), '/loom/hopper/#old/a%3Fx%3D1');
});

test('what every object has is no place', async () => {
  for (const name of ['constructor', '__proto__', 'toString', 'valueOf']) assert.equal(await led(`#${name}`), '', name);
});
