// How many layouts a second are composed, inverted and divided, and how many swizzles are found; beside CuTe's Python
// reference if Python has it (PYTHONPATH=…/cutlass/python is enough).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../tests/site.mjs';
import { perSecond, rate } from './rate.mjs';

const cases = join(root, 'tests/data/pycute/layouts.json');

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure(effort) {
  const ours = perSecond('layouts', effort, [cases]);
  const python = spawnSync('python3', [join(root, 'tools/measure/layouts.py'), cases], { encoding: 'utf8' });
  /** @type {Map<string, number>} */
  const theirs = new Map();
  if (python.status === 0)
    for (const line of python.stdout.trimEnd().split('\n')) {
      const [what, value] = line.split('\t');
      theirs.set(what, Number(value));
    }
  return ours.map(({ what, value, unit }) => {
    const reference = theirs.get(what);
    const beside = reference ? `; pycute ${rate(reference)}: ${(value / reference).toFixed(0)} times, of at least 20` : '';
    return { what, value: rate(value), budget: `${unit} per second${beside}` };
  });
}
