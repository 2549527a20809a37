// css/far_heights.css has a height for every step that the builder writes (tools/loom/site/render/far.cpp).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../../site.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');

test('each step has its height, on a phone and on a wide screen', () => {
  const builder = read('tools/loom/site/render/far.cpp');
  const constant = (/** @type {string} */ name) => Number(builder.match(new RegExp(`\\b${name} = ([0-9.]+)`))?.[1]);
  const [first, ratio, last] = [constant('first_step'), constant('ratio'), constant('last_step')];
  assert.ok(first > 1 && ratio > 1 && last > 10);
  const css = read('web/shell/css/far_heights.css');
  for (const pattern of [/\[data-far\^="(\d+) "\] \{ --tall: ([0-9.]+)rem; \}/g, /\[data-far\$=" (\d+)"\] \{ --tall: ([0-9.]+)rem; \}/g]) {
    const steps = [...css.matchAll(pattern)].map(([, step, rem]) => [Number(step), Number(rem)]);
    assert.deepEqual(steps, Array.from({ length: last + 1 }, (_, step) => [step, Number((first * ratio ** step).toFixed(1))]));
  }
});
