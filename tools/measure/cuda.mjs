// How many lane-operations a second CUDA kernels run, natively and in Node.js, beside plain C++ in the same run; how long
// they take in the browser's worker, and beside other simulators of GPUs.
import { join } from 'node:path';

import { root } from '../../tests/site.mjs';
import { compile, perSecond, rate, rows } from './rate.mjs';
import { compare } from './simulators/compare.mjs';

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure(effort) {
  const native = perSecond('cuda', effort);
  compile('wasm', 'cuda_rate');
  const wasm = rows(process.execPath, effort, [join(root, 'build/wasm/tools/measure/cuda_rate.js')]);
  const measured = [{ where: 'natively', found: native, least: 400 }, { where: 'in Node.js', found: wasm, least: 150 }].flatMap(({ where, found, least }) => {
    const [kernel, plain] = found.map(({ value }) => value);
    return [
      { what: `kernel, ${where}`, value: rate(kernel), budget: `lane-operations per second, at least ${least} million` },
      { what: `plain C++, ${where}`, value: `${(plain / kernel).toFixed(1)} times`, budget: 'as fast' },
    ];
  });
  return [...measured, ...(await compare(effort))];
}
