// The beginning of most browser tests.
import { after, afterEach } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, open } from './browsers.mjs';

/**
 * The built site in Chromium: `visit` opens a page of it, which is closed after the test.
 * @param {object} [always] options of every visit
 */
export async function visits(always = {}) {
  const { address, stop } = await serve();
  const browser = await chromium();
  /** @type {any[]} */
  let pages = [];
  after(stop);
  afterEach(async () => {
    for (const page of pages) await page.close();
    pages = [];
  });
  /** @param {string} path @param {object} [options] */
  const visit = async (path, options) => {
    const opened = await open(browser, address + path, { ...always, ...options });
    pages.push(opened.page);
    return opened;
  };
  return { address, browser, visit };
}
