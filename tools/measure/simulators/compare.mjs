// The kernels of kernels.mjs in the browser, as a page runs them, beside Oclgrind and Numba's CUDA simulator. Times are
// those of the whole: reading the source, running, and reading the result.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch, open } from '../../../tests/browser/pages.mjs';
import { root, scratch, serve } from '../../../tests/site.mjs';
import { rate } from '../rate.mjs';
import { arrays, names, request, scalar, sizes } from './kernels.mjs';

/** @typedef {import('./kernels.mjs').Name} Name */

/** The side of the matrices; others take minutes for larger ones. @type {Record<Name, number>} */
const sides = { product: 128, reduction: 128, stencil: 128 };
const here = join(root, 'tools/measure/simulators');

/** Seconds of the fastest of some runs, and the last answer. @param {any} page @param {any} request @param {number} runs */
const inBrowser = (page, request, runs) =>
  page.evaluate(async (/** @type {any} */ request, /** @type {number} */ runs) => {
    const { runKernel } = await import(/** @type {string} */ (document.documentElement.dataset.kernel));
    let seconds = Infinity, answer;
    for (let i = 0; i < runs; ++i) {
      const start = performance.now();
      answer = await runKernel(request);
      seconds = Math.min(seconds, (performance.now() - start) / 1000);
    }
    if (answer.error || answer.findings.length) throw new Error(answer.error ?? JSON.stringify(answer.findings));
    const sum = answer.arguments.at(-2).values.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b);
    return { seconds, sum, operations: answer.total.executed * answer.total.lanes };
  }, request, runs);

/** @param {number} a @param {number} b */
const same = (a, b) => Math.abs(a - b) <= 1e-4 * Math.abs(b);

/** @param {Name} name @param {number} n @param {string[]} checks @returns {{seconds: number, sum: number} | null} */
function oclgrind(name, n, checks) {
  const file = join(scratch(), 'kernel.sim');
  const { grid, block } = sizes(name, n);
  const three = (/** @type {number[]} */ size) => [...size, 1, 1].slice(0, 3);
  const threads = three(grid).map((blocks, i) => blocks * (three(block)[i] ?? 1));
  const all = arrays(name, n);
  const lines = all.map(({ count, fill }, i) => `<size=${4 * count} fill=${fill} float${i + 1 === all.length ? ' dump' : ''}>`);
  writeFileSync(file, [join(here, 'kernels.cl'), name, threads.join(' '), three(block).join(' '), ...lines, `<size=4 int> ${scalar(name, n)}`, ''].join('\n'));
  const start = performance.now();
  const { status, stdout } = spawnSync('oclgrind-kernel', [...checks, file], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) return null;
  return { seconds, sum: [...stdout.matchAll(/\] = (\S+)/g)].reduce((sum, [, value]) => sum + Number(value), 0) };
}

/** @param {Name} name @param {number} n @returns {{seconds: number, sum: number} | null} */
function numba(name, n) {
  for (const python of ['python3', '/usr/bin/python3']) {
    const { status, stdout } = spawnSync(python, [join(here, 'numba_sim.py'), name, String(n)], { encoding: 'utf8' });
    if (status !== 0) continue;
    const [seconds = NaN, sum = NaN] = stdout.split('\t').map(Number);
    return { seconds, sum };
  }
  return null;
}

/** @returns {Promise<import('../main.mjs').Row[]>} */
export async function compare() {
  const { address, stop } = await serve();
  const browser = await launch();
  const { page } = await open(browser, `${address}/glossary/`);
  const whole = await inBrowser(page, request('product', 256), 3);
  const rows = [
    { what: 'a 256 × 256 product in the browser', value: `${whole.seconds.toFixed(2)} s`, budget: '≤ 3 s' },
    { what: '  with source and arrays as text', value: rate(whole.operations / whole.seconds), budget: 'lane-operations per second' },
  ];
  for (const name of names) {
    const n = sides[name];
    const ours = await inBrowser(page, request(name, n), 5);
    rows.push({ what: `${name}, n = ${n}, in the browser`, value: `${(1000 * ours.seconds).toFixed(0)} ms`, budget: '' });
    const others = [
      { what: 'Oclgrind', found: oclgrind(name, n, []), package: 'oclgrind' },
      { what: 'Oclgrind, with its checks', found: oclgrind(name, n, ['--data-races', '--uninitialized']), package: 'oclgrind' },
      { what: 'Numba\'s simulator', found: numba(name, n), package: 'python3-numba' },
    ];
    for (const { what, found, package: its } of others) {
      if (found && !same(found.sum, ours.sum)) throw new Error(`${name}: ${what} has a sum of ${found.sum}, expected ${ours.sum}`);
      rows.push(found
        ? { what: `  ${what}: ${(1000 * found.seconds).toFixed(0)} ms`, value: `${(found.seconds / ours.seconds).toFixed(0)} times`, budget: 'at least 20' }
        : { what: `  ${what}`, value: 'not there', budget: `install Debian's ${its}, or: tools/bench --install cuda` });
    }
  }
  await browser.close();
  stop();
  return rows;
}
