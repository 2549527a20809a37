// Every C++ file is formatted by clang-format. Releases differ in a few places; code that Debian 12's release 14 and
// Debian 13's 19 format differently must be written another way.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from './site.mjs';

const files = ['core', 'web', 'tools', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.(cpp|hpp|c|h)$/.test(path) && !path.includes('node_modules')));

test('clang-format has nothing to change', () => {
  assert.ok(files.length > 400, `only ${files.length} files`);
  const version = execFileSync('clang-format', ['--version'], { encoding: 'utf8' }).trim();
  const { status, stderr } = spawnSync('clang-format', ['--dry-run', '-Werror', ...files], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, `${version}:\n${stderr}`);
});

test('clang-format would have something to say', () => {
  const { status, stderr } = spawnSync('clang-format', ['--dry-run', '-Werror'], { cwd: root, encoding: 'utf8', input: 'int  x;\n' });
  assert.notEqual(status, 0);
  assert.match(stderr, /clang-format/);
});
