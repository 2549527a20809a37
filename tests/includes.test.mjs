// Which folder may include which. A folder includes only those above it in this table, so there is no circle, and only
// those that its line names.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from './site.mjs';

const site = 'tools/loom/site';
const rooms = {
  'core/text': [],
  'core': [],
  'core/recorded': [],  // tables that the build generates
  'core/expression': ['core', 'core/text'],
  'core/layout': ['core'],
  'core/numerics': ['core', 'core/recorded'],
  'core/device': ['core', 'core/recorded'],
  'core/memory': ['core', 'core/recorded', 'core/expression', 'core/layout', 'core/device'],
  'core/sm': ['core', 'core/recorded', 'core/device', 'core/memory'],
  'core/gemm': ['core', 'core/recorded', 'core/numerics', 'core/device'],
  'core/async': ['core'],
  'core/kernels': ['core', 'core/recorded', 'core/numerics'],
  'core/attention': ['core', 'core/recorded', 'core/expression', 'core/numerics', 'core/kernels'],
  'core/json': ['core', 'core/text', 'core/numerics'],
  'core/models': ['core', 'core/text', 'core/json', 'core/attention'],
  'core/scaling': ['core', 'core/recorded', 'core/models'],
  'core/cuda': [],  // what a kernel becomes
  'core/cuda/count': ['core/memory', 'core/cuda'],
  'core/cuda/run': ['core', 'core/text', 'core/numerics', 'core/device', 'core/sm', 'core/cuda', 'core/cuda/count'],
  'core/cuda/text': ['core', 'core/text', 'core/cuda', 'core/numerics'],
  'core/cuda/parse': ['core/text', 'core/cuda/text'],
  'core/cuda/check': ['core/cuda', 'core/cuda/parse'],
  'core/cuda/lower': ['core', 'core/text', 'core/cuda', 'core/cuda/run', 'core/cuda/parse', 'core/cuda/check'],

  'web/program': ['core'],
  'web/scene': ['core', 'core/text', 'core/numerics', 'core/models'],
  'web/scene/kit': ['web/scene'],
  'web/scenes/attention': ['core', 'core/text', 'core/device', 'core/attention', 'core/models', 'web/scene', 'web/scene/kit'],
  'web/scenes/positions': ['core', 'core/attention', 'web/scene', 'web/scene/kit'],
  'web/scenes/chips': ['core', 'core/device', 'core/memory', 'core/gemm', 'core/async', 'web/scene', 'web/scene/kit'],
  'web/scenes/peaks': ['core', 'core/device', 'web/scene', 'web/scene/kit'],
  'web/scenes/formats': ['core', 'core/text', 'core/numerics', 'web/scene', 'web/scene/kit'],
  'web/scenes/quantization': ['core', 'core/numerics', 'core/device', 'core/gemm', 'core/models', 'web/scene', 'web/scene/kit'],
  'web/scenes/flash': ['core', 'core/text', 'core/device', 'core/attention', 'core/kernels', 'web/scene', 'web/scene/kit'],
  'web/scenes/kernels': ['core', 'core/numerics', 'core/device', 'core/kernels', 'web/scene', 'web/scene/kit'],
  'web/scenes/scaling': ['core', 'core/device', 'core/models', 'core/scaling', 'web/scene', 'web/scene/kit'],
  'web/scenes/layouts': ['core', 'core/layout', 'core/memory', 'web/scene', 'web/scene/kit'],
  'web/scenes/machine': ['core/device', 'core/memory', 'core/gemm', 'web/scene', 'web/scene/kit'],
  'web/scenes/warps': ['core/device', 'core/sm', 'web/scene', 'web/scene/kit'],
  'web/live': ['core', 'core/text', 'core/numerics', 'core/json', 'web/program', 'web/scene'],
  'web/kernel': ['core/cuda', 'core/cuda/run', 'core/cuda/lower', 'core/json', 'web/program'],
  'web/canvas': ['web/program', 'web/scene'],

  'tools/loom/base': [],
  'tools/loom/text': ['core/text'],
  'tools/loom/eval': ['core', 'core/text', 'core/layout', 'core/numerics', 'core/device', 'core/memory', 'core/sm', 'core/gemm', 'core/kernels',
    'core/attention', 'core/models', 'core/scaling', 'core/json', 'web/kernel', 'web/scene', 'tools/loom/base'],
  'tools/loom/numbers': ['core', 'core/json', 'core/text', 'core/numerics', 'core/device', 'core/memory', 'core/gemm', 'core/async', 'web/scene',
    'tools/loom/text', 'tools/loom/eval'],
  [`${site}/read`]: ['core/text', 'tools/loom/base', 'tools/loom/text'],
  [`${site}/generate`]: ['core/text', 'web/scene', 'tools/loom/base', 'tools/loom/text', 'tools/loom/numbers', `${site}/read`],
  [`${site}/parse`]: ['core/text', 'tools/loom/base', `${site}/read`, `${site}/generate`],
  [`${site}/resolve`]: ['core', 'core/text', 'web/scene', 'tools/loom/base', 'tools/loom/text', 'tools/loom/numbers', `${site}/read`,
    `${site}/parse`],
  [`${site}/render`]: ['core/text', 'web/scene', 'tools/loom/base', 'tools/loom/text', `${site}/read`, `${site}/resolve`],
  [`${site}/write`]: ['tools/loom/base', `${site}/read`],
  [site]: ['tools/loom/base', `${site}/read`, `${site}/parse`, `${site}/resolve`, `${site}/render`, `${site}/write`],
  'tools/loom/serve': ['tools/loom/base', 'tools/loom/text'],
  'tools/loom/command': ['core', 'core/text', 'core/numerics', 'core/cuda/run', 'core/cuda/lower', 'core/json', 'web/kernel', 'web/scene', 'tools/loom/base', 'tools/loom/text', 'tools/loom/eval', 'tools/loom/numbers',
    `${site}/read`, `${site}/resolve`, `${site}/render`, `${site}/write`, site, 'tools/loom/serve'],
  'tools/loom/alone': ['tools/loom/base', 'tools/loom/command'],
  'tools/loom': ['tools/loom/command'],
  'tools/measure': ['core', 'core/cuda/run', 'core/cuda/lower', 'core/layout', 'core/numerics', 'core/memory', 'core/sm', 'core/gemm',
    'core/scaling'],
  'tools/probes': ['core', 'core/layout'],
};
const order = Object.keys(rooms);
const used = new Set();

/** @param {string} path of a file: of `kit.hpp` the room is `kit/`, whose headers it gathers */
const roomOf = (path) => path === 'web/scene/kit.hpp' ? 'web/scene/kit' : path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** What a file includes and should not, as "path:line: …". */
function misplaced(path, text) {
  const room = roomOf(path);
  if (!(room in rooms)) return [`${path}:1: no folder '${room}' in the table of tests/includes.test.mjs`];
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
  assert.deepEqual(misplaced('core/new/thing.hpp', ''), ["core/new/thing.hpp:1: no folder 'core/new' in the table of tests/includes.test.mjs"]);
  assert.deepEqual(misplaced('core/memory/tma.cpp', text), []);
});
