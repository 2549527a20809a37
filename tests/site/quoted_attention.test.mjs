// Figures in the attention page's sentences: what a scene, a formula or a recording gives is what it
// gives; the rest is cited. See quotes.mjs.
import assert from 'node:assert/strict';

import { all, complete, given, predicted, says } from './attention_page.mjs';
import { cell, number, say, scene, shown, word, Word } from './quotes.mjs';
import './attention_positions.mjs';
import './attention_memory.mjs';

/** A vector of a table's row. @param {string} text */
const vector = (text) => text.replace(/[()]/g, '').split(', ').map(Number);

// One step.
says(() => {
  const [share] = say('attention-step', /^'it' gives (\S+) of its weight to 'cat', whose score is 7\.50\./);
  const key = cell('attention-step', 'cat', 'Key'), product = number(cell('attention-step', 'cat', 'q · k'));
  const query = [3, 3, 1, 0]; // drawn above the table, tested below
  const terms = vector(key).map((k, i) => k * (query[i] ?? 0));
  assert.equal(terms.reduce((a, b) => a + b), product);
  assert.equal(product / Math.sqrt(query.length), number(cell('attention-step', 'cat', 'Score')));
  return [`The query $(${query.join(', ')})$ and the key of 'cat', $${key}$, give $${terms.join(' + ')} = ${product}$. Divided by $\\sqrt{${query.length}}$ that is ${product / Math.sqrt(query.length)}`, `add up to one: ${share} for 'cat'.`];
});
says(() => {
  say('attention-step?scale=off', /gives 100\.0% of its weight/);
  const [hidden] = say('attention-step', /The mask hides (\d+) words/);
  return ['[Without it](#attention-step?scale=off), the largest score takes all of the weight', `hides](#attention-step/weights) the ${word(number(hidden))} words behind 'it'`];
});
says(() => {
  say('attention-step?word=slept&mask=none', /^'slept' gives/);
  say('attention-step?source=own', /^'query 3' gives/);
  say('attention-step?source=own&row=1&k=1,0&v=1,2', /may look at none/);
  return ["[ask with 'slept'](#attention-step?word=slept&mask=none)", '[your own matrices](#attention-step?source=own)', '[A query that stands before every key](#attention-step?source=own&row=1&k=1,0&v=1,2)'];
});
says(() => {
  const count = scene('attention-step').table.rows.length, words = word(count);
  return [`The sentence has ${words} words, and four`, `In [the square](#attention-step/square) of the figure ${words} words ask, ${words} answer`];
});
given('what it becomes', 'its weight 0');
given('features of the sentence', 'four features to a word');

// Masks.
says(() => {
  const [pairs, every] = say('masks', /^Causal: (\S+) of (\S+) pairs/);
  assert.equal(predicted('masks', 'pairs'), 32 * 16 - (16 * 15) / 2);
  return `Of 32 tokens, a causal mask leaves ${pairs} of ${every} pairs. How many are left if each token sees itself and the ${16 - 1} before it?`;
});
says(() => {
  const [kept] = say('masks?mask=window&layers=4', /the keys and values of (\d+) are kept/);
  const [layers, reach] = say('masks?mask=window&layers=4', /After (\d+) layers .* have heard of (\d+) tokens/);
  assert.equal(1 + number(layers) * (number(kept) - 1), number(reach));
  return [`In [a window](#masks?mask=window&layers=4) of $W$`, `[Through ${layers} layers](#masks/reach) of windows of ${kept} the last token can have heard of $1 + ${layers} \\cdot ${number(kept) - 1} = ${reach}$ tokens.`];
});
says(() => {
  for (const [state, name] of /** @type {const} */ ([['sinks&sinks=4&layers=1', 'Sinks, window'], ['documents&cuts=12,20,44&tokens=64&query=63', 'Documents'], ['prefix&prefix=14&query=5', 'Prefix'], ['blocks&also=causal', 'Block-sparse, joined']]))
    assert.ok(scene(`masks?mask=${state}`).status.startsWith(name));
  return ['[A few first tokens](#masks?mask=sinks&sinks=4&layers=1)', '[Packed documents](#masks?mask=documents&cuts=12,20,44&tokens=64&query=63)', '[A prompt](#masks?mask=prefix&prefix=14&query=5)', '[blocks, and causal](#masks?mask=blocks&also=causal)'];
});
given('a question', 'A model has a window of 4,096 in half of its layers', 'It stops growing at 4,096 tokens', 'full after 4,096 tokens');

// Shared heads.
const decode = 'head-sharing';
says(() => {
  const share = cell(decode, '8', 'Of bandwidth');
  assert.equal(predicted('head-sharing', 'share'), number(cell('head-sharing?share=all&context=1024', '1', 'Of bandwidth')));
  return `For a new token after 131,072 others, 32 query heads read 8 heads of keys and values at ${share} of an H200's bandwidth. With one head and 1,024 tokens`;
});
says(() => {
  const [operations] = say('head-sharing?share=1&batch=several', /Every byte serves (\d+) operation\./);
  return `every byte serves [${word(number(operations))} operation](#head-sharing?share=1&batch=several). An H200 could do about ${shown(989.4e12 / 4.8e12)} in the time`;
});
says(() => {
  const [heads, kv] = say(decode, /^(\d+) query heads share (\d+) KV heads/);
  const [times] = say(decode, /Every byte serves (\d+) operations/);
  assert.equal(number(heads) / number(kv), number(times));
  return `[${Word(number(times))} to a group](#head-sharing), as in Llama 3 [@llama3], keep a quarter of the bytes and use each ${word(number(times))} times.`;
});
says(() => {
  const [us, took] = say(decode, /in it, (\S+ µs) at .* measured: (\S+) µs\./);
  const state = 'head-sharing?share=all&context=1024';
  const [ns, needed] = say(state, /in it, (\S+ ns) at .* measured: (\S+ µs)\./);
  const [tokens] = say(state, /sequence of (\S+) tokens/);
  return `With 8 KV heads the reads should take ${us} and took ${took}. With [one head and ${tokens} tokens](#${state}) they should take ${ns} and took ${needed}`;
});
says(() => {
  say('head-sharing?batch=several', /of 4 sequences of/);
  return '[several texts at once](#head-sharing?batch=several)';
});
given('the figure', 'A new token asks in 32 heads at once');
given('a question', 'How fast can Llama 3.1 8B write');
given('an example', 'a key and a value of, say, 128 numbers', 'two bytes a number');
given('a question', 'A model goes from 32 KV heads to 8', 'All 32 query heads');

// The cache.
says(() => {
  const [heads, size, layers] = [8, 128, 80];
  assert.equal(predicted('kv-cache', 'token'), 2 * layers * heads * size * 2);
  return `Llama 3.1 70B has ${layers} layers with ${heads} KV heads of ${size} numbers, in BF16.`;
});
says(() => {
  const [token, sequence, tokens] = say('kv-cache', /keeps (\S+ KiB) of every token in BF16, and (\S+ GiB) of a sequence of (\S+) tokens/);
  const older = number(cell('kv-cache?model=llama2-7b&tokens=4096', 'Llama 2 7B', 'A token'));
  assert.equal(older, 4 * number(cell('kv-cache', 'Llama 3.1 8B', 'A token')));
  return `For Llama 3.1 8B that is ${token} a token and ${sequence} for ${tokens} tokens. [Llama 2 7B](#kv-cache?model=llama2-7b&tokens=4096), in which every head has its own keys, keeps four times as much.`;
});
says(() => {
  say('kv-cache?model=own', /^Your model keeps /);
  return 'Both take your own model: [paste its `config.json`](#kv-cache?model=own)';
});
says(() => {
  const state = 'kv-cache?model=gemma3-27b&tokens=131072';
  const [full, windowed] = cell(state, 'Gemma 3 27B', 'Layers').match(/\d+/g) ?? [];
  return `[Gemma 3 27B](#${state}) has ${full} layers that see everything and ${windowed} with a window of 1,024 [@gemma3]`;
});
says(() => {
  const state = 'kv-cache?model=deepseek-v3&tokens=131072&machine=8xh200&weights=8', every = state.replace('deepseek-v3', 'every-head');
  const token = (/** @type {string} */ at, /** @type {string} */ name) => number(cell(at, name, 'A token'));
  return [`[DeepSeek-V3](#${state})`, `[a factor of ${shown(token(every, 'DeepSeek-V3, by heads') / token(state, 'DeepSeek-V3'))}](#${every})`];
});
says(() => {
  const [fit] = say('kv-cache', /80\.0 GiB of H100 hold (\d+) such sequences/);
  const small = 'kv-cache?tokens=131072&machine=rtx4090';
  const [tokens, room] = [say(small, /sequence of (\S+) tokens/)[0], say(small, /not one fits into the (\d+)\.0 GiB/)[0]];
  const half = 'kv-cache?cache=fp8';
  assert.equal(2 * number(cell(half, 'Llama 3.1 8B', 'A token')), number(cell('kv-cache', 'Llama 3.1 8B', 'A token')));
  return [`${fit} of 8,192 tokens on an H100 for the 8B model. [A book of ${tokens} tokens](#${small}) does not fit beside 16-bit weights into ${room} GiB.`, `[half](#${half})`];
});
says(() => {
  const state = 'kv-cache?machine=h200&line=GPU%20KV%20cache%20size%3A%20786%2C432%20tokens';
  assert.match(scene(state).status, /Your engine has room for 786,432 tokens/);
  return `[paste the line](#${state})`;
});
given('what it is compared with', 'so expect less than 100%');
given('a question', 'Sixteen users write to the same model at the same time, each with 8,192 tokens', 'sixteen caches', 'Sixteen times the weights', 'one cache of 8,192 tokens');

// The latent.
const prompt = 'latent-attention?order=expanded&queries=8192';
/** Operations, in GFLOP. @param {string} state @param {string} order */
const gflop = (state, order) => number(cell(state, order, 'Up and down')) + number(cell(state, order, 'Scores and sums'));
says(() => {
  const state = 'latent-attention';
  assert.ok(predicted('latent-attention', 'ratio') < 1);
  return `For one new token that takes ${shown(gflop(state, 'expanded') / gflop(state, 'absorbed'))} times the operations of a cleverer order. How many times is it for a prompt of 8,192 new tokens?`;
});
says(() => {
  const [kept, of] = say('latent-attention', /keeps (\d+) numbers of a token instead of (\S+)\. /);
  const [absorbed, expanded] = say('latent-attention', /: (\S+) GFLOP and .*, (\S+) GFLOP and/);
  const [rebuilt, moved] = say(prompt, /: (\S+) TFLOP and .*, (\S+) TFLOP and/);
  return [`[${kept} numbers](#latent-attention/kept) stay of ${of}.`, `[One new token](#latent-attention) takes ${absorbed} GFLOP absorbed and ${expanded} expanded. [A prompt of 8,192](#${prompt}) takes ${rebuilt} TFLOP expanded and ${moved} absorbed`, `then multiplies ${kept} numbers in place of ${128 + 64}.`];
});
given('heads of the figure', 'Rebuilding 128 keys');

// The next token.
says(() => {
  const [left] = say('sampling', /^(\d+) of 10 tokens are left/);
  assert.equal(predicted('sampling', 'left'), 3);
  return `Top-p 0.9 drops the least likely tokens while they add up to no more than a tenth, and leaves ${left}. How many does 0.8 leave?`;
});
says(() => {
  const cold = 'sampling?temperature=0.3&topk=10&topp=1', sure = 'sampling?logits=6,5,1,1,1,0,0,-1,-2,-2&topk=10&topp=1&minp=0.1', unsure = 'sampling?logits=1,1,1,0.5,0.5,0,0,0,0,-0.5&topk=10&topp=1&minp=0.1';
  const [now, before] = say(cold, /probability of (\S+)%, from (\S+)% before/).map(Number);
  assert.ok((now ?? 0) > (before ?? 0));
  const [few] = say(sure, /^(\d+) of 10 tokens/), [many] = say(unsure, /^(\d+) of 10 tokens/);
  assert.equal(many, '10');
  return [`[low](#${cold}) makes the likely likelier`, `[${word(number(few))}](#${sure}) where the model is sure, and [all](#${unsure}) where it is not`];
});
says(() => {
  const hot = 'sampling?temperature=3&topk=10', late = `${hot}&order=cuts`;
  const [first] = say(hot, /^(\d+) of 10/), [then] = say(late, /^(\d+) of 10/);
  return `A temperature of 3 [before the cuts](#${hot}) leaves ${first} tokens, [after them](#${late}) ${then}.`;
});
given('the figure', "Ten candidates for the next word", 'the counts that 95% of such series have');

// The worked number.
const book = 'kv-cache?machine=h200&tokens=131072';
says(() => {
  const [token, text, tokens] = say(book, /keeps (\S+ KiB) of every token in BF16, and (\S+ GiB) of a sequence of (\S+) tokens/);
  const [read, rate] = say('model-fit?type=bf16&machine=h200&context=131072', /Each token reads (\S+ GiB), which allows (\d+) tokens a second/);
  const [speed] = say(decode, /at an H200's (\S+ TB\/s)/);
  const layers = 32, [us, took] = say(decode, /in it, (\S+) µs at .* measured: (\S+) µs\./).map(Number);
  const seconds = (number(read?.replace(' GiB', '')) * 2 ** 30) / 4.8e12, more = (layers * ((took ?? 0) - (us ?? 0))) / 1e6;
  const slower = 1 / (seconds + more);
  assert.equal(Math.round(1 / seconds), number(rate));
  return [
    `at the end of a text of ${tokens} tokens?`,
    `| cache of a token | ${token} | [the formula](#${book}) |`,
    `| cache of the text | ${text} | [${tokens} times that](#${book}) |`,
    `| weights and cache, read for a token | ${read} |`,
    `| ${speed} |`,
    `| tokens a second, at most | ${rate} |`,
    `One layer's attention took [${took} µs in place of ${us}](#head-sharing/measured), so all ${layers} layers take ${shown((layers * (took ?? 0)) / 1000, 1)} ms in place of ${shown((layers * (us ?? 0)) / 1000, 1)}, and ${rate} tokens become about ${shown(Math.round(slower / 10) * 10)}.`,
  ];
});

all();
complete();
