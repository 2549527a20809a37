// The kernels of kernels.mjs beside Oclgrind and Numba's CUDA simulator, natively (`loom run`) and in the browser, as a page
// runs them. Two times each: of the kernel, and of the launch, which is what is left for a grid of one block. Natively the
// launch is, for both, a process that reads the source and fills the arrays; nobody prints them. In the browser it is
// the way to the worker and back, with source and arrays as text. Loom always looks for races and uninitialized
// memory, and counts what each line costs; Oclgrind does neither unless it is asked to. Without its checks it runs a thread for
// each core of the machine; Loom has one.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch, open } from '../../../tests/browser/pages.mjs';
import { root, scratch, serve } from '../../../tests/site.mjs';
import { median } from '../median.mjs';
import { progress } from '../progress.mjs';
import { rate } from '../rate.mjs';
import { loomArguments, arrays, names, request, scalar, sizes, sources } from './kernels.mjs';

/** @typedef {import('./kernels.mjs').Name} Name */

/** The side of the matrices, so that a start is a small part of each time; and one for Numba, which takes minutes for more.
 * @type {Record<Name, number>} */
const sides = { product: 128, reduction: 512, stencil: 512 };
const numba_side = 128;
const runs = 3;
const folder = scratch();
const here = join(root, 'tools/measure/simulators');

/** Seconds of a kernel and of its launch. @typedef {{kernel: number, launch: number}} Times */

/** @param {(one: boolean) => number} seconds of a run, or of one with a single block @returns {Times} */
function timesOf(seconds) {
  const measured = (/** @type {boolean} */ one) => median(Array.from({ length: runs }, () => seconds(one)));
  const launch = measured(true);
  return { kernel: measured(false) - launch, launch };
}

/** Seconds, the median of some runs, and the last answer. @param {any} page @param {any} request */
const once = (page, request) =>
  page.evaluate(async (/** @type {any} */ request, /** @type {number} */ runs) => {
    const { runKernel } = await import(/** @type {string} */ (document.documentElement.dataset.kernel));
    const all = [];
    let answer;
    for (let i = 0; i < runs; ++i) {
      const start = performance.now();
      answer = await runKernel(request);
      all.push((performance.now() - start) / 1000);
    }
    if (answer.error || answer.findings.length) throw new Error(answer.error ?? JSON.stringify(answer.findings));
    const sum = answer.arguments.at(-2).values.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b);
    return { all, sum, operations: answer.lane_operations };
  }, request, runs);

/** @param {any} page @param {any} request @returns {Promise<Times & {sum: number, operations: number}>} */
async function inBrowser(page, request) {
  const { all: one } = await once(page, { ...request, grid: request.grid.map(() => 1) });
  const { all, sum, operations } = await once(page, request);
  return { launch: median(one), kernel: median(all) - median(one), sum, operations };
}

/** @param {number} a @param {number} b */
const same = (a, b) => Math.abs(a - b) <= 1e-4 * Math.abs(b);

/** Seconds of a program. @param {string} program @param {string[]} given */
function seconds(program, given) {
  const start = performance.now(), { status } = spawnSync(program, given, { stdio: 'ignore' });
  return status === 0 ? (performance.now() - start) / 1000 : NaN;
}

const three = (/** @type {number[]} */ size) => [...size, 1, 1].slice(0, 3);

/** A launch for oclgrind-kernel. @param {Name} name @param {number} n @param {number[]} grid @param {boolean} dump whether it prints the result */
function oclgrindLaunch(name, n, grid, dump) {
  const file = join(folder, 'kernel.sim');
  const { block } = sizes(name, n);
  const threads = three(grid).map((blocks, i) => blocks * (three(block)[i] ?? 1));
  const all = arrays(name, n);
  const lines = all.map(({ count, fill }, i) => `<size=${4 * count} fill=${fill} float${dump && i + 1 === all.length ? ' dump' : ''}>`);
  writeFileSync(file, [join(here, 'kernels.cl'), name, threads.join(' '), three(block).join(' '), ...lines, `<size=4 int> ${scalar(name, n)}`, ''].join('\n'));
  return file;
}

/** The sum of the result by Oclgrind; null if it is not there. @param {Name} name @param {number} n */
function oclgrindSum(name, n) {
  const { status, stdout } = spawnSync('oclgrind-kernel', [oclgrindLaunch(name, n, sizes(name, n).grid, true)], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  return status === 0 ? [...stdout.matchAll(/\] = (\S+)/g)].reduce((sum, [, value]) => sum + Number(value), 0) : null;
}

/** The arguments of `loom run`. @param {Name} name @param {number} n @param {number[]} grid */
function loomLaunch(name, n, grid) {
  const file = join(folder, `${name}.cu`);
  writeFileSync(file, sources[name]);
  return ['run', file, '--grid', grid.join(','), '--block', sizes(name, n).block.join(','), ...loomArguments(name, n).flatMap((each) => ['--arg', each])];
}

/** @param {Name} name @param {number} n */
function natively(name, n) {
  const program = join(root, 'build/native/tools/loom/loom');
  const { grid } = sizes(name, n), one = grid.map(() => 1);
  const { arguments: left, findings } = JSON.parse(execFileSync(program, [...loomLaunch(name, n, grid), '--json'], { encoding: 'utf8', maxBuffer: 2 ** 30 }));
  if (findings.length) throw new Error(JSON.stringify(findings));
  const ours = timesOf((single) => seconds(program, loomLaunch(name, n, single ? one : grid)));
  const sum = oclgrindSum(name, n), expected = left.at(-2).values.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b);
  if (sum === null) return { ours, theirs: [] };
  if (!same(sum, expected)) throw new Error(`${name}: Oclgrind has a sum of ${sum}, expected ${expected}`);
  const theirs = [{ what: 'Oclgrind', checks: [] }, { what: 'Oclgrind, with its checks', checks: ['--data-races', '--uninitialized'] }].map(({ what, checks }) => ({
    what,
    ...timesOf((single) => seconds('oclgrind-kernel', [...checks, oclgrindLaunch(name, n, single ? one : grid, false)])),
  }));
  return { ours, theirs };
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

/** @param {number} seconds */
const ms = (seconds) => `${(1000 * seconds).toFixed(seconds < 0.1 ? 1 : 0)} ms`;

/** @param {string} what @param {Times} ours @returns {import('../main.mjs').Row} */
const own = (what, { kernel, launch }) => ({ what, value: ms(kernel), budget: `and the launch ${ms(launch)}` });

/** A row for each other simulator. @param {Times} ours @param {(Times & {what: string})[]} theirs @param {string} missing */
const compared = (ours, theirs, missing) => theirs.length
  ? theirs.map(({ what, kernel, launch }) => {
    const whole = (kernel + launch) / (ours.kernel + ours.launch);
    return { what: `  ${what}: ${ms(kernel)}`, value: `${(kernel / ours.kernel).toFixed(0)} times`, budget: `at least 20${launch > 0 ? `; with the launch, ${ms(launch)}, ${whole.toFixed(0)} times` : ''}` };
  })
  : [{ what: '  others', value: 'not there', budget: `install Debian's ${missing}, or: tools/bench --install cuda` }];

/** @param {import('../main.mjs').Effort} effort @returns {Promise<import('../main.mjs').Row[]>} */
export async function compare({ smallest }) {
  const { address, stop } = await serve();
  const browser = await launch();
  const { page } = await open(browser, `${address}/glossary/`);
  const most = smallest ? 32 : Infinity; // the largest side
  const measured = smallest ? names.slice(0, 1) : names;
  const say = progress('cuda beside others', 1 + measured.length);
  say('product in the browser');
  const side = Math.min(256, most);
  const whole = await inBrowser(page, request('product', side)), seconds = whole.kernel + whole.launch;
  const rows = [
    { what: `a ${side} × ${side} product in the browser`, value: `${seconds.toFixed(2)} s`, budget: '≤ 3 s' },
    { what: '  with source and arrays as text', value: rate(whole.operations / seconds), budget: 'lane-operations per second' },
  ];
  const small_side = Math.min(numba_side, most);
  for (const name of measured) {
    say(name);
    const n = Math.min(sides[name], most), { ours, theirs } = natively(name, n);
    const there = await inBrowser(page, request(name, n));
    rows.push(own(`${name}, n = ${n}, natively`, ours), ...compared(ours, theirs, 'oclgrind'));
    rows.push(own(`${name}, n = ${n}, in the browser`, there), ...compared(there, theirs, 'oclgrind'));
    const small = n === small_side ? there : await inBrowser(page, request(name, small_side)), found = numba(name, small_side);
    if (found && !same(found.sum, small.sum)) throw new Error(`${name}: Numba's simulator has a sum of ${found.sum}, expected ${small.sum}`);
    if (n !== small_side) rows.push(own(`${name}, n = ${small_side}, in the browser`, small));
    rows.push(...compared(small, found ? [{ what: 'Numba\'s simulator', kernel: found.seconds, launch: 0 }] : [], 'python3-numba'));
  }
  await browser.close();
  stop();
  return rows;
}
