// The linked data of a page is no script for a browser, and the feed is XML and HTML as browsers read them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, firefox, open } from './browsers.mjs';

const { address, stop } = await serve();
after(stop);

for (const [name, start] of /** @type {[string, () => Promise<any>][]} */ ([['Chromium', chromium], ['Firefox', firefox]]))
  test(`${name}: the policy lets linked data stand, and the feed is well-formed`, async () => {
    const { page, complaints } = await open(await start(), `${address}/figure/coalescing/`);
    const types = await page.$eval('script[type="application/ld+json"]', (/** @type {Element} */ e) =>
      JSON.parse(e.textContent ?? '')['@graph'].map((/** @type {any} */ each) => each['@type']));
    assert.deepEqual(types, ['LearningResource', 'BreadcrumbList']);
    const feed = await page.evaluate(async () => {
      const link = /** @type {HTMLLinkElement} */ (document.querySelector('link[type="application/atom+xml"]'));
      const xml = new DOMParser().parseFromString(await (await fetch(link.href)).text(), 'application/xml');
      const entries = [...xml.getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'entry')];
      const inside = entries.map((entry) => new DOMParser().parseFromString(entry.getElementsByTagName('content')[0]?.textContent ?? '', 'text/html'));
      return { root: xml.documentElement.localName, items: inside.map((html) => html.querySelectorAll('ul > li').length) };
    });
    assert.equal(feed.root, 'feed');
    assert.ok(feed.items.length > 5 && feed.items.every((count) => count > 0), feed.items.join());
    assert.deepEqual(complaints.filter((/** @type {string} */ each) => !/WebGL/i.test(each)), []);
    await page.close();
  });
