// What a text shows of a terminal is what happens: the blocks ```console of the pages and READMEs run as they stand there.
// A line "$ COMMAND" is typed, and the lines below it are what it prints. A block before it whose first line is "// NAME.cu"
// is a file there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { texts } from './readme.mjs';
import { loom, root, scratch } from './site.mjs';

/** A folder with what a reader has: the commands `loom` and `loom-run`, and the folders that README names. */
function desk() {
  const folder = scratch();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(loom, join(folder, 'bin/loom'));
  writeFileSync(join(folder, 'bin/loom-run'), `#!/bin/sh\nexec '${loom}' run "$@"\n`, { mode: 0o755 });
  for (const room of ['build', 'tests']) symlinkSync(join(root, room), join(folder, room));
  return folder;
}

/** What the commands print, one after another in one shell. @param {string} folder @param {string[]} commands */
function typed(folder, commands) {
  const script = commands.map((command) => `${command}\nstatus=$?; printf '\\0'; (exit $status)`).join('\n');
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  const { stdout } = spawnSync('bash', ['-c', `exec 2>&1\n${script}`], { cwd: folder, encoding: 'utf8', env });
  return stdout.split('\0').slice(0, -1);
}

let consoles = 0;
for (const name of texts()) {
  const blocks = [...readFileSync(join(root, name), 'utf8').matchAll(/^```(\w+)[^\n]*\n([^]*?)^```$/gm)];
  const shown = blocks.filter(([, language]) => language === 'console').length;
  if (shown === 0) continue;
  consoles += shown;
  test(`${name}: its ${shown} terminals show what happens`, () => {
    const folder = desk();
    for (const [, language, body = ''] of blocks) {
      const [, file] = body.match(/^\/\/ ([\w-]+\.cu)\b/) ?? [];
      if (file) writeFileSync(join(folder, file), body);
      if (language !== 'console') continue;
      const turns = body.split(/^\$ /m).slice(1).map((turn) => turn.split(/\n(.*)/s));
      const printed = typed(folder, turns.map(([command = '']) => command));
      turns.forEach(([command, output = ''], i) => assert.equal(printed[i], output, command));
    }
  });
}

test('some texts show a terminal', () => assert.ok(consoles >= 3));
