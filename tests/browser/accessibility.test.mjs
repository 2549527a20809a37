// axe-core finds nothing, on every page, in both themes, at desktop and phone width.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';

import { resolve } from '../packages.mjs';
import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';

const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
const { address, stop } = await serve();
const browser = await chromium();
after(stop);

/** What is wrong with the page, by all rules or by these. @param {any} page @param {string[]} [rules] @returns {Promise<string[]>} */
const violations = (page, rules) =>
  page.evaluate(async (/** @type {string[] | undefined} */ rules) => {
    // @ts-ignore
    const { violations } = await window.axe.run(rules ? { runOnly: rules } : {});
    return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target.join(' ')).slice(0, 5)}`);
  }, rules);

for (const path of ['/', '/formats/', '/attention/', '/library/', '/glossary/', '/references/', '/404.html'])
  for (const width of [390, 1280])
    test(`axe: ${path} ${width}`, async () => {
      const { page, complaints } = await open(browser, address + path, { width, dark: false, still: true });
      for (const id of await page.$$eval('figure[data-scene]', (/** @type {Element[]} */ all) => all.map((f) => f.id))) await live(page, id);
      await page.$$eval('details', (/** @type {HTMLDetailsElement[]} */ all) => all.forEach((d) => (d.open = true)));
      await page.evaluate(axe);
      assert.deepEqual(await violations(page), []);
      // The theme changes colors and nothing else.
      const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor);
      const light = await background();
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
      assert.notEqual(await background(), light);
      assert.deepEqual(await violations(page, ['color-contrast', 'link-in-text-block']), [], 'dark');
      if (path !== '/404.html') assert.deepEqual(complaints, []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, 'the page scrolls sideways');
      await page.close();
    });
