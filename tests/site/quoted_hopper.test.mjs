// Figures in the front page's sentences about boxes and the climb on Hopper: the beginning and the
// end of Phase 4. Other quoted_*.test.mjs have the sections in between. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, number, predictions, quotes, read, recorded, row, say, shown, word } from './quotes.mjs';
import { probe } from './recordings.mjs';

/** From one line of a page up to another. @param {string} all @param {string} from @param {string} to */
function between(all, from, to) {
  const [begin, end] = [from, to].map((line) => all.indexOf(`\n${line}\n`));
  assert.ok(begin !== undefined && end !== undefined && begin >= 0 && end > begin, `${from} to ${to}`);
  return all.slice(begin, end);
}
const { page, says, given, complete } = quotes('content/index.md', (all) =>
  between(all, '## Phase 4: Hopper', '### A full buffer finds its reader') + between(all, "### Up to the library's speed", '## Phase 5: Blackwell'));
const { predicted, all } = predictions(page, 'index.html');

const climb = recorded('gemm_climb_hopper');
const rungs = ask({ op: 'gemm.climb', n: 8192 }).rungs.filter((/** @type {any} */ rung) => rung.recorded === climb.about.date);
/** @param {string} name @param {object} [of] */
const rung = (name, of = {}) => row(rungs, { name, type: 'bf16', inputs: 'normal', ...of });
const percent = (/** @type {number} */ share, digits = 1) => shown(100 * share, digits);
const gb = (/** @type {number} */ bytes, digits = 1) => shown(bytes / 1e9, digits);
/** Why the copy engine refuses a box, or nothing. @param {object} more @returns {string} */
function refusal(more) {
  try {
    ask({ op: 'tma.load', element_bytes: element, tensor: [64, 32], box: [32, 16], origin: [0, 0], swizzle: 0, ...more });
    return '';
  } catch (error) {
    return String(Object(error).stdout);
  }
}
const clock = number(climb.about.max_clock.split(' ')[0]);

// The kernel of Phase 2, a step of its loop
const [rows, columns, depth] = ['kRows', 'kCols', 'kDepth'].map((name) => probe('bf16', name));
const element = 2, threads = 256, piece = 16, addresses_each = 2;
const bytes = (rows + columns) * depth * element, copies = bytes / piece;

// The question
says(() => `in its last kernel they have nothing to do in ${shown(100 - 100 * rung('tensor cores').tensor_pipe)}% of the cycles.`);
says(() => {
  assert.match(read('tools/probes/gemm_bf16.cuh'), new RegExp(`__launch_bounds__\\(${threads}, 1\\)\\s+tensor_cores\\(`));
  const per_cycle = climb.peak_tflops.bf16 * 1e12 / (2 * climb.multiprocessors * clock * 1e6); // multiply-adds of an SM
  return `a block fetches ${bytes / 1024} KiB of *A* and *B*, which give the tensor cores work for ${shown(rows * columns * depth / Math.round(per_cycle))} cycles. That takes ${shown(copies)} copies of ${piece} bytes, ${word(copies / threads)} for each of ${threads} threads.`;
});

// One thread asks for a box
says(() => {
  const [wide, high] = say('tma-box', /for the (\d+) × (\d+) elements/);
  assert.equal(predicted('tma-box', 'bytes'), number(say('tma-box?boxrows=24&y=20', /waits for (\S+) bytes/)[0]));
  return `The box in the figure holds ${wide} × ${high} numbers of two bytes. Make it 24 rows high, and let half of them hang below the matrix.`;
});
says(() => `where each ${piece} bytes of the box land`);
says(() => {
  const [all_bytes, zeros] = say('tma-box?boxrows=24&y=20', /waits for (\S+) bytes, (\S+) of them zeros/);
  assert.equal(2 * number(zeros), number(all_bytes));
  return `All ${all_bytes}. Half of them [are zeros](#tma-box?boxrows=24&y=20) that were read nowhere`;
});
says(() => {
  const width = 128;
  assert.match(read('tools/probes/hopper.cuh'), new RegExp(`wide = static_cast<cuuint32_t>\\(${width} / element_bytes\\)`));
  assert.ok(ask({ op: 'tma.load', element_bytes: element, tensor: [64, 8], box: [width / element, 8], origin: [0, 0], swizzle: width }).slots);
  return `because a swizzled row has at most ${width} bytes: the map cuts a matrix into blocks of ${width / element} columns.`;
});
says(() => `stand for all ${shown(copies)} copies of a step`);
says(() => {
  const { descriptors, loads } = recorded('tma');
  return `the simulator agrees with an H200 on them in all ${descriptors.length} tensor maps and ${loads.length} copies that were recorded.`;
});
says(() => {
  say('tma-box?x=48&y=24', /waits for 1,024 bytes, (768) of them zeros/);
  say('tma-box?x=-24&y=8', /(zeros) from outside/);
  return 'A box may hang [over any edge](#tma-box?x=48&y=24), also at negative columns.';
});
says(() => {
  const [multiple] = say('tma-box?x=20', /The load faults: .* expected a multiple of (\d+)/);
  return `- **Columns go by ${multiple} bytes.** The corner lies a multiple of ${multiple} bytes from the beginning of its row, or [the copy faults](#tma-box?x=20).`;
});
says(() => {
  const [most] = say('tma-box?x=0&boxcolumns=64&element=4&swizzle=128', /refuses: .* expected at most those of the swizzle, (\d+)/);
  const [wide] = say('tma-box?x=0&boxcolumns=64&swizzle=128', /for the (\d+) ×/);
  assert.equal(number(wide) * element, number(most));
  say('tma-box?swizzle=128', /waits for 1,024 bytes, in (2,048) of shared memory/);
  return `With one of ${most} bytes, [${wide} numbers](#tma-box?x=0&boxcolumns=64&swizzle=128) of two bytes are the most. If they have four bytes, CUDA [refuses the map](#tma-box?x=0&boxcolumns=64&element=4&swizzle=128). [A shorter row](#tma-box?swizzle=128) still takes ${most} bytes of shared memory.`;
});
says(() => {
  const [plain, swizzled] = [0, 64].map((swizzle) => refusal({ misalign: 64, swizzle }).match(/expected a multiple of (\d+)/)?.[1]);
  assert.equal(plain, swizzled);
  return `- **The destination lies at a multiple of ${plain} bytes**, with or without a swizzle.`;
});
says(() => {
  const state = 'tma-box?x=0&boxcolumns=64';
  say(state, /first 8 rows begin in (1) of the 8 groups/);
  const [rows_read, groups] = say(`${state}&swizzle=128`, /first (\d+) rows begin in (\d+) of the 8 groups/);
  return `Matrix instructions read a piece of ${piece} bytes from each of ${word(number(rows_read))} rows together [@ptx]. If rows have 128 bytes, [all ${word(number(rows_read))} pieces lie in the same four banks](#${state}). With the swizzle they lie in [${word(number(groups))} groups of four](#${state}&swizzle=128)`;
});

// Up to the library's speed
says(() => `The matrices are ${shown(rung('TMA').n)} × ${shown(rung('TMA').n)}, of normally distributed random numbers`);
test('measured: every product was checked', () => {
  for (const each of climb.rungs) assert.ok(each.error < (each.rung === 'library, fast sums' ? 0.1 : 3e-3), each.rung);
});
given('the reference of the probe', '64-bit floats');
says(() => {
  assert.equal(shown(predicted('hopper-climb', 'tma'), 2), shown(rung('TMA').tflops / rung('tensor cores').tflops, 2));
  return `one thread asks for boxes, where ${threads} threads copied.`;
});
says(() => {
  const line = (/** @type {number} */ step, /** @type {string} */ name, /** @type {string} */ why) => {
    say(`hopper-climb?n=8192&step=${step}`, new RegExp(`^Rung ${step}, (${name})[ :].* ${shown(rung(name).tflops)} TFLOP/s`));
    return `| [${name}](#hopper-climb?n=8192&step=${step}) | ${shown(rung(name).tflops)} | ${percent(rung(name).share)}% | ${why} |`;
  };
  say('hopper-climb?n=8192&step=9', /^Rung 9, (tensor cores) again/);
  const busy = (/** @type {string} */ name) => `in ${percent(rung(name).tensor_pipe)}%`;
  const last = rung('persistent clusters');
  return [
    `| [tensor cores](#hopper-climb?n=8192&step=9) | ${shown(rung('tensor cores').tflops)} | ${percent(rung('tensor cores').share)}% | the tensor cores work ${busy('tensor cores')} of the cycles |`,
    line(10, 'TMA', say('hopper-climb?n=8192&step=10', /Tensor pipe busy, N = 8,192: (\S+%);/).map((share) => `in ${share}`)[0] ?? ''),
    line(11, 'warp specialized', `${busy('warp specialized')}, as before`),
    line(12, 'clusters', `${gb(rung('clusters').l2_bytes)} GB read from L2, not ${gb(rung('warp specialized').l2_bytes)}`),
    line(13, 'persistent', busy('persistent')),
    line(14, 'persistent clusters', `${last.watts} W, at ${shown(last.clock_mhz)} MHz`),
    `| cuBLASLt | ${shown(rung('library').tflops)} | 100% | ${rung('library').watts} W, at ${shown(rung('library').clock_mhz)} MHz |`,
  ];
});
says(() => {
  const gained = (/** @type {string} */ to, /** @type {string} */ from) => rung(to).tflops / rung(from).tflops - 1;
  assert.ok(gained('TMA', 'tensor cores') > gained('persistent clusters', 'tensor cores') / 2, 'the first brings most');
  for (const [to, from] of [['warp specialized', 'TMA'], ['clusters', 'warp specialized']]) assert.ok(Math.abs(gained(String(to), String(from))) < 0.02, 'nothing gained');
  for (const [to, from] of [['persistent', 'clusters'], ['persistent clusters', 'persistent']]) assert.ok(gained(String(to), String(from)) > 0.01, 'these pay');
  return [`The first new rung is ${shown(1 + gained('TMA', 'tensor cores'), 2)} times as fast as the kernel before it`, `the tensor cores work in ${percent(rung('persistent clusters').tensor_pipe, 0)}% of the cycles, as the library's do in ${percent(rung('library').tensor_pipe, 0)}%.`];
});
says(() => {
  const last = rung('persistent clusters'), library = rung('library'), zeros = rung('persistent clusters', { inputs: 'zeros' });
  say('hopper-climb?n=8192&step=14', new RegExp(`Power stops it: ${last.watts} of ${climb.power_limit} W .* (${zeros.watts}) W`));
  assert.ok(library.clock_mhz > last.clock_mhz && library.l2_bytes < last.l2_bytes);
  return [
    'What is left to climb is [not in the schedule](#hopper-climb?n=8192&step=14).',
    `The chip may take ${climb.power_limit} W, and to stay there it lowers the clock to ${shown(last.clock_mhz)} MHz of ${shown(clock)}.`,
    `the same kernel needs ${zeros.watts} W and does ${shown(zeros.tflops)} TFLOPS, more than the library's ${shown(rung('library', { inputs: 'zeros' }).tflops)}. (Even then the clock is ${shown(zeros.clock_mhz)} MHz; why not more, we did not find.) On random numbers, the library keeps a higher clock. One reason may be that it reads ${gb(library.l2_bytes)} GB from L2 where our kernel reads ${gb(last.l2_bytes)}:`,
  ];
});
says(() => {
  const lines = (/** @type {string} */ file) => read(`tools/probes/${file}.cuh`).split('\n').filter((line) => line.trim() && !line.trim().startsWith('//')).length;
  return `The kernel has ${lines('gemm_specialized') + lines('gemm_tma')} lines without comments, and ${lines('hopper') + lines('wgmma')} more wrap the instructions.`;
});
says(() => {
  const ours = rung('fine-grained scales', { type: 'fp8' });
  const group = probe('fp8', 'kFp8Depth');
  say('hopper-climb?n=8192&step=15', new RegExp(`Rung 15, fine-grained scales: .* (${percent(ours.share)}%) of cuBLASLt`));
  return `In [FP8 with fine-grained scales](#hopper-climb?n=8192&step=15), one [[scale]] for ${group} numbers of *A* and one for ${group} × ${group} of *B*, the same plan reaches ${shown(ours.tflops)} TFLOPS, ${percent(ours.share)}% of cuBLASLt with the same scales.`;
});

// What was saved
says(() => {
  const names = ['tensor cores', 'TMA', 'warp specialized', 'clusters', 'persistent', 'persistent clusters'];
  const arriving = new Set(names.map((name) => gb(rung(name).sm_bytes)));
  assert.equal(arriving.size, 1, 'as many bytes in every rung');
  const bands = new Map(climb.bands.filter((/** @type {any} */ each) => each.n === 8192).map((/** @type {any} */ each) => [each.rung, each.hbm_bytes]));
  assert.ok(bands.get('band 16') < bands.get('band 8'), 'the order of tiles saves what HBM delivers');
  const [now] = read('tools/probes/gemm_climb_hopper.cu').match(/(?<=\bkBand = )\d+/) ?? [], [before] = read('tools/probes/gemm_tma.cuh').match(/(?<=place\(blockIdx\.x, n, kRows, kCols, )\d+/) ?? [];
  return `In clusters one read serves two blocks, and L2 reads ${gb(rung('persistent clusters').l2_bytes)} GB, where the kernel that the phase began with read ${gb(rung('tensor cores').l2_bytes)}. HBM delivers ${gb(rung('persistent clusters').hbm_bytes, 2)} GB instead of ${gb(rung('TMA').hbm_bytes, 2)}, because the tiles that are made at the same time, ${now} rows of them instead of ${before}, share more of *A* and *B*. The addresses, ${shown(addresses_each * copies)} in each step of a block, are gone.`;
});
says(() => {
  assert.deepEqual([[-8, 3], [12, 0], [8, -5]].map((origin) => /multiple of 16/.test(refusal({ origin }))), [false, true, false]);
  return ['- [ ] Column −8, row 3.', `That is ${8 * element} bytes to the left of the matrix.`, `- [x] Column 12, row 0.\n\n  Column 12 is ${12 * element} bytes into the row, no multiple of ${piece}.`, '- [ ] Column 8, row −5.'];
});
says(() => {
  const busy = number(percent(rung('persistent clusters').tensor_pipe, 0));
  return [`Tensor cores work in ${busy}% of your kernel's cycles, the chip takes all the power it may, and its clock is down to ${shown(Math.round(rung('persistent clusters').clock_mhz / 100) * 100)} MHz.`, `It would fill some of the ${100 - busy}% at best.`];
});

complete();
all();
