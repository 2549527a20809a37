// What the attention page says of positions: what a scene has, and the same from the rotary
// frequencies or from the codes of a number format.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { given, predicted, says } from './attention_page.mjs';
import { ask, cell, number, say, scene, shown, Word } from './quotes.mjs';

/** The score that a state of the rotary figure has. @param {string} state */
const score = (state) => say(state, /the score is ([−\d.]+\d)/)[0];
/** How long each pair needs for a turn, in tokens. @param {object} [scaling] */
const periods = (scaling) => ask({ op: 'attention.rope', dim: 128, theta: 10000, scaling: 'none', ...scaling }).inv_freq.map((/** @type {number} */ each) => (2 * Math.PI) / each);
/** What is done to each pair in the table. @param {string} state */
const divisions = (state) => scene(state).table.shown.map((each) => number(each[scene(state).table.columns.indexOf('Divided by')]));
/** @param {string} state @returns {[string, string]} tokens trained on and read */
const lengths = (state) => /** @type {[string, string]} */ (say(state, /, from (\S+) to (\S+) tokens\./));

// Rotary pairs.
says(() => {
  const pairs = scene('rope').table.rows.length;
  return `${Word(pairs)} pairs of numbers are hands that turn with the place`;
});
test('the first hand turns by a radian a token', () => assert.equal(periods()[0], 2 * Math.PI));
says(() => {
  const [near, far] = ['rope?shift=1000', 'rope?shift=8000'].map((state) => say(state, /at position (\S+) and a key at (\S+): the score is (\S+), as everywhere/));
  const [query] = say('rope', /at position (\S+) and/);
  assert.deepEqual([near?.[2], far?.[2]], [score('rope'), score('rope')]);
  const by = (/** @type {string[] | undefined} */ moved) => shown(number(moved?.[0]) - number(query));
  return `[move both by ${by(near)} tokens](#rope?shift=1000), or [by ${by(far)}](#rope?shift=8000), and it stays.`;
});
says(() => {
  const wrong = 'rope?read=adjacent&m=12&n=9', mended = 'rope?made=adjacent&read=adjacent&m=12&n=9', trained = 'rope?m=12&n=9';
  const [, right] = say(wrong, /the score is (\S+), with the wrong numbers turned together\. .* trained to have (\S+) there/);
  assert.equal(score(trained), right);
  assert.equal(score(mended), right);
  for (const distance of Array.from({ length: 10 }, (_, d) => d)) {
    const at = `m=${9 + distance}&n=9`;
    assert.equal(score(`rope?read=adjacent&${at}`) === score(`rope?${at}`), distance === 0, at);
  }
  return [`Load a checkpoint with [the other convention](#${wrong}), and nothing crashes. The score at distance 0 is right`, `[Reorder the weights as well](#${mended}) and the numbers are those of training again.`];
});
given('a question', 'what the token at position 0 gets is right');
given('a question', 'which may be 500,000 and not 10,000', 'sees only itself, at distance 0', 'A system prompt of 500 tokens', '500 tokens are put between them');

// Reading further.
const plain = 'context-stretch?scaling=none';
says(() => {
  const [trained, length] = lengths(plain);
  const turns = periods().map((/** @type {number} */ period) => number(trained) / period);
  assert.equal(predicted('context-stretch', 'unseen'), turns.filter((/** @type {number} */ each) => each < 1).length);
  assert.ok(turns.filter((/** @type {number} */ each) => each >= 200).length > 1 && turns.some((/** @type {number} */ each) => each.toFixed(1) === '0.1'));
  for (const pair of ['0', '32', '60'])
    assert.equal(turns[Number(pair)].toPrecision(3), cell(plain, pair, 'Turns, trained'));
  return [`A model trained on ${trained} tokens has seen some hands go round hundreds of times, and others make a tenth of a turn.`, `A model has ${turns.length} pairs and was trained on ${trained} tokens with a base of 10,000. You let it read ${length}.`];
});
says(() => {
  const [trained] = lengths(plain), at = 100_000;
  for (const slow of periods().slice(-4)) assert.ok((at / slow) % 1 > number(trained) / slow);
  return `Ask it for token ${shown(at)}, and the slow hands point where they never pointed.`;
});
says(() => {
  const linear = 'context-stretch?scaling=linear&pair=0', base = 'context-stretch?scaling=dynamic&pair=63';
  say(linear, /No pair comes to an angle/);
  assert.ok(divisions(linear).every((each) => each === 32));
  const [news] = say(base, /\. (\d+) pairs come to angles/);
  assert.ok(number(news) > 0);
  assert.deepEqual([divisions(base)[0], divisions(base).at(-1)], [1, 32]);
  return [`[Position interpolation](#${linear}) divides every frequency by the same factor`, `[The NTK-aware way](#${base}) raises the base, so that the slowest pair is divided by the whole factor, and the fastest not at all`];
});
says(() => {
  const [factor] = say('context-stretch', /divided by (\d+): /), [times] = say('context-stretch', /Scores are multiplied by (\S+)\.$/);
  const { attention_factor: each } = ask({ op: 'attention.rope', dim: 128, theta: 10000, scaling: 'yarn', factor: number(factor), original: 4096 });
  assert.equal((each * each).toFixed(2), times);
  assert.equal(((0.1 * Math.log(number(factor)) + 1) ** 2).toFixed(2), times);
  return `It also multiplies all scores, at a factor of ${factor} by ${times}.`;
});
says(() => {
  const state = 'context-stretch?scaling=llama3&original=8192&factor=16&theta=500000';
  const [divided] = say(state, /^Llama 3, from .* divided by (\d+): .* between: [1-9].* [1-9]\d* pairs come to angles/);
  const [trained, length] = lengths(state).map(number);
  return [`[The Llama 3.1 models](#${state}) come with a ramp`, `It divides by ${divided} where the text grows ${(length ?? 0) / (trained ?? 1)} times as long, so some angles are new;`];
});
says(() => {
  const paper = 'context-stretch?ramp=turns&pair=40', code = 'context-stretch?pair=40';
  const [factor] = say(code, /^YaRN, .* divided by (\d+): /);
  const ends = [1, number(factor)];
  divisions(paper).forEach((each, row) => assert.equal(each === divisions(code)[row], ends.includes(each), `row ${row}`));
  return [`The paper's ramp is [linear in the turns](#${paper}); most code makes it [linear in the pair's number](#${code})`, `'YaRN with factor ${factor}' is not yet a definition.`];
});

// No position.
says(() => {
  const full = 'no-position?mask=full&n=12', window = 'no-position?mask=window&n=5';
  say(full, /^Without a mask every token sees all \d+ and reads the same/);
  say(window, /then the first token is out of sight/);
  return [`[Without a mask](#${full}) everyone reads the same; with [a window](#${window}) the count ends`];
});
says(() => {
  const state = 'no-position?type=bf16&n=200';
  const [first] = say(state, /^.* BF16 holds 1\/n and 1\/\(n \+ 1\) as one number first at n = (\d+)/);
  const held = Array.from({ length: 256 }, (_, i) => 1 / (i + 1));
  const { codes } = ask({ op: 'numerics.encode', format: 'bf16', values: held });
  assert.equal(codes.findIndex((/** @type {number} */ code, /** @type {number} */ i) => code === codes[i + 1]) + 1, number(first));
  return `In [BF16](#${state}) that first happens at token ${first}.`;
});
