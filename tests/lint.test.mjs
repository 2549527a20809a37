// tools/lint finds what it should, in what changed. A copy of the command runs in a repository of a few files.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { root, scratch } from './site.mjs';

const cmake = `cmake_minimum_required(VERSION 3.25)
project(few LANGUAGES CXX)
add_library(few one.cpp two.cpp)
target_include_directories(few PRIVATE .)
add_custom_target(recorded_tables)
`;
const preset = { name: 'lint', generator: 'Ninja', binaryDir: 'build/lint', cacheVariables: { CMAKE_CXX_COMPILER: 'clang++', CMAKE_EXPORT_COMPILE_COMMANDS: 'ON' } };

/** A repository with two commits: of the command, and of two sources with a header. */
function repository() {
  const folder = scratch();
  const git = (/** @type {string[]} */ ...given) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...given], { cwd: folder, encoding: 'utf8' }).trim();
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const commit = () => {
    git('add', '-A');
    git('commit', '-q', '-m', 'next');
  };
  const lint = (/** @type {string[]} */ ...given) => {
    const { status, stdout, stderr } = spawnSync('tools/lint', given, { cwd: folder, encoding: 'utf8' });
    return { status, out: stdout + stderr, ran: stdout.match(/^(not )?ok .*$/gm) ?? [] };
  };
  const copied = ['tools/lint', 'tools/steps.sh', 'tools/help.sh', 'tools/eslint.config.mjs', 'tools/includes.mjs', 'tests/rooms.mjs', '.clang-tidy'];
  for (const file of copied) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'tools/node_modules'), join(folder, 'tools/node_modules'));
  write('.gitignore', '/build/\nnode_modules\n');
  write('CMakeLists.txt', cmake);
  write('CMakePresets.json', JSON.stringify({ version: 6, configurePresets: [preset], buildPresets: [{ name: 'lint', configurePreset: 'lint' }] }));
  git('init', '-q');
  commit();
  write('core/twice.hpp', '#pragma once\ninline int twice(int a) { return 2 * a; }\n');
  write('one.cpp', '#include "core/twice.hpp"\nint one() { return twice(1); }\n');
  write('two.cpp', 'int two() { return 2; }\n');
  write('script.mjs', 'export const one = 1;\n');
  commit();
  return { folder, git, write, commit, lint };
}

/** What it says of C++ files that are right. @param {number} count */
const cppRan = (count) => [`ok 2 - clang-tidy: ${count} files`, `ok 3 - include-what-you-use: ${count} files`];

const bug = 'int sum(int a) { int* none = nullptr; return a + *none; }\n';

test('a commit that passes is not linted again, and what changes after it is', () => {
  const { write, commit, lint } = repository();
  const first = lint('--changed');
  assert.deepEqual([first.status, first.ran], [0, ['ok 1 - ESLint: 1 files', ...cppRan(2)]], first.out);
  assert.match(first.out, /# pass 3\n# fail 0\n/);
  assert.deepEqual(lint('--changed').ran, ['ok 1 - ESLint: 0 files', ...cppRan(0)]);

  write('two.cpp', bug);
  commit();
  for (let again = 0; again < 2; ++again) {
    const { status, ran, out } = lint('--changed');
    assert.deepEqual([status, ran], [1, ['ok 1 - ESLint: 0 files', 'not ok 2 - clang-tidy: 1 files', 'ok 3 - include-what-you-use: 1 files']], out);
    assert.match(out, /two\.cpp:1:\d+: error: Dereference of null pointer/);
  }
});

test('what is not committed, and a header through a file that includes it, is linted', () => {
  const { write, lint, git } = repository();
  assert.equal(lint('--changed').status, 0);
  write('core/twice.hpp', `#pragma once\ninline int twice(int a) { return 2 * a; }\ninline double half(int a) { return a / 2; }\n`);
  write('script.mjs', 'export const one = two;\n');
  const { status, ran, out } = lint('--changed');
  assert.deepEqual([status, ran], [1, ['not ok 1 - ESLint: 1 files', 'not ok 2 - clang-tidy: 1 files', 'ok 3 - include-what-you-use: 1 files']], out);
  assert.match(out, /'two' is not defined/);
  assert.match(out, /core\/twice\.hpp:3:\d+: error: .*integer division/);
  git('checkout', '-q', '.');
  assert.equal(lint('--changed').status, 0);
});

test('a header is seen by a file that is compiled, through other headers too, and its own comes first', () => {
  const { write, commit, lint } = repository();
  write('fuzz/a.cpp', '#include "core/twice.hpp"\nint a() { return twice(1); }\n'); // no target compiles it
  write('core/thrice.hpp', '#pragma once\n#include "core/twice.hpp"\ninline int thrice(int a) { return a + twice(a); }\n');
  write('one.cpp', '#include "core/thrice.hpp"\nint one() { return thrice(1); }\n');
  commit();
  assert.equal(lint('--changed').status, 0);
  write('core/twice.hpp', `#pragma once\ninline int twice(int a) { return 2 * a; }\ninline double half(int a) { return a / 2; }\n`);
  const { status, ran, out } = lint('--changed');
  assert.deepEqual([status, ran], [1, ['ok 1 - ESLint: 0 files', 'not ok 2 - clang-tidy: 1 files', 'ok 3 - include-what-you-use: 1 files']], out);
});

test('of many files some are left out, and the commit does not count as passed', () => {
  const { write, commit, lint } = repository();
  const names = Array.from({ length: 26 }, (_, i) => `s${10 + i}`);
  for (const name of names) write(`${name}.cpp`, `int ${name}() { return 1; }\n`);
  write('CMakeLists.txt', cmake.replace('one.cpp', `one.cpp ${names.map((name) => `${name}.cpp`).join(' ')}`));
  commit();
  for (let again = 0; again < 2; ++again) {
    const { ran, out } = lint('--changed');
    assert.match(out, /Of 26 C\+\+ files 24 are read/);
    assert.deepEqual(ran.slice(1), cppRan(24));
  }
});

test('a change of the checks makes all files count as changed', () => {
  const { folder, write, commit, lint } = repository();
  assert.equal(lint('--changed').status, 0);
  write('.clang-tidy', `${readFileSync(join(folder, '.clang-tidy'), 'utf8')}\n`);
  commit();
  assert.deepEqual(lint('--changed').ran, ['ok 1 - ESLint: 4 files', ...cppRan(2)]);
});

test('without a remembered commit the last one is linted; without an option everything', () => {
  const { folder, write, commit, lint } = repository();
  write('script.mjs', 'export const one = 2;\n');
  commit();
  assert.deepEqual(lint('--changed').ran, ['ok 1 - ESLint: 1 files', ...cppRan(0)]);
  assert.deepEqual(lint().ran, ['ok 1 - ESLint: 4 files', ...cppRan(2)]);

  const clone = scratch();
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${folder}`, clone]);
  rmSync(join(folder, 'build'), { recursive: true });
  symlinkSync(join(root, 'tools/node_modules'), join(clone, 'tools/node_modules'));
  const { status, stdout } = spawnSync('tools/lint', ['--changed'], { cwd: clone, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /This clone has one commit/);
});

test('an include that nothing needs, and a folder that comes through another header, are told', () => {
  const { write, lint } = repository();
  write('core/device/gpu.hpp', '#pragma once\nstruct Gpu { int sms; };\n');
  write('core/sm/sm.hpp', '#pragma once\n#include "core/device/gpu.hpp"\nstruct Sm { Gpu of; };\n');
  write('core/gemm/tile.hpp', '#pragma once\n#include <vector>\n#include "core/sm/sm.hpp"\ninline int sms(const Sm& sm) { return sm.of.sms; }\n');
  write('core/async/wait.hpp', '#pragma once\n#include "core/sm/sm.hpp"\ninline Gpu waiting() { return Gpu{1}; }\n');
  write('one.cpp', '#include "core/twice.hpp"\n#include "core/gemm/tile.hpp"\n#include "core/async/wait.hpp"\nint one() { return sms(Sm{waiting()}); }\n');
  const { status, ran, out } = lint('--changed');
  assert.deepEqual([status, ran], [1, ['ok 1 - ESLint: 1 files', 'ok 2 - clang-tidy: 2 files', 'not ok 3 - include-what-you-use: 2 files']], out);
  assert.deepEqual(out.match(/^.*: error: .*$/gm), [
    'core/async/wait.hpp: error: core/async/ may not use core/device/, but here it does: core/device/gpu.hpp (for Gpu)',
    'core/async/wait.hpp:2: error: nothing here needs "core/sm/sm.hpp"',
    'one.cpp:1: error: nothing here needs "core/twice.hpp"',
  ]);
});
