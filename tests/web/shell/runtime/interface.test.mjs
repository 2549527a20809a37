// The list of what scripts and programs share, and its module for scripts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { interfaceScript } from '../../../../web/program/interface.mjs';
import * as written from '../../../../web/shell/js/runtime/interface.js';

const file = (/** @type {string} */ path) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('the module is what the list says', () => {
  assert.equal(file('web/shell/js/runtime/interface.js'), interfaceScript(), 'run tools/assets');
});

test('numbers count from 0, bits are powers of two, names are those of scripts', () => {
  const { snapshotNames, texts, wantsTick, pictureChanged, stateChanged } = written;
  assert.deepEqual(Object.values(texts), Object.keys(texts).map((_, i) => i));
  assert.deepEqual([wantsTick, pictureChanged, stateChanged], [1, 2, 4]);
  assert.ok('dragsVertically' in written && snapshotNames.includes('leftOut'));
});

test('no line of the list is left out', () => {
  const list = file('web/program/interface.def');
  const names = [...list.matchAll(/^LOOM_(?:(?:BIT|POINTER|TEXT)\(|(?:SNAPSHOT|POINTED)\(\w+, )(\w+)\)/gm)].map(([, name = '']) => name);
  const calls = [...list.matchAll(/^LOOM_CALL\(/gm)].length;
  assert.ok(names.length > 20 && calls > 20);
  const script = interfaceScript();
  for (const name of names) assert.match(script, new RegExp(`\\b${name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())}\\b`));
  assert.equal([...script.matchAll(/^ \* {3}\w+: \[.*\],$/gm)].length, calls);
  assert.equal([...list.matchAll(/^LOOM_ROLE\(/gm)].length, written.roles.length);
});

test('an entry that is not on one line is refused', () => {
  const list = file('web/program/interface.def');
  const wrapped = list.replace('LOOM_CALL(scenes, int, open, ())', 'LOOM_CALL(scenes, int,\n          open, ())');
  const line = list.split('\n').indexOf('LOOM_CALL(scenes, int, open, ())') + 1;
  assert.throws(() => interfaceScript(wrapped), new Error(`interface.def:${line}: expected an entry on one line, LOOM_…(…), got 'LOOM_CALL(scenes, int,'`));
  assert.throws(() => interfaceScript(`${list}  LOOM_BIT(x)\n`), /: expected an entry on one line, LOOM_…\(…\), got ' {2}LOOM_BIT\(x\)'$/);
});
