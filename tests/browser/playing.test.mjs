// What a reader with a mouse, a keyboard and a link can do with a figure.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose, chosen, live, near } from './browsers.mjs';
import { pause, problem, rows, says, slide, spot, status, type, unfile } from './figures.mjs';
import { visits } from './visits.mjs';

const { address, browser, visit } = await visits();

test('wasm is fetched only when a figure comes near', async () => {
  /** @type {string[]} */
  const fetched = [];
  const { page } = await visit('/library/', {
    height: 600,
    before: async (/** @type {any} */ page) => page.on('request', (/** @type {any} */ r) => fetched.push(r.url())),
  });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.deepEqual(fetched.filter((url) => url.endsWith('.wasm')), []);
  await live(page, 'accumulator');
  assert.equal(fetched.filter((url) => url.endsWith('.wasm')).length, 2, 'the canvas program and the one of its scenes');
});

test('a control changes sentence, table and address; the back button undoes it', async () => {
  const { page, complaints } = await visit('/library/');
  await live(page, 'moe-routing');
  const before = await status(page, 'moe-routing');
  await choose(page, 'moe-routing', 'skewed');
  await page.waitForFunction((/** @type {string} */ before) => document.querySelector('#moe-routing .status')?.textContent !== before, {}, before);
  // A folded table is written in an idle moment.
  await page.waitForFunction(() => [...document.querySelectorAll('#moe-routing tbody tr')].map((row) => row.children[1]?.textContent).join() === '16,7,5,4');
  assert.match(await page.evaluate(() => location.hash), /^#moe-routing\?.*routing=skewed/);
  await page.goBack();
  await page.waitForFunction((/** @type {string} */ before) => document.querySelector('#moe-routing .status')?.textContent === before, {}, before);
  assert.ok(await chosen(page, 'moe-routing', 'balanced'));
  assert.deepEqual(complaints, []);
});

test('an address opens its state', async () => {
  const { page } = await visit('/library/#accumulator?bits=4&step=64');
  await says(page, 'accumulator', /the exact sum is 63\.9, the error 0\.2%/);
  assert.equal(await page.$eval('#accumulator input[name="bits"]', (/** @type {HTMLInputElement} */ e) => e.value), '4');
  const box = await page.$eval('#accumulator', (/** @type {Element} */ e) => e.getBoundingClientRect().top);
  assert.ok(box < 900, 'the figure is on screen');
});

test('a wrong address leaves the figure as it was and says what is wrong', async () => {
  const { page, complaints } = await visit('/library/#accumulator?bits=99');
  await live(page, 'accumulator');
  await page.waitForFunction(() => /from 1 to 23/.test(document.querySelector('#accumulator .problem')?.textContent ?? ''));
  assert.equal(await page.$eval('#accumulator input[name="bits"]', (/** @type {HTMLInputElement} */ e) => e.value), '2');
  assert.deepEqual(complaints, []);
});

test('a link that asks for more than there is keeps the rest and says what it left out', async () => {
  const { page } = await visit('/library/#accumulator?bits=5&colour=red&step=99999');
  await page.mouse.move(1, 1);
  await page.waitForSelector('#accumulator[data-live]');
  await page.waitForFunction(() => /^Left out of the link: .*colour.*99999|^Left out of the link: .*colour.*step/.test(document.querySelector('#accumulator .problem')?.textContent ?? ''));
  assert.equal(await page.$eval('#accumulator input[name="bits"]', (/** @type {HTMLInputElement} */ e) => e.value), '5');
  // Title and picture must be on the screen.
  await page.waitForFunction(() => {
    const top = /** @type {Element} */ (document.querySelector('#accumulator')).getBoundingClientRect().top;
    return top >= -1 && top < 100;
  });
});

test('controls used before wasm arrives take effect when it does', async () => {
  /** @type {Array<() => void>} */
  const held = [];
  let holding = true;
  const { page } = await visit('/library/', {
    before: async (/** @type {any} */ page) => {
      await page.setRequestInterception(true);
      page.on('request', (/** @type {any} */ request) => {
        if (holding && request.url().endsWith('.wasm')) held.push(() => request.continue());
        else request.continue();
      });
    },
  });
  await near(page, 'accumulator');
  await slide(page, '#accumulator input[name="bits"]', '7');
  await page.waitForFunction(() => true);
  while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  holding = false;
  held.forEach((release) => release());
  await page.waitForSelector('#accumulator[data-live]');
  await page.waitForFunction(() => [...document.querySelectorAll('#accumulator tbody tr')].some((r) => r.children[1].textContent === '7'));
});

test('the timeline steps, scrubs, plays and goes back to the start', async () => {
  const { page } = await visit('/library/');
  await live(page, 'moe-routing');
  await page.$eval('#online-softmax', (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForSelector('#online-softmax[data-live]');
  const step = () => page.$eval('#online-softmax .scrub', (/** @type {HTMLInputElement} */ e) => e.value);
  await page.click('#online-softmax [data-do="reset"]');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#online-softmax .scrub')).value === '0');
  const empty = await status(page, 'online-softmax');
  assert.match(empty, /nothing/i);
  await page.click('#online-softmax [data-do="forward"]');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#online-softmax .scrub')).value === '1');
  assert.notEqual(await status(page, 'online-softmax'), empty);
  await page.click('#online-softmax [data-do="back"]');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#online-softmax .scrub')).value === '0');
  await slide(page, '#online-softmax .scrub', '3');
  assert.equal(await step(), '3');
  await page.click('#online-softmax [data-do="reset"]');
  await page.click('#online-softmax [data-do="play"]');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#online-softmax .scrub')).value === '4', { timeout: 15000 });
});

test('two lists of another length are accepted once both are typed', async () => {
  const { page } = await visit('/library/');
  await live(page, 'online-softmax');
  const enter = (/** @type {string} */ key, /** @type {string} */ text) => type(page, 'online-softmax', key, text, 'Tab');
  await enter('scores', '1,2,3');
  assert.match(await problem(page, 'online-softmax'), /got 3 scores and 16 values/);
  await enter('values', '5,6');
  assert.match(await problem(page, 'online-softmax'), /got 3 scores and 2 values/);
  await enter('values', '5,6,7');
  assert.equal(await problem(page, 'online-softmax'), '');
  assert.match(page.url(), /scores=1,2,3&values=5,6,7/);
  assert.equal(await page.$$eval('#online-softmax [aria-invalid]', (/** @type {Element[]} */ e) => e.length), 0);
});

test('on a phone a link in the text shows the picture, not the controls above it', async () => {
  const { page } = await visit('/library/', { width: 390, height: 800, still: true });
  await live(page, 'online-softmax');
  for (const link of ['a[href="#online-softmax?keys=16&step=1"]', 'a[href="#online-softmax/denominator"]']) {
    await page.$eval(link, (/** @type {HTMLElement} */ e) => (e.scrollIntoView({ block: 'center', behavior: 'instant' }), e.click()));
    await page.waitForFunction(() => {
      const { top } = /** @type {Element} */ (document.querySelector('#online-softmax .picture')).getBoundingClientRect();
      return top > 40 && top < 400;
    });
  }
});

test('a refused value is explained and the last good state stays', async () => {
  const { page } = await visit('/library/');
  await live(page, 'online-softmax');
  const before = await rows(page, 'online-softmax');
  await slide(page, '#online-softmax input[name="scores"]', '1,2,x');
  await page.waitForFunction(() => /entry 3 is 'x'/.test(document.querySelector('#online-softmax .problem')?.textContent ?? ''));
  assert.deepEqual(await rows(page, 'online-softmax'), before);
  await slide(page, '#online-softmax input[name="scores"]', '1,3,0.5,2,2.5,0,5,1,3,1,4,2,0,2,6,2');
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('#online-softmax .problem')).hidden);
});

test('the live picture takes exactly the place of the built-in one', async () => {
  for (const width of [390, 1280]) {
    const { page } = await visit('/library/', { width });
    // The formulas' font is there and everything is laid out, although no hand has moved, because this test is only
    // about the pictures.
    await page.waitForSelector('html.settled');
    const box = (/** @type {string} */ id) => page.$eval(`#${id} .picture`, (/** @type {Element} */ e) => [e.getBoundingClientRect().width, e.getBoundingClientRect().height]);
    /** @type {Map<string, number[]>} */
    const before = new Map();
    for (const id of ['online-softmax', 'accumulator', 'moe-routing']) before.set(id, await box(id));
    assert.equal(await page.$('figure[data-live]'), null);
    for (const [id, builtIn] of before) {
      await near(page, id);
      await page.evaluate(() => {
        // @ts-ignore
        window.shifts = 0;
        new PerformanceObserver((list) => {
          // @ts-ignore
          for (const entry of list.getEntries()) window.shifts += entry.value;
        }).observe({ type: 'layout-shift' });
      });
      await live(page, id);
      assert.deepEqual(await box(id), builtIn, `${id} at ${width}`);
      assert.equal(await page.evaluate(() => /** @type {any} */ (window).shifts), 0, `${id} at ${width}`);
    }
  }
});

test('pointing at the picture shows a tooltip; leaving hides it', async () => {
  const { page } = await visit('/library/');
  await live(page, 'moe-routing');
  await unfile(page, 'moe-routing');
  // The present place of the first hotspot in the wide layout: other figures may still move.
  const hotspot = () =>
    page.$eval('#moe-routing', (/** @type {Element} */ figure) => {
      const svg = /** @type {Element} */ (figure.querySelector('svg.wide'));
      const picture = svg.getBoundingClientRect();
      const rect = /** @type {Element} */ (svg.querySelector('.hot'));
      const scale = picture.width / Number(/** @type {string} */ (svg.getAttribute('viewBox')).split(' ')[2]);
      const at = (/** @type {string} */ name) => Number(rect.getAttribute(name)) * scale;
      return { x: picture.x + at('x') + at('width') / 2, y: picture.y + at('y') + at('height') / 2, title: rect.textContent };
    });
  const shown = (/** @type {string} */ title) => [...document.querySelectorAll('[role="tooltip"]')].some((t) => t.getBoundingClientRect().height > 0 && t.textContent === title);
  for (let tries = 0; ; ++tries) {
    const { x, y, title } = await hotspot();
    await page.mouse.move(x, y);
    const seen = await page.waitForFunction(shown, { timeout: 1000 }, title).catch(() => null);
    if (seen) break;
    assert.ok(tries < 8, `no tooltip '${title}'`);
    await page.mouse.move(2, 2);
  }
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => [...document.querySelectorAll('[role="tooltip"]')].every((t) => t.getBoundingClientRect().height === 0));
});

test('the tooltip under a resting pointer is that of the picture as it is now', async () => {
  const { page } = await visit('/');
  await live(page, 'coalescing');
  const { x, y } = await spot(page, 'coalescing', 'Sector at byte 0');
  await page.mouse.move(x, y);
  const tip = () => [...document.querySelectorAll('[role="tooltip"]')].find((t) => t.getBoundingClientRect().height > 0)?.textContent ?? '';
  await page.waitForFunction(tip);
  const before = await page.evaluate(tip);
  await slide(page, '#coalescing_stride', '16');
  await page.waitForFunction((/** @type {string} */ old) => {
    const now = [...document.querySelectorAll('[role="tooltip"]')].find((t) => t.getBoundingClientRect().height > 0)?.textContent ?? '';
    return now !== old;
  }, {}, before);
});

test('a prediction is answered for the current parameters', async () => {
  const { page } = await visit('/library/');
  await live(page, 'moe-routing');
  const form = await page.$('form.predict[data-figure="moe-routing"]');
  await form.$eval('input', (/** @type {HTMLInputElement} */ e) => (e.value = '100'));
  await (await form.$('button')).click();
  await page.waitForFunction(() => (document.querySelector('form.predict[data-figure="moe-routing"] .answer')?.textContent ?? '').length > 5);
  const answer = await form.$eval('.answer', (/** @type {Element} */ e) => e.textContent);
  assert.match(answer, /%/);
});

test('a guess brings the figure to the state that the question is about', async () => {
  const { page } = await visit('/formats/');
  await live(page, 'rounding');
  const form = 'form.predict[data-figure="rounding"]';
  assert.equal(await page.$eval(form, (/** @type {HTMLElement} */ e) => e.dataset.query), 'value=300');
  await page.$eval(`${form} input`, (/** @type {HTMLInputElement} */ e) => (e.value = '300'));
  await (await page.$(`${form} button`)).click();
  await page.waitForFunction((/** @type {string} */ form) => document.querySelector(`${form} .answer`)?.textContent?.includes('288'), {}, form);
  await page.waitForFunction(() => document.querySelector('#rounding .status')?.textContent?.startsWith('300 '));
});

test('a quiz grades itself and explains', async () => {
  const { page } = await visit('/library/');
  await page.$eval('.quiz', (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const quiz = await page.waitForSelector('form.quiz');
  const wrong = await quiz.$eval('.why[data-correct="false"]', (/** @type {Element} */ why) => [...(why.closest('form')?.querySelectorAll('.why') ?? [])].indexOf(why));
  await quiz.$$eval('input', (/** @type {HTMLInputElement[]} */ all, /** @type {number} */ i) => all[i].click(), wrong);
  await (await quiz.$('button.check')).click();
  const verdict = await quiz.$eval('.verdict', (/** @type {Element} */ e) => e.textContent);
  assert.match(verdict, /not|try|wrong/i);
  const right = await quiz.$eval('.why[data-correct="true"]', (/** @type {Element} */ why) => [...(why.closest('form')?.querySelectorAll('.why') ?? [])].indexOf(why));
  await quiz.$$eval('input', (/** @type {HTMLInputElement[]} */ all, /** @type {number} */ i) => all[i].click(), right);
  await (await quiz.$('button.check')).click();
  assert.match(await quiz.$eval('.verdict', (/** @type {Element} */ e) => e.textContent), /right|correct/i);
});

test('where several answers are right, one that is rightly left out is not called wrong', async () => {
  const { page } = await visit('/formats/');
  await page.$eval('form.quiz:has([type="checkbox"])', (/** @type {Element} */ e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const quiz = await page.waitForSelector('form.quiz:has([type="checkbox"])');
  /** Marks these answers and checks; what each explanation that is shown begins with. @param {(right: boolean) => boolean} marked */
  const check = async (marked) => {
    const right = await quiz.$$eval('.why', (/** @type {HTMLElement[]} */ all) => all.map((why) => why.dataset.correct === 'true'));
    for (const [i, is] of right.entries()) await quiz.$$eval('input', (/** @type {HTMLInputElement[]} */ all, /** @type {number} */ i, /** @type {boolean} */ on) => all[i].checked !== on && all[i].click(), i, marked(is));
    await (await quiz.$('button.check')).click();
    const told = await quiz.$$eval('.why', (/** @type {HTMLElement[]} */ all) => all.map((why) => (why.hidden ? '' : why.querySelector('b')?.textContent)));
    return right.map((/** @type {boolean} */ is, /** @type {number} */ i) => `${is} ${told[i]}`);
  };
  const kinds = async (/** @type {(right: boolean) => boolean} */ marked) => [...new Set(await check(marked))].sort();
  assert.deepEqual(await kinds((right) => right), ['false Rightly left out.', 'true Right.']);
  assert.deepEqual(await kinds(() => true), ['false Wrong.', 'true Right.']);
  assert.deepEqual(await kinds((right) => !right), ['false Wrong.', 'true ']);
});

test('links in the text set a figure and light up its parts', async () => {
  const { page } = await visit('/library/');
  await live(page, 'accumulator');
  await page.$eval('a.state[href^="#accumulator?"]', (/** @type {HTMLElement} */ link) => link.click());
  const hash = await page.$eval('a.state[href^="#accumulator?"]', (/** @type {Element} */ link) => link.getAttribute('href'));
  await page.waitForFunction((/** @type {string} */ hash) => location.hash === hash, {}, hash);
  const bits = new URLSearchParams(hash.split('?')[1]).get('bits');
  if (bits) await page.waitForFunction((/** @type {string} */ bits) => /** @type {HTMLInputElement} */ (document.querySelector('#accumulator input[name="bits"]')).value === bits, {}, bits);
});

test('a link that names a figure alone leads back to the state it was built with', async () => {
  const { page, complaints } = await visit('/scaling/');
  await live(page, 'pipeline-bubble');
  const schedule = () => page.$eval('#pipeline-bubble select[name="schedule"]', (/** @type {HTMLSelectElement} */ select) => select.value);
  const first = await schedule();
  await page.$eval('main li a.state[href^="#pipeline-bubble?"]', (/** @type {HTMLElement} */ link) => link.click());
  for (let tries = 0; tries < 50 && (await schedule()) === first; ++tries) await pause(100);
  assert.notEqual(await schedule(), first);
  await page.$eval('main li a.state[href="#pipeline-bubble"]', (/** @type {HTMLElement} */ link) => link.click());
  for (let tries = 0; tries < 50 && (await schedule()) !== first; ++tries) await pause(100);
  assert.equal(await schedule(), first);
  assert.equal(await page.evaluate(() => location.hash), '#pipeline-bubble');
  await page.waitForSelector('#pipeline-bubble .back');
  assert.deepEqual(complaints, []);
});

test('the theme switch is remembered', async () => {
  const { page } = await visit('/library/', { dark: false });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  for (let i = 0; i < 3 && (await ground()) === light; ++i) await page.click('button.theme');
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await ground(), dark);
});

test('copy link gives the address of this very state', async () => {
  const { page } = await visit('/library/');
  await browser.defaultBrowserContext().overridePermissions(address, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
  await page.bringToFront();
  await live(page, 'accumulator');
  await slide(page, '#accumulator input[name="bits"]', '5');
  await page.waitForFunction(() => [...document.querySelectorAll('#accumulator tbody tr')].some((r) => r.children[1].textContent === '5'));
  await page.click('#accumulator [data-do="copy"]');
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('#accumulator?bits=5'));
});
