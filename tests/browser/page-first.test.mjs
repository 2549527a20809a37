// The figure never takes input that belongs to the page. By default SDL2 takes all five kinds.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

/** A page with a live figure in the middle of the window. @param {{touch?: boolean}} options */
async function playing(options = {}) {
  const { page, complaints } = await open(browser, `${address}/library/`, { still: true, ...options });
  await live(page, 'accumulator');
  const picture = await page.$eval('#accumulator .picture', (/** @type {Element} */ e) => {
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = e.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { page, complaints, picture, scrolled: () => page.evaluate(() => scrollY) };
}

test('typing in an input types', async () => {
  const { page, complaints } = await playing();
  await live(page, 'online-softmax');
  const input = await page.$('#online-softmax input[name="scores"]');
  await input.click({ count: 3 });
  await page.keyboard.type('1,2,3 4');
  assert.equal(await input.evaluate((/** @type {HTMLInputElement} */ e) => e.value), '1,2,3 4');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('PageDown scrolls, with the picture in focus too', async () => {
  const { page, scrolled } = await playing();
  await page.focus('#accumulator canvas');
  const before = await scrolled();
  await page.keyboard.press('PageDown');
  await page.waitForFunction((/** @type {number} */ before) => scrollY > before + 100, {}, before);
  await page.close();
});

test('the wheel over a canvas scrolls the page', async () => {
  const { page, picture, scrolled } = await playing();
  const before = await scrolled();
  await page.mouse.move(picture.x, picture.y);
  await page.mouse.wheel({ deltaY: 300 });
  await page.waitForFunction((/** @type {number} */ before) => scrollY > before + 100, {}, before);
  await page.close();
});

test('Tab goes through the figure and out of it', async () => {
  const { page } = await playing();
  await page.focus('#accumulator canvas');
  let seenControl = false;
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    const where = await page.evaluate(() => {
      const element = document.activeElement;
      return { control: Boolean(element?.closest('.controls')), inside: Boolean(element?.closest('#accumulator')) };
    });
    seenControl ||= where.control;
    if (!where.inside) {
      assert.ok(seenControl, 'the controls follow the picture');
      await page.close();
      return;
    }
  }
  assert.fail('Tab never left the figure');
});

test('a finger on the picture scrolls the page', async () => {
  const { page, picture, scrolled } = await playing({ touch: true });
  const before = await scrolled();
  await page.touchscreen.touchStart(picture.x, picture.y);
  for (let moved = 20; moved <= 300; moved += 20) {
    await page.touchscreen.touchMove(picture.x, picture.y - moved);
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
  await page.touchscreen.touchEnd();
  await page.waitForFunction((/** @type {number} */ before) => scrollY > before + 100, {}, before);
  await page.close();
});
