import { constants, table } from '../cpp.mjs';
import { having, named, one, same } from '../recording.mjs';

// Of the kernels, the two that take shared heads.
const decode = (/** @type {any} */ read) => {
  const { columns, runs: rows } = read('h200/decode');
  const runs = named(columns, rows);
  const cudnn = having(runs, { kernel: 'cudnn' });
  return [
    constants('int', { decode_heads: same(runs, 'heads'), decode_head: same(runs, 'head_dim') }),
    table('DecodeRun', 'decode_runs[]', having(runs, { kernel: 'flash' }).map(({ kv_heads, context, batch, us }) =>
      [kv_heads, context, batch, us, one(cudnn, { kv_heads, context, batch }).us])),
  ];
};

export default { decode };
