// What axe-core finds in a page as it is now.
import { readFileSync } from 'node:fs';

import { resolve } from '../packages.mjs';

const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @param {any} page @param {{within?: string, only?: string[]}} [options] within: a selector; only: these rules
 * @returns {Promise<string[]>} each rule that is broken, with the first elements that break it
 */
export async function violations(page, { within, only } = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async (/** @type {string | undefined} */ within, /** @type {string[] | undefined} */ only) => {
      // @ts-ignore
      const { violations } = await window.axe.run(within ?? document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } }, ...(only && { runOnly: only }) });
      return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target.join(' ')).slice(0, 5)}`);
    },
    within,
    only,
  );
}
