// A figure in a frame on a page of another origin: served by a second server, under another name.
import assert from 'node:assert/strict';
import { createReadStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';

import { resolve } from '../packages.mjs';
import { build } from '../site.mjs';
import { live } from './browsers.mjs';
import { visits } from './visits.mjs';

const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
const { address, visit, browser } = await visits({ still: true });

/** The HTML that the other site's page has. */
let body = '';
const types = new Map([['.html', 'text/html'], ['.js', 'text/javascript'], ['.css', 'text/css'], ['.wasm', 'application/wasm'], ['.svg', 'image/svg+xml']]);
/** Our site below a path, on a host that sends no headers of its own. */
const below = build('--base-url', 'https://example.org/loom/');
const elsewhere = createServer(({ url = '/' }, response) => {
  const { pathname } = new URL(url, 'http://localhost');
  if (pathname.startsWith('/loom/')) {
    const path = join(below, pathname.slice(5) + (pathname.endsWith('/') ? 'index.html' : ''));
    response.setHeader('Content-Type', types.get(extname(path)) ?? 'application/octet-stream');
    return void createReadStream(path).on('error', () => response.writeHead(404).end()).pipe(response);
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A lesson</title><body style="margin: 0"><h1>Another site</h1>${body}</body></html>`);
});
await new Promise((done) => elsewhere.listen(0, '127.0.0.1', () => done(undefined)));
after(() => elsewhere.close());
const { port } = /** @type {import('node:net').AddressInfo} */ (elsewhere.address());

/** What the page around a frame does with its messages, as content/README.md tells authors. */
const listener = `<script>addEventListener("message", ({ data, source }) => { if (data?.type === "loom-height")
  for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source) { frame.style.height = data.height + "px"; frame.dataset.heard = JSON.stringify(data); } });</script>`;

/**
 * Opens the other site's page with a figure in its frame.
 * @param {string} html @param {{width?: number, dark?: boolean, script?: boolean}} [options]
 */
async function around(html, options = {}) {
  body = html;
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (/** @type {any} */ message) => ['error', 'warn', 'warning'].includes(message.type()) && !/GL Driver Message/.test(message.text()) && complaints.push(message.text()));
  page.on('pageerror', (/** @type {Error} */ error) => complaints.push(error.message));
  await page.setViewport({ width: options.width ?? 1280, height: 900 });
  if (options.script === false) await page.setJavaScriptEnabled(false);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: options.dark ? 'dark' : 'light' }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.goto(`http://localhost:${port}/`, { waitUntil: 'load' });
  const frame = await page.waitForFrame((/** @type {any} */ each) => each.url().includes('/embed/'), { timeout: 30000 });
  await frame.waitForSelector('figure.scene');
  return { page, frame, complaints };
}

/** @param {string} path @param {string} [more] attributes @param {string} [site] */
const framed = (path, more = '', site = address) => `<iframe src="${site}/embed/${path}" title="A figure" ${more} style="width: 100%; height: 300px; border: 0"></iframe>${listener}`;

/** Waits until the frame has the height that its figure told. @param {any} page @param {any} frame */
async function fits(page, frame) {
  await page.waitForFunction(() => document.querySelector('iframe')?.dataset.heard, { timeout: 30000 });
  await frame.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight && innerHeight - document.querySelector('main').getBoundingClientRect().height < 2, { timeout: 30000 });
}

/** @param {any} frame @param {string} key @param {string} value */
const change = (frame, key, value) =>
  frame.$eval(`input[name="${key}"], select[name="${key}"]`, (/** @type {HTMLInputElement} */ input, /** @type {string} */ value) => {
    input.value = value;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);

/** @param {any} frame */
const sentence = (frame) => frame.$eval('.status', (/** @type {Element} */ e) => e.textContent);

test("the HTML that 'Embed' copies shows the figure in its state on another site's page", async () => {
  const { page: lesson } = await visit('/#apart?pattern=strided&stride=7');
  await live(lesson, 'apart');
  await lesson.waitForFunction(() => document.querySelector('#apart .permalink')?.getAttribute('href')?.includes('stride=7'));
  const wanted = await lesson.$eval('#apart .status', (/** @type {Element} */ e) => e.textContent);
  await lesson.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (/** @type {string} */ text) => void (document.body.dataset.copied = text) } }));
  await lesson.$eval('#apart [data-do="embed"]', (/** @type {HTMLElement} */ button) => button.click());
  await lesson.waitForFunction(() => document.body.dataset.copied);
  const html = await lesson.evaluate(() => document.body.dataset.copied);
  assert.match(html, /^<iframe src="[^"]*\/embed\/coalescing\/\?theme=light#pattern=strided&amp;stride=7" title="One request of 32 threads: How many bytes [^"]*" loading="lazy"/);
  const { page, frame, complaints } = await around(html);
  await frame.waitForFunction((/** @type {string} */ wanted) => document.querySelector('.status')?.textContent === wanted, { timeout: 60000 }, wanted);
  await frame.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight, { timeout: 30000 });
  assert.deepEqual(complaints, []);
  assert.equal(await frame.$('header, nav, .rail'), null);
  const back = await frame.$eval('a.own', (/** @type {HTMLAnchorElement} */ a) => ({ text: a.textContent, to: a.pathname + a.hash, target: a.target, rel: a.rel }));
  assert.deepEqual(back, { text: 'Loom: Coalescing', to: '/figure/coalescing/#coalescing?pattern=strided&stride=7', target: '_blank', rel: 'noopener' });
  await page.close();
});

for (const [kind, attributes] of /** @type {[string, string][]} */ ([['a frame', ''], ['a sandboxed frame', 'sandbox="allow-scripts"']]))
  test(`${kind} is live, tells its height, and keeps its state in its address`, async () => {
    const { page, frame, complaints } = await around(framed('coalescing/', attributes));
    await fits(page, frame);
    const heard = JSON.parse(await page.$eval('iframe', (/** @type {HTMLElement} */ e) => e.dataset.heard));
    assert.deepEqual([heard.type, heard.id], ['loom-height', 'coalescing']);
    const before = await sentence(frame);
    await change(frame, 'offset', '3');
    await frame.waitForFunction((/** @type {string} */ before) => document.querySelector('.status')?.textContent !== before, { timeout: 60000 }, before);
    await frame.waitForFunction(() => location.hash.includes('offset=3'), { timeout: 30000 });
    await frame.evaluate(() => void (location.hash = '#pattern=strided&stride=4&step=2'));
    await frame.waitForFunction(() => document.querySelector('.step')?.textContent?.startsWith('2 /'), { timeout: 30000 });
    await frame.$eval('details.data summary', (/** @type {HTMLElement} */ e) => e.click());
    await fits(page, frame); // it is higher now
    assert.deepEqual(complaints, []);
    await page.close();
  });

test('the theme is the one that the address asks for, or the system', async () => {
  const ground = (/** @type {any} */ frame) => frame.$eval('figure', (/** @type {Element} */ e) => getComputedStyle(e).backgroundColor);
  const colors = [];
  for (const [query, dark] of /** @type {[string, boolean][]} */ ([['', false], ['?theme=light', true], ['', true], ['?theme=dark', false]])) {
    const { page, frame } = await around(framed(`coalescing/${query}`), { dark });
    colors.push(await ground(frame));
    await page.close();
  }
  assert.equal(colors[0], colors[1]);
  assert.equal(colors[2], colors[3]);
  assert.notEqual(colors[0], colors[2]);
});

test('on a phone it fits its frame, and without JavaScript its picture is there', async () => {
  const { page, frame } = await around(framed('roofline/'), { width: 360 });
  await fits(page, frame);
  assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await page.close();
  const plain = await around(framed('roofline/'), { width: 360, script: false });
  assert.equal(await (await plain.frame.$('.picture img')).isVisible(), true);
  assert.equal(await (await plain.frame.$('.controls')).isVisible(), false);
  await plain.page.close();
});

test('below a path it is live; sandboxed, without the header that lets it fetch its scripts, its picture and sentence are there', async () => {
  const site = `http://127.0.0.1:${port}/loom`;
  const { page, frame, complaints } = await around(framed('coalescing/#pattern=strided&stride=4', '', site));
  await frame.waitForSelector('figure[data-live]', { timeout: 60000 });
  await fits(page, frame);
  assert.match(await frame.$eval('a.own', (/** @type {HTMLAnchorElement} */ a) => a.pathname + a.hash), /^\/loom\/figure\/coalescing\/#coalescing\?/);
  assert.deepEqual(complaints, []);
  await page.close();
  const closed = await around(framed('coalescing/', 'sandbox="allow-scripts"', site));
  assert.ok((await sentence(closed.frame)).length > 20);
  assert.equal(await (await closed.frame.$('.picture img')).isVisible(), true);
  await closed.frame.waitForFunction(() => !document.querySelector('.controls')?.checkVisibility(), { timeout: 30000 });
  await closed.page.close();
});

test('axe finds nothing in a frame, in both themes', async () => {
  for (const theme of ['light', 'dark'])
    for (const width of [360, 1280]) {
      const { page } = await visit(`/embed/coalescing/?theme=${theme}`, { width });
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        // @ts-ignore
        const { violations } = await window.axe.run({ resultTypes: ['violations'] });
        return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target.join(' ')).slice(0, 5)}`);
      });
      assert.deepEqual(found, [], `${theme} at ${width}`);
    }
});
