// The texts that people read before the code, for the tests of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './site.mjs';

const rooms = ['.github', 'content', 'core', 'tests', 'tools', 'web'];

/** Every README and page, CONTRIBUTING and the like, as paths from the root. */
export const texts = () =>
  ['README.md', ...rooms.flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)))]
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules') && !path.startsWith('tests/spec/'));
