// A slider of a figure that refuses single numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bringLeftOut, grouped, offer, stepOver } from '../../../../web/shell/js/figure/controls.js';

/** As much of a slider as stepOver() asks of it, by steps of 8. @param {number} value @param {Record<string, string>} [dataset] */
function slider(value, dataset = {}) {
  const [least, most, step] = [8, 256, 8];
  let now = value;
  const input = {
    type: 'range',
    dataset,
    get value() {
      return String(now);
    },
    set value(text) {
      now = Number(text);
    },
    stepUp: () => void (now = Math.min(most, now + step)),
    stepDown: () => void (now = Math.max(least, now - step)),
  };
  return { input, control: /** @type {any} */ ({ querySelectorAll: () => [input] }) };
}

/** INT8: 8, 16, 24 and the multiples of 16. @param {string} text */
const accepts = (text) => Number(text) < 32 || Number(text) % 16 === 0;

test('a slider goes over a refused number, in the direction in which it was moved', () => {
  const up = slider(40);
  assert.equal(stepOver(up.control, '32', accepts), true);
  assert.equal(up.input.value, '48');
  const down = slider(40);
  assert.equal(stepOver(down.control, '48', accepts), true);
  assert.equal(down.input.value, '32');
});

test('where the next number is refused as well, or there is none, it stays where the reader put it', () => {
  for (const [at, before, takes] of /** @type {[number, string, (text: string) => boolean][]} */ ([[40, '32', () => false], [256, '240', accepts]])) {
    const { input, control } = slider(at);
    assert.equal(stepOver(control, before, takes), false);
    assert.equal(input.value, String(at));
  }
});

test('only a slider of even steps does so', () => {
  const stops = slider(3, { stops: '1 2 4 8' });
  assert.equal(stepOver(stops.control, '2', () => true), false);
  const text = slider(40);
  text.input.type = 'text';
  assert.equal(stepOver(text.control, '32', () => true), false);
  assert.equal(text.input.value, '40');
});

test('a control is there while every condition of its own holds', () => {
  const control = /** @type {any} */ ({ dataset: { when: 'loop=fa1|fa2&blocks=chosen' }, hidden: false });
  for (const [loop, blocks, there] of /** @type {[string, string, boolean][]} */ ([['fa1', 'chosen', true], ['fa2', 'chosen', true], ['fa2', 'memory', false], ['standard', 'chosen', false]])) {
    offer([control], (key) => ({ loop, blocks })[key] ?? '');
    assert.equal(control.hidden, !there, `${loop}, ${blocks}`);
  }
});

test('controls that a figure leaves out come when its state differs in one of them, and only then', () => {
  const all = /** @type {any[]} */ ([{ dataset: { key: 'task' } }, { dataset: { key: 'train' } }]);
  /** @type {any[]} */
  let there = [];
  const template = { content: { children: all }, replaceWith: (/** @type {any[]} */ ...come) => (there = come) };
  const root = /** @type {any} */ ({ querySelector: () => (there.length ? null : template) });
  const own = { task: 'decode', train: 'eager', zoom: '4' };
  assert.deepEqual(bringLeftOut(root, own, { ...own, zoom: '16' }), []);
  assert.deepEqual(there, []);
  assert.deepEqual(bringLeftOut(root, own, { ...own, train: 'fp32' }), all);
  assert.deepEqual(there, all);
  assert.deepEqual(bringLeftOut(root, own, { ...own, train: 'fp32' }), [], 'once');
});

test('the number beside a slider is grouped as in sentences', () => {
  for (const [number, text] of /** @type {[string, string][]} */ ([['999', '999'], ['1000', '1,000'], ['-65536', '-65,536'], ['1048576.12345', '1,048,576.12345'], ['0.00009999', '0.00009999'], ['1e-7', '1e-7']]))
    assert.equal(grouped(number), text);
});
