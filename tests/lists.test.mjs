// A C++ file that no list names stops the configuration (tools/unlisted.cmake), and no group of tests can be empty.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root, scratch } from './site.mjs';

/** Configures a project whose lists name so much of a/ and b/. @param {Record<string, string>} lists by folder @param {string} check */
function configure(lists, check) {
  const folder = scratch();
  writeFileSync(join(folder, 'CMakeLists.txt'), `cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES NONE)\nadd_subdirectory(a)\nadd_subdirectory(b)\ninclude(${join(root, 'tools/unlisted.cmake')})\n${check}\n`);
  for (const [name, list] of Object.entries(lists)) {
    mkdirSync(join(folder, name, 'deep'), { recursive: true });
    writeFileSync(join(folder, name, 'CMakeLists.txt'), `add_custom_target(${name} SOURCES ${list})\n`);
    for (const file of ['one.cpp', 'deep/two_test.cpp', 'three.hpp']) writeFileSync(join(folder, name, file), '');
  }
  const { status, stderr } = spawnSync('cmake', ['-S', folder, '-B', join(folder, 'build')], { encoding: 'utf8' });
  return { status, stderr };
}

const whole = 'one.cpp deep/two_test.cpp';

test('a configuration whose lists name every file goes well', () => {
  const { status, stderr } = configure({ a: whole, b: whole }, 'all_listed(a b)');
  assert.equal(status, 0, stderr);
});

test('a file that no list names is named, and stops it', () => {
  const { status, stderr } = configure({ a: whole, b: 'one.cpp' }, 'all_listed(a b)');
  assert.notEqual(status, 0);
  assert.match(stderr, /names\s+b\/deep\/two_test\.cpp\s+so it would never be compiled/);
  assert.doesNotMatch(stderr, /one\.cpp|three\.hpp/);
});

test('what another preset compiles is left to it', () => {
  const { status, stderr } = configure({ a: whole, b: 'one.cpp' }, 'all_listed(a b EXCEPT "/deep/")');
  assert.equal(status, 0, stderr);
});

test('every group of test cases names how many it has at least', () => {
  const lists = ['tests', 'tests/data', 'tests/readme', 'tests/tools'].map((folder) => readFileSync(join(root, folder, 'CMakeLists.txt'), 'utf8')).join('\n');
  const groups = [...lists.matchAll(/add_test\(NAME \w+ COMMAND (\w+_tests)\b[^)]*\)/g)];
  assert.ok(groups.length >= 8);
  for (const [call] of groups) assert.match(call, /--at-least=[1-9]/);
});
