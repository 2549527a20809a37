// Figures in the sentences about number formats: what a scene, `loom eval` or a recording has, and
// worked examples computed here, in another way than the simulators do. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, cell, number, predictions, quotes, read, recorded, say, scene, shown } from './quotes.mjs';

const { page, says, given, complete } = quotes('content/formats.md');
const { predicted, all } = predictions(page, 'formats/index.html');

// The formats, from the descriptions of the simulators.
/** @param {string} format @param {number} value @param {string} [overflow] */
const encode = (format, value, overflow) => ask({ op: 'numerics.encode', format, values: [value], ...(overflow && { overflow }) }).codes[0];
/** @param {string} format @param {number} code */
const decode = (format, code) => ask({ op: 'numerics.decode', format, codes: [code] }).values[0];
/** @param {string} format @param {number} value */
const nearest = (format, value) => decode(format, encode(format, value));
const mantissa = { fp32: 23, tf32: 10, fp16: 10, bf16: 7, e4m3: 3, e5m2: 2, e3m2: 2, e2m3: 3, e2m1: 1 };
/** @param {keyof typeof mantissa} format */
const largest = (format) => nearest(format, 1e300);
/** All numbers of a small format from zero up. @param {string} format @param {number} top the greatest code */
const sizes = (format, top) => ask({ op: 'numerics.decode', format, codes: Array.from({ length: top + 1 }, (_, code) => code) }).values;
/** @param {number} value */
const hex = (value) => `0x${value.toString(16).toUpperCase().padStart(2, '0')}`;
/** @param {number} elements @param {number} scale bits of a scale @param {number} shared values that share it */
const bitsEach = (elements, scale, shared) => elements + scale / shared;

// Two knobs
says(() => {
  assert.equal(predicted('rounding', 'value'), nearest('e4m3', 300));
  assert.ok(scene('rounding?value=0.333333333333333').table.rows.every(([, , value]) => value !== '0.333333333333333'));
  return ['Write 300 in eight bits, four of them for the exponent: the format is called E4M3.', '[A third](#rounding?value=0.333333333333333) is on no list.'];
});
given('formats that follow', 'A weight of a model can take 32 bits, or 16, 8, 4, even fewer than two.');
says(() => {
  assert.equal(Math.round(8 * (1 - 4.25 / 32)), 7);
  return 'Half of the four can often stay at home, and sometimes nearly seven eighths.';
});
says(() => {
  assert.equal(Math.round(8 * (1 - bitsEach(4, 8, 32) / 32)), 7);
  return `takes ${bitsEach(4, 8, 32)} bits with its share of the scale. In [[FP32]] it takes 32: of every eight bytes, nearly seven stay at home.`;
});

// Anatomy
says(() => {
  assert.equal(predicted('bits', 'value'), 448);
  return 'Here is a byte in E4M3: sign 0, exponent 1111, mantissa 110.';
});
says(() => {
  say('bits?type=e4m3&bits=0x7F', /is NaN/);
  return 'E4M3 has no infinity and keeps one NaN per sign; [one bit more](#bits?type=e4m3&bits=0x7F) than in the figure, and you are there.';
});
says(() => {
  assert.equal(number(say('bits?type=e4m3&bits=0x40', /is (\d+)/)[0]), 2 * decode('e4m3fnuz', 0x40));
  return 'So [the same byte](#bits?type=e4m3&bits=0x40) means half as much';
});
says(() => `It is ${2 ** 3 - 1} in E4M3 and ${2 ** 7 - 1} in BF16.`);
says(() => `In 8 bits the second rule would spend ${2 * 2 ** mantissa.e4m3} of 256 codes, and in 4 bits a quarter of them`);
test('a quarter of four bits', () => assert.equal((2 * 2 ** mantissa.e2m1) / 16, 1 / 4));
says(() => {
  assert.deepEqual([decode('e4m3', 0x78), decode('e4m3', 0x70), decode('e4m3', 0x7f), decode('e5m2', 0x7c)], [256, 128, 'nan', 'inf']);
  return [`Which number is the byte ${hex(encode('e4m3', 256))}, bits 0 1111 000, in E4M3?`, `- [x] ${2 ** (15 - 7)}\n\n  $2^{15-7}$. The top exponent carries seven ordinary numbers, from 256 to ${largest('e4m3')}.`, '- [ ] 128\n\n  That is 0x70. Subtract the bias of 7 from 15, not from 14.'];
});
given('codes of NaN, tested with the formats', 'Only 0x7F and 0xFF are.');
says(() => `It has none. What is too large becomes ${largest('e4m3')}, or NaN.`);
says(() => `Its largest code is ${largest('e2m1')}, and what lies above becomes ${nearest('e2m1', 100)}.`);
test('infinity is a code of E5M2 only', () => {
  assert.equal(ask({ op: 'numerics.encode', format: 'e5m2', values: [1e300], overflow: 'ieee' }).codes[0], 0x7c);
  for (const format of ['e3m2', 'e2m3', 'e2m1']) assert.ok(ask({ op: 'numerics.decode', format, codes: Array.from({ length: 8 }, (_, code) => code) }).values.every(Number.isFinite));
});
says(() => {
  const [stored, all] = [7, 8].map((bits) => shown(bits * Math.log10(2), 1));
  return [`One table gives BF16 ${stored} decimal digits, another ${all}.`, `and BF16 has 8 bits of precision.\n\n  With the free one there are 8, and that gives ${all}.`, `Seven stored bits give ${stored}.`, `$7 \\log_{10} 2 \\approx ${stored}$ and $8 \\log_{10} 2 \\approx ${all}$`];
});
given('bits', 'seven bits are stored');

given('definitions', 'so that it reaches below 1 as well as above', 'Six bits have none to spare', 'a digit is $\\log_2 10$ bits', 'and that tie goes to the even 1.');

// Range against precision
says(() => {
  assert.equal(predicted('number-line', 'gap'), 2 ** (Math.floor(Math.log2(1000)) - mantissa.bf16));
  return 'BF16 has 7 mantissa bits. How far is it from 1,000 to the next larger number?';
});
says(() => `by a share of at most $2^{-M-1}$: ${shown(100 * 2 ** -(mantissa.bf16 + 1), 1)}% in BF16, ${shown(100 * 2 ** -(mantissa.e4m3 + 1))}% in E4M3.`);
says(() => [`| 6 | E3M2, to ${largest('e3m2')} | E2M3, to ${largest('e2m3')} |`, `| 4 | – | E2M1, to ${largest('e2m1')} |`, '| 32 and 19 | – | FP32, and [[TF32]] with the mantissa cut to 10 bits |', '| 16 | [[BF16]]: 8 and 7 | [[FP16]]: 5 and 10 |', '| 8 | E5M2 | E4M3 |']);
says(() => {
  assert.deepEqual(sizes('e2m1', 7), [0, 0.5, 1, 1.5, 2, 3, 4, 6]);
  return 'by heart: 0, ½, 1, 1½, 2, 3, 4, 6, and the same below zero';
});
says(() => {
  const around = (/** @type {number} */ value) => sizes('e4m3', 0x7e).filter((/** @type {number} */ each) => Math.abs(each - value) <= 1);
  assert.deepEqual([around(17), around(19)], [[16, 18], [18, 20]]);
  return [
    `- [x] 17 becomes ${nearest('e4m3', 17)} in E4M3.\n\n  The neighbors are 16 and 18, and 16 has the even mantissa.`,
    `- [x] 19 becomes ${nearest('e4m3', 19)} in E4M3.`,
    `- [ ] 5 becomes 6 in E2M1.\n\n  Between 4 and 6, the even one is ${nearest('e2m1', 5)}.`,
    `- [ ] 2.5 becomes 3 in E2M1.\n\n  It becomes ${nearest('e2m1', 2.5)}`,
    `- [x] 3.5 becomes ${nearest('e2m1', 3.5)} in E2M1.\n\n  Of 3 and 4, 4 has the mantissa bit 0.`,
  ];
});
says(() => {
  const x = 1.0625 + 2 ** -12;
  assert.deepEqual([nearest('e4m3', x), nearest('fp16', x), nearest('e4m3', nearest('fp16', x))], [1.125, 1.0625, 1]);
  return ['But $1.0625 + 2^{-12}$ becomes 1 instead of 1.125.', 'just above the middle of 1 and 1.125'];
});

says(() => {
  say('rounding?value=1.062744140625&through=on', /becomes 1, code 0x38/);
  return '[Watch it happen](#rounding?value=1.062744140625&through=on)';
});

// Training
says(() => {
  assert.ok(predicted('gradient-range', 'zero') > 20);
  assert.ok(number(say('gradient-range?scale=10', /, (\S+)% of these gradients become zero/)[0]) < 0.5);
  assert.ok(number(say('gradient-range?scale=30', /, and (\S+)% too large/)[0]) > 1);
  return 'With [a factor of $2^{10}$](#gradient-range?scale=10) nearly all of these survive; [one of $2^{30}$](#gradient-range?scale=30) makes some overflow.';
});
says(() => {
  say('gradient-range?type=bf16', /, under 0.1% of these gradients become zero/);
  return '[with the exponent of FP32](#gradient-range?type=bf16) nothing of the hill falls off';
});
says(() => {
  const least = decode('fp16', 1);
  assert.equal(least, 2 ** -24);
  assert.deepEqual([nearest('fp16', least / 2), nearest('fp16', least / 2 + 2 ** -50)], [0, least]);
  return `FP16 ends below at $2^{-24}$, about $${Math.round(least * 1e8)} \\cdot 10^{-8}$`;
});
given('bits', 'It is less precise: 7 mantissa bits against 10.');

// FP8
says(() => {
  assert.deepEqual([predicted('flavors', 'gap'), decode('e4m3', encode('e4m3', 1) + 1)], [1 / 4, 1.125]);
  return 'In E4M3, the first number after 1 is 1.125.';
});
says(() => {
  const classic = sizes('e4m3', 0x77);
  assert.equal(sizes('e4m3', 0x7e).length - classic.length, 7);
  assert.deepEqual([decode('e4m3', 1), decode('e5m2', 1)], [2 ** -9, 2 ** -16]);
  return `E4M3 ends at ${largest('e4m3')} and E5M2 at ${shown(largest('e5m2'))}; below, the last numbers before zero are $2^{-9}$ and $2^{-16}$. Under the classic rules E4M3 would end at ${Math.max(...classic)}. Giving up infinity and all but one NaN won the seven numbers from ${decode('e4m3', 0x78)} to ${largest('e4m3')}`;
});
says(() => `What is 1,000 in E4M3? The standard has two answers: saturate, so that it becomes ${nearest('e4m3', 1000)}`);
says(() => {
  const strict = (/** @type {string} */ format, /** @type {number} */ value) => decode(format, encode(format, value, 'ieee'));
  assert.deepEqual([strict('e4m3', 464), strict('e4m3', 464 + 2 ** -15), strict('e4m3', 480)], [448, 'nan', 'nan']);
  assert.deepEqual([strict('e5m2', 61440), strict('e5m2', 61439)], ['inf', 57344]);
  return ['- [x] 464 to E4M3\n\n  It is halfway between 448 and the 480 that is missing', '- [ ] 480 to E4M3', '- [ ] 61,440 to E5M2\n\n  Halfway again, but 57,344 is odd', '- [x] 61,439 to E5M2\n\n  Just below the middle: 57,344.', 'and 448 is even'];
});
says(() => {
  assert.deepEqual([decode('e4m3', 0x40), decode('e4m3fnuz', 0x40), decode('e4m3fnuz', 0x80), decode('e4m3', 0x80)], [2, 1, 'nan', -0]);
  return ['A file holds the bytes 0x40 and 0x80 in E4M3. The standard reads 2 and −0.', '- [x] 1 and NaN', '- [ ] 4 and −0', '- [ ] 1 and 0\n\n  Plus zero is 0x00. The code 0x80 had to serve as NaN.'];
});

// Sums
says(() => {
  const [never] = say('promotion-interval?interval=128', /(\S+)% too small\. Moved/);
  assert.ok(Math.abs(predicted('promotion-interval', 'never') - number(never)) < 0.06);
  return 'An FP8 product has 4,096 terms';
});
const sums = recorded('accumulation');
/** @param {string} numbers @param {number} k @param {number} interval */
const dot = (numbers, k, interval) => {
  const found = sums.dots.find((/** @type {any[]} */ each) => each[0] === numbers && each[1] === k && each[2] === 'wgmma e4m3' && each[3] === interval);
  assert.ok(found);
  return { rms: 100 * found[5], bias: 100 * found[6], sums: found[7] };
};
says(() => {
  const units = ['wgmma e4m3', 'wgmma e5m2', 'wgmma f16', 'wgmma bf16'];
  assert.ok(units.every((unit) => sums.units.includes(unit)));
  const count = sums.cases.length * units.length + sums.random['wgmma e4m3'].length + sums.random['wgmma e5m2'].length;
  const [, products, below, kept] = read('core/numerics/tensor_core.hpp').match(/hopper_e4m3 = \{"e4m3", (\d+), (\d+), (\d+),/) ?? [];
  assert.equal(below, kept);
  return `The model behind the figure cuts all ${products} products *and* the running sum to ${kept} bits below the largest of them, adds, and cuts again; it agrees, to the last bit, with each of the ${shown(count)} sums`;
});
says(() => {
  assert.equal(23 - 13, 10);
  return "They mean the same thing: a leading one, 13 bits, and ten of FP32's 23 that are empty.";
});
says(() => {
  assert.ok(Math.abs(dot('positive', 4096, 128).rms - dot('positive', 16384, 128).rms) < 0.005);
  return `On the H200, sums of positive terms come out ${shown(-dot('positive', 4096, 0).bias, 1)}% too small at 4,096 terms and ${shown(-dot('positive', 16384, 0).bias)}% at 16,384, while sums of terms of either sign are off by about ${shown(dot('normal', 4096, 0).rms, 1)}% of their typical size.`;
});
says(() => `[Moved into FP32 every 128 terms](#promotion-interval?interval=128), the positive sums are ${shown(dot('positive', 4096, 128).rms, 2)}% off, however long they are.`);
/** Where adding 1 stops. @param {number} bits of the mantissa */
const stuck = (bits) => {
  const all = ask({ op: 'numerics.accumulate', mantissa_bits: bits, terms: Array(3000).fill(1) }).sums;
  assert.equal(all.at(-1), all.at(-100), 'it stopped');
  return all.at(-1);
};
says(() => [
  `- [x] FP16: ${shown(stuck(10))}. BF16: ${stuck(7)}.`,
  `- [x] E4M3: ${stuck(3)}. E5M2: ${stuck(2)}. E2M1: ${stuck(1)}.\n\n  The same rule with 3, 2, and 1 mantissa bits.`,
  `- [ ] FP32: never.\n\n  At ${shown(2 ** 24)}.`,
  `- [ ] E4M3: ${largest('e4m3')}, its largest number.\n\n  It never gets near: between 16 and 32`,
  'At $2^{M+1}$ the gap is 2, and adding 1 makes a tie',
]);
test('FP32 stops at 2²⁴ as the others do', () => assert.equal(Math.fround(2 ** 24 + 1), 2 ** 24));
says(() => {
  const tenth = nearest('e4m3', 0.1);
  const terms = Array(4096).fill(tenth);
  const rounded = (/** @type {number} */ bits) => ask({ op: 'numerics.accumulate', mantissa_bits: bits, terms }).sums.at(-1);
  let cut = 0;
  for (const term of terms) {
    const step = 2 ** (Math.floor(Math.log2(cut + term)) - 13);
    cut = Math.floor((cut + term) / step) * step;
  }
  const chip = dot('tenth', 4096, 0).sums[0];
  assert.equal(dot('tenth', 4096, 128).sums[0], 4096 * tenth);
  return [
    `4,096 times 0.1 in E4M3. The nearest code means ${tenth}, so the exact sum is ${4096 * tenth}.`,
    `- [ ] ${4096 * tenth}: the products are exact and the result is FP32.`,
    `- [ ] ${rounded(10)}\n\n  That is an FP16 accumulator`,
    `- [x] ${chip}\n\n  ${shown(100 * (1 - chip / (4096 * tenth)))}% low (measured). Adding one term at a time and cutting gives ${shown(cut, 2)}; the chip cuts 32 products and the sum together, hence the difference. With a move into FP32 every 128 terms it answers ${4096 * tenth}.`,
    `- [ ] ${rounded(7)}\n\n  BF16 would get stuck there.`,
  ];
});
given('where it is cited above', "The register has FP32's width, its content 14 bits.");

given('the number added', 'You add 1 again and again');

// The scaling ladder
says(() => {
  const first = predicted('scaling-ladder', 'sqnr');
  const share = (/** @type {string} */ granularity) => number(say(`scaling-ladder?granularity=${granularity}`, /(\d+) share their scale with an outlier/)[0]);
  assert.ok(number(say('scaling-ladder?granularity=16', /ratio of (\S+) dB/)[0]) > first + 10);
  return `a scale for each [group of 128](#scaling-ladder?granularity=128), for each [row](#scaling-ladder?granularity=row), for each [group of 16](#scaling-ladder?granularity=16). Of the 1,024 values, ${share('128')} then share a scale with an outlier, ${share('row')}, and ${share('16')}.`;
});
says(() => {
  const [even, float, spoiled, apart] = ['outlier=0&granularity=16', 'outlier=0&granularity=16&target=fp4', 'granularity=16', 'target=fp4&granularity=16'].map((state) => number(say(`scaling-ladder?${state}`, /ratio of (\S+) dB/)[0]));
  assert.ok(Math.abs((even ?? 0) - (float ?? 0)) < 0.5);
  return `[Without outliers](#scaling-ladder?outlier=0&granularity=16) and in small groups, they are even. With them, [FP4](#scaling-ladder?target=fp4&granularity=16) is ${shown((apart ?? 0) - (spoiled ?? 0))} dB ahead`;
});
given('the figure’s matrix', 'A matrix of 16 × 64 numbers');
given('the variance of what is spread evenly over a step', 'has the variance $s^2/12$');
says(() => {
  assert.ok(Math.log2(10) > 3);
  return [`rises by ${shown(20 * Math.log10(2), 2)} dB. So the [[outlier]] is the enemy`, 'a number ten times as large'];
});
says(() => `A 16-bit scale for 128 numbers of 4 bits makes ${bitsEach(4, 16, 128)} bits each, for 32 numbers ${bitsEach(4, 16, 32)}.`);
/** Uniform in (0, 1). @param {number} seed */
function uniform(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x45d9f3b) >>> 0;
    return (((z ^ (z >>> 15)) >>> 0) + 0.5) / 2 ** 32;
  };
}
/** @param {() => number} next */
const normal = (next) => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
/** Student's t with four degrees of freedom. @param {() => number} next */
const heavy = (next) => normal(next) / Math.sqrt([0, 0, 0, 0].reduce((sum) => sum + normal(next) ** 2, 0) / 4);
/** @param {number[]} values @param {number[]} read */
const decibels = (values, read) => 10 * Math.log10(values.reduce((sum, v) => sum + v * v, 0) / values.reduce((sum, v, i) => sum + (v - (read[i] ?? 0)) ** 2, 0));
/** @param {(next: () => number) => number} draw @param {(values: number[]) => number[]} store @param {number} [count] */
function typical(draw, store, count = 65536) {
  const found = [1, 2, 3].map((seed) => {
    const next = uniform(seed * 7919);
    const values = Array.from({ length: count }, () => Math.fround(draw(next)));
    return decibels(values, store(values));
  });
  return found.sort((a, b) => a - b)[1] ?? 0;
}
const int4 = (/** @type {number[]} */ values) => {
  const step = values.reduce((most, v) => Math.max(most, Math.abs(v)), 0) / 7;
  return values.map((v) => Math.round(v / step) * step);
};
const nvfp4 = (/** @type {number[]} */ values) => ask({ op: 'numerics.quantize', scheme: 'nvfp4', values }).values;
says(() => {
  const even = typical(normal, int4);
  assert.ok(even > 14 && even < 15, `${even}`);
  assert.ok(typical(heavy, int4) < 5, `${typical(heavy, int4)}`);
  for (const draw of [normal, heavy]) {
    const block = typical(draw, nvfp4, 16384);
    assert.ok(block > 20 && block < 21, `${block}`);
  }
  return ['INT4 with one scale for 65,536 numbers reaches 14 to 15 dB on normal data.', 'to NVFP4 with its blocks of 16?', 'INT4 falls to 5 dB or less; NVFP4 stays between 20 and 21.', 'The largest of thousands of values sets the one scale. In blocks of 16,'];
});
says(() => ['- [ ] Both lose about 9 dB', `In NVFP4 it spoils ${16 - 1} neighbors`]);
says(() => {
  const most = Number((2n ** 31n - 1n) / 127n ** 2n);
  assert.ok(most * 127 ** 2 < 2 ** 31 && (most + 1) * 127 ** 2 >= 2 ** 31);
  return [`- [x] ${shown(most)}\n\n  $(2^{31} - 1)/127^2$, rounded down.`, `- [ ] ${shown(2 ** 31 / 2 ** 15)}\n\n  $2^{31}/2^{15}$, but a product is below $2^{14}$.`, 'INT8 products with values within ±127 are summed in 32 bits'];
});

// Outliers
says(() => {
  const best = predicted('smooth-outliers', 'best');
  assert.ok(best > 0.2 && best < 0.8, `${best}`);
  const error = (/** @type {number} */ alpha) => number(say(`smooth-outliers?alpha=${alpha}`, /With SmoothQuant at α = \S+ it is (\S+)%/)[0]);
  assert.ok(error(0) > error(0.5) && error(1) > error(0.5));
  return ['With [α = 0](#smooth-outliers?alpha=0) the activations keep', 'with [α = 1](#smooth-outliers?alpha=1) the weights get them', 'Where is the error of an 8-bit product smallest?'];
});
says(() => {
  const [plain, middle, rotated, apart] = say('smooth-outliers', /W8A8 gets the output wrong by (\S+)%\. With SmoothQuant at α = 0\.5 it is (\S+)%: .* A Hadamard rotation leaves (\S+)%; keeping 3 channels in FP16, (\S+)%/);
  return `[In the figure](#smooth-outliers/ways) 8 bits are wrong by ${plain}% as it is, ${middle}% with α in the middle, ${rotated}% rotated, and ${apart}% with the outliers in FP16.`;
});
given('the ends of a parameter', 'α = 0 leaves all the difficulty with them, α = 1 gives it all to the weights');
says(() => {
  const factor = (/** @type {number} */ alpha) => 64 ** alpha / 1 ** (1 - alpha);
  return [
    'the largest activation is 64, the largest weight 1',
    `- [x] It divides by ${factor(0.5)}: both then reach ${64 / factor(0.5)}.\n\n  $\\sqrt{64}/\\sqrt{1}$. With $\\alpha = 0.75$ it would be ${shown(factor(0.75), 1)}, and the activations reach ${shown(64 / factor(0.75), 1)}.`,
    `- [ ] It divides by ${factor(1)}, so that the activation becomes 1.\n\n  That is $\\alpha = 1$: the weights then reach ${factor(1)}.`,
    '- [ ] It clips the activation at 8.',
  ];
});
says(() => {
  /** @param {number} n @returns {number[][]} */
  const hadamard = (n) => (n === 1 ? [[1]] : [...hadamard(n / 2).map((r) => [...r, ...r]), ...hadamard(n / 2).map((r) => [...r, ...r.map((v) => -v)])]);
  const spread = hadamard(16).map((r) => ((r[5] ?? 0) * 8) / Math.sqrt(16));
  assert.ok(spread.every((v) => Math.abs(v) === 2));
  return ['One of 16 channels holds an 8', '- [ ] 8/7, as before', `- [x] ${Math.abs(spread[0] ?? 0)}/7\n\n  Each channel holds +2 or −2.`, '- [ ] 1/14: the spike is divided by 16.\n\n  By $\\sqrt{16}$.'];
});

given('a parameter', 'What does SmoothQuant do with $\\alpha = 0.5$?');

// Weights
says(() => {
  assert.ok(predicted('where-math-runs', 'speedup') > 3);
  const [weights, from] = say('where-math-runs?batch=1', /memory, of which (\S+)% brings weights\. .* From (\d+) tokens on, math is the limit/);
  assert.ok(number(weights) > 99);
  say('where-math-runs?batch=512', /is held up by its BF16 math\. W16A16 takes as long/);
  return [`[At batch 1](#where-math-runs?batch=1) bytes are all that counts. From ${from} tokens on the tensor cores set the pace; [at batch 512](#where-math-runs?batch=512) nothing is won`, 'One token at a time, weights in 4 bits, activations in 16. How many times as fast as with weights in 16 bits, at most?'];
});
says(() => `With 512 tokens, a layer of 4,096 × 14,336 weights ran at ${cell('where-math-runs', '512', 'BF16 measured on an H200')} TFLOPS in BF16 on an H200 and at ${cell('where-math-runs', '512', 'FP8 measured on an H200')} in FP8 ([measured](#where-math-runs/measured)).`);
says(() => {
  const [double, again] = ['batch=512&scheme=w8a8', 'batch=512&scheme=w4a4&machine=b200'].map((state) => number(say(`where-math-runs?${state}`, /That is (\S+) times as fast as W16A16/)[0]));
  assert.ok(Math.round(double ?? 0) === 2 && Math.round(again ?? 0) === 4, `${double} ${again}`);
  return '[[W8A8]] [doubles the rate](#where-math-runs?batch=512&scheme=w8a8) of the tensor cores, and [[W4A4]], on chips that multiply FP4, [doubles it again](#where-math-runs?batch=512&scheme=w4a4&machine=b200)';
});
given('states of the figure', 'At batch 1', 'at batch 512', 'At batch 1 it would.');
says(() => {
  const inverse = [[2 / 3, -1 / 3], [-1 / 3, 2 / 3]];
  const weights = [0.9, 0.54];
  const loss = (/** @type {number[]} */ q) => {
    const [a, b] = weights.map((w, i) => w - (q[i] ?? 0));
    return shown(2 * a * a + 2 * a * b + 2 * b * b, 4);
  };
  const first = Math.round(weights[0]);
  const error = (weights[0] - first) / inverse[0][0];
  const moved = weights[1] - error * inverse[0][1];
  return [
    `Say there are two weights, 0.9 and 0.54, to become integers, and $H$ has 2 on its diagonal and 1 beside it. Rounding each gives 1 and 1, and a loss of ${loss([1, 1])}. GPTQ rounds the first to ${first}, an error of −${shown(-error, 2)} in units of $H^{-1}$, and moves the second to ${shown(moved, 2)}. That becomes ${Math.round(moved)}, and the loss is ${loss([first, Math.round(moved)])}.`,
    `The error −${shown(-error, 2)} times the entry $-\\tfrac{1}{3}$ moves it by −${shown(weights[1] - moved, 2)}, from 0.54 to ${shown(moved, 2)}.`,
  ];
});
says(() => {
  const [weights, activations] = [[0.3, 1], [10, 1]];
  const off = (/** @type {number[]} */ factors) => weights.reduce((sum, w, i) => sum + Math.round(w * (factors[i] ?? 1)) * ((activations[i] ?? 0) / (factors[i] ?? 1)) - w * (activations[i] ?? 0), 0);
  assert.ok(Math.abs(off([1, 1]) + 3) < 1e-9 && Math.abs(off([3, 1]) - 1 / 3) < 1e-9);
  return 'Say the weights are 0.3 and 1, to become integers, and the activations 10 and 1. Rounding gives 0 and 1, and the output is off by 3. With the first weight tripled and its activation divided by 3, rounding gives 1 and 1, and the output is off by a third.';
});
given('a question', 'A server computes 512 tokens in each step', 'Here each weight, once loaded, serves 512 tokens.', 'The multiplications are the same 16-bit ones.', 'changes from 16-bit weights to W4A16', 'That saves bytes, and not one operation.', '4-bit weights and 16-bit activations', 'an ordinary 16-bit multiplication');
test('at 4.5 bits, little more than a quarter; at 4.125, nearly three quarters saved', () => assert.ok(4.5 / 16 < 0.29 && 1 - 4.125 / 16 > 0.74));

// Ternary
says(() => {
  const [all] = say('ternary?step=0', /^(\d+) weights wait/);
  assert.ok(predicted('ternary', 'skips') > 0 && predicted('ternary', 'skips') < number(all) / 2);
  assert.ok(number(say('ternary?scale=absmax', /; (\d+) weights are skipped/)[0]) > number(all) / 2);
  return [`Each of these ${all} weights becomes −1, 0, or +1. How many become 0`, 'If you divide [by the greatest](#ternary?scale=absmax) instead of the mean, most weights become 0.'];
});
says(() => {
  const off = number(say('ternary', /off by (\S+)% of its length/)[0]);
  return `the output in the figure is off by ${shown(off)}% of its length`;
});
says(() => {
  const weights = [0.9, -0.1, 0.4, -1.2, 0.05, 0.6];
  const gamma = weights.reduce((sum, w) => sum + Math.abs(w), 0) / weights.length;
  const minus = (/** @type {number} */ v) => String(v).replace('-', '−');
  const by = (/** @type {number} */ scale) => weights.map((w) => minus(Math.max(-1, Math.min(1, Math.round(w / scale))) + 0)).join(', ');
  return [
    `What becomes of the weights ${weights.map(minus).join(', ')}?`,
    `- [x] ${by(gamma)}\n\n  $\\gamma = ${shown(gamma, 4)}$, so whatever exceeds half of it, ${shown(gamma / 2, 2)}, becomes ±1.`,
    `- [ ] ${weights.map((w) => minus(Math.sign(w))).join(', ')}\n\n  Signs alone`,
    `0.4 is ${shown(0.4 / gamma, 2)} in units of $\\gamma$`,
    `- [ ] ${by(1.2 * 1.0001)}\n\n  That divides by the largest size, 1.2`,
  ];
});
says(() => `Three values carry $\\log_2 3 \\approx ${shown(Math.log2(3), 2)}$ bits. Files come close: five of them fit into a byte, as $3^5 = ${3 ** 5}$.`);

given('values of a ternary weight', 'Small weights become 0', '- [ ] 1, 0, 0, −1, 0, 1', 'and the nearest is 1');

// Microscaling
says(() => {
  assert.equal(predicted('microscaling', 'decoded'), 6);
  return 'A block of 32 numbers is stored in MXFP4, and the largest is 7.';
});
says(() => {
  say('microscaling?rule=up', /goes from 7 to 8/);
  const lost = (/** @type {string} */ state) => number(say(state, /(\d+) values? becomes? zero/)[0]);
  assert.ok(lost('microscaling?rule=up') > lost('microscaling'));
  return 'so that nothing is cut and the small values get coarser [@nvfp4-train; @transformer-engine]. [Both rules](#microscaling?rule=up) go by the name of MXFP4.';
});
says(() => {
  say('microscaling?scheme=nvfp4', /4\.5 bits per value/);
  return '[[NVFP4]] makes two other choices: blocks of 16, and scales [in E4M3](#microscaling?scheme=nvfp4), with three bits of mantissa';
});
given('the code without its bias', '−3; none');
given('rounding by hand, with the results tested above', 'scale 2 makes it 3.5, a tie that goes to 4. For 3 both take ½, and 3/½ = 6 is exact', 'both keep 3', 'What do you read back for that 1', '- [ ] 1: NVFP4 keeps');
given('a slip', '$2^{11}$ plus some headroom', 'which adds 4', 'the top bit has to be 0');
given('the sizes of blocks', '**MX: thirty-two share a power. NV: sixteen share a number.**');
says(() => `leading part above 1.5, it is too large for the scale and [is cut to 6](#microscaling/clamped), up to ${100 * (1 - 6 / 8)}% off. If sizes are spread evenly over the powers of two, ${shown(100 * Math.log2(2 / 1.5), 1)}% of all blocks are hit.`);
says(() => `Here $e_{\\max}$ is the exponent of the element's largest power of two: 2 for E2M1, as $4 = 2^2$. Mind that the largest element is ${largest('e2m1')}.`);
says(() => [`Such a scale ends at ${nearest('ue4m3', 1e9)}`, `\\frac{\\max|\\mathrm{tensor}|}{${nearest('ue4m3', 1e9)} \\cdot ${largest('e2m1')}}`]);
says(() => {
  assert.ok(1 / 17 < 0.06 && 1 / 17 > 0.055);
  return [`It costs ${bitsEach(4, 8, 16)} bits a value instead of ${bitsEach(4, 8, 32)}.`, 'The finer scale fits each block within 6%', "The scale's error is at most 6%."];
});
says(() => {
  assert.deepEqual([encode('e8m0', 1 / 8), decode('e8m0', 0), 2 ** (124 - 127)], [124, 2 ** -127, 1 / 8]);
  return [`- [x] ${encode('e8m0', 1 / 8)}; there is none.\n\n  $2^{124-127}$.`, '- [ ] 124; 0\n\n  Code 0 is $2^{-127}$, the smallest.', 'A scale in E8M0 stands for 1/8.'];
});
/** A block's largest value, read back. @param {number} value @param {string} scale_rule */
const block = (value, scale_rule) => ask({ op: 'numerics.quantize', scheme: 'mxfp4', scale_rule, values: [value, ...Array(31).fill(0)] }).values[0];
says(() => `- [x] Floor: ${block(7, 'floor')} and ${block(3, 'floor')}. Up: ${block(7, 'round_up')} and ${block(3, 'round_up')}.`);
given('the same example, with a slip', 'whose largest value is 7, and one whose largest is 3', 'Both keep 7', 'There is no 7 in E2M1', 'Scale 1 cuts 7 to 6', 'Floor: 6 and 3. Up: 7 and 3.');
says(() => `Those whose largest value is more than 1.5 times a power of two: ${shown(100 * Math.log2(2 / 1.5), 1)}%, if sizes are spread evenly over the powers.\n\n  $\\log_2 (2/1.5) = ${shown(Math.log2(2 / 1.5), 3)}$.`);
given('a slip', 'since 1.5 is halfway from 1 to 2');
says(() => {
  const { values, scales } = ask({ op: 'numerics.quantize', scheme: 'nvfp4', values: [1, ...Array(15).fill(0)], tensor_scale: 1 / 448 });
  assert.ok(Math.abs(values[0] - 27 / 28) < 1e-6);
  assert.equal(decode('ue4m3', scales[0]), 72);
  return [
    "An NVFP4 tensor's largest value is 6; in one block it is 1.",
    `- [x] $\\tfrac{27}{28} \\approx ${shown(27 / 28, 3)}$\n\n  The tensor's scale is 1/448. $\\tfrac{1}{6} \\cdot 448 = ${shown(448 / 6, 1)}$ becomes ${decode('ue4m3', scales[0])} in E4M3, code ${hex(scales[0])}; 1 is then ${shown(448 / 72, 1)} steps, cut to 6. MXFP4 keeps this 1 exactly`,
    '- [ ] 0.75',
  ];
});
test('MXFP4 keeps a 1', () => assert.equal(block(1, 'floor'), 1));
says(() => {
  const tensor = ask({ op: 'numerics.quantize', scheme: 'nvfp4', values: [6, ...Array(15).fill(0)] });
  assert.equal(decode('ue4m3', tensor.scales[0]), 448);
  return [`Where does the ${shown(448 * 6)} in NVFP4's formulas come from?`, '- [x] 448 · 6, the largest scale', `For a largest value of 6 the factor is ${shown(tensor.tensor_scale, 5)}.`, 'the block with the largest value gets the scale 448', `A tile of scales has ${128 * 4} bytes.`];
});
says(() => {
  const at = (/** @type {number} */ r, /** @type {number} */ c) => 16 * (r % 32) + 4 * Math.floor(r / 32) + c;
  assert.equal(new Set(Array.from({ length: 512 }, (_, i) => at(i >> 2, i & 3))).size, 512);
  return [
    'tiles of 128 rows and 4 columns, 512 bytes, where row *r*, column *c* lies at $16\\,(r \\bmod 32) + 4\\,\\lfloor r/32 \\rfloor + c$. Where is row 37, column 2?',
    `- [x] ${at(37, 2)}\n\n  $16 \\cdot 5 + 4 \\cdot 1 + 2$. Row 127, column 3 is the last byte, ${at(127, 3)}`,
    `- [ ] ${4 * 37 + 2}\n\n  That is $4 \\cdot 37 + 2$`,
    `- [ ] ${16 * 5 + 2}\n\n  The row is in the second group of 32`,
  ];
});
given('cited in the same quiz', 'one for each 32 products');

// Files
says(() => {
  assert.equal(predicted('k-quant', 'bits'), 4.5);
  return 'Q4_K has weights of 4 bits and scales of two levels.';
});
says(() => {
  const rate = say('model-fit', /allows (\S+) tokens a second/)[0];
  assert.equal(predicted('model-fit', 'speed'), number(rate));
  assert.deepEqual(say('model-fit', /fit into the (\d+) GiB of the RTX 4060/), ['8']);
  return 'A graphics card with 8 GB of memory that moves 272 GB a second holds Llama 3.1 8B in Q4_K_M. How many tokens a second can it write at most, with 8,192 of them in the cache?';
});
test('the bandwidth of that card', () => assert.match(read('core/device/machine.cpp'), /RTX 4060[^}]*272/));
says(() => {
  const [need, has] = say('model-fit?type=bf16', /need (\S+) GiB; the RTX 4060 has (\d+)/);
  assert.equal(Math.round(number(need) / number(has)), 2);
  const rate = (/** @type {string} */ state) => shown(number(say(state, /allows (\S+) tokens a second/)[0]));
  const few = 'model-fit?model=qwen3-30b&machine=m4';
  const [read, all] = say(few, /A layer reads (\d+) of its (\d+) experts/);
  return `[In BF16](#model-fit?type=bf16) the same model needs ${need} GiB, twice what the card has. [A model of 70 billion](#model-fit?model=llama-70b&machine=m4-max) fits into a large laptop, at ${rate('model-fit?model=llama-70b&machine=m4-max')} tokens a second. One of 30 billion that [reads ${read} of its ${all} experts](#${few}) makes ${rate(few)} on a small one.`;
});
says(() => '[a super-block](#k-quant/scales) of 256 weights has eight blocks of 32');
const [, q4kBytes] = read('core/numerics/gguf.cpp').match(/"q4_k"[^}]*?, 256, (\d+)/) ?? [];
says(() => `That is ${q4kBytes} bytes for 256 weights.`);
given('how it is built, which the decoder’s tests hold', 'each with a scale and a minimum of 6 bits', 'Q4_0 is 32 weights and an FP16 scale', 'The 6-bit scales are packed', 'hide in the first eight bytes');
says(() => {
  const { types } = JSON.parse(read('tests/data/gguf/blocks.json'));
  let count = 0;
  for (const type of Object.values(types)) count += type.blocks.length * type.values;
  return `agrees with ggml's own in each of ${shown(count)} recorded values`;
});
says(() => {
  const bytes = '85 3f d1 28 80 47 3e d4 d1 fc 92 a1';
  const s = bytes.split(' ').map((digits) => parseInt(digits, 16));
  const at = (/** @type {number} */ i) => s[i] ?? 0;
  const [scale, minimum] = [(at(8) & 15) | ((at(0) >> 6) << 4), (at(8) >> 4) | ((at(4) >> 6) << 4)];
  // The decoder agrees: with d = 1 and every q = 1, sub-block 4 decodes to its scale; with q = 0 and
  // dmin = 1, to minus its minimum.
  const decoded = (/** @type {string} */ d, /** @type {string} */ low, /** @type {string} */ q) => ask({ op: 'numerics.dequantize', type: 'q4_k', hex: d + low + bytes.replace(/ /g, '') + q.repeat(128) }).values[4 * 32];
  assert.deepEqual([decoded('003c', '0000', '11'), decoded('0000', '003c', '00')], [scale, -minimum]);
  return [
    `The 12 scale bytes of a Q4_K block are \`${bytes}\`. For sub-block 4,`,
    'the lower and the upper half of byte 8 (`d1`)',
    'the top bits of bytes 0 (`85`) and 4 (`80`)',
    `- [x] ${scale} and ${minimum}\n\n  ${at(8) & 15} + 16 · ${at(0) >> 6} and ${at(8) >> 4} + 16 · ${at(4) >> 6}: the top two bits of \`85\` and of \`80\` are both 10.`,
    `- [ ] ${at(8) & 15} and ${at(8) >> 4}\n\n  The low four bits alone. The top bits of bytes 0 and 4 are missing.`,
    `- [ ] ${at(0) & 63} and ${at(4) & 63}\n\n  Those are sub-block 0, the low six bits of bytes 0 and 4.`,
  ];
});
// Which layers of a Q4_K_M file have the wider type, by llama.cpp's rule; and what the file takes.
const layers = 32;
const wide = Array.from({ length: layers }, (_, i) => i).filter((i) => i < Math.trunc(layers / 8) || i >= Math.trunc((7 * layers) / 8) || (i - Math.trunc(layers / 8)) % 3 === 2);
says(() => {
  assert.deepEqual(wide, [0, 1, 2, 3, 6, 9, 12, 15, 18, 21, 24, 27, 28, 29, 30, 31]);
  return ['In Q4_K_M of a model with 32 layers', `- [x] ${wide.length}\n\n  Layers 0 to 3 and 28 to 31, and in between every third: 6, 9, 12 and so on to 27.`, '- [ ] 32\n\n  That would be a larger file.'];
});
says(() => {
  const [width, inner, narrow, vocabulary] = [4096, 14336, 1024, 128256];
  const mix = { wide: 0, base: 0 };
  mix.base += vocabulary * width;
  mix.wide += vocabulary * width;
  for (let i = 0; i < layers; ++i) {
    mix.base += 2 * width * width + width * narrow + 2 * width * inner;
    mix[wide.includes(i) ? 'wide' : 'base'] += width * narrow + width * inner;
  }
  const norms = (2 * layers + 1) * width;
  const all = mix.base + mix.wide + norms;
  const bits = (mix.base * 4.5 + mix.wide * 6.5625 + norms * 32) / all;
  assert.equal(shown(all), '8,030,261,248');
  assert.equal(shown((all * bits) / 8 / 2 ** 30, 2), page.match(/^\| Q4_K_M \| ([\d.]+) \|/m)?.[1]);
  return [
    `For Llama 3.1 8B that makes ${shown(bits, 2)} bits a weight.`,
    `A mix: ${shown(bits, 2)} for Llama 3.1 8B.`,
    `Llama 3.1 8B in Q4_K_M moves ${shown((all * bits) / 8e9, 1)} GB for a token instead of ${shown((all * 2) / 1e9, 1)}.`,
  ];
});
test('the table of files is cited below it', () => assert.match(page, /These are llama\.cpp's figures for Llama 3 8B on one text \[@llama-quantize\]/));
given('cited below the table', '| file | GiB | perplexity, more than FP16\'s 6.23 |', ...(page.match(/^\| Q\d\S* \| [\d.]+ \| [\d.]+ \|$/gm) ?? []), 'These are llama.cpp\'s figures for Llama 3 8B on one text');
test('nearly the same size, nearly twice the harm', () => {
  const [[a, b], [c, d]] = /** @type {[number[], number[]]} */ (['Q4_0', 'Q4_K_S'].map((name) => (page.match(new RegExp(`^\\| ${name} \\| (\\S+) \\| (\\S+) \\|`, 'm')) ?? []).slice(1).map(Number)));
  assert.ok(Math.abs((a ?? 0) / (c ?? 1) - 1) < 0.01 && (b ?? 0) / (d ?? 1) > 1.7 && (b ?? 0) / (d ?? 1) < 1.8);
});

given('the name of the type', 'the 4 says it all');

// Training recipes
says(() => {
  assert.equal(predicted('accumulate-rounding', 'nearest'), 1);
  assert.deepEqual(say('accumulate-rounding?step=0', /waits for (\S+) updates/), ['1,024']);
  return 'A weight of 1 in BF16 gets 1,024 updates of 1/1,024 each.';
});
given('the neighbors of 2.2', '0: the nearest is 2.');
says(() => {
  assert.equal(nearest('bf16', 1 + 1 / 1024), 1);
  assert.equal(decode('bf16', encode('bf16', 1) + 1) - 1, 1 / 128);
  return ['since half the gap above 1 is 1/256', 'add a random number of 16 bits and cut off the lower half'];
});
says(() => [`- [x] ${shown(0.2, 1)}\n\n  From 2 to 3 it has come a fifth of the way. On average: 0.8 · 2 + 0.2 · 3 = ${0.8 * 2 + 0.2 * 3}.`, 'how likely does 2.2 become 3?', '- [ ] 0.5\n\n  A fair coin would give 2.5']);
says(() => {
  const scale = 448 / 3;
  assert.equal(nearest('e4m3', 4 * scale) / scale, 3);
  return [`the scale of 448/3 turns it into ${shown(4 * scale)}.`, `- [x] 3\n\n  ${shown(4 * scale)} saturates at 448`, 'the largest value of the past steps was 3, now a 4 comes', '- [ ] 4: E4M3 has a 4.'];
});

// Cheat sheet
for (const [format, written] of Object.entries({ fp32: 'FP32', tf32: 'TF32', fp16: 'FP16', bf16: 'BF16', e4m3: 'E4M3', e5m2: 'E5M2', e4m3fnuz: 'E4M3 FNUZ', e5m2fnuz: 'E5M2 FNUZ', e3m2: 'E3M2', e2m3: 'E2M3', e2m1: 'E2M1', e8m0: 'E8M0, a scale', ue4m3: 'UE4M3, a scale' }))
  says(() => {
    const facts = ask({ op: 'numerics.format', format });
    const top = facts.max > 1e38 ? (facts.max === 2 ** 127 ? '$2^{127}$' : `$${shown(facts.max / 1e38, 1)} \\cdot 10^{38}$`) : facts.max.toLocaleString('en-US');
    const least = `$2^{${Math.log2(facts.min_subnormal ?? facts.min_normal)}}$`;
    const codes = 2 ** facts.bits - facts.finite_codes - (facts.infinity ? 2 : 0);
    const nan = facts.nan ? (codes > 6 ? 'yes' : `${codes} code${codes > 1 ? 's' : ''}`) : 'no';
    return `| ${written} | ${facts.bits} | ${facts.sign_bits}/${facts.exponent_bits}/${facts.mantissa_bits} | ${facts.bias} | ${top} | ${least} | ${facts.infinity ? 'yes' : 'no'} | ${nan} |`;
  });
given('a heading', 'smallest above 0', 'Training in eight bits, and in four');
const sharing = [
  ['MXFP8', 8, 8, 32], ['MXFP6', 6, 8, 32], ['MXFP4', 4, 8, 32], ['MXINT8', 8, 8, 32], ['NVFP4', 4, 8, 16], ['INT4, groups of 128', 4, 16, 128], ['Q8_0', 8, 16, 32],
];
for (const [name, bits, scale, shared] of /** @type {[string, number, number, number][]} */ (sharing))
  test(`${name} in the cheat sheet`, () => assert.match(page, new RegExp(`^\\| ${name} \\|.*\\| ${shared} \\|.*\\| ${bitsEach(bits, scale, shared)} \\|$`, 'm')));
test('NF4 in the cheat sheet', () => assert.match(page, new RegExp(`NF4, of QLoRA.*\\| ${shown(4 + 8 / 64 + 32 / (64 * 256), 3)} \\|$`, 'm')));
test('k-quants in the cheat sheet', () => {
  const types = JSON.parse(read('tests/data/gguf/blocks.json')).types;
  for (const name of ['Q8_0', 'Q6_K', 'Q4_K', 'Q2_K']) {
    const { bytes, values } = types[name.replace('Q', 'q')];
    assert.match(page, new RegExp(`^\\| ${name} \\|.*\\| ${(8 * bytes) / values} \\|$`, 'm'));
  }
  assert.match(page, new RegExp(`^\\| ternary, ideal \\|.*\\| ${shown(Math.log2(3), 3)} \\|$`, 'm'));
});
given('held by the tests above', ...(page.match(/^\| (?:MX\w+|NVFP4|INT4, groups of 128|Q[2468]_[K0]|ternary, ideal) \|.*\|$/gm) ?? []).filter((line) => line.split('|').length === 7));
says(() => {
  const four = bitsEach(4, 8, 16);
  assert.deepEqual([four, bitsEach(4, 16, 32), (8 * Number(q4kBytes)) / 256], [4.5, 4.5, 4.5]);
  return [`Which of these take exactly ${four} bits per weight?`, `- [ ] MXFP4\n\n  4 + 8/32 = ${bitsEach(4, 8, 32)}.`, '- [x] NVFP4\n\n  4 + 8/16, and 32 bits once per tensor.', '- [x] Q4_0\n\n  4 + 16/32.', `- [x] Q4_K\n\n  ${q4kBytes} bytes for 256 weights.`];
});

given('an example', "Whenever somebody says 'in FP8' or 'in 4 bits'");

complete(['\n']);
all();
