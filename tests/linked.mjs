// What a program is linked from, as far as others have made it, compared with the list of licenses.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { parts } from '../tools/licenses/list.mjs';
import { root, scratch } from './site.mjs';

/** @param {string} folder @param {string[]} command */
const ninja = (folder, ...command) => execFileSync('ninja', command, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });

/** The files that the linker reads for a target: "lib/libx.a(y.o)" of a library. @param {string} folder @param {string} target */
function linked(folder, target) {
  const command = ninja(folder, '-t', 'commands', target).trim().split('\n').at(-1) ?? '';
  // A symbol that is nowhere ends the link when everything has been read: nothing is optimized, and no script is written.
  const options = /\bem\+\+/.test(command) ? '-Wl,--trace -Wl,--lto-O0 -Wl,--export=loom_nowhere' : '-Wl,--trace';
  const { stdout, stderr } = spawnSync('sh', ['-c', command.replace(/ -o \S+/, ` -o ${join(scratch(), 'program.js')} ${options}`)], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const files = `${stdout}\n${stderr}`.split('\n').map((line) => /^\(?(\S+\.(?:o|a\([^)]*\)|a\)\S+\.o))$/.exec(line.trim())?.[1]).filter((file) => file !== undefined);
  assert.ok(files.length > 10, `${target}: ${stderr || stdout}`);
  return files.map((file) => file.replace(/\)(\S+)$/, '($1)'));
}

/** The headers of each object file. @param {string} folder */
function headers(folder) {
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const block of ninja(folder, '-n', '-t', 'deps').split('\n\n')) {
    const [first = '', ...lines] = block.trim().split('\n');
    all.set(first.split(':')[0] ?? '', lines.map((line) => line.trim()));
  }
  return all;
}

/** "CMakeFiles/x.dir/y.cpp.o" of "lib/libx.a(y.cpp.o)". @param {string} file @param {string[]} objects */
function objectsOf(file, objects) {
  const [, archive, member] = /^(.*)\((.*)\)$/.exec(file) ?? [];
  if (!archive || !member) return [file];
  const folder = join(dirname(archive), 'CMakeFiles', `${basename(archive, '.a').slice(3)}.dir/`);
  return objects.filter((object) => object.startsWith(folder) && basename(object) === member);
}

/** "PACKAGE PATH", or the path alone where no package has it. @param {string[]} paths */
function withPackages(paths) {
  const { stdout } = spawnSync('dpkg', ['-S', ...paths], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const owners = new Map(stdout.split('\n').map((line) => [line.slice(line.indexOf(' ') + 1), line.split(':')[0]]));
  return paths.map((path) => (owners.has(path) ? `${owners.get(path)} ${path}` : path));
}

/**
 * The files that these targets of a preset are made of: below the repository by their path in it, others as withPackages()
 * names them. @param {string} preset @param {string[]} targets
 */
export function filesOf(preset, targets) {
  const folder = join(root, 'build', preset);
  const included = headers(folder);
  const found = new Set();
  for (const file of targets.flatMap((target) => linked(folder, target))) {
    found.add(file.replace(/\(.*/, ''));
    for (const object of objectsOf(file, [...included.keys()])) for (const header of included.get(object) ?? []) found.add(header);
  }
  // CMake copies headers of the system for wasm, because Emscripten sees no others.
  const copied = join(folder, 'include');
  const paths = [...found].map((path) => resolve(folder, path)).map((path) => (path.startsWith(`${copied}/`) ? `/usr/include${path.slice(copied.length)}` : path));
  const dependencies = join(root, 'build/deps/');
  const own = paths.filter((path) => path.startsWith(root) && !path.startsWith(dependencies));
  const others = paths.filter((path) => !own.includes(path));
  return [...own.map((path) => path.slice(root.length)), ...withPackages(others.map((path) => realpathSync(path)))];
}

/** Each file is of one part that the list has for the product, and no part of the list is missing. @param {import('../tools/licenses/list.mjs').Product} product @param {string[]} files */
export function agrees(product, files) {
  const used = new Set();
  for (const file of files) {
    const owners = parts.filter((part) => part.files.test(file));
    assert.deepEqual(owners.map((part) => part.id).length, 1, `${file}: of ${owners.map((part) => part.name).join(', ') || 'nothing in tools/licenses/list.mjs'}`);
    for (const part of owners) used.add(part.id);
  }
  assert.deepEqual([...used].sort(), parts.filter((part) => part.products.includes(product)).map((part) => part.id).sort());
}
