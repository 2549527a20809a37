// `loom run` on machines without Loom: tools/package's two results, each outside of this folder.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { agrees, filesOf } from './linked.mjs';
import { root, scratch } from './site.mjs';

execFileSync(join(root, 'tools/package'), { cwd: root, stdio: 'pipe' });
const packed = join(root, 'build/package');
const kernel = '__global__ void twice(float* x, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) x[i] *= 2;\n}\n';
const launch = ['--grid', '2', '--block', '32', '--arg', 'x=float[64]:index'];

/** @param {string} folder @param {string[]} command @param {string[]} options */
const run = (folder, command, options) =>
  spawnSync(command[0] ?? '', [...command.slice(1), ...options], { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } });

/** What it says of a right kernel, of a faulty launch and of none. @param {string} folder @param {string[]} command */
function works(folder, command) {
  writeFileSync(join(folder, 'twice.cu'), kernel);
  const right = run(folder, command, ['twice.cu', ...launch, '--arg', 'n=64', '--json']);
  assert.deepEqual([right.status, right.stderr], [0, '']);
  const answer = JSON.parse(right.stdout);
  assert.deepEqual(answer.arguments[0].values, Array.from({ length: 64 }, (_, i) => 2 * i));
  assert.deepEqual(answer.lines.find((/** @type {{line: number}} */ { line }) => line === 3).global_sectors, 16);
  const beyond = run(folder, command, ['twice.cu', '--grid', '3', ...launch.slice(2), '--arg', 'n=65']);
  assert.equal(beyond.status, 1);
  assert.match(beyond.stdout, /twice\.cu:3:\d+: out_of_bounds: .*x\[64\]/);
  const missing = run(folder, command, ['nothing.cu']);
  assert.deepEqual([missing.status, missing.stderr], [2, "loom run: cannot read 'nothing.cu': No such file or directory\n"]);
  const help = run(folder, command, ['--help']);
  assert.equal(help.status, 0);
  assert.match(help.stdout, /--kernel/);
}

/** Status 2, because 1 means findings. @param {string} folder @param {string[]} command */
function refuses(folder, command) {
  /** @type {[string[], RegExp][]} */
  const cases = [
    [['.'], /^loom run: cannot read '\.': not a file\n$/],
    [['/dev/zero'], /^loom run: cannot read '\/dev\/zero': not a file\n$/],
    [['twice.cu', '--arg', 'x=[18446744073709551615]', '--arg', 'n=1'], /--arg x: expected 0 to 268435456 elements/],
    [['twice.cu', '--arg', 'x=[1]', '--arg', 'n=1', '--grid', '18446744073709551615'], /--grid: expected a whole number/],
    [['struct.cu', '--arg', 'x=[268435456]'], /^struct\.cu: --arg x: 268435456 elements take 274877906944 bytes, and there is room for /],
  ];
  writeFileSync(join(folder, 'struct.cu'), 'struct S { double x[128]; };\n__global__ void k(S* x) { x[0].x[0] = 1; }\n');
  for (const [options, message] of cases) {
    const { status, stdout, stderr } = run(folder, command, options);
    assert.deepEqual([status, stdout], [2, ''], options.join(' '));
    assert.match(stderr, message);
  }
  writeFileSync(join(folder, 'printf.cu'), '__global__ void k() { if (threadIdx.x == 0) printf("\\xff"); }\n');
  assert.equal(JSON.parse(run(folder, command, ['printf.cu', '--json']).stdout).printed, '\uFFFD');
}

const { version } = JSON.parse(readFileSync(join(root, 'tools/loom/alone/npm/package.json'), 'utf8'));

/** Its version, and the same licenses as in the file beside it. @param {string} folder @param {string[]} command @param {string} file */
function introduces(folder, command, file) {
  for (const [option, text] of [['--version', `loom-run ${version}`], ['--licenses', readFileSync(file, 'utf8').trimEnd()]]) {
    const { status, stdout, stderr } = run(folder, command, [option ?? '']);
    assert.deepEqual([status, stderr, stdout.trimEnd()], [0, '', text]);
  }
}

test('the static program needs nothing else', () => {
  const folder = scratch();
  cpSync(join(packed, 'loom-run'), join(folder, 'loom-run'));
  assert.match(execFileSync('file', ['-b', join(folder, 'loom-run')], { encoding: 'utf8' }), /statically linked/);
  works(folder, [join(folder, 'loom-run')]);
  refuses(folder, [join(folder, 'loom-run')]);
  introduces(folder, [join(folder, 'loom-run')], join(packed, 'loom-run-licenses.txt'));
  assert.match(readFileSync(join(packed, 'loom-run-licenses.txt'), 'utf8'), /GNU LESSER GENERAL PUBLIC LICENSE\n\s+Version 2\.1/);
});

test('the package for npm needs only Node.js', () => {
  const folder = scratch();
  const name = readdirSync(packed).find((each) => each.endsWith('.tgz'));
  assert.ok(name, 'no package for npm');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, join(packed, name)], { cwd: folder, stdio: 'pipe' });
  const command = [join(folder, 'node_modules/.bin/loom-run')];
  works(folder, command);
  refuses(folder, command);
  const installed = join(folder, 'node_modules/loom-run');
  introduces(folder, command, join(installed, 'licenses.txt'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) assert.ok(readdirSync(installed).includes(name), name);
  // Within the limit, but more than WebAssembly has.
  const large = run(folder, command, ['twice.cu', '--arg', 'x=[134000000]', '--arg', 'n=1', '--json']);
  assert.deepEqual([large.status, large.stderr, large.stdout], [2, 'loom run: out of memory\n', '{"error":"out of memory"}\n']);
});

test('a program for Node.js that is stopped has no status of findings', () => {
  const folder = scratch();
  cpSync(join(root, 'tools/loom/alone/npm/loom-run.js'), join(folder, 'loom-run.js'));
  writeFileSync(join(folder, 'program.js'), "setTimeout(() => { throw new Error('unreachable'); });\n");
  const { status, stderr } = run(folder, ['node', 'loom-run.js'], []);
  assert.deepEqual([status, stderr], [2, 'loom run: unreachable\n']);
});

for (const [product, preset] of /** @type {const} */ ([['loom-run', 'native'], ['npm', 'wasm']]))
  test(`the list of licenses has all that the program is linked from: ${product}`, () => agrees(product, filesOf(preset, ['loom_run'])));
