// Every command in tools/ answers --help at once, and does nothing else. A wrong option is refused before anything runs.
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

for (const [line, message] of /** @type {[string, string][]} */ ([
  ['serve --prot 3', "tools/serve: unknown option '--prot', expected --port N, --open or --no-watch; did you mean --port?"],
  ['serve --open --nowatch', "tools/serve: unknown option '--nowatch', expected --port N, --open or --no-watch; did you mean --no-watch?"],
  ['serve --quickly', "tools/serve: unknown option '--quickly', expected --port N, --open or --no-watch"],
  ['serve --port', "tools/serve: --port: got '', expected a number from 1 to 65535"],
  ['serve --port=70000', "tools/serve: --port: got '70000', expected a number from 1 to 65535"],
  ['test --scene', 'usage: tools/test [--long | --scene ID]'],
])) {
  test(`tools/${line} is refused at once`, () => {
    const [command = '', ...options] = line.split(' ');
    const { status, stdout, stderr } = spawnSync(join(root, 'tools', command), options, { cwd: root, encoding: 'utf8', timeout: 20000 });
    assert.deepEqual([status, stdout, stderr], [1, '', `${message}\n`]);
  });
}
