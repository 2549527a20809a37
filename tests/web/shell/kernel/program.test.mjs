// The program for kernels (build/assets/kernel.wasm) in Node.js, called as its worker calls it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { written } from '../../../../web/shell/js/kernel/request.js';
import { progress } from '../../../../web/shell/js/runtime/interface.js';
import { instantiate, Program, Stopped } from '../../../../web/shell/js/runtime/program.js';
import { requests } from '../../../data/cuda_requests.mjs';
import { loom, root } from '../../../site.mjs';

const bytes = readFileSync(join(root, 'build/assets/kernel.wasm'));
const compiled = await WebAssembly.compile(bytes);
const open = async () => new Program(await instantiate(compiled));

/** @param {Program} program @param {string} request @param {number} slice */
function run(program, request, slice = 1e9) {
  program.send(request);
  for (let running = program.call('begin'); running; ) running = program.call('go', slice);
  return program.reply();
}

/** Large whole numbers are texts there, and numbers in an answer of `loom eval`. @param {any} value @returns {any} */
const rounded = (value) => JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' && /^-?\d{16,}$/.test(each) ? Number(each) : each));

/**
 * Functions of another mathematical library differ in their last bits: what is nearly the same becomes the same.
 * @param {any} value @param {any} other @returns {any} like value
 */
function aligned(value, other) {
  if (typeof value === 'number' && typeof other === 'number') return Math.abs(value - other) <= 1e-6 * Math.abs(other) ? other : value;
  if (Array.isArray(value)) return value.map((each, i) => aligned(each, other?.[i]));
  return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, aligned(each, other?.[name])])) : value;
}

/** @param {string[]} lines of JSON */
const natively = (lines) => {
  const input = lines.map((line) => `{"op":"cuda.run",${line.slice(1)}\n`).join('');
  const options = { input, encoding: /** @type {const} */ ('utf8'), maxBuffer: 2 ** 30 };
  try {
    return execFileSync(loom, ['eval'], options).trimEnd().split('\n').map((line) => JSON.parse(line));
  } catch (error) {
    return /** @type {any} */ (error).stdout.trimEnd().split('\n').map((/** @type {string} */ line) => JSON.parse(line)); // errors among them
  }
};

test('it answers what loom eval answers, for every recorded launch', async () => {
  const program = await open();
  const all = requests().map(({ name, path, request }) => ({ name, path, text: written(request) }));
  assert.ok(all.length > 200);
  const expected = natively(all.map(({ text }) => text));
  for (const [i, { name, path, text }] of all.entries()) {
    const found = rounded(JSON.parse(run(program, text, i % 3 ? 1e9 : 1000))), wanted = rounded(expected[i]);
    assert.ok(!found.error, `${name}: ${found.error}`);
    assert.deepEqual(path.endsWith('/mathematics.cu') ? aligned(found, wanted) : found, wanted, name);
  }
});

test('it asks nothing of the browser but memory', () => {
  const asked = WebAssembly.Module.imports(compiled).map(({ name }) => name).sort();
  assert.deepEqual(asked.filter((name) => !['emscripten_notify_memory_growth', 'out_of_memory', 'proc_exit'].includes(name)), []);
  assert.ok(asked.includes('out_of_memory'));
});

test('it says how far a run is, and forgets one', async () => {
  const program = await open();
  const request = written({
    source: '__global__ void k(int* a) { int sum = 0; for (int i = 0; i < 1000; ++i) sum += i; a[blockIdx.x] = sum; }',
    grid: [40], block: [32], arguments: [{ type: 'int', count: 40 }],
  });
  program.send(request);
  assert.equal(program.call('begin'), 1);
  const seen = [];
  while (seen.length < 10 && program.call('go', 1000)) seen.push(program.call('progress', progress.blocksDone));
  assert.equal(program.call('progress', progress.blocks), 40);
  assert.ok((seen[0] ?? 0) > 0 && seen.every((each, i) => i === 0 || each > (seen[i - 1] ?? 0)), String(seen));
  program.call('end');
  assert.equal(program.call('progress', progress.blocks), 0);
  assert.equal(JSON.parse(run(program, request)).arguments[0].values[7], 499500);
});

test('a request becomes what the program reads', () => {
  /** @param {any} values */
  const values = (values) => JSON.parse(written({ source: '', arguments: [{ type: 'float', values }] })).arguments[0].values;
  assert.deepEqual(values(new Float32Array([1, -0, NaN, Infinity, -Infinity])), [1, '-0', 'nan', 'inf', '-inf']);
  assert.deepEqual(values([2n ** 63n, true, null]), ['9223372036854775808', true, null]);
  assert.deepEqual(values(new BigInt64Array([-5n])), ['-5']);
});

test('no source makes it fail', async () => {
  const program = await open();
  const source = (/** @type {string} */ text) => JSON.parse(run(program, written({ source: text, arguments: [] })));
  for (const text of ['', '\0', '(', '__global__ void k() {'.repeat(500), `__global__ void k() { int i = ${'('.repeat(100000)}`,
    `__global__ void k() { ${'{'.repeat(100000)}`, `__global__ void k() { int x = ${'-'.repeat(100000)}1; }`, '#define A A A\nA', '__global__ void k() { k(); }'])
    assert.ok(source(text).error ?? source(text).findings, text.slice(0, 50));
});

test('where memory ends it stops, and says why', async () => {
  const program = await open();
  const request = written({
    source: '__global__ void k(float* a, float* b) {}',
    arguments: Array.from({ length: 2 }, () => ({ type: 'float', count: 2 ** 25 })),
  });
  const answer = run(program, request);
  assert.match(JSON.parse(answer).error, /^1:17: memory for arrays/);
  // All of the 2 GiB that a program has.
  assert.throws(() => program.call('input', 2_147_000_000), (/** @type {unknown} */ error) => error instanceof Stopped && error.message === 'it called out_of_memory');
});
