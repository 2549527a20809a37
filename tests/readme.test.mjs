// README is short, and what it and the rooms' READMEs link to is there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

import { texts } from './readme.mjs';
import { root } from './site.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');
// Pages of content/ have links of their own kinds, which `loom check` follows.
const readmes = texts().filter((path) => !path.startsWith('content/') || path.endsWith('README.md'));

/** The anchors of a text's headings, as GitHub makes them. @param {string} text */
const anchors = (text) =>
  [...text.replace(/^```[^]*?^```$/gm, '').matchAll(/^#+ +(.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));

/** What is wrong with the links of a text. @param {string} path @param {string} text */
function dead(path, text) {
  const prose = text.replace(/^```[^]*?^```$/gm, '').replace(/(?<!`)(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, (code) => (code.includes('](') ? '' : code));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^(https?|mailto):/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const there = file ? join(dirname(path), file) : path;
    if (!existsSync(join(root, there))) return [`${path}: ${target}: no file ${there}`];
    if (anchor === undefined) return [];
    const known = statSync(join(root, there)).isFile() ? anchors(there === path ? text : read(there)) : [];
    return known.includes(anchor) ? [] : [`${path}: ${target}: no heading #${anchor}, expected one of ${known.map((each) => `#${each}`).join(' ')}`];
  });
}

for (const [path, most] of /** @type {[string, number][]} */ ([['README.md', 160], ['.github/CONTRIBUTING.md', 60]]))
  test(`${path} has at most ${most} lines`, () => {
    const lines = read(path).trimEnd().split('\n');
    assert.ok(lines.length <= most, `${lines.length} lines: move what newcomers do not need to the README of its folder`);
  });

test('README leads to the README of each room', () => {
  for (const path of readmes.filter((each) => /^(core|content|tests|tools|web)(\/\w+)?\/README\.md$/.test(each)))
    assert.ok(read('README.md').includes(`](${path}`), path);
});

for (const path of readmes) test(`${path}: its links lead to something`, () => assert.deepEqual(dead(path, read(path)), []));

test('a link that leads nowhere is found', () => {
  const path = relative(root, join(root, 'core/README.md'));
  const text = '# A room: `x`\n\n[a](#a-room-x) [b](../README.md) [c](no.md) [d](#b) `[e](no.md)`\n```\n[f](no.md)\n```\n';
  assert.deepEqual(dead(path, text), ['core/README.md: no.md: no file core/no.md', 'core/README.md: #b: no heading #b, expected one of #a-room-x']);
});
