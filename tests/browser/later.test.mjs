// What is far from the screen is laid out later (css/later.css), and nobody notices but the processor: it is printed, and nothing
// jumps. How it is found: found.test.mjs.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';
import { pause } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

const paths = ['/', '/formats/', '/attention/', '/library/', '/glossary/', '/references/'];

/** How many elements Chromium styles while a page starts, and lays out. @param {string} path @param {number} width */
async function started(path, width) {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 850 });
  await page.tracing.start({ categories: ['-*', 'devtools.timeline'] });
  await page.goto(address + path, { waitUntil: 'load' });
  await pause(1500);
  const html = await page.evaluate(async () => (await fetch(location.href)).text());
  const elements = html.split(/<[a-z]/).length - 1; // those that wait are none yet
  const pictures = await page.$$eval('.picture svg *', (/** @type {Element[]} */ all) => new Set(all.filter((e) => e.checkVisibility({ contentVisibilityAuto: true })).map((e) => e.closest('figure'))).size);
  const { traceEvents } = JSON.parse(new TextDecoder().decode(await page.tracing.stop()));
  await page.close();
  const here = traceEvents.find((/** @type {any} */ e) => e.name === 'ParseHTML' && e.args.beginData?.url?.startsWith(address)).pid;
  let [styled, laid] = [0, 0];
  for (const { name, pid, args } of traceEvents) {
    if (pid !== here) continue;
    if (name === 'UpdateLayoutTree') styled += args.elementCount ?? 0;
    if (name === 'Layout') laid += args.beginData?.dirtyObjects ?? 0;
  }
  return { elements, pictures, styled, laid };
}

for (const path of ['/', '/formats/', '/attention/', '/library/'])
  for (const width of [390, 1280])
    test(`${path} at ${width} starts without its far pictures`, async () => {
      const { elements, pictures, styled, laid } = await started(path, width);
      assert.ok(pictures <= 2, `${pictures} pictures are laid out`);
      assert.ok(elements > 2500, `${elements} elements`);
      assert.ok(styled < elements * 0.65, `${styled} of ${elements} elements are styled`);
      assert.ok(laid < elements, `${laid} objects are laid out, of ${elements} elements`);
    });

test('the height that a part keeps is about what it takes', async () => {
  for (const path of paths) {
    const { page } = await open(browser, address + path, { script: false });
    const kept = await page.$$eval('.later:not(.picture)', (/** @type {HTMLElement[]} */ all) => all.map((e) => (e.classList.add('measured'), [Number(e.dataset.narrow), Number(e.dataset.wide)])));
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.later { content-visibility: visible !important; }');
      document.adoptedStyleSheets = [sheet];
      for (const template of document.querySelectorAll('main template')) template.replaceWith(/** @type {HTMLTemplateElement} */ (template).content);
    });
    for (const [i, width] of [390, 1280].entries()) {
      await page.setViewport({ width, height: 900 });
      const taken = await page.$$eval('.measured', (/** @type {HTMLElement[]} */ all) => all.map((e) => e.getBoundingClientRect().height));
      const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);
      const promised = kept.map((/** @type {number[]} */ each) => each[i]);
      const whole = sum(promised) / sum(taken);
      assert.ok(whole > 0.75 && whole < 1.3, `${path} at ${width}: all together ${whole.toFixed(2)} of what they take`);
      promised.forEach((/** @type {number} */ px, /** @type {number} */ j) => assert.ok(px > taken[j] * 0.5 - 100 && px < taken[j] * 1.9 + 100, `${path} at ${width}, part ${j}: keeps ${px}, takes ${taken[j]}`));
    }
    await page.close();
  }
});

test('a picture that waits keeps exactly its place', async () => {
  for (const width of [360, 390, 560, 1280, 1600]) {
    const { page } = await open(browser, `${address}/`, { width });
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => !document.querySelector('section.later'), { timeout: 30000 });
    const wrong = await page.$$eval('.picture.later', (/** @type {HTMLElement[]} */ all) =>
      all.flatMap((picture) => {
        const kept = picture.getBoundingClientRect().height;
        picture.classList.remove('later');
        const taken = picture.getBoundingClientRect().height;
        return Math.abs(kept - taken) < 0.6 ? [] : [`${picture.closest('figure')?.id}: keeps ${kept}, takes ${taken}`];
      }),
    );
    assert.deepEqual(wrong, [], `at ${width}`);
    await page.close();
  }
});

test('scrolling through a page moves nothing else', async () => {
  for (const [path, width] of /** @type {[string, number][]} */ ([['/', 390], ['/formats/', 1280], ['/library/', 390]])) {
    const { page, complaints } = await open(browser, address + path, { width, height: 850, still: true });
    await page.evaluate(() => {
      // @ts-ignore
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = /** @type {any} */ (entry);
          const node = sources[0]?.node;
          // The rail lists the parts of the section that is read; those of the one before are gone.
          if (sources.every((/** @type {any} */ { node }) => !node?.isConnected || node.parentElement?.closest('.rail'))) continue;
          // @ts-ignore
          window.shifts.push(`${value.toFixed(4)} at ${Math.round(scrollY)}: ${node?.nodeName} ${node?.className?.baseVal ?? node?.className} in ${node?.parentElement?.closest('[id]')?.id}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.mouse.move(width / 2, 400);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let scrolled = 0; scrolled < Math.min(height, 12000); scrolled += 400) {
      await page.mouse.wheel({ deltaY: 400 });
      await pause(150);
    }
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).shifts), [], `${path} at ${width}`);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test('a page whose reader does nothing runs no program, and the first move makes its figures live', async () => {
  for (const path of ['/', '/attention/', '/library/']) {
    /** @type {string[]} */
    const fetched = [];
    const { page, complaints } = await open(browser, address + path, { before: async (page) => page.on('request', (/** @type {any} */ r) => fetched.push(r.url())) });
    await pause(2500);
    const state = () =>
      page.evaluate(() => ({
        live: document.querySelectorAll('figure[data-live]').length,
        canvases: document.querySelectorAll('canvas').length,
        shown: [...document.querySelectorAll('.picture svg')].filter((svg) => svg.getBoundingClientRect().top < innerHeight && svg.checkVisibility() && !svg.childElementCount).length,
      }));
    assert.deepEqual(await state(), { live: 0, canvases: 0, shown: 0 }, path);
    assert.deepEqual(fetched.filter((url) => /canvas[-.]/.test(url)), [], path);
    await page.$eval('figure.scene', (/** @type {Element} */ figure) => figure.scrollIntoView({ behavior: 'instant' }));
    await page.mouse.move(600, 400);
    await page.waitForSelector('figure[data-live]', { timeout: 20000 });
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test('pictures that wait are there for who comes near, of one width, and for paper', async () => {
  const empty = (/** @type {any} */ page) => page.$$eval('.picture svg', (/** @type {Element[]} */ all) => all.filter((svg) => !svg.childElementCount).map((svg) => svg.closest('figure')?.id));
  const { page } = await open(browser, `${address}/formats/`);
  const far = await empty(page);
  assert.ok(far.length > 10, `${far.length} wait`);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.waitForFunction(() => !document.querySelector('.picture > picture'));
  assert.deepEqual(await empty(page), []);
  await page.reload({ waitUntil: 'load' });
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.6, behavior: 'instant' }));
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.picture svg')].every((svg) => svg.childElementCount || svg.closest('[data-live]') || !svg.checkVisibility() || svg.getBoundingClientRect().bottom < 0 || svg.getBoundingClientRect().top > innerHeight));
  const hidden = await page.$$eval('.picture:has(> picture) > svg.narrow', (/** @type {Element[]} */ all) => all.filter((svg) => svg.childElementCount).length);
  assert.equal(hidden, 0, 'what another width would show is not read');
  await page.close();
});

test('without a program, what comes near at another width is there too', async () => {
  const { page } = await open(browser, `${address}/formats/`, {
    before: async (page) => {
      await page.setRequestInterception(true);
      page.on('request', (/** @type {any} */ request) => (request.url().endsWith('.wasm') ? request.abort() : request.continue()));
    },
  });
  for (const [width, kind] of /** @type {[number, string][]} */ ([[1280, 'wide'], [390, 'narrow']])) {
    await page.setViewport({ width, height: 850 });
    await page.$eval('#model-fit', (/** @type {Element} */ figure) => figure.scrollIntoView({ behavior: 'instant' }));
    await page.waitForFunction((/** @type {string} */ kind) => document.querySelector(`#model-fit .picture svg.${kind}`)?.childElementCount, { timeout: 20000 }, kind);
  }
  await page.close();
});

test('a section that is laid out part by part keeps its place until it is whole', async () => {
  const { page } = await open(browser, `${address}/`, { width: 390, touch: true });
  await page.evaluate(() => {
    const height = (/** @type {Element} */ section) => section.getBoundingClientRect().height;
    const before = new Map([...document.querySelectorAll('section.later')].map((section) => [section, height(section)]));
    /** @type {string[]} */
    const seen = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const section = /** @type {Element} */ (target);
        if (section.matches('section.opening')) seen.push(height(section) === before.get(section) ? '' : `${height(section)} for ${before.get(section)}`);
      }
    }).observe(document, { subtree: true, attributeFilter: ['class'] });
    Object.assign(window, { seen });
  });
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => !document.querySelector('section.later'), { timeout: 30000 });
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
  assert.ok(seen.length > 5, `${seen.length} sections were seen`);
  assert.deepEqual(seen.filter(Boolean), []);
  assert.deepEqual(await page.$$eval('.shut, .opening', (/** @type {Element[]} */ all) => all.length), 0, 'nothing stays shut');
  await page.close();
});

test('a page whose script is lost shows the pictures that come near', async () => {
  const { page } = await open(browser, `${address}/formats/`, {
    before: async (page) => {
      await page.setRequestInterception(true);
      page.on('request', (/** @type {any} */ request) => (/\/loom\.[^/]*\.js$/.test(request.url()) ? request.abort() : request.continue()));
    },
  });
  const image = '#model-fit .picture img';
  assert.equal(await page.$eval(image, (/** @type {HTMLImageElement} */ image) => image.naturalWidth), 0, 'far away');
  await page.$eval(image, (/** @type {Element} */ image) => image.closest('figure')?.scrollIntoView());
  await page.waitForFunction((/** @type {string} */ image) => /** @type {HTMLImageElement} */ (document.querySelector(image)).naturalWidth > 300, { timeout: 20000 }, image);
  await page.close();
});

test('a page whose file of controls is lost still has live figures', async () => {
  const { page, complaints } = await open(browser, `${address}/formats/`, {
    before: async (page) => {
      await page.setRequestInterception(true);
      page.on('request', (/** @type {any} */ request) => (/controls\.[^/]*\.json$/.test(request.url()) ? request.abort() : request.continue()));
    },
  });
  await live(page, 'model-fit');
  assert.equal(await page.$('#model-fit .controls'), null);
  assert.ok((await page.$$('.picture canvas, .picture svg')).length > 0);
  assert.deepEqual(complaints.filter((each) => !each.includes('ERR_FAILED')), []);
  await page.close();
});

test('paper has all of it', async () => {
  const { page } = await open(browser, `${address}/`);
  await page.emulateMediaType('print');
  const hidden = await page.$$eval('main p:not([hidden]), main svg.wide', (/** @type {Element[]} */ all) =>
    all.filter((e) => !e.closest('.phases, .phase-end, .guess, .caption, details, .buttons, .report, .report-page, [hidden]') && !e.checkVisibility({ contentVisibilityAuto: true }) && !e.matches('.verdict, .answer, .note, .problem')).map((e) => `${e.className} ${(e.textContent ?? '').slice(0, 60)}`));
  assert.deepEqual(hidden.slice(0, 5), []);
  await page.close();
});
