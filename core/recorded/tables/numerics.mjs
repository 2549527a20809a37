import { code, float, table } from '../cpp.mjs';
import { grouped, having, named } from '../recording.mjs';

const lengths = Array.from({ length: 10 }, (_, i) => 32 << i); // elements
// The columns that README.md names.
const columns = ['vectors', 'elements', 'method', 'interval', 'greatest', 'rms', 'bias', 'sums'];

const dots = (/** @type {any} */ read) => {
  const all = named(columns, read('h200/accumulation').dots);
  const rows = ['e4m3', 'bf16'].flatMap((operand) => ['positive', 'normal', 'tenth'].flatMap((vectors) =>
    grouped(having(all, { vectors, method: `wgmma ${operand}` }), ({ interval }) => interval).map((dots) => {
      const sums = new Map(dots.map((dot) => [dot.elements, dot.sums[0]]));
      return [operand, code(`DotData::${vectors}`), dots[0].interval, lengths.map((elements) => float(sums.get(elements) ?? 0))];
    })));
  return table('MeasuredDot', 'measured_dots[]', rows);
};

export default { dots };
