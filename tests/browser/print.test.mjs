// What comes out of the printer, read from the PDF that the browser makes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { chromium, open } from './browsers.mjs';
import { scratch, serve } from '../site.mjs';

const { address, stop } = await serve();
after(stop);
const browser = await chromium();
const folder = scratch();

/** The text of each page of paper. @param {any} page @param {string} name */
async function printed(page, name) {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' }, printBackground: true }));
  const text = execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return { path, sheets: text.split('\f').map((sheet) => sheet.replace(/\s+/g, ' ')) };
}

/** Some words of it, without formulas. @param {string} text */
const words = (text) => /[A-Za-z ,]{8,60}(?= )/.exec(text)?.[0] ?? text;

/** Lines break within addresses. @param {string} text */
const solid = (text) => text.replace(/\s/g, '');

for (const script of [true, false])
  test(`${script ? 'with' : 'without'} JavaScript paper has each figure on one page, addresses, and the answers at the end`, async () => {
    const { page } = await open(browser, `${address}/library/`, { script, dark: true });
    const figures = await page.$$eval('figure.scene', (/** @type {Element[]} */ all) =>
      all.map((figure) => ({ title: figure.querySelector('.scene-head > :first-child')?.textContent ?? '', question: figure.querySelector('.question')?.textContent ?? '', own: figure.querySelector('a.own')?.getAttribute('href') ?? '' })));
    const folds = await page.$$eval('details.fold > p:last-of-type', (/** @type {Element[]} */ all) => all.map((e) => e.textContent ?? ''));
    const key = await page.$$eval('.key li > :first-child', (/** @type {Element[]} */ all) => all.map((e) => e.textContent ?? ''));
    const legends = await page.$$eval('.quiz legend, .predict > :first-child', (/** @type {Element[]} */ all) => all.length);
    const { path, sheets } = await printed(page, `library-${script}`);
    const texts = sheets.map(solid);
    assert.ok(figures.length > 5);
    for (const { title, question, own } of figures) {
      const whole = texts.filter((sheet) => sheet.includes(solid(`(${address}${own})`)) && sheet.includes(solid(title)) && sheet.includes(solid(question)));
      assert.equal(whole.length, 1, `${title}: its first and its last line are on one page`);
    }
    const all = texts.join('');
    for (const fold of folds) assert.ok(all.includes(solid(words(fold))), fold);
    assert.equal(key.length, legends);
    assert.ok(key.length > 5);
    const last = texts.filter((sheet) => sheet).slice(-3).join('');
    assert.ok(last.includes('Answers'));
    for (const answer of key) assert.ok(last.includes(solid(words(answer))), answer);
    assert.match(all, /\(https:\/\/arxiv\.org\/abs\/[\d.]+\)/);
    assert.doesNotMatch(all, /Showme|Yourguess|CheckAnswers|Onthispage|Download/);
    // Light, although the reader's system is dark: the corner of the first sheet and the middle of the paper's edge are white.
    const ppm = execFileSync('pdftoppm', ['-r', '20', '-f', '2', '-l', '2', path], { maxBuffer: 1 << 26 });
    assert.deepEqual([...ppm.subarray(-3)], [255, 255, 255]);
    await page.close();
  });

test('what the reader has answered is not on paper', async () => {
  const { page } = await open(browser, `${address}/library/`);
  await page.waitForSelector('form.quiz');
  await page.$eval('form.quiz', (/** @type {HTMLFormElement} */ form) => {
    form.querySelector('input')?.click();
    form.requestSubmit();
  });
  await page.emulateMediaType('print');
  const shown = await page.$eval('form.quiz', (/** @type {Element} */ form) => ({
    judged: [...form.querySelectorAll('.why, .verdict, input')].filter((e) => e.checkVisibility()).length,
    grounds: [...new Set([...form.querySelectorAll('.answer')].map((e) => getComputedStyle(e).backgroundColor + getComputedStyle(e).borderColor))].length,
  }));
  assert.deepEqual(shown, { judged: 0, grounds: 1 });
  await page.close();
});
