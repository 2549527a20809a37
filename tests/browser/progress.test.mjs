// Phases: what a reader tried is counted, remembered in the browser, and forgotten with one click.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { resolve } from '../packages.mjs';
import { root, scratch, serve } from '../site.mjs';
import { choose, chromium, live, open } from './browsers.mjs';

const quiz = (/** @type {string} */ id) => `\`\`\`quiz ${id}\nWhy?\n\n- [x] yes\n\n  Because.\n- [ ] no\n\n  Because not.\n\`\`\`\n\n`;
const text = 'Text that takes some room on the page.\n\n'.repeat(30);
const folder = scratch();
mkdirSync(join(folder, 'content'));
for (const name of ['glossary.json', 'references.json']) copyFileSync(join(root, name), join(folder, name));
writeFileSync(
  join(folder, 'content/index.md'),
  '# Phases\n\nA page with phases.\n\n```phases\n```\n\n## Before\n\n' + quiz('outside') +
    '## Phase 0: First\n\n```predict moe-routing metric=useful step=32\nHow much?\n```\n\n```scene moe-routing step=2\n```\n\n' +
    '[With eight experts](#moe-routing?experts=8).\n\n' + quiz('why') + text +
    '## Phase 1: Second\n\n```scene online-softmax\n```\n\n' + text +
    '## Phase 2: Third\n\n' + text + '## After\n\n' + text,
);

const { address, stop } = await serve(folder);
const browser = await chromium();
after(stop);

/**
 * A page with its own storage, without other tests' progress.
 * @param {(page: any, complaints: string[], context: any) => Promise<void>} body @param {object} [options]
 */
async function visit(body, options) {
  const context = await browser.createBrowserContext();
  const { page, complaints } = await open(context, `${address}/`, { still: true, ...options });
  await body(page, complaints, context);
  await context.close();
}

const key = 'loom-progress-1';
const stored = (/** @type {any} */ page) => page.evaluate((/** @type {string} */ key) => localStorage.getItem(key), key);
/** The states of the phases, wherever they are written; they have to agree. @param {any} page */
async function states(page) {
  const all = await page.evaluate(() =>
    ['.phases li', '.phase-end', '.rail li[data-phase]'].map((places) =>
      [...document.querySelectorAll(`${places} .phase-state`)].map((e) => e.textContent),
    ),
  );
  assert.deepEqual(all[1], all[0], 'at the ends of the phases');
  assert.deepEqual(all[2], all[0], 'in the rail');
  return all[0];
}
/** Progress is shown in an idle moment of the page. @param {any} page @param {string[]} wanted @param {string} [what] */
async function showStates(page, wanted, what) {
  for (let tries = 0; tries < 100; ++tries) {
    if (String(await states(page)) === String(wanted)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.deepEqual(await states(page), wanted, what);
}
const forgettable = (/** @type {any} */ page) => page.$eval('.forget', (/** @type {Element} */ e) => getComputedStyle(e).visibility === 'visible');
const news = (/** @type {any} */ page) => page.$eval('.phases [role="status"]', (/** @type {Element} */ e) => e.textContent);
const woven = (/** @type {any} */ page) =>
  page.$$eval('.phases li', (/** @type {Element[]} */ all) => all.map((e) => getComputedStyle(e, '::after').clipPath.match(/[\d.]+%/)?.[0]));

/** Answers a quiz. @param {any} page @param {string} id @param {number} answer */
async function answer(page, id, answer) {
  // A quiz below the first screens gets its form when it is near.
  await page.$eval(`#${id}`, (/** @type {Element} */ quiz) => quiz.scrollIntoView({ behavior: 'instant' }));
  await page.waitForSelector(`#${id} input[value="${answer}"]`);
  await page.click(`#${id} input[value="${answer}"]`);
  await page.click(`#${id} .check`);
}

test('what is tried is counted, remembered, and forgotten with one click', () =>
  visit(async (page, complaints) => {
    await showStates(page, ['', '']);
    assert.equal(await forgettable(page), false);
    assert.equal(await news(page), '', 'nothing is said before something happens');

    await answer(page, 'outside', 0);
    await page.click('#why .check');
    assert.equal(await stored(page), '["/#outside"]', 'one without an answer is none');
    await showStates(page, ['', ''], 'a quiz outside of a phase counts for no phase');
    assert.equal(await news(page), '');
    await answer(page, 'why', 1);
    await showStates(page, ['1 of 3 done', ''], 'a wrong answer is an answer');
    assert.match(await news(page), /^Phase 0: First\s+1 of 3 done$/);
    assert.equal(await stored(page), '["/#outside","/#why"]');
    assert.equal(await forgettable(page), true);
    await answer(page, 'why', 0);
    await showStates(page, ['1 of 3 done', ''], 'once');

    await page.click('#moe-routing-useful button');
    await showStates(page, ['1 of 3 done', ''], 'a prediction without a number');
    await page.type('#moe-routing-useful input', '50');
    await page.keyboard.press('Enter');
    await showStates(page, ['done', '']);

    await live(page, 'online-softmax');
    for (const step of [1, 2, 3]) {
      await page.click('#online-softmax [data-do="forward"]');
      await page.waitForFunction((/** @type {number} */ step) => document.querySelector('#online-softmax .step')?.textContent === `${step} / 4`, {}, step);
    }
    await showStates(page, ['done', ''], 'stepping is not playing to the end');
    await page.click('#online-softmax [data-do="forward"]');
    await page.waitForFunction(() => document.querySelector('.phases li:nth-child(2)')?.getAttribute('data-done') === 'all');
    await showStates(page, ['done', 'done']);

    await page.click('a.state');
    await page.waitForFunction(() => document.querySelector('.phases li')?.getAttribute('data-done') === 'all');
    await showStates(page, ['done', 'done'], 'a link in the text changes its figure');

    await page.reload();
    await showStates(page, ['done', 'done']);
    assert.deepEqual(await woven(page), ['0%', '0%', '100%'], 'the cloth that is still open, from the right');
    assert.equal(await news(page), '');
    await page.evaluate(() => localStorage.setItem('theme', 'light'));
    await page.focus('.forget');
    await page.keyboard.press('Enter');
    await showStates(page, ['', '']);
    assert.equal(await stored(page), null);
    assert.equal(await page.evaluate(() => localStorage.getItem('theme')), 'light', 'only the progress');
    assert.equal(await forgettable(page), false);
    assert.equal(await news(page), 'Your progress is forgotten.');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('href')), '#phase-0-first');
    await page.reload();
    await showStates(page, ['', '']);
    assert.deepEqual(complaints, []);
  }));

test('who comes back finds the given answers, until all is forgotten', () =>
  visit(async (page, complaints) => {
    await answer(page, 'why', 1);
    const given = () =>
      page.$eval('#why', (/** @type {HTMLElement} */ quiz) => ({
        chosen: [...quiz.querySelectorAll('input')].map((input) => input.checked),
        verdict: quiz.querySelector('.verdict')?.textContent,
        told: [...quiz.querySelectorAll('.why')].map((why) => why.checkVisibility()),
      }));
    const before = await given();
    assert.deepEqual([before.chosen, before.told], [[false, true], [false, true]]);
    await page.type('#moe-routing-useful input', '50');
    await page.keyboard.press('Enter');
    const said = () => page.$eval('#moe-routing-useful .answer', (/** @type {Element} */ e) => e.textContent);
    await page.waitForFunction(() => document.querySelector('#moe-routing-useful .answer')?.textContent);
    const verdict = await said();
    await page.goto(`${address}/missing`);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('#why .verdict')?.textContent);
    assert.deepEqual(await given(), before);
    assert.equal(await said(), verdict);
    assert.equal(await page.$eval('#moe-routing-useful', (/** @type {HTMLElement} */ form) => `${form.querySelector('input')?.value} ${form.querySelector('details')?.open}`), '50 true');
    await showStates(page, ['done', ''], 'counted once');
    await page.click('.forget');
    await page.reload();
    await showStates(page, ['', '']);
    assert.deepEqual((await given()).chosen, [false, false]);
    assert.equal(await said(), '');
    assert.deepEqual(complaints.filter((each) => !/404/.test(each)), []);
  }));

test('a figure counts when a control changes it, and when it has played; not when it is looked at', () =>
  visit(async (page) => {
    await live(page, 'moe-routing');
    await live(page, 'online-softmax');
    await showStates(page, ['', '']);
    await choose(page, 'moe-routing', 'skewed');
    await page.waitForFunction(() => document.querySelector('.phases li')?.getAttribute('data-done') === 'some');
    await page.click('#online-softmax [data-do="play"]');
    await page.waitForFunction(() => document.querySelector('.phases li:nth-child(2)')?.getAttribute('data-done') === 'all', { timeout: 20000 });
    await showStates(page, ['1 of 3 done', 'done']);
    assert.deepEqual(JSON.parse(await stored(page)), ['/#moe-routing', '/#online-softmax']);
  }));

test('another tab goes on and forgets', () =>
  visit(async (page, _, context) => {
    const { page: other } = await open(context, `${address}/index.html`, { still: true });
    const shows = (/** @type {any} */ tab, /** @type {string} */ state) =>
      tab.waitForFunction((/** @type {string} */ state) => document.querySelector('.phases .phase-state')?.textContent === state, { polling: 50 }, state);
    await page.bringToFront();
    await answer(page, 'why', 0);
    await shows(other, '1 of 3 done');
    await other.bringToFront();
    await other.click('.forget');
    await shows(page, '');
    assert.equal(await forgettable(page), false);
    assert.equal(await news(page), 'Phase 0: First 1 of 3 done', 'only the tab in which it was done speaks');
  }));

test('garbage in the storage is no obstacle', () =>
  visit(
    async (page, complaints) => {
      await showStates(page, ['', '']);
      await answer(page, 'why', 0);
      assert.equal(await stored(page), '["/#why"]');
      assert.deepEqual(complaints, []);
    },
    { before: (/** @type {any} */ page) => page.evaluateOnNewDocument((/** @type {string} */ key) => localStorage.setItem(key, '{"half":'), key) },
  ));

test('where storage is refused the page says so, and counts for the visit', () =>
  visit(
    async (page, complaints) => {
      await page.waitForFunction(() => document.querySelector('.kept')?.textContent === 'This browser will forget it when you leave.');
      await answer(page, 'why', 0);
      await showStates(page, ['1 of 3 done', '']);
      await page.click('.forget');
      await showStates(page, ['', '']);
      assert.deepEqual(complaints, []);
    },
    {
      before: (/** @type {any} */ page) =>
        page.evaluateOnNewDocument(() =>
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new DOMException('refused', 'SecurityError');
            },
          }),
        ),
    },
  ));

test('nothing moves when the progress of an earlier visit is filled in', async () => {
  const places = (/** @type {any} */ page) =>
    page.$$eval('.phases *, .rail li, .phase-end *', async (/** @type {Element[]} */ all) => {
      await document.fonts.ready;
      return all.map((e) => {
        // Text between them is laid out when it comes near, and may move them.
        const holder = /** @type {Element} */ (e.closest('.phases, .rail, .phase-end')), box = holder.getBoundingClientRect();
        return [Math.round(e.getBoundingClientRect().top - box.top), holder.matches('.rail') ? 0 : Math.round(box.height)]; // the rail is as high as the page
      });
    });
  const widths = [360, 1280];
  /** @type {number[][][][]} at each width, in the order of the visits */
  const seen = widths.map(() => []);
  for (const ids of [[], ['/#why'], ['/#why', '/#moe-routing', '/#moe-routing-useful', '/#online-softmax']])
    await visit(
      async (page) => {
        for (const [i, width] of widths.entries()) {
          await page.setViewport({ width, height: 900 });
          // What waits has about its height only.
          await page.waitForFunction(() => [...document.querySelectorAll('.phase-end')].every((e) => getComputedStyle(e).contentVisibility === 'visible'));
          seen[i]?.push(await places(page));
        }
      },
      {
        before: (/** @type {any} */ page) =>
          page.evaluateOnNewDocument((/** @type {string} */ key, /** @type {string} */ text) => localStorage.setItem(key, text), key, JSON.stringify(ids)),
      },
    );
  for (const [i, [none, begun, done]] of seen.entries()) {
    assert.ok(none);
    assert.deepEqual(begun, none, `${widths[i]} px, begun`);
    assert.deepEqual(done, none, `${widths[i]} px, done`);
  }
});

test('the ways on and back lead from phase to phase, by keyboard too', () =>
  visit(async (page) => {
    const at = () => page.evaluate(() => location.hash);
    await page.click('.phases li:nth-child(2) a');
    assert.equal(await at(), '#phase-1-second');
    await page.focus('[data-phase="phase-1-second"] .before');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await at(), '#phase-2-third');
    await page.click('[data-phase="phase-2-third"].phase-end a');
    assert.equal(await at(), '#phase-1-second');
    const top = await page.$eval('#phase-1-second', (/** @type {Element} */ e) => e.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < 200, `the heading is in view, at ${top}`);
  }));

test('without JavaScript the phases are links, and nothing claims to count', () =>
  visit(
    async (page) => {
      const shown = await page.$$eval('.phases *, .phase-end *, .rail .phase-state', (/** @type {Element[]} */ all) =>
        all.filter((e) => e.getClientRects().length && getComputedStyle(e).visibility === 'visible' && !e.children.length).map((e) => e.textContent?.trim()),
      );
      const first = 'Phase 0: First', second = 'Phase 1: Second', third = 'Phase 2: Third';
      assert.deepEqual(shown.filter(Boolean), [third, second, first, third, second]);
      assert.equal(await page.$eval('.phases', (/** @type {HTMLElement} */ e) => e.innerText.replace(/\s+/g, ' ').trim()), `${first} ${second} ${third}`);
      await page.$eval('.phase-end .after', (/** @type {HTMLElement} */ link) => link.click());
      assert.equal(await page.evaluate(() => location.hash), '#phase-1-second');
    },
    { script: false },
  ));

const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
for (const dark of [false, true])
  test(`axe: phases ${dark ? 'dark' : 'light'}`, () =>
    visit(
      async (page) => {
        await answer(page, 'why', 0);
        await page.evaluate(axe);
        for (const width of [360, 1280]) {
          await page.setViewport({ width, height: 900 });
          const violations = await page.evaluate(async () => {
            // @ts-ignore
            const { violations } = await window.axe.run();
            return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target.join(' ')).slice(0, 5)}`);
          });
          assert.deepEqual(violations, [], `${width} px`);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
          const small = await page.$$eval('.phases li a, .forget, .phase-ways a', (/** @type {Element[]} */ all) =>
            all.map((e) => e.getBoundingClientRect()).filter((box) => box.height < 24 || box.width < 24),
          );
          assert.deepEqual(small, [], `too small for a finger at ${width} px`);
        }
        const moves = await page.$eval('.phases li', (/** @type {Element} */ e) => getComputedStyle(e, '::after').transitionDuration);
        assert.equal(moves, '0s', 'reduced motion');
      },
      { dark },
    ));
