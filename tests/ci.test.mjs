// What is outside of the code: workflows, code owners, the container and a release's notes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root, scratch } from './site.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');
const workflows = readdirSync(join(root, '.github/workflows'));

for (const name of workflows) {
  const text = read(`.github/workflows/${name}`);

  test(`${name}: actions are pinned to a commit, and what they may write is said job by job`, () => {
    for (const [, used = ''] of text.matchAll(/\buses: (.*)$/gm)) assert.match(used, /^\.\/|^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    assert.match(text, /^permissions:\n {2}contents: read\n(?! )/m);
  });

  test(`${name}: the files that it runs are there`, () => {
    const paths = [...text.matchAll(/(?:^|[\s'"])((?:\.\/)?(?:tools|\.ci|\.github)\/[\w./-]+)/gm)].map(([, path = '']) => path);
    for (const path of paths) assert.ok(existsSync(join(root, path)), path);
  });
}

test('nothing is published before all tests have passed', () => {
  assert.match(read('.github/workflows/test.yml'), /^on:\n {2}pull_request:\n {2}workflow_call:\n/m);
  assert.match(read('.github/workflows/test.yml'), /- run: bash \.ci\/run\n/);
  assert.match(read('.ci/run'), /^exec tools\/test$/m);
  for (const name of ['pages.yml', 'release.yml']) {
    const [, ...jobs] = (read(`.github/workflows/${name}`).split(/^jobs:$/m)[1] ?? '').split(/^ {2}(?=\w)/m);
    assert.equal(jobs.length, 2);
    assert.match(jobs[0] ?? '', /^test:\n {4}uses: \.\/\.github\/workflows\/test\.yml\n/);
    assert.match(jobs[1] ?? '', /^\w+:\n {4}needs: test\n/);
  }
});

test('every room has an owner, and no owner a room that is gone', () => {
  const lines = read('.github/CODEOWNERS').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split(/\s+/));
  for (const [path = '', ...owners] of lines) {
    assert.ok(path === '*' || existsSync(join(root, path)), path);
    assert.ok(owners.length > 0 && owners.every((owner) => owner.startsWith('@')), path);
  }
  const owned = lines.map(([path]) => path);
  for (const room of ['content', 'core', 'web', 'tools', ...readdirSync(join(root, 'tests'), { withFileTypes: true }).filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name))).map((entry) => `tests/${entry.name}`)]) assert.ok(owned.includes(`/${room}/`), room);
});

test('the container gets every file that the setup reads', () => {
  const [, list = ''] = /^COPY (.*) \/setup\/tools\/$/m.exec(read('.ci/Containerfile')) ?? [];
  const copied = list.split(' ');
  for (const path of copied) assert.ok(existsSync(join(root, path)), path);
  for (const path of copied.filter((name) => !name.endsWith('.json')))
    for (const [, name] of read(path).matchAll(/(?:^\. "\$\(dirname .*\)|"\$root\/tools)\/([\w.-]+)"$/gm)) assert.ok(copied.includes(`tools/${name}`), `${path} reads ${name}`);
});

/** The notes of a tag, with this text in place of CHANGELOG.md. @param {string} tag @param {string} changes */
function notes(tag, changes) {
  const folder = scratch();
  for (const path of ['.ci/release-notes.mjs', 'tools/loom/alone/npm/package.json']) cpSync(join(root, path), join(folder, path));
  writeFileSync(join(folder, 'tools/loom/alone/CHANGELOG.md'), changes);
  const { status, stdout, stderr } = spawnSync('node', [join(folder, '.ci/release-notes.mjs'), tag], { encoding: 'utf8' });
  return [status, stdout, stderr];
}

test("a release's notes are those of its version", () => {
  const { version } = JSON.parse(read('tools/loom/alone/npm/package.json'));
  const path = 'tools/loom/alone/CHANGELOG.md';
  assert.deepEqual(notes(`v${version}`, `# Changes\n\n## ${version}-beta\n\nno\n\n## ${version}\n\n- One\n\n- Two\n\n## 0.1\n\nno\n`), [0, '- One\n\n- Two\n', '']);
  assert.equal(notes(`v${version}`, read(path))[0], 0);
  assert.deepEqual(notes('v99.0.0', read(path)), [1, '', `.ci/release-notes.mjs: the tag is 'v99.0.0', expected 'v${version}', the version in tools/loom/alone/npm/package.json\n`]);
  for (const changes of ['# Changes\n', `## ${version}\n\n## 0.1\n\nOld.\n`]) assert.deepEqual(notes(`v${version}`, changes), [1, '', `.ci/release-notes.mjs: ${path} has no section '## ${version}' with text\n`]);
});
