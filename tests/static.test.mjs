// The host of tools/measure/ sends files of its folder, and nothing else.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';

import { host } from '../tools/measure/static.mjs';
import { scratch } from './site.mjs';

test('a path that leaves the folder, or names a folder, is not found', async () => {
  const folder = scratch();
  for (const name of ['site/library', 'site-beside']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'site/index.html'), 'start');
  for (const name of ['secret', 'site-beside/secret']) writeFileSync(join(folder, name), 'secret');
  const { address, stop } = await host(join(folder, 'site'));
  const { hostname, port } = new URL(address);
  /** @type {(path: string) => Promise<number | undefined>} */
  const status = (path) =>
    new Promise((resolve, reject) => {
      get({ hostname, port, path, agent: false }, (reply) => resolve(reply.resume().statusCode)).on('error', reject);
    });
  try {
    for (const path of ['/..%2fsecret', '/..%2fsite-beside%2fsecret', '/library%2f..%2f..%2fsecret', '/library', '/nowhere', '/%00'])
      assert.equal(await status(path), 404, path);
    assert.equal(await status('/'), 200);
  } finally {
    stop();
  }
});
