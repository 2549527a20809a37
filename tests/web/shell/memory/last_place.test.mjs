// What is remembered of the last place becomes a link only when it is a page of this site.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parse } from '../../../../web/shell/js/memory/last_place.js';

const place = { path: '/library/', id: 'one', text: 'One', figures: { accumulator: 'bits=9' } };
const site = { origin: 'https://loom.example', base: '/' };
/** @param {unknown} stored @param {{origin: string, base: string}} [on] */
const read = (stored, on = site) => parse(typeof stored === 'string' ? stored : JSON.stringify(stored), on);

test('a place is remembered as it was, and nothing else is taken for one', () => {
  assert.deepEqual(read(place), place);
  assert.equal(parse(null, site), null);
  for (const stored of ['', '[]', '{}', 'null', '3', { ...place, figures: { a: 1 } }, { ...place, figures: null }, { ...place, id: 7 }, { ...place, path: undefined }])
    assert.equal(read(stored), null, JSON.stringify(stored));
});

test('a path that a browser would take for another address is no place', () => {
  for (const path of [
    '//evil.example', '//evil.example/', '/\\evil.example/', '\\\\evil.example/', '/\t/evil.example/', '/\n/evil.example/', '\t//evil.example/', ' //evil.example/',
    'javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'https:evil', 'https://evil.example/', 'https://loom.example/library/', '///', '/:@evil.example//', 'library/', '',
    '/library/?next=//evil.example', '/library/#one', '/library/../evil/', '/library/%2e%2e/evil/',
  ]) {
    const found = read({ ...place, path });
    const leads = found && new URL(`${found.path}#${found.id}`, 'https://loom.example/start/');
    assert.ok(!leads || (leads.origin === site.origin && leads.pathname === path), `${JSON.stringify(path)} leads to ${leads}`);
  }
  assert.equal(read({ ...place, path: '/\\evil.example/' }), null);
  assert.equal(read({ ...place, path: '/library/?next=//evil.example' }), null);
});

test('a site below a path has its places below it', () => {
  const below = { ...site, base: '/loom/' };
  assert.equal(read(place, below), null);
  for (const path of ['/loom/../library/', '/loom', '/loomed/', '/loom/%2E%2e/library/', '/other/loom/']) assert.equal(read({ ...place, path }, below), null, path);
  assert.deepEqual(read({ ...place, path: '/loom/library/' }, below), { ...place, path: '/loom/library/' });
  assert.deepEqual(read({ ...place, path: '/loom/' }, below), { ...place, path: '/loom/' });
});
