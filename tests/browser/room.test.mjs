// The room that figures take: with a mouse most figures fit on the screen, and playing with them moves nothing below
// the picture.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { median } from '../../tools/measure/median.mjs';
import { lessons } from '../../tools/measure/pages.mjs';
import { serve } from '../site.mjs';
import { allLive, chromium, live, open, whole } from './browsers.mjs';

/** A headless browser reports no pointer at all unless it is told: fine (4), and able to hover (2). */
const mouse = ['--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2'];

const { address, stop } = await serve();
after(stop);
const browser = await chromium(mouse);

test('with a mouse, controls are lower than with a finger', async () => {
  const heights = [];
  for (const touch of [false, true]) {
    const { page } = await open(browser, `${address}/`, { touch });
    assert.equal(await page.evaluate(() => matchMedia('(pointer: fine)').matches), !touch);
    await live(page, 'struct-layout');
    heights.push(await page.$eval('#struct-layout .controls', (/** @type {Element} */ e) => e.getBoundingClientRect().height));
    await page.close();
  }
  const [fine = 0, coarse = 0] = heights;
  assert.ok(fine < coarse - 5, `${fine} px beside ${coarse}`);
});

for (const { width, touch } of [{ width: 1280, touch: false }, { width: 390, touch: true }]) {
  test(`no knob covers its label, ${width} px`, async () => {
    for (const path of ['/', '/library/']) {
      const { page } = await open(browser, address + path, { width, touch });
      await whole(page);
      const found = await page.$$eval('.scene .control.range:not([hidden])', (/** @type {Element[]} */ all) =>
        all.flatMap((control) => {
          const slider = control.querySelector('input')?.getBoundingClientRect(), label = control.querySelector('label'), text = document.createRange();
          if (!slider || !label) throw new Error(control.className);
          text.selectNodeContents(label); // from the highest letter to the lowest
          const { right, bottom } = text.getBoundingClientRect();
          if (right <= slider.left) return []; // beside it
          const knob = slider.top + slider.height / 2 - 9.2; // 1.15rem wide
          return [{ name: `${control.closest('figure')?.id} ${label.textContent}`, rim: knob - 1.5 - bottom, ring: knob - 4.4 - bottom }];
        }));
      assert.ok(found.length > 20);
      for (const { name, rim, ring } of found) assert.ok(rim > 1 && (touch || ring > -0.5), `${name}: ${rim} px at rest, ${ring} px with the focus`);
      await page.close();
    }
  });

  test(`no number of a slider breaks its label anew, ${width} px`, async () => {
    for (const path of lessons) {
      const { page } = await open(browser, address + path, { width, touch });
      await whole(page);
      const found = await page.$$eval('.scene .control.range', (/** @type {HTMLElement[]} */ all) =>
        all.flatMap((control) => {
          const { min, max, step, dataset } = /** @type {HTMLInputElement} */ (control.querySelector('input'));
          const output = /** @type {Element} */ (control.querySelector('output'));
          const count = Math.round((Number(max) - Number(min)) / Number(step)), every = Math.ceil(count / 4000);
          const numbers = dataset.stops?.split(' ') ?? Array.from({ length: Math.floor(count / every) + 1 }, (_, i) => String(+(Number(min) + i * every * Number(step)).toFixed(4)));
          control.hidden = false;
          const heights = numbers.map((number) => ((output.textContent = number), control.offsetHeight));
          const [least, most] = [Math.min(...heights), Math.max(...heights)];
          return most > least ? [`${control.closest('figure')?.id} ${dataset.key ?? control.dataset.key}: ${least} to ${most} px, at ${numbers[heights.indexOf(most)]}`] : [];
        }));
      assert.deepEqual(found, [], path);
      await page.close();
    }
  });
}

for (const { width, height, touch, half, most } of [{ width: 1280, height: 800, touch: false, half: 560, most: 720 }, { width: 390, height: 844, touch: true, half: 920, most: 1200 }])
  test(`half of all figures are at most ${half} px high at ${width} px, and none is above ${most} px`, async () => {
    /** @type {[string, number][]} */
    const all = [];
    for (const path of lessons) {
      const { page } = await open(browser, address + path, { width, height, touch, still: true });
      await allLive(page);
      all.push(...(await page.$$eval('figure[data-scene]', (/** @type {Element[]} */ figures) => figures.map((e) => [e.id, Math.round(e.getBoundingClientRect().height)]))));
      await page.close();
    }
    const high = all.filter(([, each]) => each > most);
    assert.deepEqual(high, []);
    assert.ok(median(all.map(([, each]) => each)) <= half, all.map((each) => each.join(' ')).join(', '));
  });

test('the preset under the hand stays there; its sentence takes more room once, and keeps it', async () => {
  for (const [path, ids] of /** @type {[string, string[]][]} */ ([['/', ['warp-scheduler', 'register-cliff']], ['/formats', ['float-anatomy']], ['/library', ['online-softmax']]])) {
    const { page } = await open(browser, address + path, { height: 800, still: true });
    for (const width of [1280, 390]) {
      await page.setViewport({ width, height: 800 });
      for (const id of ids) {
        await live(page, id);
        const moved = await page.$eval(`#${id}`, async (/** @type {Element} */ figure) => {
          const controls = figure.querySelector('.controls');
          const below = [], under = [];
          for (const again of [false, true])
            for (const preset of figure.querySelectorAll('.preset')) {
              if (!(preset instanceof HTMLElement)) continue;
              preset.focus();
              const before = preset.getBoundingClientRect().top;
              preset.click();
              await new Promise((done) => setTimeout(done, 50));
              under.push(Math.abs(preset.getBoundingClientRect().top - before));
              if (again) below.push((controls?.getBoundingClientRect().top ?? 0) - figure.getBoundingClientRect().top);
            }
          return { under: Math.max(...under), below: Math.max(...below) - Math.min(...below) };
        });
        assert.ok(moved.below < 3 && moved.under < 3, `${id} at ${width}: ${JSON.stringify(moved)}`);
      }
    }
    await page.close();
  }
});

/** @type {[string, string, [string, string][]][]} its page, a figure and what is chosen in it; the last choice is refused */
const refusals = [
  ['/hopper/', 'wgmma-shape', [['n', '40'], ['type', 'int8']]],
  ['/hopper/', 'cluster-multicast', [['down', '8'], ['across', '4']]],
  ['/blackwell/', 'tensor-memory', [['m', '64'], ['sms', '2']]],
];

for (const width of [1280, 390])
  test(`a refused choice moves no control, ${width} px`, async () => {
    for (const [path, id, choices] of refusals) {
      const { page } = await open(browser, address + path, { width, height: 800, still: true });
      await live(page, id);
      const places = () =>
        page.$eval(`#${id}`, (/** @type {Element} */ figure) => {
          const top = figure.getBoundingClientRect().top;
          return [...figure.querySelectorAll('.control'), figure.querySelector('.scene-foot')].map((each) => Math.round((each?.getBoundingClientRect().top ?? 0) - top));
        });
      const refused = () => page.$eval(`#${id} .problem`, (/** @type {HTMLElement} */ e) => (e.hidden ? '' : e.textContent));
      /** @type {number[]} */
      let before = [];
      for (const [key, value] of choices) {
        assert.equal(await refused(), '', id);
        before = await places();
        await page.evaluate((/** @type {string} */ id, /** @type {string} */ key, /** @type {string} */ value) => {
          const control = [...document.querySelectorAll(`#${id} .control`)].find((each) => each instanceof HTMLElement && each.dataset.key === key);
          const input = control?.querySelector(`input[type="range"], select, input[value="${value}"]`);
          if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) throw new Error(`no ${key} in ${id}`);
          if (input instanceof HTMLInputElement && input.type === 'radio') input.checked = true;
          else input.value = value;
          input.dispatchEvent(new Event('change', { bubbles: true }));
        }, id, key, value);
      }
      assert.match(await refused(), /The picture stays as it was\.$/, id);
      assert.deepEqual(await places(), before, id);
      await page.close();
    }
  });

test("'Start again' stands beside something at every width, and comes without moving anything", async () => {
  for (const width of [1280, 1000, 760, 390]) {
    const { page } = await open(browser, `${address}/measure/`, { width, touch: width === 390 });
    await whole(page);
    const alone = await page.$$eval('figure.scene', (/** @type {HTMLElement[]} */ all) => all.flatMap((figure) => {
      const again = /** @type {HTMLElement} */ (figure.querySelector('[data-do="again"]'));
      const before = figure.offsetHeight;
      again.hidden = false;
      const { top, bottom } = again.getBoundingClientRect();
      const beside = [...again.parentElement?.children ?? []].some((e) => e !== again && [...e.getClientRects()].some((box) => box.bottom > top + 4 && box.top < bottom - 4));
      return beside && figure.offsetHeight === before ? [] : [`${figure.id}: ${figure.offsetHeight - before} px`];
    }));
    await page.close();
    assert.deepEqual(alone, [], `at ${width}`);
  }
});
