// How many answers a second the simulators give, natively, on one core.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../tests/site.mjs';

// "12.3 million", "456,000": three digits that count.
/** @param {number} value */
function rate(value) {
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} million`;
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  execFileSync('cmake', ['--build', '--preset', 'native', '--target', 'loom_bench'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const lines = execFileSync(join(root, 'build/native/tools/measure/loom_bench'), { encoding: 'utf8' }).trimEnd().split('\n');
  return lines.map((line) => {
    const [what, perSecond, unit] = line.split('\t');
    return { what, value: rate(Number(perSecond)), budget: `${unit} per second` };
  });
}
