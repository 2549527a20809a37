// The table of a figure, on the page before a script runs and on the command line: one set of numbers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { natural, readControl } from '../../web/shell/js/figure/controls.js';
import { read } from '../../web/shell/js/figure/table.js';
import { csv, json } from '../../web/shell/js/take/data.js';
import { load } from '../packages.mjs';
import { loom, scratch } from '../site.mjs';

const { parse } = load('parse5');

/** Every element below a node, in order. @param {any} node @returns {any[]} */
const elements = (node) => (node.childNodes ?? []).flatMap((/** @type {any} */ child) => (child.tagName ? [child, ...elements(child)] : []));
/** @param {any} node @returns {string} */
const text = (node) => node.value ?? (node.childNodes ?? []).map(text).join('');
/** @param {any} node @param {string} name @returns {string | undefined} */
const attribute = (node, name) => node.attrs.find((/** @type {any} */ each) => each.name === name)?.value;
/** @param {any} node @param {string} name */
const hasClass = (node, name) => (attribute(node, 'class') ?? '').split(' ').includes(name);

/** As much of the DOM as table.js and controls.js ask of an element. @param {any} node @returns {any} */
const dom = (node) => ({
  textContent: text(node),
  classList: { contains: (/** @type {string} */ name) => hasClass(node, name) },
  dataset: Object.fromEntries(node.attrs.filter(({ name }) => name.startsWith('data-')).map(({ name, value }) => [name.slice(5), value])),
  type: attribute(node, 'type'),
  value: node.tagName === 'textarea' ? text(node) : (attribute(node, 'value') ?? ''),
  checked: attribute(node, 'checked') !== undefined,
  querySelectorAll: (/** @type {string} */ tags) => elements(node).filter((each) => tags.split(', ').includes(each.tagName)).map(dom),
  querySelector: (/** @type {'select'} */ tag) => {
    const list = elements(node).find((each) => each.tagName === tag);
    const options = list ? elements(list).filter(({ tagName }) => tagName === 'option') : [];
    return options.length ? dom(options.find((each) => attribute(each, 'selected') !== undefined) ?? options[0]) : null;
  },
});
/** @param {any} node @returns {any} */
const table = (node) => {
  const part = (/** @type {string} */ tag) => {
    const rows = elements(node).filter((each) => each.tagName === tag).flatMap((each) => elements(each).filter(({ tagName }) => tagName === 'tr'));
    return { rows: rows.map((row) => ({ cells: elements(row).filter(({ tagName }) => /^t[hd]$/.test(tagName)).map(dom) })) };
  };
  return { tHead: part('thead'), tBodies: [part('tbody')] };
};

/** The figures of a page with these fences. @param {string[]} fences */
function figures(fences) {
  const folder = scratch();
  mkdirSync(join(folder, 'content'));
  writeFileSync(join(folder, 'content/index.md'), `# All\n\n${fences.map((fence, i) => `\`\`\`scene ${fence} id=f${i}\n\`\`\`\n\n`).join('')}`);
  execFileSync(loom, ['build', '--content', join(folder, 'content'), '--out', join(folder, 'out'), '--base-url', 'https://loom.example/'], { stdio: 'pipe' });
  const page = readFileSync(join(folder, 'out/index.html'), 'utf8');
  const all = elements(parse(page)).filter((each) => each.tagName === 'figure');
  assert.equal(all.length, fences.length);
  return all;
}

const ids = [...execFileSync(loom, ['scene'], { encoding: 'utf8' }).matchAll(/^(\S+) \(page /gm)].map(([, id]) => id ?? '');
const states = figures(ids).flatMap((figure, i) => [
  { id: ids[i] ?? '', options: /** @type {string[][]} */ ([]) },
  ...elements(figure)
    .filter((each) => hasClass(each, 'preset'))
    .map((each) => ({ id: ids[i] ?? '', options: [...new URLSearchParams((attribute(each, 'data-query') ?? '').replaceAll('+', '%2B'))] })),
]);

test('page and command line give the same CSV and the same JSON, for every scene and preset', () => {
  assert.ok(states.length > 100, `${states.length} states`);
  const shown = figures(states.map(({ id, options }) => [id, ...options.map(([key, value]) => `${key}="${value}"`)].join(' ')));
  /** How many numbers a column has, over a scene's states. @type {Map<string, number>} */
  const numbers = new Map();
  shown.forEach((figure, i) => {
    const { id = '', options = [] } = states[i] ?? {};
    const command = ['scene', id, ...options.flatMap(([key, value]) => [`--${key}=${value}`]), '--format'];
    const ask = (/** @type {string} */ format) => execFileSync(loom, [...command, format], { encoding: 'utf8' });
    const inside = elements(figure);
    const data = read(table(inside.find((each) => each.tagName === 'table')));
    const where = command.join(' ');
    assert.equal(csv(data), ask('csv'), where);
    const controls = inside.filter((each) => hasClass(each, 'control')).map(dom);
    const parameters = Object.fromEntries(controls.map((control) => [control.dataset.key, natural(control, readControl(control))]));
    const status = text(inside.find((each) => hasClass(each, 'status')));
    const scrub = inside.find((each) => hasClass(each, 'scrub'));
    const page = JSON.parse(json(id, parameters, status, data, Number(scrub && attribute(scrub, 'value')) || 0, Number(attribute(figure, 'data-steps'))));
    assert.deepEqual(page, JSON.parse(ask('json')), where);
    data.columns.forEach(({ name, number }, column) => {
      if (!number) return;
      for (const row of page.table.rows) assert.ok(row[column] === null || typeof row[column] === 'number', `${where}: ${name}`);
      const there = page.table.rows.filter((/** @type {any} */ row) => row[column] !== null).length;
      numbers.set(`${id}: ${name}`, (numbers.get(`${id}: ${name}`) ?? 0) + there);
    });
  });
  assert.deepEqual([...numbers].filter(([, count]) => count === 0), [], 'a column of numbers without any');
  assert.ok([...numbers.values()].reduce((sum, count) => sum + count) > 1000);
});
