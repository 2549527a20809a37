import { code, constants, table } from '../cpp.mjs';
import { having, refuse } from '../recording.mjs';

const run = (/** @type {any} */ row, /** @type {string} */ way) =>
  [code(`Collective::${row.operation}`), way, row.bytes, row.us];

// As NCCL chose the protocol, from buffer to buffer. Its log does not name that of an all-to-all, which is made of sends.
const collectives = (/** @type {any} */ read) => {
  const { about, chosen } = read('h200/collectives');
  if (about.gpus !== 2) refuse(about, `has ${about.gpus} GPUs, not two`);
  return [
    constants('std::string_view', { collectives_date: about.date }),
    table('CollectiveRun', 'collective_runs[]', having(chosen, { in_place: false })
      .map((/** @type {any} */ row) => run(row, row.operation === 'all_to_all' ? '' : row.way))),
  ];
};

// In place, and with the protocol forced.
const other_collectives = (/** @type {any} */ read) => {
  const { chosen, forced } = read('h200/collectives');
  return [
    table('CollectiveRun', 'in_place_runs[]', having(chosen, { in_place: true }).map((/** @type {any} */ row) => run(row, row.way))),
    table('CollectiveRun', 'forced_runs[]', having(forced, { in_place: false }).map((/** @type {any} */ row) => run(row, row.way))),
  ];
};

const layer_split = (/** @type {any} */ read) => {
  const { tensor, pipeline } = read('h200/layer_split');
  return [
    table('SplitLayerRun', 'split_layer_runs[]', tensor.map((/** @type {any} */ row) =>
      [row.hidden, row.weights, row.tokens, row.whole_us, row.split_us])),
    table('StagesRun', 'stages_runs[]', pipeline.map((/** @type {any} */ row) =>
      [row.hidden, row.layers, row.tokens, row.microbatches, row.whole_us, row.stages_us])),
  ];
};

export default { collectives, other_collectives, layer_split };
