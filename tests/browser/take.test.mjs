// What a reader takes away of a figure: its picture and its table, as they are now.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { chromium, live, open } from './browsers.mjs';
import { pause, slide, status } from './figures.mjs';
import { scratch, serve } from '../site.mjs';

const { address, stop } = await serve();
after(stop);
const browser = await chromium();
const folder = scratch();
const session = await browser.target().createCDPSession();
await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });

/** Opens 'Download', and waits for what it offers. @param {any} page a page or a frame @param {string} id */
async function opened(page, id) {
  await page.$eval(`#${id} details.take summary`, (/** @type {HTMLElement} */ e) => (e.focus(), e.click()));
  await page.waitForSelector(`#${id} [data-take="svg"]`, { timeout: 30000 });
}

/** Presses a button, and answers the file. @param {any} page @param {string} id @param {string} kind @returns {Promise<Buffer>} */
async function taken(page, id, kind) {
  await page.$eval(`#${id} [data-take="${kind}"]`, (/** @type {HTMLElement} */ e) => e.click());
  const path = join(folder, `${id}.${kind}`);
  for (let tries = 0; tries < 300 && !existsSync(path); ++tries) await pause(100);
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

/** @param {Buffer} png */
const size = (png) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

test('a picture is taken as it is now: its state, its address, its fonts, in either theme', async () => {
  const { page, complaints } = await open(browser, `${address}/library/`, { dark: false });
  await live(page, 'accumulator');
  await slide(page, '#accumulator input[name="bits"]', '5');
  await page.waitForFunction(() => document.querySelector('#accumulator .permalink')?.getAttribute('href')?.includes('bits=5'));
  await opened(page, 'accumulator');
  const svg = (await taken(page, 'accumulator', 'svg')).toString();
  const said = await status(page, 'accumulator');
  const written = svg.replace(/<\/text>\s*<text[^>]*>/g, ' ').replaceAll(/<[^>]*>/g, '');
  assert.match(svg, /<a href="[^"]*\/library\/#accumulator\?bits=5">/);
  assert.ok(written.includes(said), `the sentence is in it: ${said}`);
  assert.match(svg, /CC BY 4\.0/);
  assert.doesNotMatch(svg, /var\(|class="hot"|http[^"]*woff2/);
  const png = await taken(page, 'accumulator', 'png');
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  assert.deepEqual(size(png), { width: 2 * Number(width), height: 2 * Number(height) });
  await page.$eval('#accumulator .take select', (/** @type {HTMLSelectElement} */ e) => void (e.value = 'dark'));
  const dark = (await taken(page, 'accumulator', 'svg')).toString();
  const ground = (/** @type {string} */ text) => /\.f-surface \{ fill: ([^;]*);/.exec(text)?.[1];
  assert.deepEqual([ground(svg), ground(dark)], ['rgb(255, 255, 255)', 'rgb(27, 30, 36)']);
  writeFileSync(join(folder, 'alone.svg'), svg);
  const alone = await open(browser, pathToFileURL(join(folder, 'alone.svg')).href);
  const fonts = await alone.page.evaluate(async () => (await document.fonts.ready, [...document.fonts].map(({ family, weight, status }) => `${family} ${weight} ${status}`)));
  assert.deepEqual(fonts.map((/** @type {string} */ font) => font.replaceAll('"', '')).sort(), ['Inter 400 loaded', 'Inter 600 loaded']);
  assert.deepEqual([...complaints, ...alone.complaints], []);
  await alone.page.close();
  await page.close();
});

test('the table is that of the state, also right after a change', async () => {
  const { page } = await open(browser, `${address}/figure/accumulator/#accumulator?bits=5`);
  await opened(page, 'accumulator');
  const csv = (await taken(page, 'accumulator', 'csv')).toString();
  const json = JSON.parse((await taken(page, 'accumulator', 'json')).toString());
  assert.equal(csv.split('\r\n')[0], 'Accumulator,Mantissa bits,Final sum,Error (%),Final sum as shown,Error as shown');
  assert.equal(json.parameters.bits, 5);
  assert.ok(json.table.shown.some((/** @type {string[]} */ row) => row[1] === '5'));
  assert.equal(csv.trim().split('\r\n').length, json.table.rows.length + 1);
  assert.ok(json.step > 0 && json.step <= json.steps);
  const [row] = json.table.rows, [shown] = json.table.shown;
  assert.deepEqual([row.slice(0, 2), shown.slice(0, 2)], [['FP8', 3], ['FP8', '3']]);
  assert.ok(Math.abs(row[3] - parseFloat(shown[3])) < 0.05 && row[3] !== parseFloat(shown[3]), 'the number itself, not its text');
  await page.close();
});

test('its script comes when it is opened, and a keyboard reaches every choice', async () => {
  /** @type {string[]} */
  const fetched = [];
  const { page } = await open(browser, `${address}/figure/roofline/`, { width: 360, before: async (page) => void page.on('request', (/** @type {any} */ request) => fetched.push(new URL(request.url()).pathname)) });
  assert.equal(fetched.some((path) => path.includes('/take.')), false);
  await opened(page, 'roofline');
  assert.equal(fetched.filter((path) => path.includes('/take.')).length, 1);
  const reached = [];
  for (let i = 0; i < 5; ++i) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.take ?? document.activeElement?.tagName));
  }
  assert.deepEqual(reached, ['svg', 'png', 'SELECT', 'csv', 'json']);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await page.close();
});

test('without JavaScript the still picture is a file', async () => {
  const { page } = await open(browser, `${address}/library/`, { script: false });
  await page.$eval('#accumulator details.take', (/** @type {HTMLDetailsElement} */ e) => void (e.open = true));
  const href = await page.$eval('#accumulator .take a', (/** @type {HTMLAnchorElement} */ e) => e.href);
  assert.match(await (await fetch(href)).text(), /^<svg/);
  await page.close();
});

test('a frame that may not save files says so, and one that may saves them', async () => {
  const around = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const sandbox = new URL(request.url ?? '', 'http://x').searchParams.get('sandbox');
    response.end(`<!DOCTYPE html><html lang="en"><title>A page of another origin</title><iframe sandbox="${sandbox}" src="${address}/embed/coalescing/" style="width:100%;height:1200px"></iframe>`);
  });
  await new Promise((done) => around.listen(0, '127.0.0.1', () => done(undefined)));
  after(() => around.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (around.address());
  for (const sandbox of ['allow-scripts', 'allow-scripts allow-downloads']) {
    const { page } = await open(browser, `http://localhost:${port}/?sandbox=${sandbox.replace(' ', '+')}`);
    const frame = page.frames()[1];
    await frame.waitForSelector('#coalescing details.take summary', { timeout: 30000 });
    await opened(frame, 'coalescing');
    if (sandbox.includes('downloads')) assert.match((await taken(frame, 'coalescing', 'svg')).toString(), /^<svg/);
    else {
      await frame.$eval('#coalescing [data-take="svg"]', (/** @type {HTMLElement} */ e) => e.click());
      await frame.waitForFunction(() => document.querySelector('.take [role="status"]')?.textContent?.includes('does not allow it'), { timeout: 60000 });
      assert.equal(existsSync(join(folder, 'coalescing.svg')), false);
      assert.match(await frame.$eval('.take [role="status"] a', (/** @type {HTMLAnchorElement} */ e) => e.href), /\/figure\/coalescing\/#coalescing/);
    }
    await page.close();
  }
});
