// A figure's table as CSV and JSON: the numbers themselves, with their unit in the head, beside what the page shows.
// `loom scene ID --format csv` and `json` print the same.

import { written } from '../figure/table.js';

/** @typedef {import('../types').Table} Table */
/** @typedef {import('../types').Column} Column */
/** @typedef {import('../types').Cell} Cell */

/** @param {Column} column */
const head = ({ name, unit }) => (unit ? `${name} (${unit})` : name);

/** @param {Cell} cell @returns {string | number | null} null in a column of numbers: there is none */
const raw = ({ shown, value }) => (value === undefined ? shown : value);

/** Whether a text says more than its number: digits left out, "∞", "any". @param {Cell} cell */
const saysMore = ({ shown, value }) => (value === null ? shown !== '–' : value !== undefined && written(shown) !== value);

/** @param {Table} table @returns {string} RFC 4180: CRLF line ends, quotes where a cell needs them */
export function csv(table) {
  const beside = table.columns.flatMap(({ number }, i) =>
    number && table.rows.some((row) => saysMore(/** @type {Cell} */ (row[i]))) ? [i] : []);
  const heads = [...table.columns.map(head), ...beside.map((i) => `${table.columns[i]?.name} as shown`)];
  const rows = table.rows.map((row) => [...row.map(raw), ...beside.map((i) => row[i]?.shown ?? '')]);
  return [heads, ...rows].map((cells) => cells.map((cell) => quote(String(cell ?? ''))).join(',') + '\r\n').join('');
}

/** @param {string} cell */
function quote(cell) {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * What `loom scene ID --format json` prints for the same state.
 * @param {string} scene @param {Record<string, unknown>} parameters @param {string} status
 * @param {Table} table @param {number} step @param {number} steps
 */
export function json(scene, parameters, status, table, step, steps) {
  const data = {
    columns: table.columns.map(head),
    rows: table.rows.map((row) => row.map(raw)),
    shown: table.rows.map((row) => row.map(({ shown }) => shown)),
  };
  return JSON.stringify({ scene, parameters, status, table: data, step, steps }, null, 2) + '\n';
}
