import { code, constants, table } from '../cpp.mjs';
import { grouped, having, median, one, refuse, same } from '../recording.mjs';

const sizes = [4096, 8192];

const gemm = (/** @type {any} */ read) => {
  const { peak_tflops: peak, rungs } = read('h200/gemm');
  const by_rung = grouped(rungs, (row) => `${row.rung}, ${row.type}`);
  const errors = (/** @type {object} */ of) => same(having(rungs, of), 'error');
  return [
    constants('double', { fp32_peak_tflops: peak.fp32, bf16_peak_tflops: peak.bf16 }),
    table('int', 'rung_sizes[]', sizes),
    table('Rung', 'rungs[]', by_rung.map((rows) =>
      [rows[0].rung, rows[0].type === 'bf16', sizes.map((n) => one(rows, { n }).tflops)])),
    constants('int', { rung_count: by_rung.length }),
    table('double', 'fp32_errors[]', sizes.map((n) => errors({ type: 'fp32', n }))),
    constants('double', { bf16_error: errors({ type: 'bf16' }) }),
  ];
};

// Of the kernels with the same tile, the first whose loads coalesce.
const traffic = (/** @type {any} */ read) => {
  const kernels = read('h200/traffic').kernels.filter((/** @type {any} */ row) => ['coalesced', 'shared tile', 'register tile'].includes(row.rung));
  return table('Reads', 'reads[]', kernels.map((/** @type {any} */ row) => [row.n, row.tile[0], row.loads, 32 * row.l2_sectors, row.hbm_bytes]));
};

// Medians of the rounds; counters where there are some.
const climb = (/** @type {any} */ read) => {
  const { about, peak_tflops, power_limit, rungs } = read('h200/gemm_climb_hopper');
  const counters = (/** @type {any} */ row) => [row.tensor_percent, row.l2_reads, row.sm_bytes, row.hbm_bytes];
  const rows = rungs.map((/** @type {any} */ row) => [
    row.rung, code(`Type::${row.type}`), row.inputs === 'zeros', row.n, median(row.ms), row.error, median(row.clock_mhz), median(row.watts),
    ...('l2_reads' in row ? [counters(row)] : []),
  ]);
  return [
    constants('double', { fp8_peak_tflops: peak_tflops.fp8 }),
    constants('const char*', { first_date: read('h200/gemm').about.date, date: about.date }),
    constants('int', { power_limit, rungs_of_a_size: having(rungs, { n: sizes[0] }).length }),
    table('Rung', 'rungs[]', rows),
  ];
};

const multicast = (/** @type {any} */ read) => {
  const { n, k, tile, loads } = read('h200/multicast');
  const rows = grouped(loads, ({ down, across }) => `${down} × ${across}`).map((ways) => {
    const [alone, multicast, neighbors] = ['alone', 'multicast', 'distributed'].map((way) => one(ways, { way }));
    return [[alone.down, alone.across], [alone, multicast, neighbors].map((way) => way.l2_sectors), alone.ms, multicast.ms];
  });
  return [
    constants('Product', { multicast_product: code(`{.m = ${n}, .n = ${n}, .k = ${k}, .element_bytes = 2}`) }),
    constants('Tile', { multicast_tile: [...tile] }),
    table('MeasuredMulticast', 'measured_multicast[]', rows),
  ];
};

// The runs that the figure's presets show. Cycles from tile to tile in the long run are what more tiles add, from one walk to a
// longer one; of one block that reads L2, where memory is no limit, that is what issuing copies takes.
const shown_pipelines = [
  { source: 'L2', blocks: 1, tiles: 8, passes: 1 },
  { source: 'HBM', blocks: 1, tiles: 8, passes: 2 },
  { source: 'HBM', blocks: 132, tiles: 32, passes: 1 },
];
const pipeline = (/** @type {any} */ read) => {
  const { cases } = read('h200/pipeline');
  const pace = (/** @type {object} */ of) => {
    const walks = having(cases, of);
    if (walks.length !== 2) refuse(cases, `has ${walks.length} walks with ${JSON.stringify(of)}, not two`);
    const [fewer, more] = walks.map((row) => ({ tiles: row.tiles, cycles: row.tiles * row.interval_cycles }));
    return Math.round((more.cycles - fewer.cycles) / (more.tiles - fewer.tiles));
  };
  const rows = shown_pipelines.map((wanted) => {
    const { source, blocks, tiles, passes, copy_cycles, compute_cycles, cycles } = one(cases, wanted);
    return [source, blocks, tiles, copy_cycles, pace({ source, blocks, passes }), pace({ source: 'L2', blocks: 1, passes }), compute_cycles, cycles];
  });
  return table('MeasuredPipeline', 'measured_pipelines[]', rows);
};

// Batches of 1, 2, 4, …, for each type.
const roofline = (/** @type {any} */ read) => {
  const { inputs, outputs, runs } = read('h200/roofline');
  const batches = having(runs, { type: 'bf16' }).map(({ batch }) => batch);
  batches.forEach((batch, i) => batch === 2 ** i || refuse(runs, `has no batch of ${2 ** i}`));
  const rates = (/** @type {string} */ type) => batches.map((batch) => one(runs, { type, batch }).tflops);
  return [
    constants('int', { roofline_inputs: inputs, roofline_outputs: outputs, roofline_runs: batches.length }),
    table('double', 'bf16_layer[]', rates('bf16')),
    table('double', 'fp8_layer[]', rates('fp8')),
  ];
};

// Shapes in steps of 8 up to 32, of 16 up to 64, then of 32. All types that have the shape took the same, give or take 0.02 cycles.
const wgmma = (/** @type {any} */ read) => {
  const { cases } = read('h200/wgmma');
  const cycles = (/** @type {any[]} */ rows, /** @type {string} */ a) => {
    const all = having(rows, { a }).map((row) => row.cycles);
    const rounded = Math.round(all[0]);
    if (all.some((each) => Math.abs(each - rounded) >= 0.02)) refuse(rows, `differ in cycles: ${all.join(', ')}`);
    return rounded;
  };
  const rows = grouped(cases, ({ n }) => n).filter(([{ n }]) => n % (n <= 32 ? 8 : n <= 64 ? 16 : 32) === 0);
  return table('MeasuredWgmma', 'measured_wgmma[]', rows.map((shape) => [shape[0].n, cycles(shape, 'shared'), cycles(shape, 'registers')]));
};

// A step is printed with its speed or with what it gains over the one before.
const modular = (/** @type {any} */ read) => {
  const { n, library_tflops, peak_tflops, steps } = read('published/modular_climb');
  const rows = steps.map((/** @type {any} */ step, /** @type {number} */ i) => {
    const figure = 'gain_tflops' in step
      ? `derived(${steps[i - 1].tflops} + ${step.gain_tflops}, "${step.source}")`
      : `published(${step.tflops}, "${step.source}")`;
    return [step.name, code(`device::${figure}`), step.date];
  });
  return [
    constants('int', { n, steps: steps.length }),
    constants('double', { library_tflops, peak_tflops, seventh_gain: steps[6].gain_tflops }),
    table('Step', 'climb[steps]', rows),
    table('double', 'printed_shares[steps]', steps.map((/** @type {any} */ step) => ('library_percent' in step ? step.library_percent : 0))),
  ];
};

export default { gemm, traffic, climb, multicast, pipeline, roofline, wgmma, modular };
