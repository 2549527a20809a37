// The history entries that playing with figures leaves behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { format } from '../../../web/shell/js/location.js';
import { Trail } from '../../../web/shell/js/trail.js';

/** A history and a clock. @param {unknown} [state] what the current entry carries */
function browser(state = null) {
  const entries = [{ state, url: '/library/' }];
  /** @type {Map<number, () => void>} */
  const timers = new Map();
  let next = 1;
  return {
    entries,
    run: () => [...timers.values()].forEach((timer) => timer()),
    history: {
      get state() {
        return entries.at(-1)?.state;
      },
      pushState: (/** @type {any} */ state, /** @type {string} */ _, /** @type {any} */ url) => void entries.push({ state, url }),
      replaceState: (/** @type {any} */ state, /** @type {string} */ _, /** @type {any} */ url) =>
        void (entries[entries.length - 1] = { state, url: url ?? entries.at(-1)?.url }),
    },
    setTimeout: (/** @type {() => void} */ run) => (timers.set(next, run), next++),
    clearTimeout: (/** @type {number} */ timer) => void timers.delete(timer),
  };
}

/** @param {string} id @param {string} query @param {string} [initial] */
const touch = (id, query, initial = '') => ({ id, query, initial, hash: format(id, query, initial) });

test('one choice is one entry', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'), false); // a radio button: input …
  trail.touch(touch('a', 'x=1'), true); // … and change
  assert.deepEqual(window.entries, [
    { state: { figures: {} }, url: '/library/' },
    { state: { figures: { a: 'x=1' } }, url: '#a?x=1' },
  ]);
});

test('a drag is one entry, written at most every third of a second, ending where it ends', () => {
  const window = browser();
  const trail = new Trail(window);
  for (const x of [1, 2, 3, 4]) trail.touch(touch('a', `x=${x}`), false);
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=1']);
  window.run();
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=4']);
  trail.touch(touch('a', 'x=5'), false);
  trail.touch(touch('a', 'x=6'), true);
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=6']);
  window.run();
  assert.equal(window.entries.at(-1)?.url, '#a?x=6', 'no late write');
  trail.touch(touch('a', 'x=7'), false);
  assert.equal(window.entries.length, 3, 'the next gesture is the next entry');
});

test('playback that starts without a change still leaves the way back', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', ''), false); // between two steps
  trail.touch(touch('a', 'step=1'), false);
  trail.touch(touch('a', 'step=2'), true);
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?step=2']);
});

test('what changes nothing leaves no entry', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1', 'x=1'), true);
  assert.equal(window.entries.length, 1);
});

test('an entry remembers every figure, and going back restores them', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'), true);
  trail.touch(touch('b', 'y=1'), true);
  assert.deepEqual(window.entries.at(-1)?.state, { figures: { a: 'x=1', b: 'y=1' } });
  const back = Trail.of(window.entries[1]?.state);
  assert.deepEqual(back, { a: 'x=1' });
  trail.restore(back ?? {});
  assert.deepEqual(trail.states, { a: 'x=1' });
  trail.touch(touch('a', 'x=2'), true);
  assert.deepEqual(window.entries.at(-1)?.state, { figures: { a: 'x=2' } });
});

test('entries do not share their states', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'), true);
  trail.touch(touch('a', 'x=2'), true);
  assert.deepEqual(window.entries[1]?.state, { figures: { a: 'x=1' } });
});

test('a heading that was followed keeps the figures', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'), true);
  window.entries.push({ state: null, url: '#moe' });
  assert.equal(Trail.of(window.history.state), null);
  trail.adopt();
  assert.deepEqual(window.entries.at(-1), { state: { figures: { a: 'x=1' } }, url: '#moe' });
  trail.adopt('b', 'y=2');
  assert.deepEqual(trail.states, { a: 'x=1', b: 'y=2' });
});

test('a reload starts from what the entry carries', () => {
  assert.deepEqual(new Trail(browser({ figures: { a: 'x=1' } })).states, { a: 'x=1' });
  assert.deepEqual(new Trail(browser({ other: 1 })).states, {});
  assert.deepEqual(new Trail(browser('text')).states, {});
});
