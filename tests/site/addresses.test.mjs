// Every address that a page once had still leads somewhere: it is there, or the page's map of places says where it is now.
// tests/data/addresses holds the ids of the pages of a day; add a file before headings are renamed or figures moved.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { build, root } from '../site.mjs';

const site = build();
/** @param {string} path "/hopper/" */
const page = (path) => readFileSync(join(site, path, 'index.html'), 'utf8');
/** @param {string} html @param {string} id */
const has = (html, id) => html.includes(` id="${id}"`);
/** @param {string} html @returns {Record<string, string>} */
const places = (html) => {
  const [, address = ''] = html.match(/ data-places="([^"]*)"/) ?? [];
  return address ? JSON.parse(readFileSync(join(site, address), 'utf8')) : {};
};

const folder = join(root, 'tests/data/addresses');
for (const day of readdirSync(folder))
  for (const [path, ids] of /** @type {[string, string[]][]} */ (Object.entries(JSON.parse(readFileSync(join(folder, day), 'utf8')))))
    test(`${day}: the ${ids.length} addresses of ${path} lead to what they name`, () => {
      const html = page(path);
      const moved = places(html);
      assert.ok(ids.length > 20);
      for (const id of ids) {
        if (has(html, id)) continue;
        assert.ok(id in moved, `${path}#${id}`);
        const [there = '', name = id] = (moved[id] ?? '').split('#');
        assert.ok(has(page(`/${there}`), name), `${path}#${id} leads to /${moved[id]}`);
      }
    });

test('the map tells of no address that the page has', () => {
  for (const path of ['/', '/formats/', '/attention/', '/library/']) {
    const html = page(path);
    for (const id of Object.keys(places(html))) assert.ok(!has(html, id), `${path}#${id}`);
  }
});
