// A recording as the tables read it. A missing field stops the build with the names of file and field.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const place = Symbol('where a value stands');

/** The same value; whoever asks it for a field that is not there gets an error. @param {any} value @param {string} file @param {string} path @returns {any} */
function strict(value, file, path) {
  if (value === null || typeof value !== 'object') return value;
  return new Proxy(value, {
    get(target, key) {
      if (key === place) return `${file}: '${path}'`;
      if (typeof key === 'symbol') return target[key];
      const name = Array.isArray(target) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
      if (!(key in target)) throw new Error(`${file} has no '${name}'`);
      return strict(target[key], file, name);
    },
  });
}

/** Reads recordings below a folder: `h200/latency`, or `h200/details.csv`, whose first row names the fields. @param {string} folder */
export const reader = (folder) => (/** @type {string} */ name) => {
  const file = name.endsWith('.csv') ? name : `${name}.json`;
  const text = readFileSync(join(folder, file), 'utf8');
  return strict(name.endsWith('.csv') ? rowsOf(text) : JSON.parse(text), file, '');
};

/** Rows of a profiler's CSV: every field is quoted, and lines of its own messages are not. @param {string} text */
function rowsOf(text) {
  const [names = [], ...rows] = text.split('\n').filter((line) => line.startsWith('"'))
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = '']) => field.replaceAll('""', '"')));
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
}

/** @param {any} value what was read, or rows of it @param {string} problem @returns {never} */
export function refuse(value, problem) {
  throw new Error(`${value[place] ?? `${value[0]?.[place]} …`} ${problem}`);
}

/** Rows without names, as objects with those of their columns. @param {string[]} columns @param {any[]} rows @returns {any[]} */
export const named = (columns, rows) =>
  rows.map((/** @type {any} */ row) => strict(Object.fromEntries(columns.map((name, i) => [name, row[i]])), row[place], ''));

/** The rows that have these values. @param {any[]} rows @param {object} values */
export const having = (rows, values) => rows.filter((row) => Object.entries(values).every(([name, value]) => row[name] === value));

/** The only such row. @param {any[]} rows @param {object} values */
export function one(rows, values) {
  const found = having(rows, values);
  if (found.length !== 1) refuse(rows, `has ${found.length} rows with ${JSON.stringify(values)}, not one`);
  return found[0];
}

/** What a field is in all of these rows. @param {any[]} rows @param {string} field */
export function same(rows, field) {
  const values = new Set(rows.map((row) => row[field]));
  if (values.size !== 1) refuse(rows, `has more than one '${field}': ${[...values].join(', ')}`);
  return [...values][0];
}

/** The middle one of an odd number of rounds. @param {number[]} rounds */
export function median(rounds) {
  if (rounds.length % 2 === 0) refuse(rounds, `has ${rounds.length} rounds, not an odd number`);
  return [...rounds].sort((a, b) => a - b)[(rounds.length - 1) / 2];
}

/** Rows by a key, in the order in which keys first appear. @param {any[]} rows @param {(row: any) => string} key @returns {any[][]} */
export function grouped(rows, key) {
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups.values()];
}
