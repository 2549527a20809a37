// Where the reader left a page is a place only when what the tab has kept is one.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const place = { block: 3, of: 12, part: '.picture', down: 0.25, at: 450 };

test('a place that was kept comes back, and nothing else does', async () => {
  /** @type {any} */
  let kept = {};
  Object.assign(globalThis, { addEventListener() {}, sessionStorage: { getItem: () => JSON.stringify(kept) } });
  const { leftAt } = await import('../../../../web/shell/js/page/place.js');
  kept = { entry: place, top: { ...place, part: '' } };
  assert.deepEqual([leftAt('entry'), leftAt('top')], [place, { ...place, part: '' }]);
  for (const name of ['other', '__proto__', 'constructor', 'toString']) assert.equal(leftAt(name), undefined, name);
  for (const wrong of [7, null, 'text', {}, { ...place, part: ':::' }, { ...place, part: '.rail a' }, { ...place, part: 3 }, { ...place, block: 'map' }, { ...place, at: null }, { ...place, down: '0' }]) {
    kept = { entry: wrong };
    assert.equal(leftAt('entry'), undefined, JSON.stringify(wrong));
  }
});
