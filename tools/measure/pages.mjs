// The pages that are measured: those of the site, and a bare page for comparison.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../tests/site.mjs';
import { median } from './median.mjs';

/** @type {{file: string, lesson?: boolean}[]} */
const listed = JSON.parse(readFileSync(join(root, 'content/site.json'), 'utf8')).pages;

/** Where a file of `content/` is on the site. @param {string} file */
const pathOf = (file) => (file === 'index.md' ? '/' : `/${file.replace(/\.md$/, '')}/`);

/** The paths of all pages. */
export const paths = listed.map(({ file }) => pathOf(file));

/** The files of the pages with figures, as they are in `content/`. */
export const lessonFiles = listed.filter(({ lesson }) => lesson !== false).map(({ file }) => file);
export const lessons = lessonFiles.map(pathOf);

/** The words of the front page and nothing else of it. @param {string} site */
export function addBarePage(site) {
  const words = readFileSync(join(root, 'content/index.md'), 'utf8').replace(/[<>&]/g, ' ');
  const text = words.split(/\n\n+/).map((paragraph) => `<p>${paragraph}</p>\n`).join('');
  mkdirSync(join(site, 'bare'));
  writeFileSync(join(site, 'bare/index.html'), readFileSync(join(root, 'tools/measure/bare.html'), 'utf8').replace('TEXT', () => text));
}

/** @param {number[]} values @param {'low' | 'high'} bad */
export function middleAndWorst(values, bad) {
  return [median(values), bad === 'low' ? Math.min(...values) : Math.max(...values)];
}
