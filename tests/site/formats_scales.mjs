// What the page about number formats says of scales, outliers and weights: what a scene or `loom eval`
// has, and worked examples computed in another way than the simulators do.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bitsEach, decode, encode, given, hex, largest, nearest, predicted, says } from './formats_page.mjs';
import { ask, cell, number, say, shown } from './quotes.mjs';

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
  return `[Without outliers](#scaling-ladder?outlier=0&granularity=16) and in small groups, the two are even. With them, [FP4](#scaling-ladder?target=fp4&granularity=16) is ${shown((apart ?? 0) - (spoiled ?? 0))} dB ahead`;
});
given('the figure’s matrix', 'A matrix of 16 × 64 numbers');
given('the definition of a decibel', 'Every 10 dB is a factor of ten');
says(() => {
  assert.ok(Math.log2(10) > 3);
  return [`is worth ${shown(20 * Math.log10(2), 2)} dB.`, 'a number ten times as large'];
});
says(() => `A 16-bit scale for 128 numbers of 4 bits makes ${bitsEach(4, 16, 128)} bits each, for 32 numbers ${bitsEach(4, 16, 32)}.`);
// Outliers
says(() => {
  const best = predicted('smooth-outliers', 'best');
  assert.ok(best > 0.2 && best < 0.8, `${best}`);
  const error = (/** @type {number} */ alpha) => number(say(`smooth-outliers?alpha=${alpha}`, /With SmoothQuant at α = \S+ it is (\S+)%/)[0]);
  assert.ok(error(0) > error(0.5) && error(1) > error(0.5));
  return ['With [α = 0](#smooth-outliers?alpha=0) the activations keep', 'with [α = 1](#smooth-outliers?alpha=1) the weights get them', 'Where is the error of an 8-bit product smallest?'];
});
says(() => {
  const [plain, middle, rotated, apart] = say('smooth-outliers', /W8A8 is off by (\S+)%\. With SmoothQuant at α = 0\.5 it is (\S+)%: .* A Hadamard rotation leaves (\S+)%; keeping 3 channels in FP16, (\S+)%/);
  say('smooth-outliers?outlier=20', /With 3 of 32 channels 20 times as large/);
  return `[With three channels 20 times as large](#smooth-outliers?outlier=20), 8 bits are wrong by ${plain}% as it is, ${middle}% with α in the middle, ${rotated}% rotated, and ${apart}% with the outliers in FP16.`;
});
given('the ends of a parameter', 'α = 0 leaves all the difficulty with the activations, α = 1 gives it all to the weights');
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
  return [`[At batch 1](#where-math-runs?batch=1) bytes are all that counts. On the figure's H200, at its peak rates, the tensor cores set the pace from ${from} tokens on; [at batch 512](#where-math-runs?batch=512) nothing is won`, 'One token at a time, weights in 4 bits, activations in 16. How many times as fast as with weights in 16 bits, at most?'];
});
says(() => `With 512 tokens, a layer of 4,096 × 14,336 weights ran at ${cell('where-math-runs', '512', 'BF16 measured on an H200')} [[FLOP|TFLOPS]] in BF16 on an H200 and at ${cell('where-math-runs', '512', 'FP8 measured on an H200')} in FP8 ([measured](#where-math-runs/measured)).`);
says(() => {
  const [double, again] = ['batch=512&scheme=w8a8', 'batch=512&scheme=w4a4&machine=b200'].map((state) => number(say(`where-math-runs?${state}`, /That is (\S+) times as fast as W16A16/)[0]));
  assert.ok(Math.round(double ?? 0) === 2 && Math.round(again ?? 0) === 4, `${double} ${again}`);
  return '[[W8A8]] [doubles the rate](#where-math-runs?batch=512&scheme=w8a8) of the tensor cores, and [[W4A4]], on chips that multiply FP4, [doubles it again](#where-math-runs?batch=512&scheme=w4a4&machine=b200)';
});
given('states of the figure', 'At batch 1', 'at batch 512', 'At batch 1 it would.');
says(() => {
  const [weights, activations] = [[0.3, 1], [10, 1]];
  const off = (/** @type {number[]} */ factors) => weights.reduce((sum, w, i) => sum + Math.round(w * (factors[i] ?? 1)) * ((activations[i] ?? 0) / (factors[i] ?? 1)) - w * (activations[i] ?? 0), 0);
  assert.ok(Math.abs(off([1, 1]) + 3) < 1e-9 && Math.abs(off([3, 1]) - 1 / 3) < 1e-9);
  return 'Say the weights are 0.3 and 1, to become integers, and the activations 10 and 1. Rounding gives 0 and 1, and the output is off by 3. With the first weight tripled and its activation divided by 3, it gives 1 and 1, and the output is off by a third.';
});
given('a question', 'A server computes 512 tokens in each step', 'Here each weight serves 512 tokens.', 'The multiplications are the same 16-bit ones.', 'changes from 16-bit weights to W4A16', 'That saves bytes, and not one operation.', 'each 4-bit weight is expanded', 'an ordinary 16-bit multiplication');
test('at 4.5 bits, little more than a quarter; at 4.125, nearly three quarters saved', () => assert.ok(4.5 / 16 < 0.29 && 1 - 4.125 / 16 > 0.74));

// Ternary
says(() => {
  const [all] = say('ternary?step=0', /^(\d+) weights wait/);
  assert.equal(predicted('ternary', 'skips'), number(say('ternary?scale=absmax', /; (\d+) weights are skipped/)[0]));
  assert.ok(predicted('ternary', 'skips') > number(all) / 2);
  const [greatest] = say('ternary?scale=absmax&step=0', /divided by γ = (\d\.\d)/);
  return [`How many of these ${all} weights become 0 if the scale is the greatest weight's size, ${greatest}?`, 'Divide [by the greatest](#ternary?scale=absmax) instead of the mean, and most weights become 0.'];
});
says(() => {
  const off = number(say('ternary?scale=absmean', /off by (\S+)% of its length/)[0]);
  return `[the output](#ternary?scale=absmean) is off by ${shown(off)}% of its length`;
});
says(() => {
  const weights = [0.9, -0.1, 0.4, -1.2, 0.05, 0.6];
  const gamma = weights.reduce((sum, w) => sum + Math.abs(w), 0) / weights.length;
  const minus = (/** @type {number} */ v) => String(v).replace('-', '−');
  const by = (/** @type {number} */ scale) => weights.map((w) => minus(Math.max(-1, Math.min(1, Math.round(w / scale))) + 0)).join(', ');
  return [
    `What becomes of the weights ${weights.map(minus).join(', ')}?`,
    `- [x] ${by(gamma)}\n\n  $\\gamma = ${shown(gamma, 4)}$, so whatever exceeds half of it, ${shown(gamma / 2, 2)}, becomes ±1.`,
    `- [ ] ${weights.map((w) => minus(Math.sign(w))).join(', ')}\n\n  Small weights become 0.`,
    `0.4 is ${shown(0.4 / gamma, 2)} $\\gamma$, and the nearest is 1.`,
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
given('the sizes of blocks', '**MX: thirty-two share a power. NV: sixteen share a number.**');
says(() => `leading part above 1.5, it is too large for the scale and [is cut to ${say('microscaling?scheme=mxfp4', /is clamped from \d to (\d)/)[0]}](#microscaling?scheme=mxfp4), up to ${100 * (1 - 6 / 8)}% off.`);
says(() => `Here $e_{\\max}$ is the exponent of the element's largest power of two: 2 for E2M1, as $4 = 2^2$.`);
says(() => `The largest element is ${largest('e2m1')}.`);
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
given('the same example, with a slip', 'whose largest value is 7, and one whose largest is 3', 'Both keep 7', 'No number of E2M1 times a power of two is 7.', 'Scale 1 cuts 7 to 6', 'Floor: 6 and 3. Up: 7 and 3.');
says(() => {
  const { values, scales } = ask({ op: 'numerics.quantize', scheme: 'nvfp4', values: [1, ...Array(15).fill(0)], tensor_scale: 1 / 448 });
  assert.ok(Math.abs(values[0] - 27 / 28) < 1e-6);
  assert.equal(decode('ue4m3', scales[0]), 72);
  return [
    "An NVFP4 tensor's largest value is 6; in one block it is 1.",
    `- [x] 27/28, about ${shown(27 / 28, 3)}\n\n  The tensor's scale is 1/448. $\\tfrac{1}{6} \\cdot 448 = ${shown(448 / 6, 1)}$ becomes ${decode('ue4m3', scales[0])} in E4M3, code ${hex(scales[0])}; 1 is then ${shown(448 / 72, 1)} steps, cut to 6. MXFP4 keeps this 1`,
    '- [ ] 0.75',
  ];
});
test('MXFP4 keeps a 1', () => assert.equal(block(1, 'floor'), 1));
