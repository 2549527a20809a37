import { constants, table } from '../cpp.mjs';
import { one, refuse } from '../recording.mjs';

// Chains of elementwise operations, and the copies of the same sizes.
const fusion = (/** @type {any} */ read) => {
  const { chains } = read('h200/fusion'), { copies } = read('h200/copies');
  const least = Math.min(...chains.map((/** @type {any} */ row) => row.n));
  const eager = (/** @type {number} */ operations) => one(chains, { operations, extra: 0, n: least }).eager_us;
  return [
    // What each further kernel of a chain takes if there is almost nothing to move.
    constants('double', { further_kernel_us: (eager(8) - eager(1)) / 7 }),
    table('FusionRun', 'fusion_runs[]', chains.map((/** @type {any} */ row) =>
      [row.operations, row.extra, row.n, row.eager_us, row.compiled_us])),
    table('CopyRun', 'copy_runs[]', copies.map((/** @type {any} */ row) => [row.width, row.bytes, row.us])),
  ];
};

const split_kv = (/** @type {any} */ read) => {
  const rows = read('h200/split_kv').cases.map((/** @type {any} */ row) => {
    if (row.blocks !== row.batch * row.heads * row.splits) refuse(row, 'has other blocks than its sequences, heads and parts make');
    return [row.batch, row.heads, row.context, row.splits, row.us];
  });
  return table('SplitRun', 'split_runs[]', rows);
};

const ladder = (/** @type {any} */ read) => {
  const { rows, columns, rungs } = read('h200/ladder');
  return [
    constants('int', { ladder_rows: rows, ladder_columns: columns }),
    table('LadderRun', 'ladder_runs[]', rungs.map((/** @type {any} */ row) => [row.rung, row.lines, row.us, row.error])),
  ];
};

export default { fusion, split_kv, ladder };
