// The way in, what a lesson needs and what comes next, for people: on the first screen, by keyboard, on paper, without scripts.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { resolve } from '../packages.mjs';
import { root, scratch, serve } from '../site.mjs';
import { chromium, open } from './browsers.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

/** Where the first figure begins, and how much of the screen's height it has. @param {any} page */
const firstFigure = (page) =>
  page.$eval('figure.scene', async (/** @type {Element} */ figure) => {
    await document.fonts.ready;
    return Math.round(figure.getBoundingClientRect().top);
  });

// Before there was an entrance, the figure began at 362 and 359 pixels.
for (const { width, height, most, script } of [
  { width: 1280, height: 800, most: 363, script: true },
  { width: 1280, height: 800, most: 363, script: false },
  { width: 390, height: 844, most: 360, script: true },
  { width: 360, height: 740, most: 460, script: true },
])
  test(`the first figure is on the first screen, ${width} × ${height}, ${script ? 'with' : 'without'} scripts`, async () => {
    const { page, complaints } = await open(browser, `${address}/`, { width, height, script, still: true });
    const top = await firstFigure(page);
    assert.ok(top <= most, `it begins at ${top} px, expected at most ${most}`);
    assert.equal(await page.$eval('.entrance', (/** @type {Element} */ e) => e.getBoundingClientRect().bottom < /** @type {Element} */ (document.querySelector('figure.scene')).getBoundingClientRect().top), true);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    const small = await page.$$eval('.entrance a', (/** @type {Element[]} */ all) => all.map((e) => e.getBoundingClientRect()).filter((box) => box.height < 24 || box.width < 24).length);
    assert.equal(small, 0, 'too small for a finger');
    assert.deepEqual(complaints, []);
    await page.close();
  });

test('the keyboard leads from the start page to a way, and from there to a step', async () => {
  const { page } = await open(browser, `${address}/`, { still: true });
  await page.focus('.entrance a');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'A weekend');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  assert.match(page.url(), /\/ways\/#a-weekend$/);
  const top = await page.$eval('#a-weekend', (/** @type {Element} */ e) => e.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 300, `the way is in view, at ${top}`);
  await page.focus('#an-hour-for-kernel-writers ~ ol a');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  assert.match(page.url(), /\/#swizzle-no-padding-no-conflicts$/);
  await page.close();
});

test('what a lesson needs and what comes next are read aloud as text and links, by name', async () => {
  const { page } = await open(browser, `${address}/blackwell/`, { still: true });
  assert.equal(
    await page.$eval('.lead + .needs', (/** @type {HTMLElement} */ e) => e.innerText),
    'Needs the roofline (Home) and the TMA, mbarriers, wgmma and multicast (Hopper).',
  );
  const [next] = await page.$$eval('.pager [rel="next"]', (/** @type {HTMLElement[]} */ all) => all.map((e) => e.textContent));
  assert.equal(next, 'Layouts: shapes, strides and swizzles');
  await page.focus('.lead + .needs a');
  await page.keyboard.press('Tab');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  assert.match(page.url(), /\/hopper\/#tma-one-thread-requests-a-box$/);
  await page.close();
});

test('without scripts every step is a link, and nothing claims to be done', async () => {
  const { page } = await open(browser, `${address}/ways/`, { script: false });
  const steps = await page.$$eval('.ways li', (/** @type {HTMLElement[]} */ all) => all.map((e) => [e.querySelector('a')?.getAttribute('href'), e.querySelector('.phase-state')?.textContent]));
  assert.ok(steps.length > 60);
  for (const [href, state] of steps) assert.ok(href && state === '');
  await page.close();
});

test('on paper there are the ways, and what a lesson needs', async () => {
  const { page } = await open(browser, `${address}/ways/`, { still: true });
  await page.emulateMediaType('print');
  const seen = (/** @type {string} */ selector) => page.$eval(selector, (/** @type {Element} */ e) => e.checkVisibility({ visibilityProperty: true }));
  for (const part of ['.ways h2', '.ways li a', '.ways .where']) assert.equal(await seen(part), true, part);
  await page.goto(`${address}/hopper/`, { waitUntil: 'load' });
  assert.equal(await seen('.lead + .needs'), true);
  assert.equal(await seen('.pager'), false, 'the way on is for screens');
  await page.close();
});

// A small site: what is tried on two pages is marked on the page of ways.
const quiz = (/** @type {string} */ id) => `\`\`\`quiz ${id}\nWhy?\n\n- [x] yes\n\n  Because.\n- [ ] no\n\n  Because not.\n\`\`\`\n\n`;
const folder = scratch();
mkdirSync(join(folder, 'content'));
for (const name of ['glossary.json', 'references.json']) copyFileSync(join(root, name), join(folder, name));
writeFileSync(join(folder, 'content/index.md'), '# Start\n\nLead.\n\n```phases\n```\n\n## Phase 0: First\n\n' + quiz('one') + quiz('two') + '## After\n\n' + quiz('three'));
writeFileSync(join(folder, 'content/more.md'), '# More\n\nLead.\n\n## Last\n\n' + quiz('four'));
writeFileSync(join(folder, 'content/ways.md'), '# Ways\n\nLead.\n\n```ways\n```\n');
writeFileSync(
  join(folder, 'content/site.json'),
  JSON.stringify({
    title: 'Small',
    pages: [{ file: 'index.md' }, { file: 'more.md' }, { file: 'ways.md', lesson: false }],
    ways: [{ name: 'Short', routes: [{ for: 'all', steps: ['/#phase-0-first', '/#after', '/more#last'] }] }],
  }),
);
const small = await serve(folder);
after(small.stop);

test('steps say what is done of them, in every tab, after answers on any page', async () => {
  const context = await browser.createBrowserContext();
  const { page: ways, complaints } = await open(context, `${small.address}/ways/`, { still: true });
  const states = () => ways.$$eval('.ways .phase-state', (/** @type {Element[]} */ all) => all.map((e) => e.textContent));
  const shows = (/** @type {string} */ wanted) =>
    ways.waitForFunction((/** @type {string} */ wanted) => String([...document.querySelectorAll('.ways .phase-state')].map((e) => e.textContent)) === wanted, { polling: 50 }, wanted);
  const { page } = await open(context, `${small.address}/`, { still: true });
  const answer = async (/** @type {string} */ id) => {
    await page.waitForSelector(`#${id} input`);
    await page.click(`#${id} input`);
    await page.click(`#${id} .check`);
  };
  // Scripts listen in an idle moment of the page, and this sign comes after it.
  const listening = () => page.waitForSelector('html.settled');
  await listening();
  await answer('one');
  await shows('1 of 2 done,,');
  await answer('two');
  await answer('three');
  await shows('done,done,');
  await page.goto(`${small.address}/more/`, { waitUntil: 'load' });
  await listening();
  await answer('four');
  await shows('done,done,done');
  await ways.reload();
  await shows('done,done,done');
  assert.deepEqual(await ways.$$eval('.ways li', (/** @type {HTMLElement[]} */ all) => all.map((e) => e.dataset.done)), ['all', 'all', 'all']);
  await page.goto(`${small.address}/`, { waitUntil: 'load' });
  await page.waitForSelector('.phases.begun');
  await page.click('.forget');
  await shows(',,');
  assert.deepEqual(await states(), ['', '', '']);
  assert.deepEqual(complaints, []);
  await context.close();
});

const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
for (const dark of [false, true])
  test(`axe: the ways, ${dark ? 'dark' : 'light'}`, async () => {
    const { page } = await open(browser, `${address}/ways/`, { dark, still: true });
    await page.evaluate(axe);
    for (const width of [360, 1280]) {
      await page.setViewport({ width, height: 900 });
      const violations = await page.evaluate(async () => {
        // @ts-ignore
        const { violations } = await window.axe.run();
        return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target.join(' ')).slice(0, 5)}`);
      });
      assert.deepEqual(violations, [], `${width} px`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${width} px`);
    }
    await page.close();
  });
