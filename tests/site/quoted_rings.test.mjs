// Figures in the front page's sentences about rings of buffers, and about who loads and who
// multiplies. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { constant, number, predictions, quotes, read, recorded, row, say, shown, word } from './quotes.mjs';

/** A subsection, up to the next one. @param {string} page @param {string} heading */
function subsection(page, heading) {
  const from = page.indexOf(`\n### ${heading}\n`);
  assert.ok(from >= 0, `the page has no ${heading}`);
  return page.slice(from, page.indexOf('\n##', from + 4));
}
const { page, says, given, complete } = quotes('content/index.md', (all) => subsection(all, 'A full buffer finds its reader') + subsection(all, 'Who loads, who multiplies'));
const { predicted, all } = predictions(page, 'index.html');

// A full buffer finds its reader
given('the size of the object', 'a barrier of 64 bits in shared memory that counts both [@ptx]');
says(() => {
  const [tiles, buffers] = say('mbarrier-ring', /^(\d+) tiles take .* over (\d+) buffers/);
  assert.equal(predicted('mbarrier-ring', 'read'), Number(buffers), 'one in each buffer');
  say('mbarrier-ring?broken=release', /^After cycle \d+ nothing moves: the producer waits at empty\[0\], the consumer at full\[0\]\. All 3 buffers were filled and read/);
  return [
    `In the figure, ${word(Number(buffers))} buffers pass ${word(Number(tiles))} tiles on.`,
    `How many of the ${word(Number(tiles))} tiles will it read?`,
    '[Three](#mbarrier-ring?broken=release), one in each buffer. Then the producer waits for the consumer, the consumer for the producer',
  ];
});
says(() => {
  say('mbarrier-ring?broken=bytes', /have come, and full\[0\] waits for the others\.$/);
  return '[expects bytes that never come](#mbarrier-ring?broken=bytes)';
});
says(() => {
  say('mbarrier-ring?broken=parity', /^After cycle 0 nothing moves.*there is nothing to read\.$/);
  say('mbarrier-ring?step=1', /empty\[0\] has ended its phase of parity 1/);
  say('mbarrier-ring?broken=waiting&consume=250', /went two phases ahead of the consumer/);
  return [
    'So the consumer begins with parity 0. A producer that does the same [waits for somebody to read what was never there](#mbarrier-ring?broken=parity). It has to begin with parity 1: a fresh barrier answers that [this phase has ended](#mbarrier-ring?step=1)',
    'the consumer waits for [a tile that has come and gone](#mbarrier-ring?broken=waiting&consume=250).',
  ];
});
says(() => {
  const [turn] = say('mbarrier-ring?stages=1', /one takes (\d+): a turn of \1 over 1 buffer/);
  const [of_three] = say('mbarrier-ring?stages=3', new RegExp(`one takes (\\d+): a turn of ${turn} over 3 buffers`));
  const [of_four] = say('mbarrier-ring?stages=4', /one takes (\d+): the consumer sets the pace/);
  say('mbarrier-ring?stages=5', new RegExp(`one takes ${of_four}: the consumer`));
  return `A buffer takes a whole turn for a tile: asking, copy and reading, here [${turn} cycles](#mbarrier-ring?stages=1). Three buffers share that, so a tile takes [${of_three}](#mbarrier-ring?stages=3). [With four](#mbarrier-ring?stages=4), the ${of_four} cycles of the consumer decide.`;
});
says(() => {
  const { cases } = recorded('ring');
  const paces = cases.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.pace.length, 0);
  const of = (/** @type {string} */ name) => constant('tests/data/ring_test.cpp', name);
  const copies = new Map([[0, 0], [1024, of('copy_1_kib')], [4096, of('copy_4_kib')], [16384, of('copy_16_kib')]]);
  const worst = Math.max(...cases.flatMap((/** @type {any} */ each) => each.pace.map((/** @type {number} */ pace, /** @type {number} */ i) => {
    const turn = each.produce + each.consume + of('turn') + (copies.get(each.bytes) ?? NaN);
    return Math.abs(Math.max(each.produce + of(each.bytes ? 'asking' : 'arriving'), each.consume + of('consuming'), turn / (i + 1)) / pace - 1);
  })));
  return `In all ${paces} rings that an H200 ran, this was right within ${shown(100 * worst, 1)}%, once the cycles of barriers and loops were added (measured).`;
});
says(() => {
  const [first, second] = [[8, 0], [23, 3]].map(([step, tile]) => say(`mbarrier-ring?step=${step}`, new RegExp(`full\\[0\\] has ended its phase of parity (\\d), so buffer 0 is full; the consumer reads tile ${tile}`))[0]);
  return `A buffer's first tile fills it in a phase of parity ${first}, the second in one of parity ${second}, and so on.`;
});
given('the parity that is wrong', 'Your producer waits at `empty` with parity 0 at first', 'Parity 0 is the phase that is still running.');

// Who loads, who multiplies
/** Cycles of a tile in the long run, and the share of them that the tensor cores work. @param {string} state */
const pace = (state) => say(`warp-specialization${state}`, /one takes (\S+), and the tensor cores work (\S+) of the time/);
given('the settings of the figure', 'Each tile of the figure is loaded in 300 cycles, multiplied by the tensor cores in 400, and its sums are written to memory, the [[epilogue]], in 300.');
test('they are', () => say('warp-specialization?step=1', /^Tile 0: loaded from cycle 0 to 300, multiplied by warpgroup 1 from 300 to 700, written at 1,000\.$/));
says(() => {
  const [cycles, busy] = pace('?schedule=both');
  return `a tile takes [${cycles} cycles](#warp-specialization?schedule=both), and the tensor cores work ${busy} of the time.`;
});
says(() => `With [one warp that only loads](#warp-specialization?schedule=producer), tiles are there when they are wanted, and one takes ${pace('?schedule=producer')[0]} cycles.`);
says(() => {
  say('warp-specialization?schedule=cooperative', /both write at the same time, and then nobody multiplies\.$/);
  assert.equal(pace('?schedule=pingpong')[1], '100.0%');
  return [
    `- [Cooperative](#warp-specialization?schedule=cooperative): they share a tile. Half a tile is written in half the time, ${pace('?schedule=cooperative')[0]} cycles in all;`,
    `- [Ping-pong](#warp-specialization?schedule=pingpong): each has a tile of its own, and one writes while the other multiplies. That takes ${pace('?schedule=pingpong')[0]} cycles, all of them math.`,
  ];
});
given('a question', 'But writing takes 900 cycles now.');
says(() => {
  const long = '?schedule=pingpong&epilogue=900', [cycles, busy] = pace(long);
  const [each] = say(`warp-specialization${long}`, /each warpgroup takes (\S+) for its tile, more than two tiles of math\.$/);
  assert.equal(predicted('warp-specialization', 'busy'), number(busy));
  return `With [900 cycles of writing](#warp-specialization${long}), each warpgroup takes ${each} for its tile; two of them finish one every ${cycles}, and the tensor cores work ${busy} of the time.`;
});
const { cases } = recorded('schedules');
const product = constant('tests/data/schedules_test.cpp', 'product');
/** With three buffers. @param {string} schedule */
const took = (schedule) => {
  const { pace } = row(cases, { schedule, products: 8, bytes: 49152, epilogue: 1000 });
  return pace[Math.min(2, pace.length - 1)];
};
says(() => {
  const kernels = [...read('tests/data/schedules_test.cpp').matchAll(/\{"([a-z-]+)",\s+Schedule::\w+,\s+(\d+),\s+([\d.]+),/g)].map(([, name = '', overhead, within]) => ({ name, overhead: Number(overhead), within: Number(within) }));
  assert.equal(kernels.length, 4);
  const count = cases.filter((/** @type {any} */ each) => kernels.some(({ name }) => name === each.schedule)).reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.pace.length, 0);
  const overheads = kernels.map(({ overhead }) => overhead);
  return `kernels of all four pass tiles of ${49152 / 1024} KiB, with ${shown(8 * product)} cycles of math and an epilogue that waits about as long. With one overhead for each schedule, ${Math.min(...overheads)} to ${Math.max(...overheads)} cycles a tile, the figure's model explains all ${count} paces within ${shown(100 * Math.max(...kernels.map(({ within }) => within)), 1)}% (measured).`;
});
for (const [schedule, name] of [['both', 'every warp does both'], ['producer', 'producer and one consumer'], ['cooperative', 'cooperative'], ['ping-pong', 'ping-pong']])
  says(() => `| ${name} | ${shown(took(String(schedule)))} | ${shown((100 * 8 * product) / took(String(schedule)))}% |`);
says(() => {
  assert.ok(took('ahead') - took('producer') < (took('both') - took('producer')) / 2, 'most of the gain');
  return `That took ${shown(took('ahead'))} cycles instead of ${shown(took('producer'))} (measured): most of the gain lies in asking *early*.`;
});
test('registers are handed on, not made', () => assert.equal(40 + 2 * 232, 3 * 168));
given('a question', 'the tensor cores take 500 cycles and the epilogue 400; loads come in time.');
says(() => {
  const state = '&math=500&epilogue=400&stages=5';
  assert.deepEqual([pace(`?schedule=cooperative${state}`)[0], pace(`?schedule=pingpong${state}`)[1]], ['700', '100.0%']);
  return ['In 200 cycles, in which the tensor cores rest: 700 for each tile.', 'Each needs 900 cycles for a tile, and the math of two takes 1,000.'];
});

complete();
all();
