// Figures in the front page's sentences about fewer bits, their scales, and the published climb. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, cell, number, predictions, quotes, read, say, scene, shown, word } from './quotes.mjs';

const { page, says, given, complete } = quotes('content/index.md', (all) => all.slice(all.indexOf('\n### Half the bits, twice the speed\n'), all.indexOf('\n## Phase 6: Layouts\n')));

const { predicted, all } = predictions(page, 'index.html');

// Half the bits
/** A B200's table. @param {string} format @param {string} column */
const rung = (format, column) => cell('precision-ladder', format, column);
const formats = ['TF32', 'BF16', 'FP8', 'FP4'];
given('the width of a format', 'In [[BF16]], with 16 bits', 'FP6 instead of FP8', '6-bit numbers in the places of 8-bit ones.', 'they are padded to 8 bits everywhere');
says(() => {
  assert.equal(predicted('precision-ladder', 'uses'), Math.floor(number(rung('FP4', 'Peak, dense')) / 8 / 2)); // 8 TB/s, half a byte
  for (const format of formats) assert.equal(rung(format, 'FLOPs a number'), rung('BF16', 'FLOPs a number'));
  return [`does ${rung('BF16', 'FLOPs a number')} operations for every number that memory brings.`, `The answer is ${rung('FP4', 'FLOPs a number')} again.`];
});
test('FP4 is four times as fast as BF16', () => assert.equal(number(rung('FP4', 'Peak, dense')), 4 * number(rung('BF16', 'Peak, dense'))));
says(() => {
  const peaks = formats.map((format) => rung(format, 'Peak, dense'));
  for (let i = 1; i < peaks.length; ++i) assert.equal(number(peaks[i]), 2 * number(peaks[i - 1]));
  return `[doubles the speed](#precision-ladder/peaks): ${peaks[0]} TFLOPS, ${peaks[1]} in BF16, ${peaks[2]} in [[FP8]], ${peaks[3]} in [[FP4]].`;
});
says(() => {
  const bytes = ask({ op: 'gemm.block_scaled', kind: 'mxf4', a: [1], b: [1] }).a.codes.length / 2;
  const of = (/** @type {string} */ format) => bytes / number(rung(format, 'Bytes'));
  return `a \`tcgen05.mma\` takes ${bytes} bytes of each row, in the same time: ${of('TF32')} numbers of TF32, ${of('BF16')} of BF16, ${of('FP8')} of FP8, or ${of('FP4')} of FP4 [@`;
});
says(() => {
  const side = Math.ceil(1.5 * (number(rung('FP4', 'Ridge')) * number(rung('FP4', 'Bytes'))));
  for (const format of formats.map((each) => each.toLowerCase())) {
    say(`precision-ladder?number=${format}&n=${side}`, /(arithmetic is its limit)/);
    say(`precision-ladder?number=${format}&n=${side - 1}`, /(memory holds it)/);
  }
  return `and from $N = ${side}$ on arithmetic is the limit, in all four formats alike, if the result has the same format.`;
});
says(() => {
  const [four] = say('precision-ladder?n=256', /holds it to (\S+) TFLOP/), [sixteen] = say('precision-ladder?number=bf16&n=256', /holds it to (\S+) TFLOP/);
  assert.equal(Math.round(number(four) / number(sixteen)), 4);
  return `[A smaller one](#precision-ladder?n=256) waits for memory: with 256, it reaches ${four} TFLOPS in FP4 and [${sixteen} in BF16](#precision-ladder?number=bf16&n=256).`;
});
says(() => {
  return `[[FP32]] runs on ordinary units, at ${shown(number(rung('FP32', 'Peak, dense')))} TFLOPS.`;
});
says(() => {
  say('precision-ladder?number=fp6', /(FP6)/);
  assert.equal(rung('FP6', 'Peak, dense'), rung('FP8', 'Peak, dense'));
  assert.equal(number(rung('FP6', 'Bytes')), 0.75 * number(rung('FP8', 'Bytes')));
  return '[FP6](#precision-ladder?number=fp6) is as fast as FP8';
});
says(() => {
  const [dense, more] = ['Peak, dense', 'With more power'].map((column) => number(rung('FP4', column)) / 1000);
  assert.equal((9 * ((more ?? 0) - (dense ?? 0))) / (dense ?? 1), 1);
  return [`${2 * (dense ?? 0)} PFLOPS in FP4 instead of ${dense}`, `with [a ninth more](#precision-ladder/more), ${more} PFLOPS`];
});

// Four bits and a scale
const noisy = 'block-scaled-mma';
says(() => {
  const [zeros, row] = say(noisy, /(\d+) of (\d+) numbers of A became zero/);
  assert.equal(String(predicted(noisy, 'zeros')), say('block-scaled-mma?kind=mxf4', /(\d+) of \d+ numbers of A became zero/)[0]);
  return `one number in a row of ${row} random ones was made 16 times as large: an [[outlier]]. In [[NVFP4]], where ${say(noisy, /a scale for every (\d+)/)} numbers share a scale, ${zeros} of the row become zero.`;
});
says(() => `where ${say('block-scaled-mma?kind=mxf4', /a scale for every (\d+)/)} numbers share one?`);
says(() => {
  const scales = scene(noisy).table.shown.map((row) => number(row[3])), place = 20;
  const other = scales.filter((_, k) => Math.floor(k / 16) !== Math.floor(place / 16));
  assert.ok(Math.max(...other) < 0.5);
  assert.ok(scene(noisy).table.rows.slice(16, 32).filter((row) => row[4] === 0).length > 8, 'most of its numbers vanish');
  return `Its scale is ${(scales[place] ?? 0).toPrecision(3)}, where the others have less than a half`;
});
says(() => {
  const zeros = (/** @type {string} */ state) => number(say(state, /(\d+) of \d+ numbers of A became zero/)[0]);
  assert.ok(zeros('block-scaled-mma?kind=mxf4') > zeros(noisy));
  const [block] = say('block-scaled-mma?kind=mxf4', /a scale for every (\d+)/);
  return `With [blocks of ${block}](#block-scaled-mma?kind=mxf4), the outlier shares its scale with ${number(block) - 1} numbers, and ${zeros('block-scaled-mma?kind=mxf4')} of the row become zero.`;
});
/** The noise beside an outlier, as the draws of the simulator have it: rows of normal numbers, in their codes' own words. @param {string} key */
const noise = (key) => read('tests/web/scenes/golden/block-scaled-mma.svg').match(new RegExp(`>(\\d+\\.\\d%)<[^]{0,120}?>${key}<`))?.[1];
says(() => {
  const [one, fine] = [...read('tests/web/scenes/golden/block-scaled-mma.svg').matchAll(/>(\d+\.\d%)</g)].map((found) => found[1] ?? '').slice(1, 3);
  const eight = read('tests/web/scenes/golden/block-scaled-mma.svg').match(/>MXFP8 E4M3: (\S+)</)?.[1];
  assert.ok(fine);
  return `is ${one} with one scale for all ${say(noisy, /of (\d+) numbers of A/)} numbers, ${noise('MXFP4')} in MXFP4 and ${noise('NVFP4')} in NVFP4, whose scales are finer, too. In MXFP8 it is ${eight}:`;
});
says(() => {
  const rows = [['mxf8f6f4', 'FP8, FP6, FP4, mixed', '32', '2 × Hopper\'s FP8'], ['mxf4', 'FP4', '32', '4 ×'], ['mxf4nvf4', 'FP4', '16 or 32', '4 ×']];
  return rows.map(([kind = '', elements, blocks, speed]) => {
    const answer = ask({ op: 'gemm.block_scaled', kind, a: [1], b: [1] });
    assert.ok(blocks?.split(' or ').includes(String(answer.block)));
    return `| \`${kind}\` | ${elements} | ${blocks} | ${answer.a.codes.length} | ${speed} |`;
  });
});
given('the width of a format', 'good scales make four bits better, not as good as eight');
given('as the instruction has it', 'with $v$ numbers in a block, 16 or 32.');
says(() => {
  const { padding } = ask({ op: 'gemm.block_scaled', kind: 'mxf8f6f4', a: [1], b: [1], b_scheme: 'mxfp4' });
  say('block-scaled-mma?kind=mxf8f6f4', /(mxf8f6f4)/);
  assert.equal(padding[1], 16); // of 32 bytes
  return 'The first kind can multiply [FP8 by FP4](#block-scaled-mma?kind=mxf8f6f4). Its price is [in shared memory](#block-scaled-mma/packed): 16 numbers of FP4 fill 8 bytes of 16, and the rest stays empty [@';
});
says(() => {
  const row = 37, byte = 16 * (row % 32) + 4 * Math.floor(row / 32);
  assert.match(read('tests/web/scenes/golden/block-scaled-mma.svg'), new RegExp(`Row ${row}: from byte ${byte},`));
  return `The TMA brings all ${128 * 4} bytes`;
});

// The climb
/** @param {number} step @param {string} column */
const climbed = (step, column) => cell('matmul-climb', String(step), column);
says(() => {
  const factor = climbed(6, 'Times the step before');
  assert.equal(shown(predicted('matmul-climb', 'overlap'), 1), shown(number(factor), 1));
  return `[The sixth](#matmul-climb?step=6) is ${say('matmul-climb?step=6', /; (\S+) times the step before/)} times as fast as the fifth`;
});
says(() => `[The second](#matmul-climb?step=2) goes from a loop for each number to tiles and tensor cores, and is about ${say('matmul-climb?step=2', /; about (\S+) times the step before/)} times as fast.`);
says(() => `Two of the ${word(scene('matmul-climb').table.rows.length)} steps bring most of it.`);
given('the number of steps', 'Eight steps, as published.');
says(() => `[A swizzle](#matmul-climb?step=3) ends bank conflicts and is worth a factor of ${say('matmul-climb?step=3', /; (\S+) times the step before/)}.`);
says(() => {
  assert.ok(number(say('matmul-climb?step=4', /; (\S+) times the step before/)[0]) < 1.03);
  return `[Stores by the TMA](#matmul-climb?step=4) bring next to nothing, and [clusters and pairs of SMs](#matmul-climb?step=5) a factor of ${say('matmul-climb?step=5', /; (\S+) times the step before/)}.`;
});
says(() => {
  say('matmul-climb?step=6', /(five) tiles are on their way/);
  return 'Now one warp copies, one multiplies, and five tiles are on their way.';
});
says(() => {
  say('hopper-climb?n=8192&step=10', /, (\S+) of cuBLASLt/);
  assert.ok(Math.abs(number(say('hopper-climb?n=8192&step=11', /; (\S+) times the rung before/)[0]) - 1) < 0.02);
  return '[the kernel with the TMA](#hopper-climb?n=8192&step=10) had a ring of buffers from the start, and [giving the copies to a warpgroup of its own](#hopper-climb?n=8192&step=11) gained nothing.';
});
says(() => {
  say('matmul-climb?step=7', /(84.7)% of cuBLAS/);
  return `At [the seventh step](#matmul-climb?step=7), ${shown(number(climbed(7, 'Of cuBLAS')))}% of cuBLAS`;
});
says(() => {
  const [ends] = say('matmul-climb?step=8', /\. (\S+) TFLOP/), library = number(ends) / (number(climbed(8, 'Of cuBLAS')) / 100);
  assert.ok(Math.abs(library / 1763 - 1) < 0.001);
  return [`It ends at ${ends} TFLOPS, where cuBLAS had 1,763 at the time, of 2,250 at best [@`, '[The last step](#matmul-climb?step=8) makes it a [[persistent kernel]]'];
});
given('the size in the same sentence', 'a product of 4,096 × 4,096 in BF16');
says(() => {
  const bits = 4 + 8 / ask({ op: 'gemm.block_scaled', kind: 'mxf4nvf4', a: [1], b: [1] }).block;
  return `of each number in BF16, ${shown(16 - bits, 1)} of 16 bits: FP4 takes four, and its share of a scale half a bit.`;
});
says(() => {
  const { block } = ask({ op: 'gemm.block_scaled', kind: 'mxf4nvf4', a: [1], b: [1] });
  const numbers = Array.from({ length: 64 }, (_, k) => (k === 3 ? 1000 : 1)), { values } = ask({ op: 'gemm.block_scaled', kind: 'mxf4nvf4', a: numbers, b: numbers }).a;
  assert.equal(values.filter((/** @type {number} */ value) => value === 0).length, block - 1);
  return `- [x] ${block - 1}.\n\n  Those that share its scale.`;
});
given('a question', 'multicast, and reaches 20% of cuBLAS');

complete();
all();
