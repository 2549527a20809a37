// The lines of core/ that no native test reaches.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { root, scratch } from '../../tests/site.mjs';
import { progress } from './progress.mjs';

const quiet = /** @type {const} */ ({ cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

/** Programs that count how often each line runs. @returns {string[]} */
function compileAll() {
  execFileSync('cmake', ['--preset', 'coverage'], quiet);
  execFileSync('cmake', ['--build', '--preset', 'coverage'], quiet);
  const tests = join(root, 'build/coverage/tests');
  return readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/\.|CMakeFiles/.test(path))
    .map((path) => join(tests, path))
    .filter((path) => statSync(path).isFile() && statSync(path).mode & 0o100);
}

/** What nearly all of core/ uses, with its tests, as one program. @param {string} folder */
function compileText(folder) {
  const program = join(folder, 'text_tests');
  const sources = ['core/text', 'tests/core/text'].flatMap((room) => readdirSync(join(root, room)).filter((name) => name.endsWith('.cpp')).map((name) => join(room, name)));
  execFileSync('clang++', ['-std=c++20', '-I.', '-fprofile-instr-generate', '-fcoverage-mapping', ...sources, 'tests/main.cpp', '-o', program], quiet);
  return [program];
}

/**
 * What `llvm-cov export --format=lcov` printed: how many lines have code, and for each file those that never ran.
 * @param {string} lcov
 */
export function unreached(lcov) {
  let lines = 0, file = '';
  /** @type {Map<string, number[]>} */
  const never = new Map();
  for (const line of lcov.split('\n')) {
    const [, name = '', value = ''] = line.match(/^(SF|DA):(.*)/) ?? [];
    if (name === 'SF') never.set((file = relative(root, value)), []);
    if (name !== 'DA') continue;
    const [number = NaN, count] = value.split(',').map(Number);
    lines += 1;
    if (count === 0) never.get(file)?.push(number);
  }
  return { lines, never };
}

/** [3, 4, 5, 9] as "3-5", "9". @param {number[]} numbers */
export function ranges(numbers) {
  /** @type {[number, number][]} */
  const found = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
}

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure({ smallest }) {
  const folder = scratch(), say = progress('coverage', 3);
  const env = { ...process.env, LLVM_PROFILE_FILE: join(folder, '%4m.profraw') };
  say('compiling');
  const programs = smallest ? compileText(folder) : compileAll();
  say('testing');
  if (smallest) execFileSync(programs[0], { ...quiet, env });
  else execFileSync('ctest', ['--preset', 'coverage'], { ...quiet, env });
  say('counting');
  const counted = join(folder, 'all.profdata');
  const profiles = readdirSync(folder).filter((name) => name.endsWith('.profraw')).map((name) => join(folder, name));
  execFileSync('llvm-profdata', ['merge', '--sparse', '-o', counted, ...profiles], quiet);
  const [first, ...others] = programs;
  const objects = others.flatMap((program) => ['--object', program]);
  const { lines, never } = unreached(execFileSync('llvm-cov', ['export', '--format=lcov', '--instr-profile', counted, first, ...objects, join(root, 'core')], { encoding: 'utf8', maxBuffer: 2 ** 30 }));
  const missed = [...never.values()].flat().length;
  return [
    { what: 'lines of core/ with code', value: String(lines) },
    { what: 'no test reaches', value: String(missed), budget: `${(100 * (1 - missed / lines)).toFixed(2)}% are reached` },
    ...[...never].sort().flatMap(([file, numbers]) => ranges(numbers).map((range) => ({ what: `  ${file}:${range}`, value: '' }))),
  ];
}
