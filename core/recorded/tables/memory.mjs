import { constants, table } from '../cpp.mjs';
import { named } from '../recording.mjs';

const lanes = 32, line_bytes = 128;

/** Loads by all lanes. @param {any} recording @returns {any[]} */
const full_loads = ({ columns, patterns }) =>
  named(columns, patterns).filter(({ op, offsets }) => op === 'load' && offsets.every((/** @type {number | null} */ at) => at !== null));

/** Where lane l begins to read: element offset + l·stride. Nothing where it is not so. @param {any} load */
function evenly({ width, offsets }) {
  const offset = offsets[0] / width, stride = (offsets[1] - offsets[0]) / width;
  return Number.isInteger(offset) && Number.isInteger(stride) && reads(offsets, width, (lane) => offset + lane * stride) ? { offset, stride } : null;
}

/** @param {number[]} offsets @param {number} width @param {(lane: number) => number} element */
const reads = (offsets, width, element) => offsets.every((at, lane) => at === element(lane) * width);

/** Every different row once, in order. @param {number[][]} rows */
const sorted = (rows) =>
  [...new Map(rows.map((row) => [String(row), row])).values()].sort((a, b) => a.map((x, i) => x - b[i]).find((x) => x !== 0) ?? 0);

// What the figures can show: strides to 32 elements, from the first 32 elements on.
const sectors = (/** @type {any} */ read) => {
  const recording = read('h200/sectors');
  const even = sorted(full_loads(recording).flatMap((load) => {
    const { offset = lanes, stride = 0 } = evenly(load) ?? {};
    return offset < lanes && stride >= 0 && stride <= lanes ? [[load.width, offset, stride, load.sectors]] : [];
  }));
  return [
    constants('int', { recorded_accesses: recording.patterns.length }),
    table('std::uint8_t', 'measured_by_stride[5][recorded_strides]', [1, 2, 4, 8, 16].map((width) =>
      even.filter((row) => row[0] === width && row[1] === 0).map((row) => row[3]))),
    table('MeasuredLoad', 'measured_at_offset[]', even.filter(([, offset]) => offset > 0)),
  ];
};

// Column 5 of a tile whose rows of 128 bytes have up to 16 more; columns of one whose element c of row r lies at c ^ r.
const wavefronts = (/** @type {any} */ read) => {
  const loads = full_loads(read('h200/wavefronts')).filter(({ width }) => width >= 4);
  const strides = [0, 0, 0].map(() => new Array(37).fill(0)), columns = [];
  for (const load of loads) {
    const { width, offsets, wavefronts: count } = load, row = line_bytes / width;
    const { offset = -1, stride = -1 } = evenly(load) ?? {};
    const first = offsets[0] / width;
    if (offset === 0 && stride >= 0 && stride < strides[0].length) strides[Math.log2(width / 4)][stride] = count;
    else if (offset === 5 && stride >= row && stride * width <= line_bytes + 16) columns.push([width, offset, stride, count]);
    else if (width !== 8 && reads(offsets, width, (lane) => lane * row + (first ^ lane % row))) columns.push([width, first, 0, count]);
  }
  return [
    table('std::uint8_t', 'strides[3][37]', strides),
    table('Column', 'columns[]', sorted(columns)),
  ];
};

const wavefront_count = (/** @type {any} */ read) => constants('int', { recorded_wavefronts: read('h200/wavefronts').patterns.length });

export default { sectors, wavefronts, wavefront_count };
