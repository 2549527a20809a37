import { code, constants, table } from '../cpp.mjs';
import { one, refuse } from '../recording.mjs';

const machine = (/** @type {any} */ read) => {
  const { tiers, l2_by_sm } = read('h200/latency');
  const cycles = (/** @type {string} */ tier, /** @type {number} */ bytes) => one(tiers, { tier, bytes }).cycles;
  const { stream_seconds, graph_seconds } = read('h200/launch');
  const { shared, l2, dram } = read('h200/bandwidth');
  return constants('double', {
    register_cycles: cycles('register (dependent FFMA)', 0),
    shared_cycles: cycles('shared', 2 ** 13),
    l1_cycles: cycles('L1', 2 ** 14),
    l2_cycles: cycles('L2', 2 ** 20),
    l2_nearest_cycles: Math.min(...l2_by_sm),
    l2_farthest_cycles: Math.max(...l2_by_sm),
    dram_cycles: cycles('HBM', 2 ** 28),
    stream_launch: stream_seconds,
    graph_launch: graph_seconds,
    shared_gb_per_s: shared.gb_per_s,
    l2_gb_per_s: l2.gb_per_s,
    dram_gb_per_s: dram.gb_per_s,
  });
};

const spills = (/** @type {any} */ read) => {
  const { threads, values, bounds } = read('h200/spills');
  const rows = bounds.map((/** @type {any} */ run, /** @type {number} */ i) => {
    if (run.min_blocks !== i + 1) refuse(run, `has ${run.min_blocks} min_blocks, not ${i + 1}`);
    return [run.registers, run.local_bytes, run.blocks, run.ms];
  });
  return [constants('int', { spill_threads: threads, spill_values: values }), table('SpillRun', 'spill_runs[]', rows)];
};

const count = (/** @type {number} */ n) => n.toLocaleString('en-US');
const matrix = (/** @type {number} */ rows, /** @type {number} */ columns) => `${count(rows)} × ${count(columns)}`;

// Name, size, and the function of core/device/roofline.hpp that counts the work.
/** @type {Record<string, (row: any) => [string, string, string]>} */
const operations = {
  vector_add: ({ n }) => ['vector add', count(n), `vector_add(${n})`],
  softmax: ({ rows, columns }) => ['softmax', matrix(rows, columns), `softmax(${rows}, ${columns})`],
  layer_norm: ({ rows, columns }) => ['layer norm', matrix(rows, columns), `layer_norm(${rows}, ${columns})`],
  rms_norm: ({ rows, columns }) => ['RMS norm', matrix(rows, columns), `rms_norm(${rows}, ${columns})`],
  matmul: (row) => {
    if (row.m !== row.n || row.n !== row.k) refuse(row, 'is not the product of two squares');
    return ['matrix product', `${count(row.n)}³`, `matmul(${row.m}, ${row.n}, ${row.k})`];
  },
  matvec: ({ m, k }) => ['matrix-vector', matrix(m, k), `matvec(${m}, ${k})`],
  attention_naive: (row) => attention('naive', row, '.naive = true'),
  attention_fused: (row) =>
    'causal' in row ? attention('causal', row, `.causal = ${row.causal}`)
    : 'phase' in row ? attention(row.phase, row, `.${row.phase} = true`)
    : attention('fused', row),
  moe: ({ tokens, experts, top_k, hidden, inner }) =>
    ['experts', `${count(tokens)} tokens, ${top_k} of ${experts}`,
      `moe({.tokens = ${tokens}, .experts = ${experts}, .top_k = ${top_k}, .hidden = ${hidden}, .inner = ${inner}})`],
};

/** @param {string} name @param {any} row @param {string[]} way @returns {[string, string, string]} */
function attention(name, { n, d, heads, batch }, ...way) {
  const fields = [`.n = ${n}`, `.d = ${d}`, `.heads = ${heads}`, `.batch = ${batch}`, ...way];
  return [`attention, ${name}`, `${batch > 1 ? `${batch} × ` : ''}${count(n)} tokens, ${heads} heads`, `attention({${fields.join(', ')}})`];
}

const operation_rows = (/** @type {any} */ read) => {
  const rows = read('h200/operations').operations.map((/** @type {any} */ row) => {
    const describe = operations[row.operation] ?? refuse(row, `is of an unknown operation, ${row.operation}`);
    const [name, size, work] = describe(row);
    return [name, size, code(work), row.eager_us, row.compiled_us];
  });
  return table('MeasuredOperation', 'all[]', rows, 'static const'); // counting the work takes a call
};

// One kernel as Nsight Compute's details page shows it: the counters of the decision table, as a scene's parameters are written, and as
// ncu prints them.
const profiled = (/** @type {any} */ read) => {
  const rows = read('h200/details.csv');
  const counted = (/** @type {string} */ section, /** @type {string} */ name, /** @type {string} */ unit) =>
    Number(one(rows, { 'Section Name': section, 'Metric Name': name, 'Metric Unit': unit })['Metric Value'].replaceAll(',', ''));
  const light = 'GPU Speed Of Light Throughput';
  const counters = {
    us: counted(light, 'Duration', 'ns') / 1000,
    waves: counted('Launch Statistics', 'Waves Per SM', ''),
    memory: counted(light, 'Memory Throughput', '%'),
    sm: counted(light, 'Compute (SM) Throughput', '%'),
    dram: counted(light, 'DRAM Throughput', '%'),
    l2: counted(light, 'L2 Cache Throughput', '%'),
    l1: counted(light, 'L1/TEX Cache Throughput', '%'),
    issue: counted('Compute Workload Analysis', 'Issue Slots Busy', '%'),
  };
  const report = [
    `Kernel: ${rows[0]['Kernel Name']}`,
    `Duration us ${counters.us}`,
    `Waves Per SM ${counters.waves}`,
    `Memory Throughput % ${counters.memory}`,
    `Compute (SM) Throughput % ${counters.sm}`,
    `DRAM Throughput % ${counters.dram}`,
    `L2 Cache Throughput % ${counters.l2}`,
    `L1/TEX Cache Throughput % ${counters.l1}`,
    `Issue Slots Busy % ${counters.issue}`,
    'Stall Drain 1', // its rule CPIStall has the reason, not as a counter
  ].join('\n');
  const written = Object.entries(counters).map(([name, value]) => [`profiled_${name}`, String(value)]);
  return constants('std::string_view', Object.fromEntries([...written, ['profiled_report', report]]));
};

export default { profiled, machine, spills, operations: operation_rows };
