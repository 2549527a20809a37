// The built site as tests use it: the folder, its pages, and a server for browsers.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const loom = join(root, 'build/native/tools/loom/loom');
/** @param {string} folder where content/ and the JSON files beside it are */
const from = (folder) => ['--content', join(folder, 'content'), '--assets', join(root, 'build/assets')];

/** A folder that is gone when the process ends. @param {string} parent */
export function scratch(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'loom-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @param {string} folder @param {string[]} options */
function buildWith(folder, options) {
  const out = join(scratch(), 'dist');
  const base = options.includes('--base-url') ? [] : ['--base-url', 'https://loom.example/'];
  execFileSync(loom, ['build', ...from(folder), '--out', out, ...base, ...options], { stdio: 'pipe' });
  return out;
}

/** Builds the site whose content is in a folder, without its social pictures, which take seconds. @param {string} folder @param {string[]} options */
export const buildFrom = (folder, ...options) => buildWith(folder, ['--no-cards', ...options]);

/** Builds the site in this way and returns its folder. @param {string[]} options */
export const build = (...options) => buildFrom(root, ...options);

/** Builds the site as it is published. @param {string[]} options */
export const buildWhole = (...options) => buildWith(root, options);

/** Every file below a folder, as sorted relative paths. @param {string} folder @returns {string[]} */
export function files(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

/** @param {string} folder */
export const pages = (folder) =>
  files(folder)
    .filter((path) => path.endsWith('.html'))
    .map((path) => ({ path, html: readFileSync(join(folder, path), 'utf8') }));

/** Serves the site; resolves to its address and a function that stops it. @param {string} folder @param {number} port the next free one if it is taken */
export async function serve(folder = root, port = 8090) {
  const server = spawn(loom, ['serve', ...from(folder), '--no-watch', '--port', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const address = await new Promise((resolve, reject) => {
    /** @param {Buffer} chunk */
    const listen = (chunk) => {
      output += chunk;
      const found = output.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('exit', (code) => reject(new Error(`loom serve ended with status ${code}:\n${output}`)));
  });
  process.on('exit', () => server.kill());
  return { address: String(address), stop: () => server.kill() };
}

