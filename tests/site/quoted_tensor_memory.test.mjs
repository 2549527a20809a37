// Figures in the front page's sentences about Tensor Memory and pairs of SMs. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, cell, constant, number, predictions, quotes, say, shown, word } from './quotes.mjs';
import { banks, bankWord, registerFile } from './recordings.mjs';

const { page, says, given, complete } = quotes('content/index.md', (all) => {
  const [begin, end] = ['\n## Phase 5: Blackwell\n', '\n### Half the bits, twice the speed\n'].map((heading) => all.indexOf(heading));
  assert.ok(begin !== undefined && end !== undefined && begin >= 0 && end > begin, 'the page has no such sections');
  return all.slice(begin, end);
});
const { predicted, all } = predictions(page, 'index.html');

/** @param {string} name */
const tmem = (name) => constant('core/gemm/tensor_memory.hpp', name);
const [lanes, columns, bytes, least] = ['tmem_lanes', 'tmem_columns', 'tmem_cell_bytes', 'least_tmem_allocation'].map(tmem);
/** @param {number} m @param {number} n @param {number} buffers @param {object} [more] */
const need = (m, n, buffers, more = {}) => ask({ op: 'gemm.tensor_memory', m, n, buffers, ...more });

// Where the sum lives
says(() => {
  const [one] = say('tensor-memory?gpu=hopper&buffers=1', /^The sums of 1 tile of 128 × 256, held by 2 warpgroups: (\d+) registers of each thread/);
  const [two, most] = say('tensor-memory?gpu=hopper', /^The sums of 2 tiles of 128 × 256, held by 2 warpgroups: (\d+) registers of each thread, of (\d+) that it can have/);
  return `For a tile of 128 × 256, two warpgroups spend [${one} registers](#tensor-memory?gpu=hopper&buffers=1) of each thread. If the tensor cores are to go on with the next tile while this one is written out, [it takes ${two}](#tensor-memory?gpu=hopper), and a thread can have ${most}.`;
});
says(() => {
  assert.deepEqual(need(128, 256, 2), { columns, allocated: columns, fits: true });
  const { columns: used, allocated } = need(128, 160, 2);
  assert.equal(predicted('tensor-memory', 'unused'), allocated - used);
  return `On Blackwell, both tiles fit into a memory of ${columns} columns, and fill it. Two tiles of 128 × 160 would use ${used} columns.`;
});
says(() => {
  assert.equal(Number(lanes) * Number(columns) * Number(bytes), registerFile * 4, 'as much as the registers');
  return `in each SM ${lanes} lanes of ${columns} columns of ${Number(bytes) * 8} bits, ${(Number(lanes) * Number(columns) * Number(bytes)) / 1024} KiB, as much as all of the SM's registers [@ptx].`;
});
says(() => `a warp reaches only [${Number(lanes) / 4} of the lanes](#tensor-memory/warps) [@ptx].`);
says(() => {
  const [row, column, lane, at] = say('tensor-memory', /Sum \((\d+), (\d+)\) is in lane (\d+), column (\d+)\.$/);
  say('tensor-memory?m=64&buffers=1', /^The sums of 1 tile of 64 × 256 take 256 of the 512 columns/);
  say('tensor-memory?m=64', /^The sums of 2 tiles of 64 × 256 take 256 of the 512 columns/);
  return [
    `With 128 rows, a row is a lane: sum (${row}, ${column}) is in lane ${lane}, column ${at}. [64 rows](#tensor-memory?m=64&buffers=1) leave half the lanes empty; CUTLASS puts [the second tile](#tensor-memory?m=64) there [@cutlass].`,
  ];
});
says(() => {
  const sizes = [];
  for (let size = Number(least); size <= Number(columns); size *= 2) sizes.push(size);
  const unused = number(cell('tensor-memory?n=160', 'nothing, but allocated', 'Count'));
  assert.equal(unused, predicted('tensor-memory', 'unused'));
  return `- A whole warp asks, for ${sizes.slice(0, -1).join(', ')}, or ${sizes.at(-1)} columns with all their lanes. So two tiles of 128 × 160 occupy all ${columns}, [${unused} of them](#tensor-memory?n=160) for nothing.`;
});
says(() => {
  const [scales] = say('tensor-memory?scales=16', /2 tiles of 128 × 256, with (\d+) columns of scales, need 560 columns, and the SM has 512/);
  return `[${scales} columns](#tensor-memory?scales=16) for [[NVFP4]] and tiles of 128 × 256. Then two do not fit any more.`;
});
says(() => {
  const [cycles] = say('two-sm-mma?group=1&n=256', /an instruction of 128 × 256 × 16, .* The math takes (\d+):/);
  const [terabytes, clock] = [16, 1.9];  // a second, GHz
  return [
    `${lanes} lanes of ${bytes} bytes are ${Number(lanes) * Number(bytes)} bytes a cycle; ${terabytes} TB/s at ${clock} GHz would be ${shown((terabytes * 1e12) / (clock * 1e9))}.`,
    `The arithmetic of 128 × 256 × 16 alone [takes ${cycles} cycles](#two-sm-mma?group=1&n=256), so 11 can only be the time to start it.`,
  ];
});

// One product on two SMs
says(() => {
  const [a, b, cycles, math] = say('two-sm-mma?group=1', /^Apart, each SM reads (.* KiB) of A and (.* KiB) of B from its shared memory for an instruction of 128 × 128 × 16, in (\d+) cycles\. The math takes (\d+): both are as long/);
  assert.equal(cycles, math);
  return `An instruction of 128 × 128 × 16 reads ${a} of *A* and ${b} of *B*. Shared memory gives ${banks * bankWord} bytes a cycle, so that takes ${cycles} cycles, [as long as the math](#two-sm-mma?group=1).`;
});
says(() => {
  const [stage, four] = say('two-sm-mma?group=1&n=256', /A stage takes (\d+ KiB), and (\d+) fit\.$/);
  const [smaller, seven] = say('two-sm-mma?n=256', /^As a pair, .* A stage takes (\d+) KiB, and (\d+) fit\.$/);
  assert.equal(predicted('two-sm-mma', 'stages'), Number(seven));
  const [cycles, math] = say('two-sm-mma?group=2', /its half of an instruction of 256 × 128 × 16, in (\d+) cycles\. The math takes (\d+): the tensor cores need not wait/);
  return [
    `With 256 columns of *B*, a stage of the pipeline takes ${stage}, and ${word(Number(four))} fit into an SM.`,
    `[As a pair](#two-sm-mma?group=2), each SM reads for ${cycles} cycles under ${math} of math. With 256 columns, a stage shrinks from [${stage}](#two-sm-mma?group=1&n=256) to [${smaller}](#two-sm-mma?n=256), and ${word(Number(seven))} fit where there were ${word(Number(four))}.`,
    `Each SM reads half of *B*: ${cycles} cycles under ${math} of math.`,
  ];
});
says(() => {
  const [share] = say('two-sm-mma?group=1&n=64', /shared memory sets the pace, and the tensor cores work (\d+%) of the time/);
  for (const n of [160, 192, 224, 256]) say(`two-sm-mma?group=1&n=${n}`, /the tensor cores need not wait/);
  return `Apart, with [64 columns](#two-sm-mma?group=1&n=64), the tensor cores work ${share} of the time; from 128 on they need not wait for these reads.`;
});
says(() => {
  say('two-sm-mma?group=1&n=64&a=tensor', /^Apart, each SM reads 2 KiB of B from its shared memory .* need not wait/);
  return 'Then [only *B* is read](#two-sm-mma?group=1&n=64&a=tensor).';
});
says(() => {
  const [bf16] = say('two-sm-mma?group=2', /an instruction of 256 × 128 × (\d+), in 48 cycles/);
  const [fp4] = say('two-sm-mma?type=4', /an instruction of 256 × 128 × (\d+), in 48 cycles\. The math takes 64/);
  assert.equal(Number(bf16) * 2, Number(fp4) / 2);
  return `One instruction takes ${Number(bf16) * 2} bytes of each row, which is ${bf16} numbers of BF16 or [${fp4} of FP4](#two-sm-mma?type=4) [@cutlass].`;
});
says(() => `All this is a model: ${banks * bankWord} bytes a cycle, math at twice Hopper's rate`);

// The quizzes.
given('a question', 'A kernel holds 128 columns of Tensor Memory and now needs 256 more. 384 are free.', 'It waits until 512 are free.', 'ask for the 256 first, then for the 128.', 'Or ask for 512 at once.', 'multiply BF16 with 64 columns of *B*', 'An instruction takes 32 bytes of a row in either format', 'A tile of 128 columns, and the two as a pair.');
test('a third of the time, as the question says, and as much in FP8', () => {
  for (const state of ['two-sm-mma?group=1&n=64', 'two-sm-mma?group=1&n=64&type=8']) {
    const [shared, math] = ['Shared memory', 'Math'].map((column) => number(cell(state, 'apart', column)));
    assert.equal(Number(math) / Number(shared), 2 / 3);
  }
});

all();
complete();
