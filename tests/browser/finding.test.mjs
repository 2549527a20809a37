// Finding and returning: the header, long code, the parts in the rail, the search box, reports, and the way back from a figure to
// the text that led to it.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { root, scratch, serve } from '../site.mjs';
import { live, near, open, whole } from './browsers.mjs';
import { pause, slide } from './figures.mjs';
import { visits } from './visits.mjs';

const { browser, visit } = await visits({ still: true });

test('on a phone the header and the bar of the rail take no more than 110 px', async () => {
  for (const [path, width] of /** @type {[string, number][]} */ ([['/', 390], ['/library/', 390], ['/glossary/', 390], ['/', 360]])) {
    const { page } = await visit(path, { width, height: 844 });
    const bottom = await page.evaluate(() => Math.max(...['header.site', '.rail'].map((part) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0)));
    assert.ok(bottom > 40 && bottom <= 110, `${path} at ${width}: ${bottom} px`);
    const links = await page.$$eval('.pages a', (/** @type {Element[]} */ all) => all.map((a) => a.getBoundingClientRect().height));
    for (const height of links) assert.ok(height >= 24, `a link of ${height} px`);
  }
});

/** A strip at the right end of a block of code, above its text: its colors, as a picture. @param {any} page @param {string} pre */
async function rightEnd(page, pre) {
  await page.$eval(pre, (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await pause(300);
  const { right, top } = await page.$eval(pre, (/** @type {Element} */ e) => ({ right: e.getBoundingClientRect().right, top: e.getBoundingClientRect().top + scrollY }));
  return page.screenshot({ clip: { x: right - 14, y: top + 3, width: 10, height: 8 }, encoding: 'base64', captureBeyondViewport: false });
}

test('long code has a shade where it goes on, and none at its end', async () => {
  for (const dark of [false, true]) {
    const { page } = await visit('/', { width: 390, height: 844, dark });
    await whole(page);
    await page.evaluate(() => {
      const long = [...document.querySelectorAll('main pre')].find((pre) => !pre.closest('details') && pre.scrollWidth > pre.clientWidth + 40);
      long?.setAttribute('id', 'long_code');
    });
    const before = await rightEnd(page, '#long_code');
    await page.$eval('#long_code', (/** @type {Element} */ e) => (e.scrollLeft = e.scrollWidth));
    const after = await rightEnd(page, '#long_code');
    assert.notEqual(before, after, dark ? 'dark' : 'light');
    await page.waitForFunction(() => document.querySelector('#long_code')?.getAttribute('tabindex') === '0');
  }
});

test('the rail lists the parts of the section that is read, and marks the one', async () => {
  for (const width of [1280, 390]) {
    const { page } = await visit('/', { width, height: 800 });
    assert.equal(await page.$('.rail-parts'), null, 'at the top no section is read');
    const section = await page.$eval('section:has(> #phase-1-the-sm)', (/** @type {Element} */ e) => ({
      id: e.querySelector('h2')?.id ?? '',
      parts: [...e.querySelectorAll(':scope > h3')].map((h) => h.id),
    }));
    await page.evaluate((/** @type {string} */ id) => (location.hash = `#${id}`), section.parts[1]);
    await page.waitForFunction((/** @type {string} */ id) => document.querySelector('.rail-parts [aria-current]')?.getAttribute('href') === `#${id}`, { timeout: 10000 }, section.parts[1]);
    const listed = await page.$$eval(`.rail li:has(> a[href="#${section.id}"]) .rail-parts a`, (/** @type {HTMLAnchorElement[]} */ all) => all.map((a) => [decodeURIComponent(a.hash.slice(1)), a.textContent]));
    assert.deepEqual(listed.map(([id]) => id), section.parts);
    for (const [, text] of listed) assert.ok(text && !text.includes('#'), text);
    assert.equal(await page.$$eval('.rail-parts', (/** @type {Element[]} */ all) => all.length), 1, 'of no other section');
    if (width < 1000) {
      await page.evaluate(() => scrollBy({ top: -20, behavior: 'instant' })); // a reader who scrolls up has the bar
      await page.waitForFunction(() => !document.documentElement.matches('.downward'));
      await page.click('.rail-open');
    }
    const shown = await page.$eval('.rail-parts a', (/** @type {Element} */ a) => a.getBoundingClientRect().height);
    assert.ok(shown >= 24, `${shown} px at ${width}`);
    await page.click(`.rail-parts a[href="#${section.parts[0]}"]`);
    await page.waitForFunction((/** @type {string} */ id) => {
      const { top } = /** @type {Element} */ (document.getElementById(id)).getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2 && !document.querySelector(':popover-open');
    }, { timeout: 10000 }, section.parts[0]);
  }
});

test('the rail lays out nothing that is far away', async () => {
  const { page } = await visit('/hopper/', { width: 1280, height: 800 });
  await page.waitForFunction(() => document.querySelector('.rail a[aria-current], .rail'));
  await pause(500);
  const waits = await page.$$eval('main > section > .scene .view', (/** @type {Element[]} */ all) => all.filter((e) => !e.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).length);
  assert.ok(waits > 3, `${waits} figures wait`);
});

test('the search box puts those first whose name it is, and the order comes back', async () => {
  const { page, complaints } = await visit('/glossary/');
  const names = () => page.$$eval('.entry', (/** @type {Element[]} */ all) => all.filter((e) => e.getBoundingClientRect().height > 0).map((e) => e.querySelector('dt')?.textContent ?? ''));
  const before = await names();
  const box = await page.$('input[type="search"]');
  await box.type('warp');
  const found = await names();
  assert.equal(found[0]?.toLowerCase(), 'warp');
  const starts = found.map((/** @type {string} */ name) => name.toLowerCase().startsWith('warp'));
  assert.deepEqual(starts, [...starts].sort((/** @type {boolean} */ a, /** @type {boolean} */ b) => Number(b) - Number(a)), 'names that begin so come first');
  assert.ok(starts.filter(Boolean).length > 2 && starts.includes(false));
  assert.ok(found.length < before.length);
  await box.press('Tab'); // in the same order by key
  assert.equal(await page.evaluate(() => document.activeElement?.closest('.entry')?.querySelector('dt')?.textContent.toLowerCase()), 'warp');
  await box.focus();
  await box.press('Escape');
  assert.deepEqual(await names(), before);
  await box.type('no such word');
  assert.deepEqual(await names(), []);
  await page.evaluate(() => (location.hash = '#warp'));
  await page.waitForFunction(() => (document.querySelector('#warp')?.getBoundingClientRect().height ?? 0) > 0);
  assert.deepEqual(await names(), before);
  assert.deepEqual(complaints, []);
});

test('a glossary entry leads to the section that explains its word', async () => {
  const { page } = await visit('/glossary/');
  const links = await page.$$eval('.used a', (/** @type {HTMLAnchorElement[]} */ all) => all.map((a) => [a.pathname, decodeURIComponent(a.hash.slice(1)), a.textContent]));
  assert.ok(links.length > 100);
  assert.ok(links.filter(([, id]) => id).length > links.length * 0.9, 'nearly all name a place');
  const [path, id] = /** @type {string[]} */ (links.find(([path, id]) => path === '/' && id));
  await page.$eval(`.used a[href="${path}#${id}"]`, (/** @type {HTMLElement} */ a) => a.click());
  await page.waitForFunction((/** @type {string} */ id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight;
  }, { timeout: 10000 }, id);
});

test('a mistake is reported with the page and the section, and without a script with the page', async () => {
  const folder = scratch();
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
  for (const name of ['glossary.json', 'references.json']) cpSync(join(root, name), join(folder, name));
  const file = join(folder, 'content/site.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('https://example.org/', 'https://github.com/'));
  const { address, stop } = await serve(folder);
  after(stop);
  const { page } = await open(browser, `${address}/`, { still: true });
  await page.waitForSelector('.report a');
  const reports = await page.$$eval('.report', (/** @type {Element[]} */ all) => all.map((e) => ({ href: e.querySelector('a')?.href ?? '', name: e.querySelector('a')?.getAttribute('aria-label') ?? '' })));
  assert.ok(reports.length > 20);
  for (const { href, name } of reports) {
    const fields = new URL(href).searchParams;
    const section = name.match(/^Report a mistake in “(.+)”$/)?.[1] ?? '';
    assert.ok(section && fields.get('title') === `Loom: ${section}`, `${name}: ${href}`);
    const id = fields.get('body')?.match(/\/#(\S+)\nSection: /)?.[1] ?? '';
    assert.ok(await page.evaluate((/** @type {string} */ id) => document.getElementById(id)?.matches('h2, h3'), id), `${name}: ${id}`);
  }
  const { page: plain } = await open(browser, `${address}/`, { script: false });
  assert.equal(await plain.$eval('.report', (/** @type {Element} */ e) => e.getBoundingClientRect().height), 0);
  assert.match(await plain.$eval('.report-page a', (/** @type {HTMLAnchorElement} */ a) => a.href), /title=Loom&body=Page/);
  for (const each of [page, plain]) await each.close();
});

/** The share of the picture that is on the screen, relative to what would fit there. @param {any} page @param {string} id */
const inSight = (page, id) =>
  page.$eval(`#${id} .picture`, (/** @type {Element} */ picture) => {
    const bar = innerWidth < 1100 ? 47 : 0;
    const { top, bottom, height } = picture.getBoundingClientRect();
    return (Math.min(bottom, innerHeight) - Math.max(top, bar)) / Math.min(height, innerHeight - bar);
  });

for (const [width, height] of /** @type {[number, number][]} */ ([[1280, 800], [390, 844]]))
  test(`every link into a state shows the picture, and the way back leads exactly to the link: ${width} × ${height}`, async () => {
    const { page, complaints } = await visit('/', { width, height });
    await whole(page);
    await page.evaluate(() => [...document.querySelectorAll('main :not(figure) > a.state, main li > a.state')].filter((a) => a.matches('[href^="#"]') && !a.closest('figure, details, [hidden], .key')).forEach((a, i) => a.setAttribute('data-link', String(i))));
    const links = await page.$$eval('[data-link]', (/** @type {HTMLAnchorElement[]} */ all) => all.map((a) => ({ at: a.dataset.link ?? '', id: a.hash.slice(1).split('?')[0] ?? '' })));
    assert.ok(links.length > 30);
    let ways = 0;
    for (const { at, id } of links) {
      if (width < 1000) await near(page, id);
      const link = `[data-link="${at}"]`;
      const place = await page.$eval(link, async (/** @type {HTMLElement} */ a) => {
        for (let i = 0; i < 3; ++i) {
          a.scrollIntoView({ block: 'center', behavior: 'instant' });
          await new Promise((resolve) => setTimeout(resolve, 60));
        }
        return a.getBoundingClientRect().top;
      });
      await page.click(link).catch(async (/** @type {Error} */ error) => assert.fail(`${at}, ${id}: ${error.message}`));
      await page.waitForFunction((/** @type {string} */ id) => {
        const { top, bottom, height } = /** @type {Element} */ (document.querySelector(`#${id} .picture`)).getBoundingClientRect();
        const bar = innerWidth < 1100 ? 47 : 0;
        return (Math.min(bottom, innerHeight) - Math.max(top, bar)) / Math.min(height, innerHeight - bar) >= 0.9;
      }, { timeout: 10000 }, id).catch(async () => assert.fail(`${at}, ${id}: ${await inSight(page, id)} of the picture is in sight`));
      const button = await page.$(`#${id} .back`);
      const seen = await page.$eval(link, (/** @type {Element} */ a) => a.getBoundingClientRect().top >= 0 && a.getBoundingClientRect().bottom <= innerHeight);
      assert.ok(seen || button, `${at}, ${id}: the link is in sight, or there is a way back to it`);
      if (!button) continue;
      ++ways;
      const room = await button.evaluate((/** @type {Element} */ e) => e.getBoundingClientRect().toJSON());
      assert.ok(room.top >= 0 && room.bottom <= height && room.height >= 24, `${at}, ${id}: the way back is in sight: ${JSON.stringify(room)}`);
      await button.click().catch(async (/** @type {Error} */ error) => assert.fail(`${at}, ${id}: ${error.message} ${await page.evaluate(() => [scrollY, document.querySelectorAll(".back").length])}`));
      const back = await page.$eval(link, (/** @type {Element} */ a) => ({ top: a.getBoundingClientRect().top, focus: document.activeElement === a }));
      assert.ok(Math.abs(back.top - place) <= 4 && back.focus, `${at}, ${id}: from ${place} back to ${back.top}, focus ${back.focus}`);
      assert.equal(await page.$('.back'), null);
    }
    assert.ok(width > 1000 || ways > links.length / 2, `${ways} ways back on a phone`);
    assert.deepEqual(complaints, []);
  });

test('by key, the way back has the focus, and scrolling back by hand takes it away', async () => {
  const { page } = await visit('/', { width: 390, height: 844 });
  await near(page, 'coalescing');
  const link = 'main li > a.state[href^="#coalescing?"]';
  await page.focus(link);
  await pause(300);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('#coalescing .back'));
  await pause(500);
  await page.keyboard.press('Enter');
  await page.waitForFunction((/** @type {string} */ link) => document.activeElement?.matches(link), {}, link);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#coalescing .back');
  await pause(500);
  await page.$eval(link, (/** @type {Element} */ a) => a.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForFunction(() => !document.querySelector('.back'));
});

/** Whether all of it is on the screen. @param {any} page @param {string} selector */
const seen = (page, selector) =>
  page.waitForFunction((/** @type {string} */ selector) => {
    const { top, bottom } = /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }, { timeout: 10000 }, selector);

test("the browser's Back leads to the link, also if its state was there already, or if it names a part", async () => {
  const { page, complaints } = await visit('/', { width: 390, height: 844 });
  await near(page, 'coalescing');
  await whole(page);
  for (const link of ['main li > a.state[href^="#coalescing?"]', 'main li > a.state[href^="#coalescing?"]', 'main a.part[href^="#coalescing/"]']) {
    await page.$eval(link, (/** @type {Element} */ a) => a.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await pause(200);
    await page.click(link);
    await seen(page, '#coalescing .scene-head');
    assert.equal(await page.$eval(link, (/** @type {Element} */ a) => a.getBoundingClientRect().top >= 0 && a.getBoundingClientRect().bottom <= innerHeight), false, `${link} is off the screen`);
    await page.goBack();
    await seen(page, link);
    if (link.includes('.state')) await page.goForward(); // its state is there
    await pause(200);
  }
  assert.deepEqual(complaints, []);
});

/** Where an element is on the screen. @param {any} page @param {string} selector @returns {Promise<number>} */
const topOf = (page, selector) => page.$eval(selector, (/** @type {Element} */ e) => e.getBoundingClientRect().top);

/** Brings an element to the middle of the screen, until it rests there. @param {any} page @param {string} selector */
async function toMiddle(page, selector) {
  for (let i = 0; i < 3; ++i) {
    await page.$eval(selector, (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await pause(250);
  }
}

/** Follows a link to another page and goes back; how far the link has moved by then. @param {any} page @param {string} link */
async function thereAndBack(page, link) {
  await toMiddle(page, link);
  const before = await topOf(page, link);
  const from = await page.evaluate(() => location.pathname);
  await page.click(link);
  await page.waitForFunction((/** @type {string} */ from) => location.pathname !== from && document.readyState === 'complete', {}, from);
  await page.goBack();
  await pause(1500); // what came late had its time
  return Math.abs((await topOf(page, link)) - before);
}

for (const [width, height] of /** @type {[number, number][]} */ ([[1280, 800], [390, 844]]))
  test(`Back from another page leads to the link that was followed: ${width} × ${height}`, async () => {
    for (const [path, link] of /** @type {[string, string][]} */ ([['/', 'main a.term[href*="#occupancy"]'], ['/attention/', 'main p a.term[href*="#prefill"]']])) {
      const { page, complaints } = await visit(path, { width, height });
      await page.mouse.move(width / 2, 300);
      const moved = await thereAndBack(page, link);
      assert.ok(moved <= 40, `${path}: ${moved} px`);
      assert.deepEqual(complaints, []);
    }
  });

/** A machine so busy that the page's script goes on after the page is there. @param {any} page */
const busy = (page) =>
  page.evaluateOnNewDocument(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (/** @type {any[]} */ ...all) {
      setTimeout(() => Reflect.apply(postMessage, this, all), 400);
    };
  });

test('Back leads to where the reader was, not to the figure whose state stands in the address; a fresh visit does', async () => {
  const { page } = await visit('/attention/', { width: 390, height: 844, before: busy });
  await live(page, 'rope');
  await slide(page, '#rope input[name="m"]', '7');
  await page.waitForFunction(() => location.hash.startsWith('#rope?'));
  const link = 'main a.term[href*="#prefill"]';
  const moved = await thereAndBack(page, link);
  assert.match(page.url(), /#rope\?/);
  assert.ok(moved <= 40, `${moved} px`);
  await page.reload();
  await pause(1500);
  const reloaded = await topOf(page, link);
  assert.ok(Math.abs(reloaded - 422) < 40, `so does a reload: ${reloaded} px`);
  // A source at the end of the page, and another page without a click.
  const cite = 'main p a.cite[href^="#sources_"]';
  await toMiddle(page, cite);
  const before = await topOf(page, cite);
  await page.click(cite);
  await pause(300);
  await page.goBack();
  await pause(500);
  assert.ok(Math.abs((await topOf(page, cite)) - before) <= 40, `${before}, then ${await topOf(page, cite)}`);
  const url = page.url();
  await page.goto('about:blank');
  await page.goBack();
  await pause(2000);
  assert.ok(Math.abs((await topOf(page, cite)) - before) <= 40, `${before}, then ${await topOf(page, cite)}`);
  const { page: fresh } = await visit(new URL(url).pathname + new URL(url).hash, { width: 390, height: 844 });
  await seen(fresh, '#rope .scene-head');
});

test('a screen that is turned keeps the figure, or the text, that is in sight', async () => {
  const { page } = await visit('/attention/', { width: 390, height: 844, touch: true });
  for (const middle of ['#rope .picture', '#masks .picture', 'main p a.term[href*="#prefill"]']) {
    await toMiddle(page, middle);
    await pause(400);
    for (const [width, height] of [[844, 390], [390, 844]]) {
      await page.setViewport({ width, height, hasTouch: true });
      await pause(700);
      const { top, bottom } = await page.$eval(middle, (/** @type {Element} */ e) => e.getBoundingClientRect().toJSON());
      const shown = Math.min(bottom, height ?? 0) - Math.max(top, 0);
      assert.ok(shown > 0.8 * Math.min(bottom - top, height ?? 0), `${middle} at ${width}: from ${top} to ${bottom}`);
    }
  }
});

test('a citation leads to the source at the end of its page, and a button there leads back', async () => {
  for (const width of [1280, 390]) {
    const { page, complaints } = await visit('/scaling/', { width, height: 800 });
    const cite = 'main p a.cite[href="#sources_zero"]';
    await page.$eval(cite, (/** @type {Element} */ a) => a.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await pause(300);
    const { top } = await page.$eval(cite, (/** @type {Element} */ a) => ({ top: a.getBoundingClientRect().top }));
    await page.click(cite);
    await seen(page, '#sources_zero');
    await page.click('#sources_zero .back');
    const back = await page.$eval(cite, (/** @type {Element} */ a) => ({ top: a.getBoundingClientRect().top, focus: document.activeElement === a }));
    assert.ok(Math.abs(back.top - top) <= 4 && back.focus, `from ${top} back to ${back.top}`);
    assert.equal(await page.$('.back'), null);
    const hrefs = await page.$$eval('#sources_zero a', (/** @type {HTMLAnchorElement[]} */ all) => all.map((a) => a.getAttribute('href')));
    assert.match(hrefs[0] ?? '', /^https:/);
    assert.equal(hrefs[1], '/references/#zero');
    assert.deepEqual(complaints, []);
  }
});

test('on a phone no table of the text scrolls sideways, and a stacked one names the column of each cell', async () => {
  for (const path of ['/formats/', '/scaling/', '/library/', '/attention/', '/']) {
    const { page } = await visit(path, { width: 390, height: 844 });
    await whole(page);
    const tables = await page.$$eval('main .scroll', (/** @type {Element[]} */ all) =>
      all.filter((e) => !e.closest('figure, details:not([open])')).map((e) => ({
        wide: e.scrollWidth - e.clientWidth,
        head: e.querySelector('th')?.textContent ?? '',
        first: e.querySelector('th')?.checkVisibility() ?? false,
        stacked: e.matches('.stack'),
        names: [...e.querySelectorAll('td[data-head]')].slice(0, 2).map((td) => getComputedStyle(td, '::before').content),
      })));
    assert.ok(tables.length > 0);
    for (const { wide, head } of tables) assert.ok(wide <= 0, `${path}: the table of ${head} is ${wide} px too wide`);
    for (const { stacked, names, head, first } of tables) {
      if (!stacked) continue;
      assert.ok(first || head === '', `${path}: the first column of the table of ${head} has no name`);
      for (const name of names) assert.notEqual(name, 'none');
    }
  }
});
