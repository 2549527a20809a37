// Figures in the front page's sentences about the warpgroup's instruction and about clusters. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Word, ask, cell, constant, number, predictions, quotes, recorded, row, say, shown, word } from './quotes.mjs';

const headings = ['One instruction for four warps', 'One load for four blocks'];
const { page, says, given, complete } = quotes('content/index.md', (all) =>
  headings.map((heading) => (all.split(`\n### ${heading}\n`)[1] ?? assert.fail(`no section ${heading}`)).split(/\n##/)[0]).join('\n'));
const { predicted, all } = predictions(page, 'index.html');

// One instruction for four warps
const forms = recorded('wgmma').cases;
/** @param {object} more */
const wgmma = (more) => ask({ op: 'gemm.wgmma', type: 'bf16', n: 32, ...more });
says(() => {
  const [peak] = say('wgmma-shape', /m64n32k16 .* (\d+%) of the peak\. Shared memory is the limit/);
  return `In the figure it is 32, and the tensor cores reach ${peak} of their peak.`;
});
says(() => {
  const [cycles] = say('wgmma-shape', /FLOPs in (\d+) cycles/);
  assert.equal(predicted('wgmma-shape', 'cycles'), wgmma({ n: 64 }).cycles);
  return `With 32 columns, an instruction takes ${cycles} cycles. How many will it take with 64?`;
});
says(() => {
  const [now, then] = [wgmma({}), wgmma({ n: 64 })];
  assert.equal(then.flops, 2 * now.flops);
  assert.equal(then.cycles / now.cycles, 4 / 3);
  assert.equal(then.peak, 1);
  return `${Word(then.cycles)}: twice the work in a third more time, and now the tensor cores work in every cycle.`;
});
const [rows = 0, row_bytes = 0, warps = 1, per_cycle = 0] = ['wgmma_rows', 'wgmma_row_bytes', 'wgmma_warps', 'shared_bytes_per_cycle'].map((name) => constant('core/gemm/wgmma.hpp', name));
says(() => `to scale; each warp has ${rows / warps} rows.`);
says(() => {
  for (const n of [8, 32, 64, 256]) {
    const { shared_bytes, shared_cycles, math_cycles } = wgmma({ n });
    assert.deepEqual([shared_bytes, shared_cycles, math_cycles], [(rows + n) * row_bytes, ((rows + n) * row_bytes) / per_cycle, n / 2]);
    assert.equal(shared_cycles, 16 + n / 4);
  }
  return `Shared memory has to hand out ${rows} rows of *A* and $N$ columns of *B*, ${row_bytes} bytes each, and does ${per_cycle} bytes a cycle, so it takes $16 + N/4$.`;
});
says(() => {
  say('wgmma-shape?n=64', /The tensor cores are the limit/);
  say('wgmma-shape?n=56', /Shared memory is the limit/);
  return '[From 64 columns on](#wgmma-shape?n=64), shared memory keeps up.';
});
says(() => {
  for (const { type, a, n, cycles } of forms) {
    const { math_cycles, shared_cycles } = wgmma({ type, a, n });
    const time = Math.max(math_cycles, shared_cycles, a === 'registers' ? 13 : 0);
    assert.ok(Math.abs(cycles - time) < 0.0101, `${type} ${a} ${n}`);
    assert.ok(a === 'shared' || cycles >= 13);
  }
  return `In each of ${forms.length} forms that an H200 ran, the longer of the two was the time, to a hundredth of a cycle (measured; with *A* in registers, none took less than 13 cycles).`;
});
says(() => {
  say('wgmma-shape?a=registers', /100% of the peak/);
  assert.ok(wgmma({ a: 'registers', n: 24 }).peak < 1);
  return '[With *A* in registers](#wgmma-shape?a=registers), 32 columns are enough.';
});
says(() => {
  const [fp8, cycles] = say('wgmma-shape?n=256&type=e4m3', /: (\S+) FLOPs in (\d+) cycles/);
  const [bf16, same] = say('wgmma-shape?n=256', /: (\S+) FLOPs in (\d+) cycles/);
  assert.equal(cycles, same);
  assert.equal(number(fp8), 2 * number(bf16));
  return `[[FP8]] has [twice the numbers](#wgmma-shape?n=256&type=e4m3) in the same ${row_bytes} bytes, and so does twice the FLOPs of [BF16](#wgmma-shape?n=256) in the same ${cycles} cycles.`;
});
says(() => `at $N = 256$ each thread holds ${wgmma({ n: 256 }).sums} sums, and it can have`);
given('the program', 'The smallest one, with eight columns', 'its pieces of eight rows', '`wait_group 0`');
says(() => {
  const { single, cycles } = row(forms, { type: 'bf16', a: 'shared', n: 8 });
  return `Alone, such an instruction takes ${single} cycles to the end of the wait; in a series, the next follows after ${cycles} (measured).`;
});
test('the shown program was right', () => assert.equal(recorded('wgmma').products, 64 * 8));
says(() => {
  say('wgmma-shape?n=64', /100% of the peak/);
  return 'Give an instruction 64 columns or more';
});

// One load for four blocks
const { loads, clusters } = recorded('multicast');
/** @param {number} down @param {number} across @param {string} way */
const load = (down, across, way) => row(loads, { down, across, way });
/** @param {{ l2_sectors: number }} of */
const mebibytes = (of) => shown((of.l2_sectors * 32) / 2 ** 20);
/** @param {number} blocks */
const resident = (blocks) => row(clusters, { blocks }).resident;
says(() => {
  const [asked] = say('cluster-multicast?down=4', /, ([\d.]+%) of the/);
  return `The four blocks ask for ${asked} of the bytes that arrive.`;
});
says(() => {
  assert.equal(predicted('cluster-multicast', 'share'), 50);
  const [others] = say('cluster-multicast?down=2&across=2', /waits for (\d+) others/);
  const [before] = say('cluster-multicast?down=4', /waits for (\d+) others/);
  return [
    '[Half](#cluster-multicast?down=2&across=2). In the column only *B* is shared',
    `Each block now waits for ${word(+(others ?? 0))} others, where it waited for ${word(+(before ?? 0))}:`,
  ];
});
says(() => {
  const [arrives] = say('cluster-multicast?down=4', /of the (\d+ GiB) that arrive/);
  assert.deepEqual(say('cluster-multicast?down=2&across=2', /of the (\d+ GiB) that arrive/), [arrives]);
  return `What does not shrink with multicast is what *arrives*: ${arrives} either way`;
});
says(() => {
  const asked = /In all ([\d.]+ GiB) are asked for/;
  assert.deepEqual(say('cluster-multicast?down=4&multicast=neighbors', asked), say('cluster-multicast?down=4', asked));
  const [between] = say('cluster-multicast?down=4&multicast=neighbors', /(\d+ MiB) SM to SM/);
  const [partners] = say('cluster-multicast?down=4&multicast=neighbors', /waits for (\d+) others/);
  return [
    `read [the other ${word(+(partners ?? 0))}](#cluster-multicast?down=4&multicast=neighbors) where they are`,
    `L2 is asked for as little as with multicast, and ${between} cross from SM to SM.`,
  ];
});
says(() => {
  const shapes = loads.filter((/** @type {any} */ each) => each.way === 'multicast');
  for (const { down, across, requests, sm_bytes } of shapes) {
    const { asked, arriving } = ask({ op: 'gemm.multicast', n: 4096, tile: [128, 128, 64], cluster: [down, across] });
    assert.deepEqual([requests * 128, sm_bytes], [asked, arriving]);
  }
  return `For ${shapes.length} shapes of clusters, an H200's SMs sent exactly the requests that the figure counts, and got exactly these bytes (measured).`;
});
says(() => {
  const [asked] = say('cluster-multicast?down=4&multicast=off', /In all (\d+) GiB/);
  const [alone, shared] = ['alone', 'multicast'].map((way) => mebibytes(load(4, 1, way)));
  return [
    `Blocks that do nothing but load asked it for ${shown(Number(asked) * 1024)} MiB in columns of four [without multicast](#cluster-multicast?down=4&multicast=off), and it read ${alone}:`,
    `With multicast it read ${shared}, not less.`,
  ];
});
says(() => {
  const [alone, shared] = ['alone', 'multicast'].map((way) => mebibytes(load(4, 4, way)));
  say('cluster-multicast?down=4&across=4', /^4 × 4 blocks with multicast/);
  for (const { down, across, ms, way } of loads) if (way === 'multicast') assert.ok(ms >= load(down, across, 'alone').ms, `${down} × ${across}`);
  return `For [four by four](#cluster-multicast?down=4&across=4) blocks, it was ${shared} instead of ${alone}. And no cluster loaded its tiles faster with multicast than without (measured).`;
});
says(() => {
  const [four] = say('cluster-multicast?down=4', /runs (\d+) such blocks at once/);
  assert.equal(resident(1), resident(2));
  assert.equal(resident(4), resident(8));
  assert.equal(number(four), resident(4));
  return `Of blocks with 200 KB of shared memory, an H200 runs ${resident(1)} at once, also in pairs, but ${resident(4)} in clusters of [four](#cluster-multicast?down=4) or eight, and ${resident(16)} in those of 16: up to ${resident(1) - resident(16)} SMs stand idle (measured).`;
});
says(() => {
  const { rungs } = ask({ op: 'gemm.climb', n: 8192, type: 'bf16' });
  const [single, pairs] = ['warp specialized', 'clusters'].map((name) => row(rungs, { name, inputs: 'normal' }));
  assert.equal(number(cell('cluster-multicast?tile=128x256&n=8192', '2', 'Asked of L2')) * 2 ** 20, (2 * pairs.sm_bytes) / 3);
  assert.equal(single.sm_bytes, pairs.sm_bytes);
  assert.ok(resident(2) === resident(1) && pairs.l2_bytes < single.l2_bytes);
  return 'So the kernels of the next section come in pairs, [which ask for two thirds](#cluster-multicast?tile=128x256&n=8192) of the bytes.';
});

// The questions
says(() => {
  const [peak, cycles] = say('wgmma-shape', /FLOPs in 24 cycles, (\d+%) of the peak\..* take (\d+) cycles/);
  const two = row(forms, { type: 'bf16', a: 'shared', n: 32 }).cycles_of_two;
  assert.equal(shown(two), cycles);
  const fp8 = wgmma({ type: 'e4m3' });
  assert.equal(fp8.flops, 2 * wgmma({}).flops);
  return [
    `An instruction with 32 columns, both operands in shared memory, reaches ${peak} of the peak.`,
    `each instruction still takes ${shown(two)} cycles (measured).`,
    `A row has ${row_bytes} bytes in either: still ${fp8.cycles} cycles where ${fp8.math_cycles} would do.`,
  ];
});

all();
complete();
