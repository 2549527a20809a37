// A host of published sites: what it has can be replaced, fail, or be out of reach. Its headers are those of GitHub Pages.
import { execFileSync } from 'node:child_process';
import { createReadStream, cpSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after } from 'node:test';

import { media } from '../../tools/measure/static.mjs';
import { loom, root, scratch } from '../site.mjs';

/** @param {number} [port] @param {string} [base] the path of the site */
export async function publishing(port = 0, base = '/') {
  const state = {
    folder: '',
    /** Requests for such paths are answered with this status, or (0) not at all. @type {{path: RegExp, status: number} | null} */
    fails: null,
    /** No request gets through. */
    down: false,
    /** @type {string[]} */
    requests: [],
    address: '',
    stop: () => {},
  };
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host/');
    if (state.down) return void request.socket.destroy();
    state.requests.push(`${request.method} ${pathname}${search}`);
    const failure = state.fails?.path.test(pathname) ? state.fails : null;
    if (failure && !failure.status) return void request.socket.destroy();
    if (failure) return void response.writeHead(failure.status).end('not now');
    const path = pathname.slice(base.length);
    const file = join(state.folder, path.endsWith('/') || !path ? join(path, 'index.html') : path);
    if (!pathname.startsWith(base)) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Beside</title>another site');
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return void response.writeHead(301, { location: `${pathname}/` }).end();
    if (!statSync(file, { throwIfNoEntry: false })) return void response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(readFileSync(join(state.folder, '404.html')));
    response.writeHead(200, { 'content-type': media[extname(file)] ?? 'application/octet-stream', 'cache-control': 'max-age=600' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  state.address = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}${base}`;
  state.stop = () => {
    server.close();
    server.closeAllConnections();
  };
  after(state.stop);
  return state;
}

/**
 * A small site of a number: its texts, a script and a program differ from those of another number.
 * @param {number} number @param {string} [base]
 */
export function edition(number, base = '/') {
  const folder = scratch();
  mkdirSync(join(folder, 'content'));
  const texts = {
    'site.json': JSON.stringify({ title: 'Site', tagline: 'About warps', scenes: false, pages: [{ file: 'index.md', label: 'Start', lesson: false }, { file: 'plain.md', label: 'Plain', lesson: false }, { file: 'other.md', label: 'Other', lesson: false, footer: true }] }),
    'index.md': `# Start\n\nEdition ${number}, with *words*.\n\n## One\n\n\`\`\`scene coalescing\nA caption.\n\`\`\`\n\n${'A long way down.\n\n'.repeat(150)}\n## Two\n\n\`\`\`scene occupancy\nA caption.\n\`\`\`\n`,
    'plain.md': `# Plain\n\nEdition ${number}, without figures.\n\n## Below\n\nMore.\n`,
    'other.md': `# Other & more\n\nEdition ${number}, with another one.\n\n\`\`\`scene accumulator\nA caption.\n\`\`\`\n`,
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, 'content', name), text);
  writeFileSync(join(folder, 'references.json'), readFileSync(join(root, 'references.json')));
  const assets = join(folder, 'assets');
  cpSync(join(root, 'build/assets'), assets, { recursive: true });
  const change = (/** @type {string} */ name, /** @type {Buffer} */ more) => writeFileSync(join(assets, name), Buffer.concat([readFileSync(join(assets, name)), more]));
  change('runtime.js', Buffer.from(`\n// ${number}\n`));
  for (const name of readdirSync(assets)) if (name.startsWith('scenes-')) change(name, Buffer.from([0, 2, 1, number])); // a section without a meaning
  const out = join(folder, 'dist');
  execFileSync(loom, ['build', '--content', join(folder, 'content'), '--assets', assets, '--out', out, '--base-url', `https://example.org${base}`], { stdio: 'pipe' });
  return out;
}
