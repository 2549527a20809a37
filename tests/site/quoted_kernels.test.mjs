// Figures in the front page's sentences about tiled products and occupancy. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Word, ask, cell, number, predictions, quotes, recorded, row, say, sections, shown, word } from './quotes.mjs';
import {
  rate, cycles, register, loop, products, tflops, traffic, pipelines, faster, spills, free, bound, full, resident, cases, lanes, sector, banks, field, parts, unit, registerFile, probe,
} from './recordings.mjs';

const { page, says, given, complete } = quotes('content/index.md', (all) => sections(all, 'Phase 2: Tiled matmul', 'Phase 4: Hopper'));

const { predicted, all } = predictions(page, 'index.html');

// Phase 2
says(() => `${shown(cycles('shared'))} cycles from the arithmetic instead of ${shown(cycles('HBM'))}`);
says(() => {
  const [naive] = say('matmul-tiling', /fetched 8 times instead of (\d+)/);
  const [times] = say('matmul-tiling', /fetched (\d+) times/).map(Number);
  assert.equal(predicted('matmul-tiling', 'fetches'), (times ?? 0) / 2);
  return `The matrices are 64 × 64, so the naive kernel asks for each number of *A* ${naive} times; with tiles of 8 × 8 it is fetched ${word(times ?? 0)} times. And with tiles of 16 × 16?`;
});
says(() => {
  const [asked] = say('matmul-tiling?n=4096&tile=1', /asks for (\d+ GiB)/);
  const [tiled] = say('matmul-tiling?n=4096&tile=32', /ask for (\d+ GiB)/);
  return `Take matrices of 4,096 × 4,096. The [naive loop](#matmul-tiling?n=4096&tile=1) asks for ${asked}, to multiply two matrices of ${(4096 * 4096 * field) / 2 ** 20} MiB each. With [tiles of 32](#matmul-tiling?n=4096&tile=32), it is ${tiled}.`;
});
says(() => {
  for (const rung of ['naive', 'shared tile']) assert.ok(Math.abs(traffic(rung).hbm_bytes / (2 * 1024 * 1024 * field) - 1) < 0.01, 'both matrices, once');
  assert.equal(shown(traffic('naive').hbm_bytes / 1e6, 1), shown(traffic('shared tile').hbm_bytes / 1e6, 1));
  return `For matrices of ${shown(traffic('naive').n)} × ${shown(traffic('naive').n)}, counters in the H200 saw the naive loop look up ${shown(traffic('naive').sectors / 1e6)} million sectors, and tiles of ${traffic('shared tile').tile[0]} only ${shown(traffic('shared tile').sectors / 1e6, 1)} million; HBM delivered ${shown(traffic('naive').hbm_bytes / 1e6, 1)} MB to each, both matrices once (measured)`;
});
says(() => {
  const latency = number(say('copy-pipeline', /each takes (\d+) cycles/)[0]);
  const compute = number(cell('copy-pipeline', '0', 'Math end')) - number(cell('copy-pipeline', '0', 'Math start'));
  assert.equal(predicted('copy-pipeline', 'speedup'), number(say('copy-pipeline?stages=4', /: (\S+) times as fast/)[0]));
  const flying = Math.ceil(latency / compute);
  assert.equal(flying + 1, number(say('copy-pipeline', /It takes (\d+) stages/)[0]));
  assert.deepEqual(say('copy-pipeline?stages=4', /^(.*): .* After the fill of \d+ cycles the tensor cores never wait/), say('copy-pipeline?stages=6', /^(.*): .* never wait/));
  return [
    `A copy takes ${latency} cycles, the arithmetic on a tile ${compute}. With two buffers instead of one, the loop becomes ${say('copy-pipeline?stages=2', /: (\S+) times as fast/)} times as fast.`,
    '[Two buffers](#copy-pipeline?stages=2) gain less than you may have hoped.',
    `but only for ${compute} of its ${latency} cycles.`,
    `wait for the other ${latency - compute}, and`,
    `to take in a tile every ${compute} cycles, at a latency of ${latency}, ${word(flying)} copies have to be in flight. With the buffer in use, that makes [${word(flying + 1)} stages](#copy-pipeline?stages=4), and now nobody waits after the start. [A sixth](#copy-pipeline?stages=6) adds nothing.`,
  ];
});
says(() => {
  const [total] = say('copy-pipeline?stages=4&interval=200', /take (\S+) cycles.*latency is hidden, but memory sets the pace/);
  assert.deepEqual(say('copy-pipeline?stages=6&interval=200', /take (\S+) cycles/), [total]);
  return 'When [copies can start only every 200 cycles](#copy-pipeline?stages=4&interval=200), no number of buffers helps. The latency is hidden, but the bandwidth is used up.';
});
says(() => `This sum reads ${rate('double buffer')} GB a second`);
says(() => {
  const gains = pipelines.map((/** @type {any} */ each) => each.cycles[0] / each.cycles[3]);
  assert.equal(shown(Math.max(...gains), 2), faster(4), 'the loop that gained most');
  return `on all SMs at once, became ${faster(2)} times as fast with two buffers, ${faster(3)} with three, and ${faster(4)} with four (both measured).`;
});
says(() => {
  const turns = number(say('tile-padding', /: (\d+) turns/)[0]);
  return `the column that took ${turns} turns: the words of a column are ${lanes} apart`;
});
says(() => {
  assert.equal(predicted('tile-padding', 'turns'), 1);
  return `Now the rows are ${say('tile-padding?padding=1', /tile\[32\]\[(\d+)\]/)} words long.`;
});
says(() => `${Word(predicted('tile-padding', 'turns'))} turn: the words are ${lanes + 1} apart`);
says(() => {
  say('tile-padding?padding=2', /: 2 turns/);
  return '[Two words more](#tile-padding?padding=2) are worse than one.';
});
says(() => {
  say('tile-padding?expression=lane*33', /Your index into tile\[32\]\[32\]/);
  return 'read the tile in the order of your kernel, [along a diagonal](#tile-padding?expression=lane*33) for instance.';
});
says(() => `differs in one character, \`tile[${lanes}][${lanes + 1}]\`, and moves ${rate('padded transpose')} GB a second instead of ${rate('transpose')} (measured). The price is ${say('tile-padding?padding=1', /The padding costs (\d+) bytes/)} bytes of shared memory for each tile`);
says(() => {
  say('tile-padding?swizzle=xor', /: (1) turn\. .*The swizzle costs no bytes/);
  return 'which costs no byte: it [permutes the words in each row](#tile-padding?swizzle=xor), by an XOR of column and row.';
});
says(() => `multiply the same two matrices of ${say('gemm-climb?step=8', /N = (\S+), from/)} × ${say('gemm-climb?step=8', /N = (\S+), from/)} on the H200`);
says(() => {
  const [naive, coalesced] = ['naive', 'coalesced'].map((rung) => traffic(rung).sectors / (traffic(rung).requests / 2));
  return `two loads that touch ${coalesced} sectors instead of ${naive}`;
});
given('the size of a number', 'FP32, 32-bit floats');
says(() => {
  const factor = tflops('coalesced') / tflops('naive');
  assert.equal(shown(factor, 1), shown(predicted('gemm-climb', 'coalesced'), 1));
  const rungs = ['naive', 'coalesced', 'shared tile', 'register tile', 'vectorized', 'cp.async pipeline'];
  for (let i = 2; i < rungs.length; ++i) assert.ok(tflops(rungs[i] ?? '') / tflops(rungs[i - 1] ?? '') < factor, 'the largest factor');
  return `the largest factor: from ${shown(tflops('naive'), 1)} to ${shown(tflops('coalesced'), 1)} TFLOPS (trillion operations, or [[FLOP]], a second)`;
});
says(() => {
  const side = probe('fp32', 'kSide');
  return `${2 * side} words from shared memory serve ${side * side} multiply-adds.`;
});
says(() => `The pipeline reaches ${shown(tflops('cp.async pipeline'), 1)}, ${shown((100 * tflops('cp.async pipeline')) / tflops('library'))}% of [the library](#gemm-climb/library) in FP32.`);
says(() => `Why do ${shown(tflops('cp.async pipeline'))} become ${shown(tflops('tensor cores', 'bf16'))}?`);
says(() => {
  const { about, peak_tflops } = recorded('gemm'), clock = number(about.max_clock.split(' ')[0]);
  const share = (/** @type {number} */ reached, /** @type {number} */ peak) => shown((100 * reached) / peak);
  const sheet = 989.4;  // of Hopper's data sheets
  return `At its highest clock, ${shown(clock)} MHz, the H200's ordinary units could do ${shown(peak_tflops.fp32, 1)} TFLOPS in FP32 and its tensor cores ${shown(peak_tflops.bf16)} in BF16; our kernels reach ${share(tflops('cp.async pipeline'), peak_tflops.fp32)}% of the one and ${share(tflops('tensor cores', 'bf16'), peak_tflops.bf16)}% of the other. (NVIDIA's ${Math.floor(sheet)} for BF16 [@h200-sheet] is this peak at ${shown(Math.round((sheet / peak_tflops.bf16) * clock / 10) * 10)} MHz.)`;
});
given('the width of the format', 'of [[BF16]] numbers, with 16 bits');
says(() => {
  const first = row(ask({ op: 'gemm.climb', n: 8192, type: 'bf16' }).rungs, { name: 'tensor cores', inputs: 'normal' });
  say('gemm-climb?n=8192&step=9', /^Rung 9, .* Its threads also (compute addresses) and copy/);
  const size = shown(first.n);
  return `In [a second recording](#gemm-climb?n=8192&step=9), with matrices of ${size} × ${size} and long enough for clocks to settle, they work in ${shown(100 * first.tensor_pipe, 1)}% of this kernel's cycles (measured).`;
});
says(() => `Not one of the first ${word(products.filter((/** @type {any} */ each) => each.type === 'fp32' && each.n === 4096 && each.rung !== 'library').length)} rungs`);
given('a question', 'A copy takes 600 cycles, the arithmetic on a tile 200, and memory can start a copy every 100.', 'Then the copy has 200 cycles of arithmetic to hide behind, and needs 600.', 'Three, since 600 / 200 is 3.');
test('computed: four buffers hide 600 cycles behind 200', () => assert.equal(ask({ op: 'gemm.pipeline', stages: 2, tiles: 64, latency: 600, compute: 200, interval: 100 }).totals.stages_to_hide, 4));
test('the answer to it', () => assert.match(page, /- \[x\] Four\.\n\n  Three on the way, one in use\./));
says(() => `read a column of ${lanes} floats in one turn?`);
says(() => {
  const turns = number(say('tile-padding?padding=4', /: (\d+) turns/)[0]);
  return `the distance is ${lanes + 4}, and gcd(${lanes + 4}, ${banks}) = ${turns} turns.`;
});

// Phase 3
says(() => {
  assert.equal(predicted('occupancy', 'warps'), number(say('occupancy?registers=32', /: (\d+) of 64 warps/)[0]));
  return `How many of the ${cell('occupancy', 'Warps', 'The SM has')} warps that an H100 can hold`;
});
given('the settings of the figure', 'blocks of 256 threads, with 64 registers per thread and 32 KiB of shared memory per block');
says(() => {
  const [blocks, granted, room] = say('occupancy', /^(\d+) blocks .* is granted (\S+) registers, .* has room for (\d+) warps/);
  return `A warp whose threads have 64 registers each takes ${granted}, and each of the ${word(parts)} sub-partitions has ${shown(registerFile / parts)} [@cuda-guide]. So ${word(+(room ?? 0))} warps fit there and ${say('occupancy', /: (\d+) of 64 warps/)} on the SM, which is ${word(+(blocks ?? 0))} blocks. [Shared memory](#occupancy/shared) would have allowed ${word(+cell('occupancy', 'Shared memory (B)', 'Blocks it allows'))}, and the places for warps ${word(+cell('occupancy', 'Warps', 'Blocks it allows'))}.`;
});
says(() => `[Half the registers](#occupancy?registers=32), and shared memory becomes the wall: ${word(number(say('occupancy?registers=32', /^(\d+) blocks.*Shared memory stops/)[0]))} blocks.`);
says(() => `[No shared memory either](#occupancy?registers=32&shared=0), and the house is full: ${say('occupancy?registers=32&shared=0', /(\d+) of 64 warps, 100%/)} warps.`);
says(() => {
  const [blocks] = say('occupancy?threads=32&registers=32&shared=0', /^(\d+) blocks of 1 warp .* 50% occupancy. Blocks stop/);
  return `[Blocks of a single warp](#occupancy?threads=32&registers=32&shared=0) fill half of it: an SM takes no more than ${blocks} blocks.`;
});
says(() => {
  say('occupancy?threads=33&shared=0', /last warp has (31) idle lanes/);
  return `[Blocks of 33 threads](#occupancy?threads=33&shared=0) waste almost half: the second warp has one lane at work, and pays for ${lanes}.`;
});
says(() => {
  say('occupancy?gpu=8.0', /Registers and shared memory stop the next one/);
  return 'On [an A100](#occupancy?gpu=8.0), the same block meets two walls at once.';
});
says(() => {
  const [rows, columns, depth, stages] = ['kRows', 'kCols', 'kDepth', 'kStages'].map((name) => probe('bf16', name));
  const kib = ((stages ?? 0) * ((rows ?? 0) + (columns ?? 0)) * (depth ?? 0) * 2) / 1024;
  const [blocks, warps, places] = say('occupancy?registers=168&shared=192', /^(1) block of (\d+) warps fits on an SM: 8 of (\d+) warps/);
  return `It takes ${kib} KiB of shared memory for its buffers, and many registers for its sums. [${Word(+(blocks ?? 0))} block fits](#occupancy?registers=168&shared=192), ${word(+(warps ?? 0))} warps of ${places}`;
});
given('an example', 'blocks of at most 256 threads');
says(() => `in every one of the ${shown(cases)} cases`);
says(() => {
  const [registers] = say('register-cliff', /^With (\d+) registers, 4 blocks fit/);
  return `With four blocks of 256 threads resident, a thread can have ${registers} registers. What if it wants ${+(registers ?? 0) + 1}?`;
});
given('the settings of the figure', 'One register more, 65 instead of 64. How many blocks of 256 threads');
says(() => {
  const granted = Math.ceil((65 * lanes) / unit) * unit;
  const fit = Math.floor(registerFile / parts / granted);
  const [blocks, warps] = say('register-cliff?registers=65', /, (\d+) blocks fit: (\d+) of/);
  assert.equal(+(blocks ?? 0), predicted('register-cliff', 'blocks'));
  return `Registers are granted to a warp in units of ${unit} [@cuda-occupancy]. With 64 for each thread it takes ${say('occupancy', /is granted (\S+) registers/)}, with 65 it takes ${shown(granted)}, and only ${word(fit)} such warps fit on a sub-partition. That makes ${fit * parts} on the SM, but blocks come whole: ${word(+(blocks ?? 0))} of them, ${warps} warps. One register more for each thread has cost ${word(number(say('occupancy', /: (\d+) of 64 warps/)[0]) - +(warps ?? 0))} warps their place.`;
});
says(() => {
  assert.deepEqual([bound, full].map((each) => say(`register-cliff?registers=104&bound=${each.min_blocks}`, /leaves (\d+) of the 104 registers/)[0]), [bound, full].map((each) => String(each.registers)));
  assert.ok(bound.blocks * 2 === free.blocks * 3, 'half as many warps again');
  const rest = (/** @type {any} */ each) => `${each.blocks} | ${each.registers} | ${each.local_bytes} | ${shown(each.ms, 1)} ms |`;
  return [
    `which keeps ${spills.values} running sums`,
    `| none | ${rest(free)}`,
    `| [${word(bound.blocks)} blocks](#register-cliff?registers=104&bound=3) | ${rest(bound)}`,
    `| [${word(full.blocks)} blocks](#register-cliff?registers=104&bound=8) | ${rest(full)}`,
    `Half as many warps again, and it took ${word(Math.round(bound.ms / free.ms))} times as long.`,
  ];
});
given('a question', 'A kernel uses 40 registers per thread, blocks of 256 threads, and 100 KiB of shared memory per block, on an H200.', 'Cut the registers to 32.', 'let more threads share the same 100 KiB');
says(() => {
  const [blocks, each, all] = say('occupancy?registers=40&shared=100', /^(\d+) blocks .* a block takes (\d+) KiB, with what the system keeps, of (\d+) KiB/);
  assert.equal(say('occupancy?registers=32&shared=100&threads=128', /^(\d+) blocks/)[0], blocks);
  return [`Its SM has ${all} KiB.`, `${Word(+(blocks ?? 0))} blocks take ${+(blocks ?? 0) * +(each ?? 0)} KiB, with the KiB that the system keeps for each.`];
});
says(() => `The registers would allow ${word(+cell('occupancy?registers=40&shared=100', 'Registers', 'Blocks it allows'))} blocks now.`);
given('a question', 'to a kernel that needs 96 registers');
says(() => {
  const [left, values] = say('register-cliff?registers=96&bound=4', /leaves (\d+) of the 96 registers: (\d+) values/);
  return [`It finds a program with ${left} registers that is as fast.`, `It cannot conjure ${values} values per thread away.`, `- [x] It uses ${left} registers and moves the rest to local memory`];
});
says(() => {
  assert.equal(bound.load_sectors, bound.store_sectors);
  return `every warp loaded ${shown((sector * bound.load_sectors) / 1e6, 1)} MB from local memory and stored as much (measured)`;
});

complete();
all();
