// Every lesson says what it needs and what comes next; the ways through the site keep their times.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { load } from '../packages.mjs';
import { build, loom, root } from '../site.mjs';

const { parse } = load('parse5');
const base = '/loom/';
const site = build('--base-url', 'https://example.org/loom/');
/** @type {{pages: {file: string, lesson?: boolean, footer?: boolean, needs?: Record<string, string>}[], ways: {name: string, minutes?: number, routes?: {for: string, steps: string[]}[]}[]}} */
const declared = JSON.parse(readFileSync(join(root, 'content/site.json'), 'utf8'));

/** @param {any} node @returns {any[]} */
const elements = (node) => (node.childNodes ?? []).flatMap((/** @type {any} */ child) => (child.tagName ? [child, ...elements(child)] : elements(child)));
/** @param {any} node @returns {string} */
const text = (node) => node.value ?? (node.childNodes ?? []).map(text).join('');
/** @param {any} element @param {string} name @returns {string} */
const attribute = (element, name) => element.attrs.find((/** @type {any} */ a) => a.name === name)?.value ?? '';
const ofClass = (/** @type {any} */ node, /** @type {string} */ name) => elements(node).filter((e) => attribute(e, 'class').split(' ').includes(name));
const links = (/** @type {any} */ node) => elements(node).filter((e) => e.tagName === 'a').map((e) => attribute(e, 'href'));

/** @param {string} file of content/ */
const path = (file) => (file === 'index.md' ? '' : file.replace(/\.md$/, '/'));
/** @param {string} address as in site.json: "/hopper#tma" */
const href = (address) => base + address.slice(1).replace(/^([^#]+?)\/?(#|$)/, '$1/$2');
const read = (/** @type {string} */ place) => parse(readFileSync(join(site, place, 'index.html'), 'utf8'), { scriptingEnabled: false });
const documents = new Map(declared.pages.map(({ file }) => [file, read(path(file))]));
const lessons = declared.pages.filter(({ lesson }) => lesson !== false);

const pager = (/** @type {string} */ file) => ofClass(documents.get(file), 'pager')[0];

test('every lesson but the first says at its top what it needs', () => {
  for (const { file, needs } of lessons.slice(1)) {
    assert.ok(needs, `${file} has no "needs" in site.json`);
    const main = elements(documents.get(file)).find((e) => e.tagName === 'main');
    const line = elements(main).find((e) => attribute(e, 'class') === 'needs');
    const before = elements(main).slice(0, elements(main).indexOf(line));
    assert.ok(line && before.every((e) => e.tagName !== 'section' && e.tagName !== 'h2'), `${file}: the line stands above the first section`);
    assert.deepEqual(links(line), Object.keys(needs).map(href), file);
    for (const words of Object.values(needs)) assert.ok(text(line).includes(words), `${file}: ${words}`);
    if (Object.keys(needs).length === 0) assert.equal(text(line), 'Needs no other page.');
  }
});

test('every lesson ends with the next one, its time, and what it needs; the last one with a kernel to run', () => {
  for (const [i, { file }] of lessons.entries()) {
    const next = lessons[i + 1] ?? declared.pages.find(({ file }) => file === 'run.md');
    assert.ok(next);
    const end = pager(file), link = elements(end).find((e) => attribute(e, 'rel') === 'next');
    assert.equal(attribute(link, 'href'), base + path(next.file), file);
    const line = ofClass(end, 'needs')[0];
    assert.ok(line, `${file} does not say what ${next.file} needs`);
    assert.deepEqual(links(line), Object.keys(next.needs ?? {}).map(href), file);
    if (next.lesson !== false) assert.match(text(line), /^About (\d+ minutes|[\d.]+ hours), \d+ figures?\. Needs /, file);
  }
});

test('no first paragraph says again what a page needs', () => {
  for (const { file } of lessons) {
    const lead = readFileSync(join(root, 'content', file), 'utf8').split('\n')[2] ?? '';
    assert.doesNotMatch(lead, /\bRead .* first\b/, file);
  }
});

const ways = read('ways/');
const routes = ofClass(ways, 'way').map((way) => elements(way).filter((e) => e.tagName === 'section'));

test('an hour is about an hour and a weekend about five, for each kind of readers', () => {
  for (const [i, { name, minutes, routes: all = [] }] of declared.ways.entries())
    for (const [k, { for: readers }] of all.entries()) {
      const times = ofClass(routes[i]?.[k], 'where').slice(1).map((e) => text(e).match(/(\d[\d.]*) (minute|hour)s?$/));
      const sum = times.reduce((sum, match) => sum + Number(match?.[1]) * (match?.[2] === 'hour' ? 60 : 1), 0);
      assert.ok(minutes && Math.abs(sum - minutes) <= 0.12 * minutes, `${name} for ${readers}: ${sum} minutes, expected about ${minutes}`);
    }
  assert.deepEqual(declared.ways.map(({ name, minutes }) => [name, minutes]), [['An hour', 60], ['A weekend', 300], ['Everything', undefined]]);
});

test('each step leads to the section that site.json names, and everything is every lesson in order', () => {
  for (const [i, { name, routes: all }] of declared.ways.entries()) {
    const wanted = all?.map(({ steps }) => steps.map(href)) ?? [lessons.map(({ file }) => base + path(file))];
    const found = (routes[i] ?? []).map((route) => elements(route).filter((e) => e.tagName === 'li').map((li) => links(li)[0]));
    assert.deepEqual(found, wanted, name);
  }
});

test('three ways for three kinds of readers begin on the start page, before the first figure', () => {
  const all = elements(documents.get('index.md'));
  const entrance = all.find((e) => attribute(e, 'class') === 'entrance');
  assert.ok(all.indexOf(entrance) < all.findIndex((e) => e.tagName === 'figure'));
  assert.equal(text(elements(entrance)[0]), 'For programmers, kernel writers and people who serve models');
  assert.deepEqual(links(entrance), ['an-hour', 'a-weekend', 'everything'].map((id) => `${base}ways/#${id}`));
  const missing = parse(readFileSync(join(site, '404.html'), 'utf8'));
  assert.deepEqual(links(ofClass(missing, 'entrance')[0]), links(entrance), 'the page for wrong addresses');
});

test('what a step counts are items of its page', () => {
  for (const step of elements(ways).filter((e) => e.tagName === 'li' && attribute(e, 'data-items'))) {
    const items = attribute(step, 'data-items').split(' ');
    const page = links(step)[0]?.split('#')[0] ?? '';
    const ids = new Set(elements(read(page.slice(base.length))).map((e) => attribute(e, 'id')));
    for (const item of items) {
      assert.equal(item.split('#')[0], page);
      assert.ok(ids.has(item.split('#')[1] ?? ''), item);
    }
  }
});

test('loom check finds nothing to say about the ways', () => {
  execFileSync(loom, ['check', '--strict', '--content', join(root, 'content')], { stdio: 'pipe' });
});
