// The search: it opens by keys and by its button, answers while one types, and leads to the place with the words highlighted.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { host } from '../../tools/measure/static.mjs';
import { resolve } from '../packages.mjs';
import { loom, root, scratch } from '../site.mjs';
import { whole } from './browsers.mjs';
import { pause } from './figures.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits({ still: true });
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
const field = '.search-box input';

/** Opens the search, once the page's script listens. @param {any} page @param {() => Promise<void>} [act] by '/', or in another way */
async function opened(page, act = () => page.keyboard.press('/')) {
  for (const end = Date.now() + 60000; !(await page.$('.search-box[open]')); await pause(50)) {
    assert.ok(Date.now() < end, 'the search opens');
    await act();
  }
}

/** @param {any} page @param {string} question */
async function ask(page, question) {
  await opened(page);
  await page.keyboard.type(question);
  await answered(page);
}

/** @param {any} page */
const answered = (page) => page.waitForFunction(() => /^\d+ result|^Nothing/.test(document.querySelector('.search-status')?.textContent ?? ''), { timeout: 30000 });

/** @param {any} page @returns {Promise<{selected: number, active: number, count: number, status: string, focus: boolean}>} */
const state = (page) =>
  page.evaluate(() => {
    const options = [...document.querySelectorAll('.found')], input = document.querySelector('.search-box input');
    return {
      selected: options.findIndex((option) => option.getAttribute('aria-selected') === 'true'),
      active: options.findIndex((option) => option.id === input?.getAttribute('aria-activedescendant')),
      count: options.length,
      status: document.querySelector('.search-status')?.textContent ?? '',
      focus: document.activeElement === input,
    };
  });

/** The highlighted words. @param {any} page @returns {Promise<string[]>} */
const highlighted = (page) => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String));
/** @param {any} page */
const marked = (page) => page.waitForFunction(() => (CSS.highlights.get('found')?.size ?? 0) > 0, { timeout: 30000 });

/** @param {any} page @param {string} id */
const arrived = (page, id) =>
  page.waitForFunction((/** @type {string} */ id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight;
  }, { timeout: 30000 }, id);

test('nothing of the search is fetched before it is opened', async () => {
  /** @type {string[]} */
  const fetched = [];
  const { page, complaints } = await visit('/hopper/', {
    before: async (/** @type {any} */ page) => page.on('request', (/** @type {any} */ request) => /search/.test(request.url()) && fetched.push(new URL(request.url()).pathname)),
  });
  await page.mouse.wheel({ deltaY: 400 });
  await whole(page);
  assert.deepEqual(fetched, []);
  await ask(page, 'swizzle');
  assert.deepEqual(fetched.map((path) => path.replace(/\.[0-9a-f]+\./, '.')).sort(), ['/assets/search.css', '/assets/search.js', '/assets/search.json']);
  assert.deepEqual(complaints, []);
});

test('keys: arrows go round, Escape closes, and the focus returns', async () => {
  const { page, complaints } = await visit('/');
  await page.focus('.brand');
  await ask(page, 'bank conflict');
  const { count, ...first } = await state(page);
  assert.ok(count > 3);
  assert.deepEqual(first, { selected: 0, active: 0, status: `${count} results`, focus: true });
  const at = async (/** @type {string} */ key) => {
    await page.keyboard.press(key);
    const { selected, active, focus } = await state(page);
    assert.ok(selected === active && focus);
    return active;
  };
  assert.equal(await at('ArrowDown'), 1);
  assert.equal(await at('ArrowUp'), 0);
  assert.equal(await at('ArrowUp'), count - 1);
  assert.ok(await page.$eval('.found[aria-selected="true"]', (/** @type {Element} */ e) => e.getBoundingClientRect().bottom <= innerHeight), 'the last is in sight');
  assert.equal(await at('ArrowDown'), 0);
  await page.keyboard.press('Escape');
  assert.equal(await page.$('.search-box[open]'), null);
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.brand')));
  await page.click('header button.search');
  assert.ok((await state(page)).focus);
  await page.keyboard.type('xyzzyq'); // what was asked before is replaced
  await page.waitForFunction(() => document.querySelector('.search-status')?.textContent?.startsWith('Nothing'));
  await page.click('.search-line button');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('button.search')));
  assert.deepEqual(complaints, []);
});

test("'/' is a letter where one types; Ctrl-K opens there, too", async () => {
  const { page } = await visit('/glossary/');
  await opened(page);
  await page.keyboard.press('Escape');
  await page.focus('#glossary-filter');
  await page.keyboard.type('a/b');
  assert.equal(await page.$eval('#glossary-filter', (/** @type {HTMLInputElement} */ e) => e.value), 'a/b');
  assert.equal(await page.$('.search-box[open]'), null);
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForSelector('.search-box[open]');
  await page.keyboard.press('Escape');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('#glossary-filter')));
});

test('a screen reader hears a combobox, its options, and how many there are', async () => {
  const { page } = await visit('/');
  await ask(page, 'tensor memory');
  const box = await page.$('.search-box');
  const tree = await page.accessibility.snapshot({ root: box, interestingOnly: false });
  /** @param {any} node @returns {any[]} */
  const all = (node) => [node, ...(node.children ?? []).flatMap(all)];
  const nodes = all(tree);
  const of = (/** @type {string} */ role) => nodes.filter((node) => node.role === role);
  assert.equal(of('dialog')[0]?.name, 'Search');
  assert.deepEqual(of('combobox').map(({ name, expanded, focused }) => [name, expanded, focused]), [['Search', true, true]]);
  assert.equal(of('listbox')[0]?.name, 'Results');
  assert.equal(of('option').length, (await state(page)).count);
  assert.match(of('option')[0]?.name, /Tensor Memory/);
  assert.equal(of('option').filter(({ selected }) => selected).length, 1);
  assert.equal(await page.$eval('.search-status', (/** @type {Element} */ e) => e.getAttribute('role')), 'status');
});

test('a result has its kind, its page and section, and its words marked', async () => {
  const { page } = await visit('/');
  await ask(page, 'pipeline bubble');
  const found = await page.$$eval('.found', (/** @type {HTMLAnchorElement[]} */ all) => all.map((a) => ({
    address: a.pathname + a.hash,
    kind: a.querySelector('.found-kind')?.textContent,
    around: a.querySelector('.found-around')?.textContent,
    marks: [...a.querySelectorAll('mark')].map((mark) => mark.textContent?.toLowerCase()),
  })));
  const figure = found.find(({ address }) => address === '/scaling/#pipeline-bubble');
  assert.equal(figure?.kind, 'Figure');
  assert.match(figure?.around ?? '', /^Many GPUs › Pipeline parallelism/);
  assert.ok(figure?.marks.includes('pipeline'));
  assert.equal(found.find(({ address }) => address === '/glossary/#pipeline-bubble')?.kind, 'Term');
  await page.keyboard.press('Escape');
  await ask(page, 'Attention Is All You Need');
  assert.equal(await page.$eval('.found .found-kind', (/** @type {Element} */ e) => e.textContent), 'Source');
});

test('Enter leads to the section on another page, and its words are highlighted there', async () => {
  const { page, complaints } = await visit('/');
  await ask(page, 'setmaxnreg');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  assert.equal(await page.evaluate(() => location.pathname + location.search + location.hash), '/hopper/#warp-specialization-who-loads-and-who-multiplies');
  await arrived(page, 'warp-specialization-who-loads-and-who-multiplies');
  await marked(page);
  assert.deepEqual([...new Set(await highlighted(page))], ['setmaxnreg']);
  await page.keyboard.press('Escape');
  assert.deepEqual(await highlighted(page), []);
  await page.reload();
  await opened(page);
  assert.deepEqual(await highlighted(page), [], 'they were for one visit');
  assert.deepEqual(complaints, []);
});

test('a result on the same page closes the box; what is folded opens', async () => {
  const { page, complaints } = await visit('/library/');
  await ask(page, '__shfl_xor_sync');
  await page.keyboard.press('Enter');
  await arrived(page, 'the-authoring-ladder');
  await marked(page);
  assert.equal(await page.$('.search-box[open]'), null);
  assert.ok((await highlighted(page)).every((word) => /shfl|xor|sync/i.test(word)));
  assert.ok(await page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].every((range) => /** @type {Range} */ (range).startContainer.parentElement?.checkVisibility())));
  assert.deepEqual(complaints, []);
});

for (const [width, height] of /** @type {[number, number][]} */ ([[360, 640], [390, 844]]))
  test(`on a phone of ${width} px the button opens a field over the whole width`, async () => {
    const { page, complaints } = await visit('/', { width, height, touch: true });
    const { width: wide, height: high } = await page.$eval('button.search', (/** @type {Element} */ e) => e.getBoundingClientRect().toJSON());
    assert.ok(wide >= 24 && high >= 24);
    await opened(page, () => page.tap('button.search'));
    await page.type(field, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum');
    await answered(page);
    const fits = await page.evaluate(() => [...document.querySelectorAll('.search-box, .search-box *')].every((e) => {
      const { left, right } = e.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    }));
    assert.ok(fits, 'nothing is cut off');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.ok(await page.$$eval('.found', (/** @type {Element[]} */ all) => all.every((e) => e.getBoundingClientRect().height >= 44)));
    await page.tap('.found');
    await arrived(page, 'reading-nsight-compute');
    assert.deepEqual(complaints, []);
  });

test('below a path, results lead to pages below it', async () => {
  const folder = scratch();
  execFileSync(loom, ['build', '--content', join(root, 'content'), '--assets', join(root, 'build/assets'), '--out', join(folder, 'loom'), '--base-url', 'https://example.org/loom/', '--no-cards'], { stdio: 'pipe' });
  const { address, stop } = await host(folder);
  after(stop);
  const { page, complaints } = await visit('/');
  await page.goto(`${address}/loom/layouts/`);
  await ask(page, 'OOM');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  assert.ok(await page.evaluate(() => location.pathname.startsWith('/loom/') && location.hash.length > 1));
  assert.deepEqual(complaints, []);
});

test('axe finds nothing in the open search, in both themes', async () => {
  for (const dark of [false, true]) {
    const { page } = await visit('/hopper/', { dark, width: dark ? 390 : 1280 });
    await ask(page, 'warp specialization');
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      // @ts-ignore
      const { violations } = await window.axe.run(document.querySelector('.search-box'), { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
      return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.html).slice(0, 2)}`);
    });
    assert.deepEqual(violations, []);
  }
});

test('without the index the box says so, and tries again', async () => {
  let broken = true;
  const { page } = await visit('/', {
    before: async (/** @type {any} */ page) => {
      await page.setRequestInterception(true);
      page.on('request', (/** @type {any} */ request) => void (broken && /search\.[0-9a-f]+\.json$/.test(request.url()) ? request.abort() : request.continue()));
    },
  });
  await opened(page);
  await page.waitForFunction(() => document.querySelector('.search-status')?.textContent?.includes('could not be loaded'), { timeout: 30000 });
  broken = false;
  await page.keyboard.type('roofline');
  await answered(page);
  assert.ok((await state(page)).count > 0);
});

test('without a script there is no button', async () => {
  const { page } = await visit('/', { script: false });
  assert.equal(await page.$eval('button.search', (/** @type {Element} */ e) => e.getBoundingClientRect().width), 0);
});
