import { constants, table } from '../cpp.mjs';
import { one, refuse } from '../recording.mjs';

// The loops that the figure's presets show. Four iterations share an end, so that the instructions of one are a fraction, which is
// rounded; but for the load, at least one of them needs its value. The latency is what is left of an iteration of one warp alone.
// Busy: what all warps issue, per mille of the cycles.
const shown = [
  { source: 'shared', loads: 1, math: 8 },
  { source: 'L2', loads: 1, math: 8 },
  { source: 'L2', loads: 4, math: 32 },
  { source: 'HBM', loads: 1, math: 8 },
];
const loops = (/** @type {any} */ read) => {
  const recorded = read('h200/warps').loops;
  const rows = shown.map((wanted) => {
    const { source, loads, instructions, cycles } = one(recorded, wanted);
    const between = Math.max(1, Math.round(instructions / loads) - 1);
    const busy = cycles.map((/** @type {number} */ each, /** @type {number} */ i) => Math.round((1000 * (i + 1) * instructions) / each));
    return [source, loads, between, Math.round(cycles[0] - loads * between), busy];
  });
  return table('MeasuredLoop', 'measured_loops[]', rows);
};

// A time of 0: the launch was refused.
const block_sizes = (/** @type {any} */ read) => {
  const { about, kernels } = read('h200/block_sizes');
  const add = one(kernels, { kernel: 'add' }), smallest = add.blocks[0];
  const sums = Number(add.work.split(' ')[0].replaceAll(',', ''));
  if (!Number.isInteger(sums)) refuse(add, `has the work '${add.work}', not one that begins with a number`);
  return [
    constants('double', {
      block_clock_mhz: Number.parseInt(about.max_clock, 10),
      block_start_ns: (smallest.us * 1000) / Math.ceil(sums / smallest.threads),
    }),
    constants('int', Object.fromEntries(kernels.map((/** @type {any} */ each) => [`${each.kernel}_registers`, each.registers]))),
    ...kernels.map((/** @type {any} */ each) =>
      table('SizeRun', `${each.kernel}_runs[]`, each.blocks.map((/** @type {any} */ run) =>
        [run.threads, run.resident, 'error' in run ? 0 : run.us]))),
  ];
};

export default { loops, block_sizes };
