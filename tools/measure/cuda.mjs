// How many lane-operations a second CUDA kernels run, natively and in Node.js, beside plain C++ in the same run; how long
// they take in the browser's worker, and beside other simulators of GPUs.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../tests/site.mjs';
import { perSecond, rate, rows } from './rate.mjs';
import { compare } from './simulators/compare.mjs';

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  const native = perSecond('cuda_rate');
  execFileSync('cmake', ['--build', '--preset', 'wasm', '--target', 'cuda_rate'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const wasm = rows(execFileSync(process.execPath, [join(root, 'build/wasm/tools/measure/cuda_rate.js')], { encoding: 'utf8' }));
  const measured = [{ where: 'natively', found: native, least: 400 }, { where: 'in Node.js', found: wasm, least: 150 }].flatMap(({ where, found, least }) => {
    const [kernel, plain] = found.map(({ value }) => value);
    return [
      { what: `kernel, ${where}`, value: rate(kernel), budget: `lane-operations per second, at least ${least} million` },
      { what: `plain C++, ${where}`, value: `${(plain / kernel).toFixed(1)} times`, budget: 'as fast' },
    ];
  });
  return [...measured, ...(await compare())];
}
