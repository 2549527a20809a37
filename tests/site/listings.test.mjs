// The site's own listings, given to 'Your own index': each line with an index is taken, or the refusal says where and what to
// write instead; and whoever writes that, gets further.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { loom, root } from '../site.mjs';

/** @typedef {{ at: string, line: string }} Line */

/** Lines with a '[' of the listings in CUDA C++ and C++. @returns {Line[]} */
function lines() {
  const found = [];
  for (const file of readdirSync(join(root, 'content')).filter((name) => name.endsWith('.md'))) {
    let language = '';
    for (const [number, line] of readFileSync(join(root, 'content', file), 'utf8').split('\n').entries()) {
      const fence = /^```+ *(\w*)/.exec(line);
      if (fence) language = language ? '' : fence[1] || 'none';
      else if (/^(cuda|cpp)$/.test(language) && line.includes('[')) found.push({ at: `${file}:${number + 1}`, line: line.trim() });
    }
  }
  return found;
}

/** Each line's answer, with a list of names of its own. @param {{ line: string, names: string }[]} asked */
const answers = (asked) =>
  spawnSync(loom, ['eval'], {
    input: asked.map(({ line, names }) => JSON.stringify({ op: 'memory.sectors', width: 4, expression: line, names })).join('\n'),
    encoding: 'utf8',
  })
    .stdout.trimEnd()
    .split('\n')
    .map((/** @type {string} */ line) => JSON.parse(line));

test('every line with an index is taken, or the refusal helps', () => {
  const open = lines().map((each) => ({ ...each, names: 'x = threadIdx.x, y = threadIdx.y, i = x, n = 1024, k = 0' }));
  assert.ok(open.length > 30, 'lines');
  const all = open.length;
  let left = open;
  for (let round = 0; round < 6 && left.length > 0; ++round) {
    const found = answers(left);
    left = left.flatMap((each, i) => {
      if (!found[i].error) return [];
      const message = String(found[i].error);
      const column = Number(/column (\d+): /.exec(message)?.[1]);
      assert.ok(column >= 1 && column <= each.line.length + 1, `${each.at}: no place in '${message}'`);
      const advice = /such as ([\w.]+ = 1)$/.exec(message)?.[1];
      if (advice) return [{ ...each, names: `${each.names}, ${advice}` }];
      assert.match(message, /expected an access such as \w+\[|write a name in its place|leave it out/, `${each.at}: ${message}`);
      return [];
    });
  }
  assert.deepEqual(left, [], `of ${all} lines, these are never taken`);
});
