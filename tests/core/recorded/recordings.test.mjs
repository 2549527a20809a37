// Every recording says where it is from, and every number in it has a unit.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../../site.mjs';

const folder = join(root, 'core/recorded');
/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
/** @param {string} chip */
const names = (chip) => readdirSync(join(folder, chip)).flatMap((file) => file.match(/^(.*)\.json$/)?.[1] ?? []);

const units = json('units.json');
const sources = new Set(json('../../references.json').map((/** @type {any} */ each) => each.id));
/** @type {Set<string>} */
const used = new Set();

/** A number, or a list of some. @param {any} value */
const numeric = (value) => typeof value === 'number' || (Array.isArray(value) && value.length > 0 && value.every((each) => each === null || typeof each === 'number'));

/** Rows that have their columns' names in a list beside them: `columns` or `load_columns`. @param {any} object @param {string} list */
function rowsOf(object, list) {
  const [key = ''] = list.split(/_?columns$/);
  return object[key] ?? object[`${key}s`] ?? object.patterns ?? object.runs;
}

/** The fields without a unit. A unit of a field that holds others is that of all of them. @param {string} name @param {any} value @returns {string[]} */
function loose(name, value) {
  if (Array.isArray(value)) return value.flatMap((each) => loose(name, each));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([field, inside]) => {
    if (field === 'about') return [];
    if (field.endsWith('columns') && Array.isArray(inside)) {
      const rows = rowsOf(value, field);
      return inside.flatMap((column, i) => loose(name, { [column]: rows.map((/** @type {any[]} */ row) => row[i]).find(numeric) }));
    }
    const key = [`${name}.${field}`, field].find((each) => each in units);
    if (key && (numeric(inside) || !Array.isArray(inside))) {
      used.add(key);
      return [];
    }
    return numeric(inside) ? [`${name}.${field}`] : loose(name, inside);
  });
}

for (const path of ['h200'].flatMap((chip) => names(chip).map((name) => `${chip}/${name}`)))
  test(`${path}.json: chip, date, command and units`, () => {
    const [chip = '', name = ''] = path.split('/');
    const recording = json(`${path}.json`);
    assert.match(recording.about.device, new RegExp(`${chip.toUpperCase()}\\b`));
    assert.match(recording.about.date, /^\d{4}-\d\d-\d\d$/);
    const [program = ''] = recording.about.command.split(' ');
    assert.ok(readFileSync(join(root, program)).length > 0);
    assert.deepEqual(loose(name, recording), []);
  });

for (const name of names('published'))
  test(`published/${name}.json: chip or program, date, source and units`, () => {
    const { about, ...rest } = json(`published/${name}.json`);
    assert.ok(about.device ?? about.program);
    for (const each of [about, ...(rest.steps ?? [])]) {
      assert.match(each.date, /^\d{4}-\d\d-\d\d$/);
      assert.ok(sources.has(each.source), each.source);
    }
    assert.deepEqual(loose(name, rest), []);
  });

test('a field without a unit is found', () => {
  assert.deepEqual(loose('any', { about: { date: 1 }, ms: 1, rows: [{ n: 2, length: 3 }], columns: ['us', 'weight'], runs: [[1, 2]] }), ['any.length', 'any.weight']);
});

test('every unit is of a field that a recording has', () => {
  assert.deepEqual(Object.keys(units).filter((each) => !used.has(each)), []);
});
