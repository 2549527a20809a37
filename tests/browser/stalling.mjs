// A server before the site's own that lets some requests stall.
import { createServer, request } from 'node:http';
import { after } from 'node:test';

/** @typedef {{path: RegExp, times: number, bytes?: number}} Stall so many requests for such a path get so many bytes, or no answer at all */

/**
 * Resolves to its address. Stalls may be added later, and taken away.
 * @param {string} site the address of the site's server
 */
export async function stalling(site) {
  /** @type {Stall[]} */
  const stalls = [];
  const server = createServer(({ url = '/', headers }, response) => {
    const stall = stalls.find(({ path, times }) => times > 0 && path.test(url));
    if (stall) stall.times -= 1;
    if (stall && stall.bytes === undefined) return;
    request(site + url, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (!stall) return void answer.pipe(response);
      let left = stall.bytes ?? 0;
      answer.on('data', (/** @type {Buffer} */ piece) => {
        if (left > 0) response.write(piece.subarray(0, left));
        left -= piece.length;
      });
    }).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}`, stalls };
}
