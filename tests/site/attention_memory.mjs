// What the attention page says of windows, sparse attention and pages: what a scene has, and the
// same counted by hand.
import assert from 'node:assert/strict';

import { given, predicted, says } from './attention_page.mjs';
import { cell, number, say, scene, shown, word } from './quotes.mjs';

// Letting tokens go.
says(() => {
  const lost = 'attention-sink?sink=none&step=23', kept = 'attention-sink?sink=first&step=23', learned = 'attention-sink?sink=learned&pull=5&step=23';
  const [share, window, times] = say(lost, /token 23 gives (\d+)% .* A window of (\d+) has lost it.* is (\S+) times as large/);
  assert.ok(number(share) > 50 && number(times) > 2);
  assert.equal(predicted('attention-sink', 'loudness'), number(times));
  say(kept, /The cache keeps that token/);
  say(learned, /the logit is still there/);
  for (const [state, column] of /** @type {const} */ ([[kept, 'Size: first tokens'], [learned, 'Size: learned logit']]))
    assert.ok(number(cell(state, '23', column)) < 1);
  return [`Then a window of ${window} evicts that token.`, `mostly [on the first tokens](#${kept})`, `[Evict it](#${lost}), and the same weight lands on whatever is left.`, `[one learned logit](#${learned})`];
});
given('a question', 'keeps only the last 4,000 tokens of each chat. At token 4,001', 'never trained on more than 4,000 tokens', 'It never sees more than 4,000.');

// Keeping all, reading some.
const long = 'sparse-attention?context=131072', short = 'sparse-attention?context=4096';
/** GFLOP of a layer at a context. @param {string} tokens @param {string} column */
const work = (tokens, column) => number(cell(long, tokens, column));
/** @param {string} tokens */
const sparse = (tokens) => work(tokens, 'Indexer') + work(tokens, 'Chosen');
/** Every context in the table. */
const contexts = scene(long).table.shown.map(([tokens]) => String(tokens));
/** The context from which attention no longer grows. */
const budget = contexts.find((tokens) => work(tokens, 'Chosen') === work('131,072', 'Chosen')) ?? '';
says(() => {
  const [context, share] = say(long, /At (\S+) tokens a layer .*, (\d+)% of these in the indexer/);
  const tokens = number(context), chosen = number(budget);
  // Two operations for each number: 64 heads of 128; 128 heads, keys of 576 and values of 512.
  const [index, attention] = [2 * 64 * 128 * tokens, 2 * 128 * (576 + 512) * chosen];
  assert.equal(Math.round((100 * index) / (index + attention)), number(share));
  assert.equal(predicted('sparse-attention', 'indexer'), number(share));
  assert.ok(number(share) > 50);
  return [`At ${context} tokens of context, a cheap indexer looks at all of them and attention at ${budget}.`, `most of the work at [${context} tokens](#${long}).`, `Attention runs on ${budget} tokens; the indexer`];
});
says(() => {
  const [tokens] = say('sparse-attention?context=8192', /of (\d+) tokens have/);
  const [chosen, all, alike, best] = say('sparse-attention?sharpness=0&noise=0', /indexer's (\d+) of (\d+) tokens have (\d+)% .* would have (\d+)%/).map(Number);
  assert.deepEqual([alike, best], Array(2).fill((100 * (chosen ?? 0)) / (all ?? 1)));
  const [guessed, possible] = say('sparse-attention?noise=4&seed=3', /have (\d+)% .* would have (\d+)%/).map(Number);
  assert.ok((guessed ?? 0) < (possible ?? 0) / 2);
  return [`Above: attention of the last of ${tokens} tokens`, '[spread over all alike](#sparse-attention?sharpness=0&noise=0)', '[the indexer guesses](#sparse-attention?noise=4&seed=3)'];
});
says(() => {
  const at = '131,072', near = '4,096';
  assert.ok(work(at, 'Rebuilt') / sparse(at) < work(at, 'Dense') / sparse(at));
  const [share] = say(short, /takes (\S+)% of dense attention's FLOPs/);
  assert.equal(Math.round((100 * sparse(near)) / work(near, 'Dense')), Math.round(number(share)));
  return [`the same numbers give [less](#${long}).`, `At [${near} tokens](#${short}) it takes ${shown(number(share))}% of the operations of the one, and ${shown(sparse(near) / work(near, 'Rebuilt'), 1)} times those of the other.`];
});
given('a question', 'a chat with 100,000 tokens');

// One memory for many.
const reserved = 'paged-cache?step=4', paged = 'paged-cache?policy=paged&step=4';
const requests = scene(reserved).table.rows.map((each) => ({ prompt: Number(each[1]), output: Number(each[2]) }));
/** Steps until all are done when so many run at once, first come first served. @param {number} places */
function steps(places) {
  const free = Array(places).fill(0);
  for (const { output } of requests) {
    free.sort((a, b) => a - b);
    free[0] += output;
  }
  return Math.max(...free);
}
says(() => {
  const [running, slots, empty] = say(reserved, /^In stretches: (\d+) requests running, .* Of (\d+) slots given out, (\d+) hold nothing/).map(Number);
  const [places, size, nothing] = [running ?? 0, slots ?? 0, empty ?? 0];
  const needed = requests.slice(0, places).reduce((sum, { prompt, output }) => sum + prompt + output, 0);
  assert.ok(size - needed > nothing / 2);
  assert.equal(predicted('paged-cache', 'paged'), Math.max(...requests.map(({ output }) => output)));
  return [`With a stretch reserved for each request, these ${word(requests.length)} need ${steps(places)} steps. How many with pages of four tokens, in the same memory?`, `A memory for ${size} tokens.`, `[${nothing} of ${size} slots](#paged-cache/memory) hold nothing, most of them for tokens that never come.`];
});
says(() => {
  const memory = (/** @type {string} */ state) => say(state, /^In pages: 8 requests running, .* Of (\d+) slots given out, (\d+) hold nothing/).map(Number);
  const single = 'paged-cache?policy=paged&page=1&step=4';
  // After four steps each has its prompt and four tokens more.
  const kept = requests.map(({ prompt }) => prompt + 4), sum = (/** @type {number[]} */ each) => each.reduce((a, b) => a + b);
  const slots = sum(kept.map((tokens) => 4 * Math.ceil(tokens / 4)));
  assert.deepEqual(memory(paged), [slots, slots - sum(kept)]);
  assert.deepEqual(memory(single), [sum(kept), 0]);
  return [`Their answer comes from operating systems: [pages](#${paged}).`, `Smaller pages [waste less](#${single})`];
});
says(() => {
  const shared = 'paged-cache?policy=paged&shared=10&step=4';
  const [running, saved] = say(shared, /^In pages: (\d+) requests running, .* Sharing saves (\d+) slots/).map(Number);
  assert.equal(saved, ((running ?? 0) - 1) * 4 * Math.floor(10 / 4)); // the page that is not full is copied
  return `their tables [name the same pages](#${shared})`;
});
says(() => {
  const few = 'paged-cache?policy=paged&page=2&slots=64&step=7';
  say(few, /Pages ran out [1-9]/);
  return `when [pages run out](#${few}), somebody`;
});
given('a question', 'Decoding with a short context at batch 1');
