// Serves a folder built with --compress like a static host: with Brotli if there is a .br beside the file.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';

/** @type {Record<string, string>} */
export const media = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.png': 'image/png', '.js': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.otf': 'font/otf', '.ttf': 'font/ttf', '.txt': 'text/plain', '.xml': 'text/xml' };

/** @param {string} folder */
export async function host(folder) {
  const server = createServer((request, response) => {
    let path;
    try {
      path = decodeURIComponent(new URL(request.url ?? '/', 'http://host/').pathname);
    } catch {
      return response.writeHead(400).end(); // a malformed escape
    }
    if (path.endsWith('/')) path += 'index.html';
    const file = join(folder, path);
    // An escaped slash can lead out of the folder.
    const inside = file.startsWith(join(folder, sep)) && !file.includes('\0');
    if (!inside || !statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    const type = media[extname(file)] ?? 'application/octet-stream';
    const headers = { 'content-type': type, 'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache' };
    if (existsSync(`${file}.br`)) response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(readFileSync(`${file}.br`));
    else response.writeHead(200, headers).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
