// Figures in the front page's sentences: what was measured is what was recorded, and what a scene
// computes is what the scene says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { loom, root } from '../site.mjs';

const page = readFileSync(join(root, 'content/index.md'), 'utf8');

/** @param {string} name */
const recorded = (name) => JSON.parse(readFileSync(join(root, `tests/data/h200/${name}.json`), 'utf8'));
/** The first of `rows` that has all of these values. @param {any[]} rows @param {object} values */
function row(rows, values) {
  const found = rows.find((each) => Object.entries(values).every(([key, value]) => each[key] === value));
  assert.ok(found, `nothing recorded for ${JSON.stringify(values)}`);
  return found;
}
/** @param {number} value @param {number} [digits] */
const shown = (value, digits = 0) => value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const snippets = recorded('snippets');
/** @param {string} name */
const snippet = (name) => row(snippets.snippets, { name });
/** @param {string} name */
const rate = (name) => shown(snippet(name).gb_per_s);
const { tiers, l2_by_sm } = recorded('latency');
/** @param {string} tier */
const cycles = (tier) => shown(row(tiers, { tier }).cycles);
const loop = row(recorded('warps').loops, { source: 'HBM', math: 32, loads: 8 });
/** @param {number} warps */
const busy = (warps) => shown((100 * warps * loop.instructions) / loop.cycles[warps - 1], 1);
/** By Little's law, from one warp alone. @param {number} warps */
const promised = (warps) => shown((100 * warps * loop.instructions) / loop.cycles[0], 1);
const dram = recorded('bandwidth').dram.bytes_per_clock_per_sm;
const products = recorded('gemm').rungs;
/** @param {string} rung @param {string} [type] */
const tflops = (rung, type = 'fp32') => row(products, { rung, type, n: 4096 }).tflops;
/** @param {string} rung */
const traffic = (rung) => row(recorded('traffic').kernels, { rung, n: 1024 });
const walk = row(recorded('pipeline').cases, { source: 'HBM', blocks: 132, tiles: 32, passes: 6 }).cycles;
/** @param {number} buffers */
const faster = (buffers) => shown(walk[0] / walk[buffers - 1], 2);
const spills = recorded('spills');
const [free, bound, full] = [1, 3, 8].map((min_blocks) => row(spills.bounds, { min_blocks }));
const resident = new Map(snippets.resident.map((/** @type {number[]} */ [bytes, blocks]) => [(bytes ?? 0) / 1024, blocks]));
const cases = recorded('occupancy').kernels.reduce((/** @type {number} */ sum, /** @type {any} */ kernel) => sum + kernel.cases.length, 0);

/** What the page says, with the recorded numbers in their places. @type {string[]} */
const measured = [
  `in every one of the ${shown(recorded('sectors').patterns.length)} accesses`,
  `it copied ${rate('strided copy')} GB a second on the H200, and the first kernel ${rate('coalesced copy')} (measured)`,
  `On [an H200](#memory-trip?gpu=h200) it was ${cycles('HBM')} (measured)`,
  `took between ${shown(Math.min(...l2_by_sm))} and ${shown(Math.max(...l2_by_sm))} cycles on the H200`,
  `the second is ${shown(snippet('array of structs').ms / snippet('struct of arrays').ms, 1)} times as fast`,
  `already moved ${shown(4 * snippet('array of structs').gb_per_s)} GB a second`,
  `In a loop of ${shown(loop.instructions)} instructions with eight loads from HBM, one warp kept its scheduler busy ${busy(1)}% of the time, eight warps ${busy(8)}% and sixteen ${busy(16)}% (measured). The law promises ${promised(8)}% and ${promised(16)}%`,
  `each SM of the H200 received ${shown(dram, 1)} bytes per cycle from HBM, at a latency of ${cycles('HBM')} cycles (measured). So each SM has to have close to ${shown((dram * row(tiers, { tier: 'HBM' }).cycles) / 1000)} KB`,
  `it reads ${rate('eight loads in flight')} GB a second. With one load at a time, the same warps read ${rate('one load in flight')} (measured)`,
  `goes from ${rate('coalesced copy')} to ${rate('vector copy')} GB a second (measured)`,
  `it is ${cycles('shared')} cycles away (measured on the H200)`,
  `all ${shown(recorded('wavefronts').patterns.length)} accesses that were recorded`,
  `moves only ${rate('transpose')} GB a second, against the ${rate('coalesced copy')} of the plain copy (measured)`,
  `${cycles('shared')} cycles from the arithmetic instead of ${cycles('HBM')}`,
  `look up ${shown(traffic('naive').sectors / 1e6)} million sectors, the same loop with coalesced indices ${shown(traffic('coalesced').sectors / 1e6)} million, and tiles of 32 only ${shown(traffic('shared tile').sectors / 1e6, 1)} million`,
  ...['naive', 'coalesced', 'shared tile'].map((rung) => `HBM, however, delivered ${shown(traffic(rung).hbm_bytes / 1e6, 1)} MB to each of them`),
  `this one reads ${rate('double buffer')} GB a second`,
  `became ${faster(2)} times as fast with two buffers, ${faster(3)} with three, and ${faster(4)} with four`,
  `It moves ${rate('padded transpose')} GB a second instead of ${rate('transpose')} (measured)`,
  `from ${shown(tflops('naive'), 1)} to ${shown(tflops('coalesced'), 1)} TFLOPS (trillion operations, or [[FLOP]], a second), ${shown(tflops('coalesced') / tflops('naive'))} times as fast`,
  `It reaches ${shown(tflops('shared tile'), 1)}, less`,
  `serve 64 multiply-adds: ${shown(tflops('register tile'), 1)}.`,
  `16 bytes at a time: ${shown(tflops('vectorized'), 1)}.`,
  `four stages: ${shown(tflops('cp.async pipeline'), 1)}, which is ${shown((100 * tflops('cp.async pipeline')) / tflops('library'))}% of the ${shown(tflops('library'), 1)} that [the library](#gemm-climb/library) reaches in FP32`,
  `our kernel to ${shown(tflops('tensor cores', 'bf16'))} TFLOPS and the library to ${shown(tflops('library', 'bf16'))}`,
  `answers ${['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][resident.get(0)]} blocks without shared memory, six with 32 KiB each, and four with 48 (measured)`,
  `in every one of the ${shown(cases)} cases`,
  `keeps ${spills.values} running sums takes ${free.registers} registers, and two blocks fit; it ran in ${shown(free.ms, 1)} ms`,
  `it has ${bound.registers}. The model in the figure spills`,
  `the real compiler spilled ${bound.local_bytes}. Half as many warps again, and the kernel took ${shown(bound.ms, 1)} ms`,
  `at 100% occupancy, it took ${shown(full.ms, 1)} ms (all measured)`,
  `loaded ${shown((32 * bound.load_sectors) / 1e6, 1)} MB from local memory and stored as much (measured)`,
];

for (const sentence of measured)
  test(`measured: ${sentence}`, () => assert.ok(page.includes(sentence), 'the page has another number, or other words'));

test('measured: in words', () => {
  assert.deepEqual([resident.get(32), resident.get(48), free.blocks, bound.blocks, Math.round(bound.ms / free.ms)], [6, 4, 2, 3, 11]);
  assert.equal(bound.load_sectors, bound.store_sectors);
});

/** A scene in a state, a part of what it prints, and what the page says. @type {[string, string, string][]} */
const computed = [
  ['coalescing --pattern strided --stride 8', '32 sectors, 1,024 bytes: 12.5% useful', '32 sectors, 1,024 bytes, and 12.5% of them useful'],
  ['coalescing --pattern strided --stride 32', '32 sectors', 'it fetches no more'],
  ['coalescing --offset 1', '5 sectors', 'pay for a fifth sector'],
  ['coalescing --pattern shuffled', '4 sectors', 'they cost four sectors as before'],
  ['coalescing --pattern broadcast --offset 9', '1 sector', 'they cost one sector'],
  ['struct-layout --read 4', 'a struct of arrays fetches 16 sectors', 'both layouts fetch 16 sectors'],
  ['struct-layout --read 4', 'it would be 64 and 16', '64 sectors instead of 16'],
  ['struct-layout --fields 8 --read 8', 'it would be 256 and 32', 'look up 32 sectors in all, with structs 256'],
  ['memory-trip', '479 cycles (1 min 58 s', 'a study of its PCIe version measured 479 cycles [@hopper-micro]'],
  ['warp-scheduler', 'busy 8.3% of the time', 'Less than one cycle in ten'],
  ['warp-scheduler --warps 16', '27.3% of the time', 'reach 27.3%'],
  ['warp-scheduler --warps 12 --loads 4', '55.1% of the time', 'the scheduler is busy 55.1% of the time'],
  ['warp-scheduler --warps 12 --loads 4 --policy greedy', '100.0% of the time', 'and with the other policy, [always]'],
  ['warp-scheduler', '9 instructions in a turn of 408 cycles, so Little’s law asks for 46 warps', 'A warp alone issues 9 instructions in a turn of 408 cycles'],
  ['bank-conflicts --stride 6', '2 turns', 'so there are two turns, not six'],
  ['bank-conflicts --stride 32', '32 turns', 'the warp takes 32 turns'],
  ['bank-conflicts --stride 33', '1 turn', 'there is no conflict at all'],
  ['bank-conflicts --access broadcast', '1 turn', 'one turn. A word goes to everybody'],
  ['copy-pipeline --stages 4', 'After the fill of 400 cycles the tensor cores never wait', 'now nobody waits after the start'],
  ['copy-pipeline --stages 4 --interval 200', 'memory sets the pace', 'the bandwidth is used up'],
  ['matmul-tiling --n 4096 --tile 1', '512 GiB', 'asks for 512 GiB'],
  ['matmul-tiling --n 4096 --tile 32', '16 GiB', 'it is 16 GiB'],
  ['tile-padding --padding 1', '1 turn. Measured on an H200: 1 turn. The padding costs 128 bytes', 'The price is 128 bytes of shared memory for each tile'],
  ['tile-padding --padding 2', '2 turns', 'are worse than one'],
  ['tile-padding --swizzle xor', '1 turn. Measured on an H200: 1 turn. The swizzle costs no bytes', 'a few operations on the address and no byte'],
  ['occupancy', '4 blocks of 8 warps', 'eight warps fit there and 32 on the SM, which is four blocks'],
  ['occupancy --registers 128 --shared 192', '1 block of 8 warps', 'eight warps of 64, and that is all it needs'],
  ['occupancy --registers 32', '6 blocks', 'shared memory becomes the wall: six blocks'],
  ['occupancy --registers 32 --shared 0', '64 of 64 warps', 'the house is full: 64 warps'],
  ['occupancy --threads 32 --registers 32 --shared 0', '32 of 64 warps, 50% occupancy. Blocks stop', 'fill half of it'],
  ['occupancy --gpu 8.0', 'Registers and shared memory stop', 'the same block meets two walls at once'],
  ['occupancy --registers 40 --shared 100', '2 blocks', 'Two blocks take 202 KiB'],
  ['register-cliff --registers 104 --bound 3', '24 values go to local memory, 96 bytes a thread', 'spills the 24 values that are left over, 96 bytes for each thread'],
  ['register-cliff --registers 104 --bound 8', '100% occupancy', 'at 100% occupancy'],
  ['register-cliff --registers 65', '3 blocks', 'three of them, 24 warps'],
];

for (const [scene, sentence, saying] of computed)
  test(`computed: loom scene ${scene}`, () => {
    const output = execFileSync(loom, ['scene', ...scene.split(' ')], { encoding: 'utf8' });
    assert.ok(output.includes(sentence), `the scene says\n${output}`);
    assert.ok(page.includes(saying), `the page does not say '${saying}'`);
  });
