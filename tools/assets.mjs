// The part of tools/assets that bundles and copies. Run from the repository's root: node tools/assets.mjs OUT
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';

import { interfaceScript } from '../web/program/interface.mjs';
import { icons } from './icons.mjs';
import { notice, partsOf } from './licenses/list.mjs';

const out = process.argv[2];
if (!out) {
  console.error('usage: node tools/assets.mjs OUT');
  process.exit(2);
}

const fonts = readdirSync('build/fonts').filter((name) => /\.(woff2|otf|ttf)$/.test(name));
const plain = ['favicon.svg'];
const programs = ['canvas', 'live', 'kernel'].flatMap((folder) => {
  const built = join('build/wasm/web', folder);
  return existsSync(built) ? readdirSync(built).filter((name) => /^(canvas|kernel|scenes-.*)\.(js|wasm)$/.test(name)).map((name) => join(built, name)) : [];
});

/** Writes only what changed, so that a watcher sees only real changes. */
function put(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(bytes))) return;
  writeFileSync(path, bytes);
}

/** Emscripten's glue comes with its long names. */
async function slim(path) {
  const bytes = readFileSync(path);
  return path.endsWith('.js') ? (await transform(bytes, { minify: true, format: 'esm' })).code : bytes;
}

const shared = {
  outdir: out,
  nodePaths: ['tools/node_modules'],
  bundle: true,
  minify: true,
  write: false,
  charset: 'utf8',
  target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
  legalComments: 'none',
  logLevel: 'warning',
};

put('web/shell/js/runtime/interface.js', interfaceScript());
try {
  const pictures = new Map(icons(readFileSync('web/shell/favicon.svg', 'utf8')));
  const notices = new Map(partsOf('site').map((part) => [`license-${part.id}.txt`, notice(part)]));
  const results = await Promise.all([
    build({ ...shared, entryPoints: ['web/shell/css/loom.css', 'web/shell/css/embed.css', 'web/shell/css/noscript.css', 'web/shell/css/search.css', 'web/shell/css/offline.css'], external: ['*.woff2'] }),
    build({ ...shared, entryPoints: { loom: 'web/shell/js/loom.js', embed: 'web/shell/js/embed.js', runtime: 'web/shell/js/runtime/runtime.js', painter: 'web/shell/js/runtime/painter.js', kernel: 'web/shell/js/kernel/kernel.js', kernel_worker: 'web/shell/js/kernel/worker.js', search: 'web/shell/js/search/search.js', offline: 'web/shell/js/offline/offline.js' }, format: 'esm' }),
    // It takes the rules for pictures as text.
    build({ ...shared, entryPoints: { take: 'web/shell/js/take/take.js' }, format: 'esm', loader: { '.css': 'text' } }),
    build({ ...shared, entryPoints: { theme: 'web/shell/js/page/theme_boot.js', embed_theme: 'web/shell/js/page/embed_theme.js', sw: 'web/shell/js/offline/worker.js' }, format: 'iife' }),
  ]);
  const files = results.flatMap((result) => result.outputFiles);
  mkdirSync(out, { recursive: true });
  const kept = new Set([...plain, ...fonts, ...notices.keys(), ...pictures.keys(), ...programs.map((path) => basename(path)), ...files.map((file) => basename(file.path))]);
  for (const name of readdirSync(out)) if (!kept.has(name)) rmSync(join(out, name), { recursive: true });
  for (const file of files) put(file.path, file.contents);
  for (const name of fonts) put(join(out, name), readFileSync(join('build/fonts', name)));
  for (const path of programs) put(join(out, basename(path)), await slim(path));
  for (const [name, content] of [...notices, ...pictures]) put(join(out, name), content);
  for (const name of plain) put(join(out, name), readFileSync(join('web/shell', name)));
} catch (error) {
  // esbuild has already printed its own messages with file and line.
  if (!error.errors) console.error(`tools/assets: ${error.message}`);
  process.exit(1);
}
