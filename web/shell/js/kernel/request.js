// A request for a kernel as the program reads it: JSON, with what JSON has no numbers for as texts.

/** @typedef {number | bigint | boolean | string | null} Value */
/** @typedef {Value[] | Float32Array | Float64Array | Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array} Values */
/**
 * The fields of `cuda.run`; web/kernel/request.cpp describes them.
 * @typedef {object} Request
 * @property {string} source
 * @property {string} [kernel]
 * @property {number[]} [grid]
 * @property {number[]} [block]
 * @property {number} [shared]
 * @property {({type: string, values: Values | null} | {type: string, count: number} | {type: string, value: Value | Value[]})[]} arguments
 * @property {boolean} [fmad]
 * @property {number} [order]
 * @property {string} [chip]
 * @property {number} [steps]
 * @property {{block?: number[], warp?: number, most?: number}} [trace]
 */

/** @param {string} _ @param {unknown} value */
function plain(_, value) {
  if (typeof value === 'bigint') return String(value);
  if (ArrayBuffer.isView(value)) return Array.from(/** @type {Iterable<number | bigint> & ArrayBufferView} */ (value));
  if (typeof value !== 'number') return value;
  if (Object.is(value, -0)) return '-0';
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

/** @param {Request} request */
export const written = (request) => JSON.stringify(request, plain);
