// What the page about number formats says of floats and of their sums: what a scene, `loom eval` or a
// recording has, and worked examples computed in another way than the simulators do.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bitsEach, decode, encode, given, hex, largest, mantissa, nearest, page, predicted, says, sizes } from './formats_page.mjs';
import { ask, number, read, recorded, say, scene, shown } from './quotes.mjs';

// Two knobs
says(() => {
  assert.equal(predicted('rounding', 'value'), nearest('e4m3', 300));
  assert.ok(scene('rounding?value=1/3').table.shown.every(([, , value]) => value !== '0.333333333333333'));
  return ['Write 300 in eight bits, four of them for the exponent: the format is called E4M3.', '[a third](#rounding?value=1/3) is on no list.'];
});
given('formats that follow', 'A weight of a model can take 32 bits, or 16, 8, 4, even fewer than two.');
says(() => {
  assert.equal(Math.round(8 * (1 - bitsEach(4, 8, 32) / 32)), 7);
  return 'Half of them can often stay at home, and sometimes nearly seven eighths.';
});

// Anatomy
says(() => {
  assert.equal(predicted('float-anatomy', 'value'), 416);
  return 'Here is a byte in E4M3: sign 0, exponent 1111, mantissa 101.';
});
says(() => {
  say('float-anatomy?type=e4m3&bits=0x7F', /is NaN/);
  return 'E4M3 has no infinity and one NaN per sign, with exponent and mantissa [all ones](#float-anatomy?type=e4m3&bits=0x7F).';
});
says(() => {
  assert.equal(number(say('float-anatomy?type=e4m3&bits=0x40', /is (\d+)/)[0]), 2 * decode('e4m3fnuz', 0x40));
  return 'So [the same byte](#float-anatomy?type=e4m3&bits=0x40) means half as much';
});
says(() => `It is ${2 ** 3 - 1} in E4M3 and ${2 ** 7 - 1} in BF16.`);
says(() => `With three bits of mantissa the second rule would spend ${2 * 2 ** mantissa.e4m3} of 256 codes, and in 4 bits a quarter of them`);
test('a quarter of four bits', () => assert.equal((2 * 2 ** mantissa.e2m1) / 16, 1 / 4));
says(() => {
  assert.deepEqual([decode('e4m3', 0x78), decode('e4m3', 0x70), decode('e4m3', 0x7f), decode('e5m2', 0x7c)], [256, 128, 'nan', 'inf']);
  return [`Which number is the byte ${hex(encode('e4m3', 256))}, bits 0 1111 000, in E4M3?`, `- [x] ${2 ** (15 - 7)}\n\n  $2^{15-7}$. The top exponent has seven ordinary numbers, from 256 to ${largest('e4m3')}.`, '- [ ] 128\n\n  That is 0x70. Subtract the bias of 7 from 15, not from 14.'];
});
given('codes of NaN, tested with the formats', 'Only 0x7F and 0xFF are.');
given('a definition', 'so that they reach below 1 as well as above');

// Range against precision
says(() => {
  assert.equal(predicted('number-line', 'gap'), 2 ** (Math.floor(Math.log2(1000)) - mantissa.bf16));
  return 'BF16 has 7 mantissa bits. How far is it from 1,000 to the next larger number?';
});
says(() => `a share of at most $2^{-M-1}$: ${shown(100 * 2 ** -(mantissa.bf16 + 1), 1)}% in BF16, ${shown(100 * 2 ** -(mantissa.e4m3 + 1))}% in E4M3.`);
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
  say('gradient-range?type=fp16', /become zero in FP16/);
  return `FP16 ends below at $2^{-24}$, about $${Math.round(least * 1e8)} \\cdot 10^{-8}$, and [what is smaller than half of that](#gradient-range?type=fp16) is gone.`;
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
  return `E4M3 ends at ${largest('e4m3')} and E5M2 at ${shown(largest('e5m2'))}; below, the last numbers before zero are $2^{-9}$ and $2^{-16}$. Giving up infinity and all but one NaN won E4M3 the seven numbers from ${decode('e4m3', 0x78)} to ${largest('e4m3')}`;
});
says(() => `What is 1,000 in E4M3? The standard has two answers: [[Saturation|saturate]], so that it becomes ${nearest('e4m3', 1000)}`);
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
  const units = ['wgmma e4m3', 'wgmma e5m2'];
  assert.ok(units.every((unit) => sums.units.includes(unit)));
  const count = sums.cases.length * 2 + sums.random['wgmma e4m3'].length + sums.random['wgmma e5m2'].length;
  const [, products, below, kept] = read('core/numerics/tensor_core.hpp').match(/hopper_e4m3 = \{"e4m3", (\d+), (\d+), (\d+),/) ?? [];
  assert.equal(below, kept);
  return `The model behind the figure cuts all ${products} products *and* the running sum to ${kept} bits below the largest of them, adds, and cuts again; it agrees, to the last bit, with each of the ${shown(count)} FP8 sums`;
});
says(() => {
  assert.ok(Math.abs(dot('positive', 4096, 128).rms - dot('positive', 16384, 128).rms) < 0.005);
  const promoted = `${shown(dot('positive', 4096, 128).rms, 2)}% |`;
  say('promotion-interval?interval=128', /Moved/);
  return [
    `| 4,096 | ${shown(-dot('positive', 4096, 0).bias, 1)}% | ${shown(dot('normal', 4096, 0).rms, 1)}% | ${promoted}`,
    `| 16,384 | ${shown(-dot('positive', 16384, 0).bias)}% | | ${promoted}`,
    'The remedy is [promotion](#promotion-interval?interval=128): every 128 terms, the sum moves into FP32.',
  ];
});
test('mma keeps FP32 where wgmma does not', () => {
  const all = (/** @type {string} */ method) => sums.dots.filter((/** @type {any[]} */ each) => each[0] === 'positive' && each[2] === method && each[3] === 0).map((/** @type {any[]} */ each) => Math.abs(each[6]));
  assert.ok(all('mma e4m3').length > 0 && Math.max(...all('mma e4m3')) < 1e-5, `${all('mma e4m3')}`);
  assert.ok(page.includes('`mma` keeps FP32 on the same chip (measured)'));
});
test('cuBLASLt promotes every 128 elements, and never with fast accumulation', () => {
  /** Do all long sums of a method agree with that interval? @param {string} method @param {number} interval */
  const all = (method, interval) => {
    const long = sums.dots.filter((/** @type {any[]} */ each) => each[2] === method && each[0] !== 'tenth' && each[1] > 128);
    return long.length > 0 && long.every((/** @type {any[]} */ each) => each[8].length === 1 && each[8][0] === interval);
  };
  assert.ok(all('cublasLt', 128) && all('cublasLt fast', 0));
});
/** Where adding 1 stops. @param {number} bits of the mantissa */
const stuck = (bits) => {
  const all = ask({ op: 'numerics.accumulate', mantissa_bits: bits, terms: Array(3000).fill(1) }).sums;
  assert.equal(all.at(-1), all.at(-100), 'it stopped');
  return all.at(-1);
};
says(() => [
  `- [x] FP16: ${shown(stuck(10))}. BF16: ${stuck(7)}.`,
  `- [x] E4M3: ${stuck(3)}. E5M2: ${stuck(2)}. E2M1: ${stuck(1)}.\n\n  The same rule with 3, 2, and 1 mantissa bits.`,
  `- [ ] FP32: never.\n\n  At ${shown(2 ** 24)}: it only takes longer.`,
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
  assert.deepEqual(sums.dots.find((/** @type {any[]} */ each) => each[0] === 'tenth' && each[1] === 4096 && each[2] === 'mma e4m3')[7], [4096 * tenth]);
  return [
    `4,096 times 0.1 in E4M3. The nearest code means ${tenth}, so the exact sum is ${4096 * tenth}.`,
    `- [ ] ${4096 * tenth}: the products are exact and the result is FP32.`,
    `- [ ] ${rounded(10)}\n\n  That is an FP16 accumulator`,
    `- [x] ${chip}\n\n  ${shown(100 * (1 - chip / (4096 * tenth)))}% low (measured). Cutting after each single term would give ${shown(cut, 2)}; the chip cuts 32 products and the sum together. With promotion every 128 terms it answers ${4096 * tenth}, and so does the instruction \`mma\`.`,
    `- [ ] ${rounded(7)}\n\n  BF16 would get stuck there.`,
  ];
});
given('where it is cited above', "The register has FP32's width, but 14 bits of content.");

given('the number added', 'You add 1 again and again');
