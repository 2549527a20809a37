// The reader's own index: a typed expression becomes the pattern; an error says where it is, and the picture stays.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { choose, chromium, live, open } from './browsers.mjs';
import { says, slide, type } from './figures.mjs';

const { address, stop } = await serve();
const browser = await chromium();
after(stop);

test('an index that is typed is what the figure shows, in its address as well', async () => {
  const { page, complaints } = await open(browser, `${address}/`);
  await live(page, 'coalescing');
  await choose(page, 'coalescing', 'expression');
  await type(page, 'coalescing', 'expression', 'threadIdx.x % 8 * 64 + threadIdx.x / 8', 'Tab');
  await says(page, 'coalescing', /fetches 8 sectors/);
  await type(page, 'coalescing', 'expression', 'lane * (lnae + 1)', 'Tab');
  await says(page, 'coalescing', /'Your index': column 9: unknown name 'lnae'.*did you mean 'lane'/, '.problem');
  await says(page, 'coalescing', /fetches 8 sectors/);
  await type(page, 'coalescing', 'expression', '(8,4):(4,1)', 'Tab');
  await says(page, 'coalescing', /fetches 4 sectors/);
  await page.waitForFunction(() => decodeURIComponent(location.hash).endsWith('&expression=(8,4):(4,1)'));
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a link that has only an expression shows it', async () => {
  const { page, complaints } = await open(browser, `${address}/#bank-conflicts?expression=lane*32`);
  await live(page, 'bank-conflicts');
  await says(page, 'bank-conflicts', /32 turns/);
  assert.equal(await page.$eval('#bank-conflicts select[name="access"]', (/** @type {HTMLSelectElement} */ e) => e.value), 'expression');
  assert.equal(await page.$eval('#bank-conflicts textarea[name="expression"]', (/** @type {HTMLTextAreaElement} */ e) => e.value), 'lane*32');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('of a line of code, one access is shown; a name without a value is asked for', async () => {
  const { page, complaints } = await open(browser, `${address}/`);
  await live(page, 'coalescing');
  await choose(page, 'coalescing', 'expression');
  await type(page, 'coalescing', 'expression', 'out[i] = in[j * stride];', 'Tab');
  await says(page, 'coalescing', /out\[i\], access 1 of 2: .*fetches 4 sectors/);
  await type(page, 'coalescing', 'expression', 'out[j] = in[l * stride];', 'Tab');
  await says(page, 'coalescing', /column 5: 'j' has no value; add one to the list of names, such as j = 1/, '.problem');
  // The refused line stays in its field until its names have values, all of them.
  await type(page, 'coalescing', 'names', 'j = threadIdx.x * 2, l = threadIdx.x, stride = 8', 'Tab');
  await says(page, 'coalescing', /out\[j\], access 1 of 2: .*fetches 8 sectors/);
  await slide(page, '#coalescing input[name="nth"]', '2');
  await says(page, 'coalescing', /in\[l \* stride\], access 2 of 2: .*fetches 32 sectors/);
  assert.deepEqual(complaints, []);
  await page.close();
});
