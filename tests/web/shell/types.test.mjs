// The page's modules, and what a served page adds, are checked by TypeScript through their JSDoc types.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { resolve } from '../../packages.mjs';

test('tsc finds no error in web/shell/js and tools/loom/serve', () => {
  const project = fileURLToPath(new URL('../../../web/shell/jsconfig.json', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [resolve('typescript/bin/tsc'), '-p', project], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
