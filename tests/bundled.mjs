// Modules of the page that take something from npm: bundled, as tools/assets does it, and imported.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { load } from './packages.mjs';
import { root, scratch } from './site.mjs';

/** @param {string} path below web/shell/js */
export async function bundled(path) {
  const outfile = join(scratch(), 'module.mjs');
  await load('esbuild').build({ entryPoints: [join(root, 'web/shell/js', path)], nodePaths: [join(root, 'tools/node_modules')], bundle: true, format: 'esm', outfile, logLevel: 'warning' });
  return import(pathToFileURL(outfile).href);
}
