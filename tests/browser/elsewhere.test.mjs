// Old addresses lead to where their figure or section is now, and a figure leads back to its opening state.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

for (const [from, to] of [
  ['/#wgmma-shape?n=64', '/hopper/#wgmma-shape?n=64'],
  ['/#two-sm-mma/b', '/blackwell/#two-sm-mma/b'],
  ['/#p6-trans', '/layouts/#p6-trans'],
  ['/#thirty-two-doors', '/#shared-memory-bank-conflicts'],
  ['/attention/#what-remembering-costs', '/attention/#kv-cache-what-fits'],
])
  test(`${from} leads to ${to}`, async () => {
    const { page, complaints } = await open(browser, address + from);
    await page.waitForFunction((/** @type {string} */ to) => location.pathname + location.hash === to, {}, to);
    const id = to.match(/#([^?/]+)/)?.[1] ?? '';
    await page.waitForFunction((/** @type {string} */ id) => Math.abs(document.getElementById(id)?.getBoundingClientRect().top ?? 9999) < innerHeight, {}, id);
    assert.deepEqual(complaints, []);
    await page.close();
  });

test('an address of nothing stays where it is', async () => {
  const { page, complaints } = await open(browser, `${address}/#no-such-place`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(await page.evaluate(() => location.pathname + location.hash), '/#no-such-place');
  assert.deepEqual(complaints, []);
  await page.close();
});

test("'Start again' is there once something has changed, and leads back", async () => {
  const { page } = await open(browser, `${address}/`, { still: true });
  await live(page, 'apart');
  const again = () => page.$eval('#apart [data-do="again"]', (/** @type {HTMLElement} */ e) => !e.hidden);
  const sentence = () => page.$eval('#apart .status', (/** @type {Element} */ e) => e.textContent);
  const before = await sentence();
  assert.equal(await again(), false);
  await page.$eval('#apart input[name="stride"]', (/** @type {HTMLInputElement} */ e) => {
    e.value = '7';
    e.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction((/** @type {string} */ before) => document.querySelector('#apart .status')?.textContent !== before, {}, before);
  assert.equal(await again(), true);
  await page.click('#apart [data-do="again"]');
  await page.waitForFunction((/** @type {string} */ before) => document.querySelector('#apart .status')?.textContent === before, {}, before);
  assert.equal(await again(), false);
  await page.close();
});

test('in the opening figure a dragged lane changes the stride, and the slider stays', async () => {
  const { page } = await open(browser, `${address}/`);
  await live(page, 'apart');
  const stride = () => page.$eval('#apart input[name="stride"]', (/** @type {HTMLInputElement} */ e) => Number(e.value));
  const before = await stride();
  const box = await page.$eval('#apart .picture', (/** @type {Element} */ e) => {
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width } = e.getBoundingClientRect();
    return { left, top, width };
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const x = box.left + (box.width * 8.5) / 32, y = box.top + 34; // lane 8
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + box.width / 4, y, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction((/** @type {number} */ before) => Number(document.querySelector('#apart input[name="stride"]')?.value) > before, {}, before);
  assert.equal(await page.$eval('#apart .control[data-key="stride"]', (/** @type {HTMLElement} */ e) => e.hidden), false);
  await page.close();
});
