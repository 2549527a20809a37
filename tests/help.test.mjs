// Every command in tools/ answers --help at once, and does nothing else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from './site.mjs';

/** @param {string} path */
const runs = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
/** Commands have names without an ending. @param {string} folder */
const commands = (folder) => readdirSync(join(root, folder)).filter((name) => !name.includes('.')).map((name) => join(folder, name)).filter((path) => runs(join(root, path)));

for (const command of [...commands('tools'), ...commands('tools/probes')]) {
  test(`${command} answers --help`, () => {
    const { status, stdout, stderr } = spawnSync(join(root, command), ['--help'], { cwd: root, encoding: 'utf8', timeout: 20000 });
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^[A-Zu][^]{60}/, 'what it does, in words');
    assert.match(stdout, new RegExp(`usage: ${command}\\b|^ *${command}\\b`, 'm'));
  });
}
