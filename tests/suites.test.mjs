// What tools/test counts, and when it fails: runs tests/suites.sh with suites of a few lines.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root, scratch } from './site.mjs';

/**
 * Runs suites, with their logs in a folder of their own; `file NAME TRIES` makes a file with a test that passes at that try.
 * @param {string} script
 */
function run(script) {
  const folder = scratch();
  writeFileSync(join(folder, 'run.sh'), `
set -euo pipefail
. tools/steps.sh
log_dir=${folder}
. tests/suites.sh
file() {
  printf '%s\\n' "import { test } from 'node:test'; import { appendFileSync, readFileSync } from 'node:fs';" \\
    "test('$1', () => { appendFileSync('${folder}/$1.tries', 'x'); if (readFileSync('${folder}/$1.tries').length < $2) throw new Error('not yet'); });" >"${folder}/$1.mjs"
}
${script.replaceAll('FOLDER', folder)}
verdict
`);
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT; // the tests in there are not tests in here
  const { status, stdout } = spawnSync('bash', [join(folder, 'run.sh')], { cwd: root, encoding: 'utf8', env });
  return { status, last: stdout.trimEnd().split('\n').at(-1)?.replaceAll(folder, 'FOLDER'), stdout };
}

test('what passes is counted', () => {
  const { status, last } = run("file a 1; file b 1; suite Two 2 node_suite 1 2 FOLDER/a.mjs FOLDER/b.mjs");
  assert.deepEqual([status, last], [0, '2 passed, 0 failed']);
});

test('a suite of fewer tests than it names fails', () => {
  const { status, last, stdout } = run("file a 1; suite One 2 node_suite 1 2 FOLDER/a.mjs");
  assert.deepEqual([status, last], [1, '1 passed, 1 failed']);
  assert.match(stdout, /ERROR: One: 1 tests, expected 2 or more/);
});

test('what fails once, or passes only at the second try, is told apart', () => {
  const { status, last } = run("file a 1; file b 2; suite Two 2 node_suite 2 2 FOLDER/a.mjs FOLDER/b.mjs");
  assert.deepEqual([status, last], [0, '2 passed, 0 failed; 1 of the files only at the second try: FOLDER/b.mjs']);
  const again = run("file a 1; file b 2; suite Two 2 node_suite 1 2 FOLDER/a.mjs FOLDER/b.mjs");
  assert.deepEqual([again.status, again.last], [1, '1 passed, 1 failed']);
  const never = run("file a 9; suite One 1 node_suite 2 2 FOLDER/a.mjs");
  assert.deepEqual([never.status, never.last], [1, '0 passed, 1 failed']);
});

test('more than two files that pass only at the second try fail the run', () => {
  const { status, last } = run('for name in a b c; do file $name 2; done; suite Three 3 node_suite 2 3 FOLDER/{a,b,c}.mjs');
  assert.equal(status, 1);
  assert.match(last ?? '', /^3 passed, 0 failed; 3 of the files only at the second try/);
});

test('what does not compile runs no test, though programs of the last build are there', () => {
  const { status, last, stdout } = run(`
cmake() { case "$*" in "--build "*) echo 'a.cpp:1:1: error: no'; false ;; esac; }
ctest() { echo ' 1/1 Test #1: old .......   Passed    0.41 sec'; }
suite Old 1 ctest_suite native native`);
  assert.deepEqual([status, last], [1, '0 passed, 1 failed']);
  assert.match(stdout, /a\.cpp:1:1: error: no/);
});
