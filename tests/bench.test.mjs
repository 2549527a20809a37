// Every part of tools/bench works: each runs on the least. A part that needs what is not installed names the package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { corpus } from '../tools/measure/builder.mjs';
import { buildFrom, root, scratch } from './site.mjs';

/** @param {string[]} given @param {NodeJS.ProcessEnv} [env] */
const bench = (given, env = process.env) => spawnSync(join(root, 'tools/bench'), given, { cwd: root, encoding: 'utf8', env, timeout: 360_000 });

const table = readFileSync(join(root, 'tools/bench'), 'utf8').match(/^needs='\n([^']*)'/m)?.[1] ?? '';
const parts = table.trim().split('\n').map((line) => {
  const [part = '', ...needs] = line.split(/ +/);
  const packages = needs.filter((need) => need.includes(':')).map((need) => need.split(':'));
  const missing = packages.filter(([command = '']) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0);
  return { part, missing: missing.map(([command, name]) => `tools/bench: ${part} needs ${command}: install Debian's package '${name}' first.\n`).join('') };
});
const here = parts.filter(({ missing }) => !missing).map(({ part }) => part);
const { status, stdout, stderr } = bench(['--smallest', ...here]);

test('the table of parts is read', () => assert.ok(parts.length >= 11, table));

for (const { part, missing } of parts)
  if (missing)
    test(`${part} says what it needs`, () => {
      const { status, stdout, stderr } = bench([part]);
      assert.deepEqual([status, stdout, stderr], [1, '', missing]);
    });
  else
    test(`${part} measures, and says how far it is`, () => {
      assert.match(stdout, new RegExp(`^${part}\n(  .*\n)+\n`, 'm'), stderr);
      assert.doesNotMatch(stdout, /NaN|undefined/);
    });

test('all parts that can run here did', () => assert.equal(status, 0, stderr));

test('how far it is comes at once', () => assert.match(stderr, new RegExp(`^${here[0]}: 1 of \\d+, .+ \\(after \\d+ s\\)$`, 'm')));

test('an unknown part or option is refused at once', () => {
  assert.equal(bench(['byts']).stderr, `tools/bench: unknown part 'byts', expected one of ${parts.map(({ part }) => part).join(' ')}; did you mean bytes?\n`);
  assert.equal(bench(['--smalest']).stderr, "tools/bench: unknown option '--smalest', expected --install or --smallest; did you mean --smallest?\n");
});

// Without Hugo as well.
test('the builder takes every page of the corpus that it is measured on', () => {
  const folder = scratch();
  mkdirSync(join(folder, 'content'), { recursive: true });
  corpus(join(folder, 'content'), 200);
  assert.ok(buildFrom(folder, '--glossary', join(root, 'glossary.json'), '--references', join(root, 'references.json')));
});
