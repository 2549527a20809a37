// The tables of recorded numbers: what they say is what the recordings say, and what a recording lacks stops the build.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root, scratch } from '../../site.mjs';

const recordings = join(root, 'core/recorded');
/** @param {string} from @param {string[]} names */
function generate(from, ...names) {
  const out = scratch();
  const { status, stderr } = spawnSync(process.execPath, [join(recordings, 'generate.mjs'), from, out, ...names], { encoding: 'utf8' });
  return { status, stderr, read: (/** @type {string} */ name) => readFileSync(join(out, `${name}.inc`), 'utf8') };
}

/** What the generator says of a recording that has been changed. @param {string} table @param {string} path @param {(recording: any) => void} change */
function changed(table, path, change) {
  const copy = scratch();
  for (const folder of ['h200', 'published']) cpSync(join(recordings, folder), join(copy, folder), { recursive: true });
  const recording = JSON.parse(readFileSync(join(copy, path), 'utf8'));
  change(recording);
  writeFileSync(join(copy, path), JSON.stringify(recording));
  const { status, stderr } = generate(copy, table);
  assert.equal(status, 1);
  return stderr.trim();
}

test('a field that is missing is named, with its file', () => {
  assert.equal(changed('spills', 'h200/spills.json', ({ bounds }) => delete bounds[2].ms), "core/recorded: spills: h200/spills.json has no 'bounds[2].ms'");
  assert.equal(changed('machine', 'h200/bandwidth.json', (all) => delete all.l2), "core/recorded: machine: h200/bandwidth.json has no 'l2'");
  assert.equal(changed('climb', 'h200/gemm.json', ({ about }) => delete about.date), "core/recorded: climb: h200/gemm.json has no 'about.date'");
  assert.equal(changed('modular', 'published/modular_climb.json', ({ steps }) => delete steps[3].tflops), "core/recorded: modular: published/modular_climb.json has no 'steps[3].tflops'");
  assert.match(changed('decode', 'h200/decode.json', ({ columns }) => columns.pop() && columns.pop()), /^core\/recorded: decode: h200\/decode\.json.*'us'$/);
});

test('a row that is missing, there twice or unlike the others is named', () => {
  assert.equal(changed('machine', 'h200/latency.json', ({ tiers }) => tiers.splice(1, 1)),
    'core/recorded: machine: h200/latency.json: \'tiers\' has 0 rows with {"tier":"shared","bytes":8192}, not one');
  assert.match(changed('multicast', 'h200/multicast.json', ({ loads }) => loads.push(loads[0])), /h200\/multicast\.json: 'loads\[0\]' … has 2 rows with \{"way":"alone"\}/);
  assert.match(changed('wgmma', 'h200/wgmma.json', ({ cases }) => (cases[0].cycles += 1)), /h200\/wgmma\.json: 'cases\[0\]' … differ in cycles: 19, 18/);
  assert.match(changed('gemm', 'h200/gemm.json', ({ rungs }) => (rungs[0].error = 1)), /h200\/gemm\.json: 'rungs\[0\]' … has more than one 'error': 1, 0.00000115/);
});

test('what is no number is refused', () => {
  assert.equal(changed('spills', 'h200/spills.json', ({ bounds }) => (bounds[0].ms = null)), 'core/recorded: spills: spill_runs[]: expected a number, a text or a row of them, got null');
  assert.equal(changed('roofline', 'h200/roofline.json', (all) => (all.inputs = 0.5)), 'core/recorded: roofline: roofline_inputs: expected a whole number, got 0.5');
  assert.match(generate(recordings, 'spill').stderr, /^core\/recorded: spill: no such table; there are decode, /);
});

/** @param {string} table @param {RegExp} pattern */
function found(table, pattern) {
  const { status, stderr, read } = generate(recordings, table);
  assert.equal(status, 0, stderr);
  assert.match(read(table), pattern);
}

// Read off the recordings by hand.
test('values are the recorded ones', () => {
  found('machine', /register_cycles = 4\.06;\n[^]* l2_cycles = 282\.81;\n[^]*stream_launch = 0\.000003523;\n[^]*dram_gb_per_s = 4553\.8;/);
  found('spills', /spill_threads = 256;\n[^]*\{104, 0, 2, 6\.6804\},\n[^]* {4}\{32, 408, 8, 170\.9923\},\n\};/);
  found('traffic', /\{1024, 128, 16777216, 42412256, 8405760\}/); // 32 × 1,325,383
  found('roofline', /bf16_layer\[\] = \{\n {4}3\.675,\n[^]* {4}1281\.479,\n\};/);
  found('decode', /\{1, 131072, 4, 86\.5, 102\.22\},\n\};/);
  found('operations', /\{"attention, decode", "16 × 4,096 tokens, 32 heads", attention\(\{\.n = 4096, \.d = 128, \.heads = 32, \.batch = 16, \.decode = true\}\), 248, 249\.38\}/);
  found('modular', /"output in turns", device::derived\(1429 \+ 64, "modular-bw3"\), "2025-09-12"/);
  found('sectors', /recorded_accesses = 1049;\n[^]* {4}\{4, 3, 2, 9\},\n/);
  found('steps', /step_parameters = 155730944;\n[^]*\{"decode", 1, "graph", 773\.1, 39906, \d+, 262, 0\},\n[^]*\{"nvjet_sm90_tst_16x64_64x16_4x1_v_bz_TNN", 0\},\n[^]*\{"vectorized_elementwise_kernel, sqrt", 3\},\n/);
  found('timing', /\{4194304, 3\.968, \{\{\{3\.053, 3\.055, [^]* {4}151\.1,\n {4}12\.8,\n/);
  found('wavefronts', /\{4, 5, 36, 4\},\n[^]*\{16, 1, 0, 4\},\n/);
});

test('what is derived is what the rounds come to', () => {
  found('climb', /\{"tensor cores", Type::bf16, false, 4096, 0\.2679, 0\.00166, 1463, 695\}/); // 0.2672, 0.2678, 0.2679, 0.2684, 0.2716
  found('pipeline', /\{"L2", 1, 8, 459, 173, 173, 312, \{6173,/); // (32 · 187 − 8 · 230) / 24 = 172.7
  found('loops', /\{"shared", 1, 10, 54, \{169, 334,/); // 10.75 − 1; 63.6 − 10; 10.75 / 63.6; 2 · 10.75 / 64.36
  found('gemm', /fp32_errors\[\] = \{\n {4}0\.00000115,\n {4}0\.00000162,\n\};/);
  found('wgmma', /\{8, 18, 13\},\n {4}\{16, 20, 13\},\n/);
  found('dots', /\{"e4m3", DotData::tenth, 0, \{3\.25f, 6\.5f, 13, 26, 52, 104, 202, 394, 690, 1024\}\}/);
});
