// css/far_heights.css has the steps of height that the builder writes (tools/loom/site/render/far.cpp).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../../site.mjs';

const css = readFileSync(join(root, 'web/shell/css/far_heights.css'), 'utf8');
/** @param {RegExp} pattern */
const steps = (pattern) => [...css.matchAll(pattern)].map(([, step, rem]) => [Number(step), Number(rem)]);

test('each step has its height, the same on a phone and on a wide screen', () => {
  const narrow = steps(/^\[data-far\^="(\d+) "\] \{ --tall: ([0-9.]+)rem; \}$/gm);
  const wide = steps(/^ {2}\[data-far\$=" (\d+)"\] \{ --tall: ([0-9.]+)rem; \}$/gm);
  assert.ok(narrow.length > 10);
  assert.deepEqual(wide, narrow);
  const [first, ratio] = [1.6, 1.15];  // a line, and how much higher each step is
  assert.deepEqual(narrow, narrow.map((_, step) => [step, Number((first * ratio ** step).toFixed(1))]));
});
