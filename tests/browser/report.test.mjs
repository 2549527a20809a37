// What Nsight Compute printed is pasted into Which limit?, whole.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../site.mjs';
import { live } from './browsers.mjs';
import { problem } from './figures.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits({ still: true });
const printed = readFileSync(join(root, 'core/recorded/h200/limited.txt'), 'utf8');

/** Selects all that the field has and pastes. @param {any} page @param {string} text */
const paste = (page, text) =>
  page.$eval('#which-limit textarea[name="report"]', (/** @type {HTMLTextAreaElement} */ field, /** @type {string} */ text) => {
    field.focus();
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }, text);
/** @param {any} page @param {RegExp} wanted */
const says = (page, wanted) =>
  page.waitForFunction((/** @type {string} */ wanted) => new RegExp(wanted).test(document.querySelector('#which-limit .status')?.textContent ?? ''), { timeout: 10000 }, wanted.source);

for (const width of [1280, 390])
  test(`a report of eleven kernels is judged by its longest, and its address keeps what counts, ${width} px`, async () => {
    const { page, complaints } = await visit('/measure/', { width });
    await live(page, 'which-limit');
    await paste(page, printed);
    await says(page, /The limit of bank_conflicts, the longest of 11 kernels, is shared memory or L1/);
    assert.equal(await page.$eval('#which-limit textarea', (/** @type {HTMLTextAreaElement} */ e) => e.value.split('\n')[0]), 'Kernel: bank_conflicts(float *), the longest of 11');
    const address = page.url();
    assert.ok(address.length < 600, `${address.length} characters`);
    await paste(page, 'it is slow');
    await page.waitForSelector('#which-limit .problem:not([hidden])');
    assert.match(await problem(page, 'which-limit'), /no counter in it/);
    await page.goto('about:blank');
    await page.goto(address);
    await says(page, /The limit of bank_conflicts/);
    assert.deepEqual(complaints, []);
  });
