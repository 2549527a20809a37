// Figures in the library page's sentences: what a scene or a formula gives is what it gives; the
// rest is cited in the same paragraph or table row. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cell, number, quotes, say, shown, word, Word } from './quotes.mjs';

const { page, says, given, complete } = quotes('content/library.md');

given('a number of steps', 'That is seven passes over memory.', 'Eight passes over memory become two');
given('a question', 'A kernel does 60 operations for every byte', 'At 60 operations per byte');

// The ratio of the H100, from the two cited figures.
const [tflops, terabytes] = [/(\d+) trillion operations a second \(989 TFLOPS\)/, /^\| HBM \[@fa3\] \|.*\| (\S+) TB\/s \|$/m].map((figure) => Number(page.match(figure)?.[1]));
const ratio = Math.round((tflops ?? 0) / (terabytes ?? 0));
says(() => [
  `$${tflops} / ${terabytes} \\approx ${ratio}$`,
  `about ${ratio} operations`,
  `far below the ratio of ${ratio}`,
  `on a chip whose ratio is ${ratio}`,
]);

// Attention's bytes: scores and weights written and read, or keys and values read for each tile.
/** @param {number} n @param {number} d */
const ends = (n, d) => 8 * n * d;
/** @param {number} n @param {number} d */
const three = (n, d) => ends(n, d) + 8 * n * n;
/** @param {number} n @param {number} d @param {number} rows */
const fused = (n, d, rows = 128) => 4 * n * d + (n / rows) * 4 * n * d;
/** @param {number} bytes @param {number} [digits] */
const mb = (bytes, digits = 0) => `${shown(bytes / 1e6, digits)} MB`;
says(() => {
  const intensity = (4 * 4096 * 4096 * 128) / three(4096, 128);
  assert.ok(intensity / ratio < 1 / 4, 'more than three quarters of the time');
  return `With $N = 4096$ and $d = 128$ that is ${mb(three(4096, 128))}, and only ${mb(ends(4096, 128))} of it is input and output. The rest is the square. The two products cost $4N^2d$ operations, so the intensity is close to $d/2$, about ${shown(intensity)} operations per byte here: far below the ${ratio} of the H100.`;
});
says(() => {
  const row = /: \S+ GFLOP and (\S+ .B), so (\S+) FLOPs? a byte, where the H200's ridge is at (\d+)\./;
  const state = (/** @type {string} */ more) => `square?operation=attention_${more}`;
  const [[square, slope, ridge], [least, far]] = /** @type {[string[], string[]]} */ ([say(state('naive'), row), say(state('fused'), row)]);
  const [[waits, share], [arithmetic]] = /** @type {[string[], string[]]} */ ([
    say(state('naive'), /Memory is the limit: at least (.*?) to move the bytes, in which its units do (\S+) of/),
    say(state('fused'), /Arithmetic is the limit: at least (.*?), in which/),
  ]);
  assert.ok(number(slope) < number(ridge) && number(ridge) < number(far));
  const decode = 'fused&phase=decode&batch=16';
  for (const one of [decode, decode.replace('fused', 'naive')]) assert.ok(Math.abs(number(say(state(one), /so (\S+) FLOPs? a byte/)[0]) - 1) < 0.05, one);
  const took = (/** @type {string} */ what) => number(cell(state('naive'), `attention, ${what}, 4,096 tokens, 32 heads`, 'Measured, eager'));
  return [
    `On an H200, an H100 with faster memory, the ratio is ${ridge}. The naive version stands left of it, on the slope: at least ${waits} to move ${square}, in which the tensor cores do ${share} of what they could. [Without the square](#${state('fused')}), the same operations move ${least}. That is ${far} operations per byte, far to the right: arithmetic sets the limit, and the least time is ${arithmetic}. PyTorch took ${shown(took('naive') / 1000, 2)} ms with separate kernels, and ${took('fused')} µs with a fused one (measured)`,
    `In [decode](#${state(decode)}), where each of 16 sequences asks for one token more, every byte of the keys and values serves one operation, fused or not.`,
    'All 32 heads of a layer, in BF16',
  ];
});
given('the tile of the table', 'puts $B_r = 128$ into the formulas', '| fused, $B_r = 128$ |');
for (const [n, d, small] of /** @type {const} */ ([[1024, 64, 1], [4096, 128, 0], [16384, 128, 0]]))
  says(() => `| ${shown(n)} | ${d} | ${mb(three(n, d), small)} | ${mb(fused(n, d), small)} | ${mb(ends(n, d), 1)} |`);
says(() => {
  assert.ok(Math.abs(fused(4096, 128) / three(4096, 128) - 1 / 2) < 0.01);
  return 'If the requests only halve for a head of 128';
});
says(() => [`for 16,384 tokens, $P$ alone takes $2N^2$ bytes, ${mb(2 * 16384 ** 2)} per head`, `For the same 16,384 tokens the saved numbers take ${(16384 * 4) / 1024} KiB per head`]);
given('the width of FP32', '32-bit floats (FP32)', 'a 32-bit sum has room for that', 'The result *register* is 32 bits wide', 'FP32 has 23 bits of mantissa', '23 of FP32');

// Online softmax.
says(() => {
  const [tiles] = say('online-softmax?step=2', /over the first (\d+) keys/);
  return [`The figure holds one row: ${word(16)} keys, each with a score and a value, taken ${word(number(tiles) / 2)} at a time. Two tiles, counted from 0, are done`, `its value is ${number(say('online-softmax?scores=20,60,10,40,50,0,100,20,60,20,80,40,0,40,120,20&step=4', /output over all 16 keys is (\S+?)\. /)[0])}.`];
});
says(() => `the range of FP16 as soon as $s$ passes about ${shown(Math.log(65504))}, since $\\ln 65504 \\approx ${shown(Math.log(65504), 2)}$. (BF16, another 16-bit float, has the range of FP32 and lasts to about ${Math.floor(Math.log(2 ** 128 * (1 - 2 ** -8)))}.)`);
says(() => {
  const state = 'online-softmax?scores=20,60,10,40,50,0,100,20,60,20,80,40,0,40,120,20&step=4';
  say(state, /the sum would overflow FP16/);
  return `Make [every score twenty times as large](#${state}) and the naive sum is hopeless`;
});
says(() => {
  say('online-softmax?step=2', /^Tile 1 raises the maximum/);
  say('online-softmax?step=3', /^Tile 2 .* nothing is rescaled/);
  return 'At [tile&nbsp;1](#online-softmax?step=2) the maximum rises and the past shrinks. At [tile&nbsp;2](#online-softmax?step=3) it does not';
});
says(() => {
  const output = /over all 16 keys is (\S+?)\. /;
  assert.deepEqual(say('online-softmax?keys=1&step=16', output), say('online-softmax?keys=16&step=1', output));
  return 'Take [one key at a time](#online-softmax?keys=1&step=16) or [all sixteen at once](#online-softmax?keys=16&step=1): [the output](#online-softmax/output) agrees';
});
says(() => {
  const output = /over all 16 keys is (\S+?)\. /;
  assert.deepEqual(say('online-softmax?step=4', output), say('lazy-rescale?conditional=on&step=4', output));
  return 'Compare the output with [the same row, rescaled every time](#online-softmax?step=4): it is the same.';
});
says(() => {
  const [threshold] = say('lazy-rescale?conditional=on&step=4', /The threshold is (\d+), so m stays .* took no rescale/);
  return [`With the threshold at ${threshold}`, `If it lags by at most ${threshold} powers of two, no weight can exceed $2^${threshold} = ${2 ** number(threshold)}$`];
});
says(() => {
  const states = ['lazy-rescale?conditional=on&scores=1,3,0.5,2,2.5,0,15,1,3,1,4,2,0,2,6,1&step=4', 'lazy-rescale?conditional=on&threshold=2&step=4'];
  for (const state of states) say(state, /took 1 rescale\./);
  return `Let [one score jump far ahead](#${states[0]}) and the rescale returns, as it must. With [a threshold of 2](#${states[1]}) one returns too`;
});

// Clocks of a tile of 128 × 128 with heads of 128, at the operations a clock that the page states.
says(() => {
  const [hopper = 0, blackwell = 0] = [4096, 8192];
  const clocks = (/** @type {number} */ rate) => shown((4 * 128 ** 3) / rate);
  return [
    `The products assume ${shown(hopper)} and ${shown(blackwell)} operations per clock`,
    `| two matrix products, $4 \\cdot 128^3$ operations | ${clocks(hopper)} clocks | ${clocks(blackwell)} clocks |`,
    `| $128^2$ exponentials at 16 per clock | ${shown(128 ** 2 / 16)} clocks | ${shown(128 ** 2 / 16)} clocks |`,
  ];
});
says(() => {
  const [, a, b, c] = page.match(/1\.0f \+ f \* \(([\d.]+)f \+ f \* \(([\d.]+)f \+ f \* ([\d.]+)f\)\)/) ?? [];
  let worst = 0;
  for (let f = 0; f < 1; f += 1e-4) worst = Math.max(worst, Math.abs((1 + f * (Number(a) + f * (Number(b) + f * Number(c)))) / 2 ** f - 1));
  assert.ok(worst < 1e-4 && worst > 5e-5, `${worst}`);
  return 'a relative error below $10^{-4}$, while rounding the result to BF16 costs up to about $2 \\cdot 10^{-3}$ anyway';
});
given('a definition', 'with a fraction $f$ between 0 and 1', 'groups of 32 threads that execute together', 'one of its 32 parallel lanes');

// FlexAttention's blocks of 128 × 128 pairs.
says(() => {
  /** @param {(q: number, k: number) => boolean} rule */
  const count = (rule) => {
    const found = { full: 0, partial: 0, empty: 0 };
    for (let row = 0; row < 8; ++row)
      for (let column = 0; column < 8; ++column) {
        let pairs = 0;
        for (let q = 0; q < 128; ++q) for (let k = 0; k < 128; ++k) pairs += Number(rule(128 * row + q, 128 * column + k));
        ++found[pairs === 128 * 128 ? 'full' : pairs > 0 ? 'partial' : 'empty'];
      }
    return found;
  };
  const causal = count((q, k) => k <= q);
  const near = count((q, k) => k <= q && q - k < 256);
  return `for every block of 128 queries, a list of the blocks of 128 keys that are full (no pair is masked), and of those that are partial (run \`mask_mod\` on each pair). Blocks on neither list are never loaded. For 1,024 tokens there are $8 \\times 8 = 64$ blocks. A causal mask leaves ${causal.full} full and ${causal.partial} partial and skips ${causal.empty}; the window of 256 above leaves ${near.full} full and ${near.partial} partial and skips ${near.empty}.`;
});
given('the blocks of that mask', 'The kernel skips blocks of 128 × 128 pairs');
says(() => {
  const sms = Number(page.match(/for the (\d+) SMs of an H100 \[@hopper-depth\]/)?.[1]);
  const pieces = Math.ceil(sms / 8);
  return [`Reading the cache is nearly all the work, and ${sms - 8} SMs do not take part.`, `With ${pieces} pieces there are ${8 * pieces} blocks, enough for every SM.`];
});

// Sums that freeze.
const stuck = (/** @type {string} */ state) => number(say(state, /stuck since add (\d+)/)[0]);
const fine = (/** @type {string} */ state) => assert.ok(number(say(state, /the error (\S+)%/)[0]) < 1);
says(() => {
  const [terms] = say('accumulator?step=64', /All (\d+) terms are in: .* The sum has been stuck/);
  return [`Here are ${terms} terms, all close to one`, `What will the sum be after the last of the ${terms}?`, 'Go [all the way to the end](#accumulator?step=64) and find'];
});
says(() => `With two bits of mantissa the sum ends at ${number(say('accumulator?bits=2', /falls back to (\S+?):/)[0])}. FP8 has three.`);
given('where the figure stands', 'Eight bits cover a narrow range');
says(() => {
  assert.ok(stuck('accumulator?bits=2&step=64') < stuck('accumulator?step=64') && stuck('accumulator?step=64') < stuck('accumulator?bits=4&step=64'));
  for (const bits of [7, 10, 23]) fine(`accumulator?bits=${bits}&step=64`);
  return '[Two bits](#accumulator?bits=2&step=64) freeze earlier; [four](#accumulator?bits=4&step=64) reach further. [Seven](#accumulator?bits=7&step=64), the mantissa of BF16, look fine here, and so do the [ten of FP16](#accumulator?bits=10&step=64) and the [23 of FP32](#accumulator?bits=23&step=64).';
});
says(() => {
  fine('accumulator?bits=5&step=64');
  assert.ok(stuck('accumulator?bits=5&terms=256&step=256') < 256);
  return '[five bits](#accumulator?bits=5&step=64) survive 64 terms and [freeze in 256](#accumulator?bits=5&terms=256&step=256)';
});
test('what the text says of 128 terms and 14 bits is said where it is cited', () => {
  assert.match(page, /kept only about 14 bits\. [^\n]*\[@deepseek-v3\]/);
  assert.match(page, /After every 128 terms [^\n]*\[@deepseek-v3\]/);
});
given('cited above', 'DeepGEMM moves partial sums to FP32 after 128 terms', '128 terms are short enough for 14 bits', 'only about 14 bits of the running sum', 'cross over every one-two-eight', 'promotion every 128 terms |');
says(() => {
  assert.ok(Math.log10(2) * 127 > 38);
  return 'FP32 reaches beyond $10^{38}$';
});

// Experts.
const rows = number(say('moe-routing?step=0', /tiles of (\d+) slots/)[0]);
says(() => [
  `${Word(number(say('moe-routing?step=32', /slots for (\d+) tokens, 100% useful/)[0]))} tokens choose experts, and these compute in tiles of ${word(rows)} rows`,
  `a fixed number of rows, ${word(rows)} in the figure`,
]);
given('usual sizes of a tile', 'usually 64 or 128 in reality');
says(() => {
  say('moe-routing?experts=8&step=32', /Every expert keeps 4 tokens: 1 tile, 4 padded slots/);
  say('moe-routing?experts=8&routing=skewed&step=0', /Nothing is placed yet/);
  return 'With [eight experts](#moe-routing?experts=8&step=32) the router is as fair as before, and yet no tile is full: look at [the empty slots](#moe-routing/padding). Now set up eight experts and [a router that has favorites, before the first token moves](#moe-routing?experts=8&routing=skewed&step=0).';
});
says(() => {
  const [experts, tile, choices] = [128, 128, 8];
  const each = (4096 * choices) / experts;
  assert.deepEqual([tile / 2 / each, (512 * choices) / experts / tile], [1 / 4, 1 / 4]);
  return `With ${experts} experts and tiles of ${tile} rows, 4,096 tokens with ${choices} choices fill ${each} rows per expert, and some ${tile / 2} empty ones come on top, a quarter more. With 512 tokens each expert gets ${(512 * choices) / experts} rows, so the average tile is a quarter full.`;
});
says(() => {
  const busiest = (/** @type {string} */ state) => number(say(state, /busiest: expert 0 with (\d+)/)[0]);
  assert.ok(busiest('moe-routing?routing=skewed&topk=2&step=64') > busiest('moe-routing?routing=skewed&step=32'));
  return 'Switch to [the skewed one](#moe-routing?routing=skewed&step=32) and look at [the busiest expert](#moe-routing/busiest). If experts live on different GPUs, everyone waits for that one. With [two choices per token](#moe-routing?routing=skewed&topk=2&step=64) it gets worse';
});
says(() => {
  const states = ['moe-routing?routing=skewed&capacity=on&step=32', 'moe-routing?routing=skewed&capacity=on&factor=1&step=32'];
  const [loose, tight] = states.map((state) => say(state, /tiles, (\d+) padded slots, (\d+) dropped/).map(Number));
  assert.ok((tight?.[0] ?? 0) < (loose?.[0] ?? 0) && (tight?.[1] ?? 0) > (loose?.[1] ?? 0));
  return `[Limit the skewed router](#${states[0]}) and watch [who is left out](#moe-routing/dropped). Then set [the factor to 1](#${states[1]}) and compare the useful share. The smaller capacity drops more tokens but wastes fewer slots`;
});
says(() => {
  const states = ['per-expert', 'grouped'].map((packing) => `moe-routing?experts=8&routing=skewed&packing=${packing}&step=32`);
  const [alone, together] = states.map((state) => number(say(state, /takes? (\d+) rounds/)[0]));
  assert.ok((together ?? 0) < (alone ?? 0));
  return [`With [one kernel launch each](#${states[0]}), most of the chip idles`, `in [a single launch](#${states[1]}), where free places take tiles from any expert`];
});
says(() => {
  const touched = (/** @type {number} */ batch) => shown(128 * (1 - (1 - 8 / 128) ** batch));
  return `With 128 experts and 8 choices, 16 tokens already touch ${touched(16)} of them, and 64 tokens touch ${touched(64)}.`;
});
given('a question', 'A model with 128 experts and 8 choices generates text for 64 sequences at once', 'all 128 experts', 'one sixteenth of the weights, because 8 / 128', "at 8 experts' worth");
says(() => {
  const [five, six] = [5, 6].map((step) => number(page.match(new RegExp(`^\\| ${step} \\|.*\\| ([\\d,]+) \\[@`, 'm'))?.[1]));
  return `In the table of eight steps, what made step 6 ${word(Math.round((six ?? 0) / (five ?? 1)))} times faster than step 5?`;
});
given('arithmetic in the sentence', 'If the kernel is at 80% of what the memory allows, no rung can make it more than a quarter faster');
given('a release, or a name spelled out', 'since CUDA 13.1', '[[INT8]], 8-bit integers');

complete(['\n']);
