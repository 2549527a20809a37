// What include-what-you-use says that is a fault here, one line each; tools/lint runs it.
// usage: iwyu_tool -o clang … | node tools/includes.mjs    exits with 1 if there is one
//
// A fault is an include of our own headers that nothing needs, and a name of a folder that the table of tests/rooms.mjs keeps
// from the file, even if it comes through another header. What a header brings along is otherwise free to use. Of the
// standard library's headers nothing is said: that names in templates and concepts need them, iwyu does not see.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { argv, stdin } from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { roomOf, rooms } from '../tests/rooms.mjs';

/** The fault in a line of iwyu's, or nothing. @param {string} line @param {string} root */
function fault(line, root) {
  const [, absolute = '', at, what] = line.match(/^(.+?):(\d+):\d+: (.*)$/) ?? [];
  const path = relative(root, absolute);
  if (!what?.includes('error:') || path.startsWith('build/')) return undefined;
  const [, said, directive = '', names = ''] = what.match(/^error: (add|superfluous) '(.*)'(.*)$/) ?? [];
  if (!said) return `${path}:${at}: ${what}`; // the compiler's own
  const [, header] = directive.match(/^#include "(.*)"$/) ?? [];
  if (!header) return undefined;
  if (said === 'superfluous') return `${path}:${at}: error: nothing here needs "${header}"`;
  const room = roomOf(path), other = roomOf(header);
  if (!(room in rooms) || other === room || rooms[room].includes(other)) return undefined;
  // For `using namespace x` it wants any file that opens x.
  const [, opened] = names.match(/^ \(for (\w+)\)$/) ?? [];
  if (opened && new RegExp(`using namespace (\\w+::)*${opened};`).test(readFileSync(absolute, 'utf8'))) return undefined;
  return `${path}: error: ${room}/ may not use ${other}/, but here it does: ${header}${names}`;
}

/** @param {string} report @param {string} root @returns {string[]} */
export const faults = (report, root) => [...new Set(report.split('\n').map((line) => fault(line, root)))].filter((each) => each !== undefined).sort();

if (argv[1] === fileURLToPath(import.meta.url)) {
  const found = faults(await text(stdin), fileURLToPath(new URL('..', import.meta.url)));
  if (found.length) console.log(found.join('\n'));
  process.exitCode = found.length ? 1 : 0;
}
