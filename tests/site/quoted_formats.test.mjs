// Figures in the sentences about number formats; here those about files, training and the cheat sheet.
// See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { all, bitsEach, complete, decode, encode, given, nearest, page, predicted, says } from './formats_page.mjs';
import { ask, number, read, say, shown } from './quotes.mjs';
import './formats_floats.mjs';
import './formats_scales.mjs';

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
  const [weights] = say('model-fit?type=bf16', /: (\S+) GiB of weights and 1\.00 GiB of KV cache/);
  return `[In BF16](#model-fit?type=bf16) weights of ${weights} GiB and their cache need ${need} GiB, twice what an RTX 4060 has. [One of 70 billion parameters](#model-fit?model=llama-70b&machine=m4-max) fits into a large laptop, at ${rate('model-fit?model=llama-70b&machine=m4-max')} tokens a second. One of 30 billion that [reads ${read} of its ${all} experts](#${few}) makes ${rate(few)} on a small one.`;
});
says(() => {
  say('k-quant?type=q4_k', /^Q4_K stores 256 weights/);
  return 'in [Q4_K](#k-quant?type=q4_k), [a super-block](#k-quant/scales) of 256 weights has eight blocks of 32';
});
const [, q4kBytes] = read('core/numerics/gguf.cpp').match(/"q4_k"[^}]*?, 256, (\d+)/) ?? [];
says(() => `The block takes ${q4kBytes} bytes.`);
given('how it is built, which the decoder’s tests hold', 'each with a scale and a minimum of 6 bits', 'Q4_0 is 32 weights and an FP16 scale');
says(() => {
  const { types } = JSON.parse(read('tests/data/gguf/blocks.json'));
  let count = 0;
  for (const type of Object.values(types)) count += type.blocks.length * type.values;
  return `agrees with ggml's own in each of ${shown(count)} recorded values`;
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
test('the table of files is cited below it', () => assert.match(page, /These are llama\.cpp's figures for Llama 3 8B on one text \[@llama-quantize; @llama-perplexity\]/));
given('cited below the table', '| file | GiB | perplexity, more than FP16\'s 6.23 |', ...(page.match(/^\| Q\d\S* \| [\d.]+ \| [\d.]+ \|$/gm) ?? []), 'These are llama.cpp\'s figures for Llama 3 8B on one text');
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
  return 'Half the gap above 1 is 1/256';
});
says(() => [`- [x] ${shown(0.2, 1)}\n\n  It has come a fifth of the way from 2 to 3, and 0.8 · 2 + 0.2 · 3 = ${0.8 * 2 + 0.2 * 3}.`, 'how likely does 2.2 become 3?', '- [ ] 0.5\n\n  A fair coin would give 2.5']);
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
test('IQ4_XS and TQ1_0 in the cheat sheet', () => {
  // 256 values: 2 bytes of scale for all, 2 + 4 of sub-blocks', 128 of codes; 2 of scale, and five values to a byte in 240, four in 16.
  assert.match(page, new RegExp(`^\\| IQ4_XS \\|.*\\| ${(8 * (2 + 2 + 4 + 128)) / 256} \\|$`, 'm'));
  assert.match(page, new RegExp(`^\\| TQ1_0 \\|.*\\| ${(8 * (2 + 240 / 5 + 16 / 4)) / 256} \\|$`, 'm'));
});
given('held by the tests above', ...(page.match(/^\| (?:IQ4_XS|TQ1_0) \|.*$/gm) ?? []), ...(page.match(/^\| (?:MX\w+|NVFP4|INT4, groups of 128|Q[2468]_[K0]|ternary, ideal) \|.*\|$/gm) ?? []).filter((line) => line.split('|').length === 7));
says(() => {
  const four = bitsEach(4, 8, 16);
  assert.deepEqual([four, bitsEach(4, 16, 32), (8 * Number(q4kBytes)) / 256], [4.5, 4.5, 4.5]);
  return [`Which of these take exactly ${four} bits per weight?`, `- [ ] MXFP4\n\n  4 + 8/32 = ${bitsEach(4, 8, 32)}.`, '- [x] NVFP4\n\n  4 + 8/16, and 32 bits once per tensor.', '- [x] Q4_0\n\n  4 + 16/32.', `- [x] Q4_K\n\n  ${q4kBytes} bytes for 256 weights.`];
});

given('an example', "Whenever somebody says 'in FP8' or 'in 4 bits'");

complete(['\n']);
all();
