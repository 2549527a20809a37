// axe-core finds nothing, on every page, in both themes, at desktop and phone width.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { paths } from '../../tools/measure/pages.mjs';
import { serve } from '../site.mjs';
import { violations } from './axe.mjs';
import { allLive, chromium, open } from './browsers.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

/**
 * Takes out of the page what axe would only pass over, one by one: what is drawn in pictures that are hidden, as those
 * below live ones are; and of a figure's table the rows that are made and look like its first.
 * @param {any} page
 */
const thinOut = (page) =>
  page.evaluate(() => {
    for (const svg of document.querySelectorAll('.picture svg')) if (!svg.checkVisibility({ visibilityProperty: true })) svg.replaceChildren();
    const looks = (/** @type {Element} */ e) => (({ color, backgroundColor, fontSize }) => [color, backgroundColor, fontSize])(getComputedStyle(e));
    const kind = (/** @type {Element} */ row) => String([row, ...row.querySelectorAll('*')].map((e) => [e.tagName, e.className, !e.textContent, ...looks(e)]));
    for (const body of document.querySelectorAll('figure[data-scene] tbody')) {
      const [first, ...rest] = [...body.children].map((row) => ({ row, kind: kind(row) }));
      for (const { row, kind } of rest) if (kind === first?.kind) row.remove();
    }
  });

for (const path of [...paths, '/404.html'])
  test(`axe: ${path}`, async () => {
    const { page, complaints } = await open(browser, address + path, { width: 390, dark: false, still: true });
    await allLive(page);
    await page.$$eval('details', (/** @type {HTMLDetailsElement[]} */ all) => all.forEach((d) => (d.open = true)));
    await thinOut(page);
    const theme = (/** @type {string} */ value) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor);
    for (const width of [390, 1280]) {
      await page.setViewport({ width, height: 900 });
      await page.evaluate(() => scrollTo(0, 0)); // what has scrolled half under the bar would be too small a target
      await theme('light');
      assert.deepEqual(await violations(page), [], `at ${width}`);
      // The theme changes colors and nothing else.
      const light = await background();
      await theme('dark');
      assert.notEqual(await background(), light);
      assert.deepEqual(await violations(page, { only: ['color-contrast', 'link-in-text-block'] }), [], `dark, at ${width}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, `the page scrolls sideways at ${width}`);
    }
    if (path !== '/404.html') assert.deepEqual(complaints, []);
    await page.close();
  });
