// What others see of the site without opening it: previews of links, search engines, feed readers. The site is below a path.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { load } from '../packages.mjs';
import { buildWhole, files, pages } from '../site.mjs';

const { parse } = load('parse5');
const root = 'https://example.org/loom/';
const site = buildWhole('--base-url', root);

/** @param {any} node @returns {any[]} */
const elements = (node) => (node.childNodes ?? []).flatMap((/** @type {any} */ child) => (child.tagName ? [child, ...elements(child)] : elements(child)));
/** @param {any} element @returns {Record<string, string>} */
const attributes = (element) => Object.fromEntries(element.attrs.map((/** @type {any} */ { name, value }) => [name, value]));

/** What the heads of the pages that others may list say, and their linked data. */
const seen = pages(site)
  .filter(({ path }) => path.endsWith('index.html') && !path.startsWith('embed/'))
  .map(({ path, html }) => {
    const all = elements(parse(html));
    /** @type {Map<string, string>} */
    const says = new Map();
    for (const element of all.filter(({ tagName }) => tagName === 'meta').map(attributes)) {
      const name = element.property ?? element.name;
      if (!name) continue;
      assert.ok(!says.has(name), `${path}: '${name}' twice`);
      says.set(name, element.content ?? '');
    }
    const links = all.filter(({ tagName }) => tagName === 'link').map(attributes);
    const data = all.filter((e) => e.tagName === 'script' && attributes(e).type === 'application/ld+json');
    assert.equal(data.length, 1, path);
    return {
      path, says,
      address: root + path.slice(0, -'index.html'.length),
      title: all.find(({ tagName }) => tagName === 'title').childNodes[0].value,
      canonical: links.find(({ rel }) => rel === 'canonical')?.href,
      feed: links.find(({ type }) => type === 'application/atom+xml')?.href,
      data: JSON.parse(data[0].childNodes[0].value),
    };
  });

/** The file of an address of the site. @param {string} address */
function fileAt(address) {
  assert.ok(address.startsWith(root), `${address} is not absolute`);
  const path = new URL(address).pathname.slice('/loom/'.length);
  return join(site, path.endsWith('/') || path === '' ? `${path}index.html` : path);
}

test('every page has a title and a description of its own, of a length that is shown whole', () => {
  assert.ok(seen.length >= 80);
  for (const name of /** @type {const} */ (['title', 'description'])) {
    const texts = seen.map((page) => (name === 'title' ? page.title : page.says.get(name)) ?? '');
    assert.deepEqual(texts.filter((text, i) => texts.indexOf(text) !== i), [], name);
  }
  for (const { path, title, says } of seen) {
    const description = says.get('description') ?? '';
    assert.ok(title.length >= 10 && title.length <= 70, `${path}: '${title}' has ${title.length} characters`);
    assert.ok(description.length >= 25 && description.length <= 160, `${path}: '${description}' has ${description.length} characters`);
    assert.match(description, /[.?!]$/, path);
    assert.doesNotMatch(description, /\s[.,?!]|\s\s/, path);
    assert.equal(says.get('og:description'), description, path);
    assert.ok(title.includes(says.get('og:title') ?? '?'), path);
  }
});

test('every page names its address, which leads to it', () => {
  for (const { path, canonical, says, address } of seen) {
    assert.equal(canonical, address, path);
    assert.equal(says.get('og:url'), address, path);
    assert.ok(existsSync(fileAt(address)), path);
  }
});

test('every page has a social picture of 1200 × 630, of its own', () => {
  const names = new Set();
  for (const { path, says } of seen) {
    const address = says.get('og:image') ?? '';
    const png = readFileSync(fileAt(address));
    assert.deepEqual([...png.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10], path);
    assert.equal(png.toString('latin1', 12, 16), 'IHDR');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630], path);
    assert.ok(png.length > 8_000 && png.length < 300_000, `${path}: ${png.length} bytes`);
    assert.deepEqual([says.get('og:image:width'), says.get('og:image:height')], ['1200', '630']);
    assert.ok((says.get('og:image:alt') ?? '').length > 20, path);
    assert.equal(says.get('twitter:card'), 'summary_large_image');
    names.add(address);
  }
  assert.equal(names.size, seen.length);
  const pictures = files(site).filter((path) => /^assets\/card-/.test(path));
  assert.equal(pictures.length, seen.length, 'and there are no other files for them');
});

test('the pictures are the same in another build', () => {
  const again = buildWhole('--base-url', root);
  for (const { says } of seen) {
    const file = fileAt(says.get('og:image') ?? '');
    assert.ok(readFileSync(file).equals(readFileSync(join(again, file.slice(site.length)))), file);
  }
});

test('linked data names what the pages have', () => {
  const things = seen.map(({ data, ...rest }) => ({ ...rest, all: data['@graph'] ?? [data] }));
  for (const { path, all, address, says } of things) {
    const [thing, way] = all;
    assert.equal(thing.url, address, path);
    assert.equal(thing.description, says.get('description'), path);
    assert.equal(thing.image, says.get('og:image'), path);
    assert.ok(existsSync(fileAt(thing.isPartOf.url)), path);
    if (path === 'index.html') continue;
    assert.equal(way['@type'], 'BreadcrumbList', path);
    const items = way.itemListElement;
    assert.deepEqual(items.map((/** @type {any} */ { position }) => position), items.map((/** @type {any} */ _, /** @type {number} */ i) => i + 1));
    for (const { item } of items) assert.ok(existsSync(fileAt(item)), item);
    assert.equal(items.at(-1).item, address);
  }
  /** @param {string} path */
  const at = (path) => things.find((page) => page.path === path)?.all ?? assert.fail(path);
  const [figure, way] = at('figure/coalescing/index.html');
  assert.equal(figure['@type'], 'LearningResource');
  assert.equal(figure.isPartOf.url, root);
  assert.ok(figure.teaches.length > 0);
  assert.deepEqual(way.itemListElement.map((/** @type {any} */ { item }) => item), [root, `${root}figures/`, `${root}figure/coalescing/`]);
  const [attention] = at('attention/index.html');
  assert.ok(attention.teaches.includes('RoPE'), attention.teaches.join());
  const [words] = at('glossary/index.html');
  const terms = JSON.parse(readFileSync(new URL('../../glossary.json', import.meta.url), 'utf8'));
  assert.equal(words['@type'], 'DefinedTermSet');
  assert.deepEqual(words.hasDefinedTerm.map((/** @type {any} */ { name, url }) => [name, url]), terms.map((/** @type {any} */ { id, term }) => [term.replaceAll("'", '’'), `${root}glossary/#${id}`]));
});

test('the feed has what RFC 4287 asks for', () => {
  const feed = readFileSync(join(site, 'feed.xml'), 'utf8');
  for (const { path, feed: href } of seen) assert.equal(href, '/loom/feed.xml', path);
  const [head = '', ...entries] = feed.split('<entry>');
  /** The texts of an element. @param {string} text @param {string} name */
  const all = (text, name) => [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, inside]) => inside ?? '');
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  assert.match(head, /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom" xml:lang="en">\n/);
  for (const name of ['title', 'id', 'updated', 'name']) assert.equal(all(head, name).length, 1, name);
  assert.match(head, /<link rel="self" type="application\/atom\+xml" href="https:\/\/example\.org\/loom\/feed\.xml"\/>/);
  const sections = readFileSync(new URL('../../content/changes.md', import.meta.url), 'utf8').match(/^## .*$/gm) ?? [];
  assert.equal(entries.length, sections.length);
  assert.equal(new Set(entries.flatMap((entry) => all(entry, 'id'))).size, entries.length);
  const dates = entries.flatMap((entry) => all(entry, 'updated'));
  assert.deepEqual(dates, [...dates].sort().reverse());
  assert.equal(all(head, 'updated')[0], dates[0]);
  for (const entry of entries) {
    for (const name of ['title', 'id', 'updated', 'content']) assert.equal(all(entry, name).length, 1, name);
    assert.match(all(entry, 'updated')[0] ?? '', moment);
    assert.match(all(entry, 'id')[0] ?? '', /^tag:example\.org,\d{4}-\d\d-\d\d:\/loom\/changes\/$/);
    const [, page] = /<link rel="alternate" type="text\/html" href="([^"]*)"\/>/.exec(entry) ?? [];
    assert.ok(existsSync(fileAt((page ?? '').split('#')[0] ?? '')), page);
    const html = (all(entry, 'content')[0] ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    for (const element of elements(parse(html)).map(attributes))
      for (const address of [element.href, element.src])
        if (address !== undefined) assert.match(address, /^https?:\/\//);
  }
});

test('sitemap, robots.txt and the page for wrong addresses work below a path', () => {
  const sitemap = readFileSync(join(site, 'sitemap.xml'), 'utf8');
  assert.deepEqual([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address).sort(), seen.map(({ address }) => address).sort());
  const newest = /<updated>(.{10})/.exec(readFileSync(join(site, 'feed.xml'), 'utf8'))?.[1];
  assert.deepEqual([...sitemap.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(([, date]) => date), [newest], 'only the date that is known');
  assert.match(readFileSync(join(site, 'robots.txt'), 'utf8'), /^Sitemap: https:\/\/example\.org\/loom\/sitemap\.xml$/m);
  const missing = elements(parse(readFileSync(join(site, '404.html'), 'utf8')));
  assert.ok(missing.map(attributes).some(({ name, content }) => name === 'robots' && content === 'noindex'));
  // It is shown at any address, so nothing in it may depend on where that is.
  for (const { href, src } of missing.map(attributes))
    for (const address of [href, src]) if (address && !address.startsWith('#')) assert.match(address, /^(\/loom\/|https:\/\/example\.org\/loom\/)/);
});
