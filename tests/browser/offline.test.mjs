// Visited pages can be read and played without a connection, and a new version of the site replaces the old one as a whole.
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';

import { root, serve } from '../site.mjs';
import { chromium, firefox, live, near, open, webkit } from './browsers.mjs';
import { pause, slide } from './figures.mjs';
import { edition, publishing } from './publishing.mjs';

const first = edition(1), second = edition(2);
const browser = await chromium();

/** A browser without a memory, and a host with the first edition. @type {any[]} */
let contexts = [];
afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
});

/** @param {string} [folder] @param {string} [base] */
async function published(folder = first, base = '/') {
  const host = await publishing(0, base);
  host.folder = folder;
  const context = await browser.createBrowserContext();
  contexts.push(context);
  /** @param {string} path @param {object} [options] */
  const visit = (path, options) => open(context, host.address + path, { still: true, ...options });
  return { host, visit, context };
}

/** The addresses of all that is kept, below the host's. @param {any} page @returns {Promise<string[]>} */
const keptIn = (page) =>
  page.evaluate(async () => {
    const all = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) all.push(url.slice(location.origin.length));
    return all.sort();
  });

/** Waits until something holds of what is kept. @param {any} page @param {(kept: string[]) => boolean} holds @param {string} what */
async function until(page, holds, what) {
  for (const end = Date.now() + 60000; ; await pause(100)) {
    const kept = await keptIn(page);
    if (holds(kept)) return kept;
    assert.ok(Date.now() < end, `${what}: ${kept.join(' ')}`);
  }
}

/** Waits until the page is kept. @param {any} page @param {string} [path] */
const isKept = (page, path) =>
  page.evaluate(() => location.pathname).then((/** @type {string} */ here) => until(page, (all) => all.some((each) => each.startsWith(`${path ?? here}?`)), 'the page is kept'));

/** What is not kept is not in the browser's own cache, either. @param {any} page */
async function clear(page) {
  const session = await page.createCDPSession();
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** Ends the connection. @param {{down: boolean}} host @param {any} page */
async function cut(host, page) {
  host.down = true;
  await clear(page);
}

/** Which edition a page is of. @param {any} page @returns {Promise<string>} */
const editionOf = (page) => page.$eval('main', (/** @type {Element} */ e) => /Edition (\d)/.exec(e.textContent ?? '')?.[1] ?? e.textContent?.slice(0, 80));

/** Plays: a figure becomes live, and answers a hand. @param {any} page @param {string} id @param {string} key @param {string} value */
async function plays(page, id = 'coalescing', key = 'offset', value = '3') {
  await live(page, id);
  const before = await page.$eval(`#${id} .status`, (/** @type {Element} */ e) => e.textContent);
  await slide(page, `#${id} input[name="${key}"]`, value);
  await page.waitForFunction((/** @type {string} */ id, /** @type {string} */ before) => document.querySelector(`#${id} .status`)?.textContent !== before, { timeout: 30000 }, id, before);
}

/** Waits until the browser has heard of a new version and has brought it, or failed. @param {any} page */
const updated = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const settled = () => !registration.installing && !registration.waiting && registration.active?.state === 'activated';
    for (const end = Date.now() + 60000; !settled() && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 50));
    return settled();
  });

test('a visited page is read and played without a connection, and its search answers', async () => {
  const { host, visit } = await published();
  const { page, complaints } = await visit('');
  await isKept(page);
  await cut(host, page);
  await page.reload({ waitUntil: 'load' });
  assert.equal(await editionOf(page), '1');
  await plays(page);
  assert.ok(await page.$eval('#coalescing', (/** @type {HTMLElement} */ e) => e.matches('[data-live]')));
  await page.keyboard.press('/');
  await page.waitForSelector('.search-box[open]');
  await page.keyboard.type('edition');
  await page.waitForFunction(() => /^\d+ result/.test(document.querySelector('.search-status')?.textContent ?? ''), { timeout: 30000 });
  assert.deepEqual(complaints, []);
});

test('the worker comes after the page, keeps only what the page needs, and starts no program', async () => {
  const { host, visit } = await published();
  const { page, complaints } = await visit('plain/');
  const kept = await isKept(page);
  const paths = host.requests.map((each) => each.split(' ')[1] ?? '');
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.ok(paths.indexOf('/sw.js') > paths.findIndex((path) => /\/assets\/loom\./.test(path)));
  assert.ok(loaded.every((/** @type {string} */ name) => !/files\.|wasm/.test(name)));
  assert.deepEqual(kept.filter((path) => /wasm|runtime|canvas|kernel|\.br$|\.gz$/.test(path)), []);
  assert.ok(kept.some((path) => /search\.[0-9a-f]+\.json$/.test(path)) && kept.some((path) => /inter-regular/.test(path)));
  await page.goto(`${host.address}other/`);
  const more = await isKept(page);
  assert.equal(more.filter((path) => /scenes-/.test(path)).length, 1);
  assert.ok(!more.some((path) => /kernel\.[0-9a-f]+\.wasm/.test(path)));
  assert.deepEqual(complaints, []);
});

test('a page that is not kept says so and lists those that are; with a connection it is there again', async () => {
  const { host, visit } = await published();
  const { page } = await visit('other/');
  await isKept(page);
  await cut(host, page);
  const response = await page.goto(`${host.address}plain/?from=here#below`);
  assert.equal(response.status(), 503);
  assert.equal(await page.$eval('h1', (/** @type {Element} */ e) => e.textContent), 'Not kept on this device');
  assert.deepEqual(await page.$$eval('ul.kept a', (/** @type {HTMLAnchorElement[]} */ all) => all.map((a) => [a.pathname, a.textContent])), [['/other/', 'Other & more']]);
  assert.equal(await page.$eval('body', (/** @type {Element} */ e) => getComputedStyle(e).fontFamily.includes('Inter')), true);
  await page.click('ul.kept a');
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Other & more');
  await page.goto(`${host.address}nowhere/at/all`);
  assert.equal(await page.$eval('h1', (/** @type {Element} */ e) => e.textContent), 'Not kept on this device');
  host.down = false;
  await page.goto(`${host.address}plain/?from=here#below`);
  assert.equal(await editionOf(page), '1');
  const lost = await page.goto(`${host.address}nowhere/at/all`);
  assert.equal(lost.status(), 404);
});

for (const [how, status] of /** @type {[string, number][]} */ ([['answers 500', 500], ['ends the connection', 0]]))
  test(`an update whose server ${how} half-way leaves the old version whole; then the new one is whole`, async () => {
    const { host, visit } = await published();
    const { page } = await visit('plain/');
    await isKept(page);
    await page.goto(host.address);
    await isKept(page);
    host.folder = second;
    host.fails = { path: /scenes-.*\.wasm$/, status };
    host.requests.length = 0;
    await page.reload();
    assert.ok(await updated(page), 'the update has failed');
    assert.ok(host.requests.some((each) => each.includes('/assets/files.')), 'the new list has come');
    assert.ok(host.requests.some((each) => /scenes-machine.*wasm/.test(each)), 'it failed half-way');
    await cut(host, page);
    for (const path of ['plain/', '']) {
      await page.goto(host.address + path);
      assert.equal(await editionOf(page), '1', path);
    }
    await plays(page);
    host.down = false;
    host.fails = null;
    host.requests.length = 0;
    await page.reload();
    assert.ok(await updated(page));
    assert.deepEqual(host.requests.filter((each) => /inter-|canvas\./.test(each)), [], 'what has not changed is not fetched again');
    await cut(host, page);
    for (const path of ['plain/', '']) {
      await page.goto(host.address + path);
      assert.equal(await editionOf(page), '2', path);
    }
    await plays(page);
  });

test('an open page keeps the programs and the index of its version; they go when it is closed', async () => {
  const { host, visit } = await published();
  const { page: old } = await visit('');
  await isKept(old);
  const of = (/** @type {any} */ page) => page.$eval('html', (/** @type {HTMLElement} */ e) => `${e.dataset.scenes} ${e.dataset.search}`);
  const before = await of(old);
  host.folder = second; // nothing of the first edition is there any more
  const { page } = await visit('plain/');
  assert.ok(await updated(page));
  await page.reload();
  await isKept(page);
  assert.equal(await editionOf(page), '2');
  assert.notEqual(await of(page), before);
  host.requests.length = 0;
  await clear(old);
  await near(old, 'occupancy');
  await old.bringToFront();
  await plays(old, 'occupancy', 'threads', '64');
  await old.keyboard.press('/');
  await old.waitForSelector('.search-box[open]');
  await old.keyboard.type('edition');
  await old.waitForFunction(() => /^\d+ result/.test(document.querySelector('.search-status')?.textContent ?? ''), { timeout: 30000 });
  assert.equal(await editionOf(old), '1');
  assert.deepEqual(host.requests.filter((each) => !each.endsWith('/sw.js')), [], 'all of it was kept');
  assert.match(await old.$eval('.offline-news', (/** @type {Element} */ e) => e.textContent), /new version/);
  await old.close();
  await page.reload();
  const hash = /scenes-machine\.[0-9a-f]+\.wasm/.exec(before)?.[0] ?? '-';
  await until(page, (kept) => !kept.some((path) => path.includes(hash)), 'the first edition is forgotten');
  await cut(host, page);
  await page.goto(host.address);
  assert.equal(await editionOf(page), '2');
  await plays(page);
});

test('a page that is new to a reader with the old version comes whole from the host', async () => {
  const { host, visit } = await published();
  const { page } = await visit('');
  await isKept(page);
  host.folder = second;
  host.fails = { path: /sw\.js/, status: 500 }; // the worker stays the old one
  const { page: figures } = await visit('other/');
  assert.equal(await editionOf(figures), '2');
  await plays(figures, 'accumulator', 'bits', '9');
  const { page: plain, complaints } = await visit('plain/');
  assert.equal(await editionOf(plain), '2');
  await plain.keyboard.press('/');
  await plain.waitForSelector('.search-box[open]');
  await plain.keyboard.type('edition');
  await plain.waitForFunction(() => /^\d+ result/.test(document.querySelector('.search-status')?.textContent ?? ''), { timeout: 30000 });
  const index = await plain.$eval('html', (/** @type {HTMLElement} */ e) => e.dataset.search?.split(' ')[1]);
  assert.ok(host.requests.includes(`GET ${index}`));
  await plain.waitForSelector('button.offline');
  await pause(1500);
  assert.deepEqual((await keptIn(plain)).filter((path) => /^\/(plain|other)\//.test(path)), [], 'they are not kept among those of the first edition');
  assert.deepEqual(complaints.filter((each) => !/500/.test(each)), []);
});

test('below a path: other addresses of the host are left alone, and so is what is sent, and parts of files', async () => {
  const below = edition(1, '/loom/');
  const { host, visit } = await published(below, '/loom/');
  const { page, complaints } = await visit('plain/');
  await isKept(page);
  assert.ok((await keptIn(page)).every((path) => path.startsWith('/loom/')));
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope), host.address);
  await page.reload();
  assert.ok(await page.evaluate(() => Boolean(navigator.serviceWorker.controller)));
  host.requests.length = 0;
  const sent = await page.evaluate(async () => {
    const statuses = [];
    for (const how of [{ method: 'POST' }, { method: 'HEAD' }, { headers: { range: 'bytes=0-3' } }]) statuses.push((await fetch(document.querySelector('link[rel="icon"]').href, { ...how, cache: 'no-store' })).status);
    return statuses;
  });
  assert.equal(sent.length, 3);
  assert.equal(host.requests.length, 3, 'none is answered from what is kept');
  await page.goto(new URL('/elsewhere/', host.address).href);
  assert.equal(await page.title(), 'Beside');
  await cut(host, page);
  for (const path of ['plain/', 'plain', 'plain/index.html', 'plain/?a=1', 'plain/#below', 'plain?a=1#below']) {
    await page.goto('about:blank');
    await page.goto(host.address + path);
    assert.equal(await editionOf(page), '1', path);
    const { pathname, hash, search } = new URL(page.url());
    assert.equal(pathname, path.includes('index') ? '/loom/plain/index.html' : '/loom/plain/', path);
    assert.equal(search + hash, path.replace(/^[^?#]*/, ''), path);
  }
  await assert.rejects(page.goto(new URL('/elsewhere/', host.address).href));
  assert.deepEqual(complaints.filter((each) => !/ERR_|40\d|40[0-9]/.test(each)), []);
});

test('a page in a frame of another site starts no worker', async () => {
  const { host, context } = await published(edition(1, '/loom/'), '/loom/');
  const around = await context.newPage();
  await around.goto(new URL('/elsewhere/', host.address).href.replace('127.0.0.1', 'localhost'));
  await around.evaluate((/** @type {string} */ src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    document.body.append(frame);
  }, `${host.address}plain/`);
  const frame = await around.waitForFrame((/** @type {any} */ each) => each.url().endsWith('/plain/'), { timeout: 30000 });
  await frame.waitForSelector('html.settled', { timeout: 30000 });
  await pause(2500);
  assert.deepEqual(host.requests.filter((each) => /sw\.js|offline\./.test(each)), []);
});

test('a page that is being written has no worker, and one of a published site leaves', async () => {
  const host = await publishing();
  host.folder = first;
  const context = await browser.createBrowserContext();
  contexts.push(context);
  const { page } = await open(context, `${host.address}plain/`);
  await isKept(page);
  host.stop();
  const { address, stop } = await serve(root, Number(new URL(host.address).port));
  after(stop);
  assert.equal(`${address}/`, host.address);
  await page.goto(`${address}/`);
  await page.waitForFunction(() => document.querySelector('script[src^="/loom-reload/"]') && document.title.startsWith('Loom'), { timeout: 30000 });
  for (const end = Date.now() + 30000; ; await pause(100)) {
    const left = await page.evaluate(async () => ({ workers: (await navigator.serviceWorker.getRegistrations()).length, caches: (await caches.keys()).length })).catch(() => null);
    if (left && left.workers + left.caches === 0) break;
    assert.ok(Date.now() < end, JSON.stringify(left));
  }
  assert.equal(await page.$('html[data-offline]'), null);
  await page.goto(`${address}/hopper/`);
  assert.ok(await page.$('script[src^="/loom-reload/"]'));
});

for (const engine of /** @type {const} */ (['Firefox', 'WebKit']))
  test(`${engine}: a visited page is read and played without a connection, and a new version replaces it`, async () => {
    const host = await publishing();
    host.folder = first;
    /** @type {{go: (url: string) => Promise<unknown>, run: (script: string) => Promise<any>}} */
    const reader = engine === 'Firefox' ? await foxReader(host.address) : await webkit(host.address);
    const until = async (/** @type {string} */ script) => {
      for (const end = Date.now() + 60000; !(await reader.run(`return ${script}`).catch(() => false)); await pause(200)) assert.ok(Date.now() < end, script);
    };
    await reader.run('window.kept = 0; (async () => { for (;; await new Promise((r) => setTimeout(r, 200))) for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) if (url.startsWith(`${location.href}?`)) window.kept = 1; })();');
    await until('window.kept');
    host.down = true;
    await reader.go(`${host.address}?again`);
    await until('Boolean(document.querySelector("main"))');
    await reader.run('document.querySelector("#coalescing").scrollIntoView(); window.dispatchEvent(new PointerEvent("pointerdown"))');
    await until('Boolean(document.querySelector("#coalescing[data-live]"))');
    const before = await reader.run('return document.querySelector("#coalescing .status").textContent');
    await reader.run('const input = document.querySelector("#coalescing input[name=offset]"); input.value = "3"; for (const event of ["input", "change"]) input.dispatchEvent(new Event(event, { bubbles: true }));');
    await until(`document.querySelector('#coalescing .status').textContent !== ${JSON.stringify(before)}`);
    await reader.go(`${host.address}plain/`);
    await until('document.querySelector("h1")?.textContent === "Not kept on this device"');
    host.down = false;
    host.folder = second;
    for (const end = Date.now() + 60000; ; await pause(500)) {
      await reader.go(host.address);
      await until('Boolean(document.querySelector("main p"))');
      if (await reader.run('return /Edition 2/.test(document.querySelector("main").textContent)')) break;
      assert.ok(Date.now() < end, 'the second edition is shown');
    }
    host.down = true;
    await reader.go(`${host.address}?later`);
    await until('/Edition 2/.test(document.querySelector("main")?.textContent ?? "")');
  });

/** Firefox with the functions of WebKit's driver. @param {string} url */
async function foxReader(url) {
  const page = await (await firefox()).newPage();
  await page.goto(url);
  return {
    go: (/** @type {string} */ to) => page.goto(to),
    run: (/** @type {string} */ script) => page.evaluate(`(() => { ${script} })()`),
  };
}
