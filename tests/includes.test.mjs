// A folder includes only what its line in the table of tests/rooms.mjs names.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { roomOf, rooms } from './rooms.mjs';
import { root } from './site.mjs';

const order = Object.keys(rooms);
const used = new Set();

/** What a file includes and should not, as "path:line: …". */
function misplaced(path, text) {
  const room = roomOf(path);
  if (!(room in rooms)) return [`${path}:1: no folder '${room}' in the table of tests/rooms.mjs`];
  return text.split('\n').flatMap((line, i) => {
    const [, header] = /^\s*#\s*include\s+"([^"]+)"/.exec(line) ?? [];
    const other = header?.includes('/') ? roomOf(header) : room;  // a probe's header lies beside it
    if (other === room) return [];
    used.add(`${room} → ${other}`);
    return rooms[room].includes(other) ? [] : [`${path}:${i + 1}: ${room}/ may not include ${other}/ (${header})`];
  });
}

const files = ['core', 'web', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.(cpp|hpp|c|cu|cuh)$/.test(path) && !path.includes('node_modules')));

test('a folder includes what it may', () => {
  assert.ok(files.length > 400, `only ${files.length} files`);
  const found = files.flatMap((path) => misplaced(path, readFileSync(join(root, path), 'utf8')));
  assert.equal(found.join('\n'), '');
});

test('the table has an order, and nothing that no file needs', () => {
  for (const [room, others] of Object.entries(rooms))
    for (const other of others) {
      assert.ok(order.indexOf(other) < order.indexOf(room), `${other} stands below ${room}`);
      assert.ok(order.includes(other), `${room}: no folder ${other}`);
      assert.ok(used.has(`${room} → ${other}`), `no file of ${room} includes one of ${other}`);
    }
});

test('a wrong include is told with its file and line', () => {
  const text = '#pragma once\n\n#include <vector>\n#include "core/memory/sectors.hpp"\n#include "core/result.hpp"\n';
  assert.deepEqual(misplaced('core/layout/tiled_copy.hpp', text),
    ['core/layout/tiled_copy.hpp:4: core/layout/ may not include core/memory/ (core/memory/sectors.hpp)']);
  assert.deepEqual(misplaced('core/new/thing.hpp', ''), ["core/new/thing.hpp:1: no folder 'core/new' in the table of tests/rooms.mjs"]);
  assert.deepEqual(misplaced('core/memory/tma.cpp', text), []);
});
