// A scene has a single name: in its group's list, its files, its test, its function, its id and its figure's anchor.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { build, loom, root } from '../site.mjs';

/** The words of a CMake call's arguments. @param {string} path @param {RegExp} call */
function words(path, call) {
  const found = readFileSync(join(root, path), 'utf8').match(call);
  assert.ok(found?.[1], `${path}: no ${call}`);
  return found[1].trim().split(/\s+/);
}

const groups = words('web/scenes/CMakeLists.txt', /^set\(groups ([^)]*)\)/m);
const listed = groups.flatMap((group) => {
  const [name, ...rest] = words(`web/scenes/${group}/CMakeLists.txt`, /^loom_scenes\(([^)]*)\)/m);
  assert.equal(name, group);
  const scenes = rest.slice(0, rest.includes('SHARED') ? rest.indexOf('SHARED') : undefined);
  return scenes.map((stem) => ({ group, stem, id: stem.replaceAll('_', '-') }));
});
const known = [...execFileSync(loom, ['scene'], { encoding: 'utf8' }).matchAll(/^(\S+) \(page (\S+)\)/gm)];

test('every folder of scenes is a group', () => {
  const folders = readdirSync(join(root, 'web/scenes'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(folders.map(({ name }) => name).sort(), [...groups].sort());
});

test('the ids of the scenes are the names in the lists, in their order', () => {
  assert.deepEqual(known.map(([, id]) => id), listed.map(({ id }) => id));
});

test('the file and the function of a scene, and its test, have its name', () => {
  for (const { group, stem, id } of listed) {
    const source = readFileSync(join(root, `web/scenes/${group}/${stem}.cpp`), 'utf8');
    assert.match(source, new RegExp(`^Description ${stem}\\(\\) \\{[^}]*"${id}"`, 'm'), stem);
    assert.ok(readFileSync(join(root, `tests/web/scenes/${group}/${stem}_test.cpp`), 'utf8').includes('TEST_CASE('), stem);
  }
});

test("the figure of a scene is on the scene's page, with the scene's id for an anchor", () => {
  const site = build();
  for (const [, id, page = ''] of known) {
    const html = readFileSync(join(site, page === 'index' ? '' : page, 'index.html'), 'utf8');
    assert.ok(html.includes(`<figure class="scene" id="${id}" data-scene="${id}"`), `/${page}/#${id}`);
  }
});
