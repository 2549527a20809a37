// Small functions of the page's modules, without a browser.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { offer, readControl, showOutput, writeControl } from '../../../web/shell/js/figure/controls.js';
import { count, matches, plain, startFilters } from '../../../web/shell/js/page/filter.js';
import { Pending } from '../../../web/shell/js/figure/pending.js';
import { grade, verdict } from '../../../web/shell/js/figure/quiz.js';
import { progress } from '../../../web/shell/js/page/rail.js';
import { next } from '../../../web/shell/js/page/theme.js';
import { place } from '../../../web/shell/js/page/tooltip.js';

/** A handle that records what is asked of it and refuses `bad`. */
function recorder() {
  /** @type {string[]} */
  const calls = [];
  return {
    calls,
    load: (/** @type {string} */ query) => (calls.push(`load ${query}`), query === 'bad' ? { loaded: false, problem: 'refused' } : { loaded: true, problem: '' }),
    set: (/** @type {Record<string, string>} */ values) => {
      calls.push(`set ${Object.entries(values).map((each) => each.join('=')).join(' ')}`);
      return Object.keys(values).filter((key) => values[key] === 'bad').map((key) => `${key} refused`).join();
    },
    seek: (/** @type {number} */ step) => void calls.push(`seek ${step}`),
    play: () => void calls.push('play'),
  };
}

test('the queue applies the last value of each parameter, then the step, then play', () => {
  const queue = new Pending();
  queue.set('bits', '4');
  queue.set('terms', '9');
  queue.set('bits', '7');
  queue.seek(3);
  queue.play(true);
  const handle = recorder();
  assert.deepEqual(queue.apply(handle), []);
  assert.deepEqual(handle.calls, ['set terms=9', 'set bits=7', 'seek 3', 'play']);
  assert.deepEqual(queue.apply(handle), [], 'applied once');
  assert.equal(handle.calls.length, 4);
});

test('a whole state forgets what was queued before it', () => {
  const queue = new Pending();
  queue.set('bits', '4');
  queue.seek(3);
  queue.load('terms=9');
  queue.set('bits', '5');
  const handle = recorder();
  queue.apply(handle);
  assert.deepEqual(handle.calls, ['load terms=9', 'set bits=5']);
});

test('the queue tells what was refused and applies the rest', () => {
  const queue = new Pending();
  queue.load('bad');
  queue.set('bits', 'bad');
  queue.set('terms', '9');
  const handle = recorder();
  assert.deepEqual(queue.apply(handle), [{ key: '', error: 'refused' }, { key: 'bits', error: 'bits refused' }]);
  assert.equal(handle.calls.at(-1), 'set terms=9');
});

test('a quiz is right when exactly the right answers are chosen', () => {
  assert.deepEqual(grade([false, true], [false, true]), { right: true, missing: 0, wrong: 0 });
  assert.deepEqual(grade([true, false], [false, true]), { right: false, missing: 1, wrong: 1 });
  assert.deepEqual(grade([true, true, false], [true, true, true]), { right: false, missing: 1, wrong: 0 });
  assert.match(verdict(grade([true], [true]), false), /^Right/);
  assert.match(verdict(grade([true, false], [false, true]), false), /^Not/);
  assert.match(verdict(grade([true, false], [true, true]), true), /not all/);
});

test('the cloth ends beside the section that is read', () => {
  assert.deepEqual(progress([100, 200], 50, 300), { current: -1, read: 0 });
  assert.deepEqual(progress([100, 200], 150, 300), { current: 0, read: 0.25 });
  assert.deepEqual(progress([100, 200], 200, 300), { current: 1, read: 0.5 });
  assert.deepEqual(progress([100, 200], 400, 300), { current: 1, read: 1 });
  assert.deepEqual(progress([], 400, 300), { current: -1, read: 0 });
});

test('the filter wants every word, in any order, case and accent', () => {
  const entry = plain('Coalescing: serving a warp’s loads. Schrödinger');
  assert.ok(matches(entry, ''));
  assert.ok(matches(entry, 'WARP coal'));
  assert.ok(matches(entry, 'schrodinger'));
  assert.ok(matches(entry, '  loads '));
  assert.ok(!matches(entry, 'warp bank'));
  assert.equal(count(95, 95, ''), '95 entries');
  assert.equal(count(2, 95, 'warp'), '2 of 95 entries');
  assert.equal(count(0, 95, ' xyz '), 'Nothing matches “xyz”.');
});

test('an address with a broken escape leads nowhere, and disturbs no filter', () => {
  const input = { value: 'warp', addEventListener() {} };
  const hidden = { closest: () => ({}), scrollIntoView() {} };
  const box = {
    querySelector: (/** @type {string} */ of) => (of.startsWith('input') ? input : null),
    querySelectorAll: () => [],
    contains: () => true,
  };
  /** @type {string[]} */
  const asked = [];
  let reveal = () => assert.fail('no one listens to the address');
  const page = {
    document: {
      querySelectorAll: () => [box],
      getElementById: (/** @type {string} */ id) => (asked.push(id), id === 'é' ? hidden : null),
    },
    location: { hash: '' },
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ run) => name === 'hashchange' && (reveal = run),
  };
  Object.assign(globalThis, page);
  startFilters();
  for (const hash of ['#%E0%A4%A', '#%', '#100%']) {
    page.location.hash = hash;
    reveal();
  }
  assert.deepEqual(asked, ['%E0%A4%A', '%', '100%']);
  assert.equal(input.value, 'warp');
  page.location.hash = '#%C3%A9';
  reveal();
  assert.equal(input.value, '', 'what the filter hides is shown by a link to it');
});

test('addresses are decoded in one place, which takes what is malformed', () => {
  const folder = new URL('../../../web/shell/js/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const decoding = files.filter((name) => readFileSync(new URL(name, folder), 'utf8').includes('decodeURI'));
  assert.deepEqual(decoding, ['page/address.js']);
});

test('a tooltip stays inside the window', () => {
  const view = { width: 360, height: 600 };
  const size = { width: 200, height: 80 };
  assert.deepEqual(place({ left: 20, top: 100, bottom: 120 }, size, view), { left: 20, top: 128 });
  assert.deepEqual(place({ left: 300, top: 100, bottom: 120 }, size, view), { left: 152, top: 128 });
  assert.deepEqual(place({ left: -50, top: 560, bottom: 580 }, size, view), { left: 8, top: 472 }, 'above when there is no room below');
  assert.deepEqual(place({ left: 20, top: 300, bottom: 320 }, size, view, true), { left: 20, top: 212 }, 'above if that is asked for');
  assert.deepEqual(place({ left: 20, top: 80, bottom: 100 }, size, view, true), { left: 20, top: 108 }, 'unless there is no room');
});

test('the theme button goes round', () => {
  assert.deepEqual([next('system'), next('light'), next('dark')], ['light', 'dark', 'system']);
});

test('controls are offered where another one says so', () => {
  const controls = ['', 'pattern=strided', 'pattern=shuffled|random'].map((when) => ({ dataset: { when: when || undefined }, hidden: false }));
  const offered = (/** @type {string} */ pattern) => {
    offer(/** @type {any} */ (controls), (key) => (key === 'pattern' ? pattern : ''));
    return controls.map(({ hidden }) => !hidden);
  };
  assert.deepEqual(offered('strided'), [true, true, false]);
  assert.deepEqual(offered('random'), [true, false, true]);
  assert.deepEqual(offered('shuffled'), [true, false, true]);
  assert.deepEqual(offered('custom'), [true, false, false]);
});

test('a slider ends where another parameter\'s number does', () => {
  const input = { max: '31', value: '31', dataset: {} }, output = { textContent: '31' };
  const control = { dataset: { key: 'query', most: 'tokens-1', maximum: '63' }, querySelectorAll: () => [input], querySelector: () => output };
  const shown = (/** @type {Record<string, string>} */ state) => {
    offer(/** @type {any} */ ([control]), (key) => state[key] ?? '');
    return [input.max, input.value, output.textContent];
  };
  assert.deepEqual(shown({ tokens: '8', query: '63' }), ['7', '7', '7']);
  assert.deepEqual(shown({ tokens: '8', query: '5' }), ['7', '5', '5']);
  assert.deepEqual(shown({ tokens: '64', query: '63' }), ['63', '63', '63'], 'what was kept comes back');
  assert.deepEqual(shown({ tokens: '80', query: '63' }), ['63', '63', '63']);
});

test('a slider with stops writes their numbers, and keeps one that lies between two of them', () => {
  const input = {
    type: 'range', value: '2',
    dataset: /** @type {Record<string, string>} */ ({ stops: '1 2 4 8 16', text: '4', unit: 'tokens' }),
    spoken: '',
    setAttribute: (/** @type {string} */ _, /** @type {string} */ text) => void (input.spoken = text),
  };
  const output = { textContent: '4' };
  const control = /** @type {any} */ ({ querySelectorAll: () => [input], querySelector: (/** @type {string} */ name) => (name === 'output' ? output : null) });
  assert.equal(readControl(control), '4');
  writeControl(control, '5');
  assert.equal(input.value, '2', 'the nearest position');
  assert.equal(readControl(control), '5');
  assert.deepEqual([output.textContent, input.spoken], ['5', '5 tokens']);
  input.value = '3';  // a key to the right
  assert.equal(readControl(control), '8');
  showOutput(control, '8');
  assert.equal(input.spoken, '8 tokens');
  input.value = '2';  // and back: 5 is gone
  assert.equal(readControl(control), '4');
  writeControl(control, '1000');
  assert.equal(input.value, '4');
  assert.equal(readControl(control), '1000');
});

test('a slider whose number lies between two of its steps says the number', () => {
  // A browser rounds what is written to a step of 8.
  const input = { type: 'range', dataset: {}, ariaValueText: '', set value(/** @type {string} */ text) { this.at = Math.round(Number(text) / 8) * 8; }, get value() { return String(this.at); }, at: 0 };
  const control = /** @type {any} */ ({ querySelectorAll: () => [input], querySelector: () => null });
  writeControl(control, '20');
  assert.deepEqual([input.value, input.ariaValueText], ['24', '20']);
  writeControl(control, '16');
  assert.deepEqual([input.value, input.ariaValueText], ['16', null]);
});
