// The history entries that playing with figures leaves behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { format } from '../../../../web/shell/js/page/address.js';
import { Trail } from '../../../../web/shell/js/memory/trail.js';

/** A history and a clock. The entries' names stand beside what else they carry. @param {any} [state] what the current entry carries */
function browser(state = null) {
  const entries = [{ state, url: '/library/' }];
  /** @type {string[]} */
  const names = [state?.entry];
  /** @type {Map<number, () => void>} */
  const timers = new Map();
  let next = 1;
  const put = (/** @type {number} */ at, /** @type {any} */ { entry, ...state }, /** @type {any} */ url) => void ([entries[at], names[at]] = [{ state, url }, entry]);
  return {
    entries,
    names,
    run: () => [...timers.values()].forEach((timer) => timer()),
    history: {
      get state() {
        const { state } = /** @type {{state: any}} */ (entries.at(-1)), entry = names[entries.length - 1];
        return entry ? { ...state, entry } : state;
      },
      pushState: (/** @type {any} */ state, /** @type {string} */ _, /** @type {any} */ url) => put(entries.length, state, url),
      replaceState: (/** @type {any} */ state, /** @type {string} */ _, /** @type {any} */ url) => put(entries.length - 1, state, url ?? entries.at(-1)?.url),
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
  trail.touch(touch('a', 'x=1')); // a radio button: input …
  trail.touch(touch('a', 'x=1')); // … and change
  assert.deepEqual(window.entries, [
    { state: { figures: {} }, url: '/library/' },
    { state: { figures: { a: 'x=1' } }, url: '#a?x=1' },
  ]);
});

test('all that is done with one figure is one entry, written at most every third of a second, ending where it ends', () => {
  const window = browser();
  const trail = new Trail(window);
  for (let x = 1; x <= 200; ++x) trail.touch(touch('a', `x=${x}`)); // a held key
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=1']);
  window.run();
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=200']);
  trail.touch(touch('b', 'y=1'));
  trail.touch(touch('a', 'x=7'));
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=200', '#b?y=1', '#a?x=7']);
});

test('a link is an entry of its own', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'));
  trail.touch(touch('a', 'x=2'), { link: true });
  trail.touch(touch('a', 'x=3'));
  window.run();
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=1', '#a?x=3']);
});

test('a link whose state is there already is an entry if it has led away', () => {
  const window = browser();
  const trail = new Trail(window);
  assert.equal(trail.touch(touch('a', 'x=1'), { link: true }), true);
  assert.equal(trail.touch(touch('a', 'x=1'), { link: true }), false);
  trail.visit('#a?x=1');
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=1', '#a?x=1']);
  assert.deepEqual(window.entries.at(-1)?.state, { figures: { a: 'x=1' } });
  trail.touch(touch('a', 'x=2')); // not into the entry of the link
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=1', '#a?x=1', '#a?x=2']);
});

test('what still waits is written before a link leads away', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'));
  trail.touch(touch('a', 'x=2'));
  trail.visit('#a/part');
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?x=2', '#a/part']);
});

test('a browser that refuses another entry is asked again later', () => {
  const window = browser();
  const trail = new Trail(window);
  const { pushState } = window.history;
  window.history.pushState = () => {
    throw new Error('SecurityError: more than 100 times per 30 seconds');
  };
  trail.touch(touch('a', 'x=1'));
  trail.touch(touch('a', 'x=2'));
  assert.deepEqual(trail.states, { a: 'x=2' });
  window.history.pushState = pushState;
  window.run();
  assert.deepEqual(window.entries.at(-1), { state: { figures: { a: 'x=2' } }, url: '#a?x=2' });
});

test('playback that starts without a change still leaves the way back', () => {
  const window = browser();
  const trail = new Trail(window);
  for (const query of ['', 'step=1', 'step=2']) trail.touch(touch('a', query));
  window.run();
  assert.deepEqual(window.entries.map((e) => e.url), ['/library/', '#a?step=2']);
});

test('what changes nothing leaves no entry', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1', 'x=1'));
  assert.equal(window.entries.length, 1);
});

test('an entry remembers every figure, and going back restores them', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'));
  trail.touch(touch('b', 'y=1'));
  assert.deepEqual(window.entries.at(-1)?.state, { figures: { a: 'x=1', b: 'y=1' } });
  const back = Trail.of(window.entries[1]?.state);
  assert.deepEqual(back, { a: 'x=1' });
  trail.restore(back ?? {});
  assert.deepEqual(trail.states, { a: 'x=1' });
  trail.touch(touch('a', 'x=2'));
  assert.deepEqual(window.entries.at(-1)?.state, { figures: { a: 'x=2' } });
});

test('entries do not share their states', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'));
  trail.touch(touch('b', 'x=2'));
  assert.deepEqual(window.entries[1]?.state, { figures: { a: 'x=1' } });
});

test('a heading that was followed keeps the figures', () => {
  const window = browser();
  const trail = new Trail(window);
  trail.touch(touch('a', 'x=1'));
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

test('every entry has a name, which it keeps', () => {
  const window = browser();
  const trail = new Trail(window);
  const first = trail.entry;
  trail.touch(touch('a', 'x=1'));
  const second = trail.entry;
  trail.touch(touch('a', 'x=2'));
  window.run();
  window.entries.push({ state: null, url: '#moe' });
  trail.adopt(); // the browser's own
  const third = trail.entry;
  assert.deepEqual(window.names, [first, second, third]);
  assert.equal(new Set(window.names).size, 3);
  assert.equal(new Trail(window).entry, third, 'also after a reload');
  window.entries.pop();
  trail.restore(Trail.of(window.history.state) ?? {});
  assert.equal(trail.entry, second);
});

test('what a history entry carries counts as states where it is text', () => {
  assert.deepEqual(Trail.of({ figures: { a: 'x=1', b: 7, c: null, d: { toString: 1 }, e: '' } }), { a: 'x=1', e: '' });
  for (const state of [null, 7, {}, { figures: null }, { figures: 'x=1' }]) assert.equal(Trail.of(state), null, JSON.stringify(state));
});
