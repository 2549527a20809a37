// The page about number formats as its tests quote it, and what formats are. See quotes.mjs.
import { ask, predictions, quotes } from './quotes.mjs';

export const { page, says, given, complete } = quotes('content/formats.md');
export const { predicted, all } = predictions(page, 'formats/index.html');

// The formats, from the descriptions of the simulators.
/** @param {string} format @param {number} value @param {string} [overflow] */
export const encode = (format, value, overflow) => ask({ op: 'numerics.encode', format, values: [value], ...(overflow && { overflow }) }).codes[0];
/** @param {string} format @param {number} code */
export const decode = (format, code) => ask({ op: 'numerics.decode', format, codes: [code] }).values[0];
/** @param {string} format @param {number} value */
export const nearest = (format, value) => decode(format, encode(format, value));
export const mantissa = { fp32: 23, tf32: 10, fp16: 10, bf16: 7, e4m3: 3, e5m2: 2, e3m2: 2, e2m3: 3, e2m1: 1 };
/** @param {keyof typeof mantissa} format */
export const largest = (format) => nearest(format, 1e300);
/** All numbers of a small format from zero up. @param {string} format @param {number} top the greatest code */
export const sizes = (format, top) => ask({ op: 'numerics.decode', format, codes: Array.from({ length: top + 1 }, (_, code) => code) }).values;
/** @param {number} value */
export const hex = (value) => `0x${value.toString(16).toUpperCase().padStart(2, '0')}`;
/** @param {number} elements @param {number} scale bits of a scale @param {number} shared values that share it */
export const bitsEach = (elements, scale, shared) => elements + scale / shared;
