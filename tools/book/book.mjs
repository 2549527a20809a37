// All lessons of a built site as one EPUB and one PDF. What to do is a line of JSON on standard input (chapter.mjs: Book); the
// answer is {"written": [path …]} or {"error": message}. pandoc makes the EPUB, as it knows its parts best (contents, notes on
// each file, links between them); Chromium makes the PDF, as only browsers set MathML, and the site's own style sheet is there.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { forPandoc, open, slug, write } from './chapter.mjs';
import { escaped } from './dom.mjs';

/** @typedef {import('./chapter.mjs').Book} Book */

const here = dirname(fileURLToPath(import.meta.url));
const browsers = ['chromium-headless-shell', 'chromium'];

/** @param {string} name @param {string[]} args */
const tool = (name, args, cwd = here) => execFileSync(name, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });

/** The first of these that runs here. @param {string[]} names @param {string} use */
function needed(names, use) {
  const found = names.find((name) => {
    try {
      return tool('sh', ['-c', `command -v ${name}`]).length > 0;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error(`no program '${names[0]}', which ${use}: run tools/setup --book, or install the Debian package '${names[0]}'`);
  return found;
}

/** @param {Book} book */
function cover({ title, tagline, pages }) {
  const words = tagline.split(' '), half = Math.ceil(words.length / 2);
  const lines = [words.slice(0, half).join(' '), words.slice(half).join(' ')];
  const lessons = pages.filter(({ appendix }) => !appendix).map(({ title }, i) => `<text x="80" y="${560 + 36 * i}" font-size="22">${escaped(title)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1200" width="800" height="1200" font-family="Inter, Arial, sans-serif" fill="#1d1f23">` +
    `<rect width="800" height="1200" fill="#faf8f3"/><g stroke="#3a49b8" stroke-width="6">${[0, 1, 2, 3, 4, 5].map((i) => `<path d="M${560 + 28 * i} 60V200M540 ${70 + 24 * i}H720"/>`).join('')}</g>` +
    `<text x="80" y="340" font-size="110" font-weight="600">${escaped(title)}</text>${lines.map((line, i) => `<text x="80" y="${410 + 38 * i}" font-size="27" fill="#5b626d">${escaped(line)}</text>`).join('')}${lessons.join('')}</svg>\n`;
}

/** @param {Book} book @param {string} body @param {string} css */
const frame = ({ title, tagline, credit, origin, base }, body, css = '') =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><meta name="description" content="${escaped(tagline)}">` +
  `<meta name="author" content="${escaped(`The authors of ${title}`)}">${css && `<style>${css}</style>`}</head><body>\n${body}` +
  `<p class="credit">${escaped(credit)} <a href="${escaped(origin + base)}">${escaped(origin + base)}</a></p></body></html>\n`;

const metadata = [
  ['accessMode', 'textual'], ['accessMode', 'visual'], ['accessModeSufficient', 'textual,visual'], ['accessModeSufficient', 'textual'],
  ...['alternativeText', 'MathML', 'readingOrder', 'structuralNavigation', 'tableOfContents'].map((feature) => ['accessibilityFeature', feature]),
  ['accessibilityHazard', 'none'], ['accessibilitySummary', 'Figures are still pictures with a text that says what they show; formulas are MathML.'],
].map(([name, value]) => `<meta property="schema:${name}">${value}</meta>`).join('\n    ');

/** pandoc has no place for what readers with disabilities look for. @param {string} epub @param {string} folder */
function addMetadata(epub, folder) {
  const opf = tool('unzip', ['-p', epub, 'EPUB/content.opf']).toString();
  mkdirSync(join(folder, 'EPUB'), { recursive: true });
  writeFileSync(join(folder, 'EPUB/content.opf'), opf.replace('</metadata>', `  ${metadata}\n  </metadata>`));
  tool('zip', ['-qX', epub, 'EPUB/content.opf'], folder);
}

/** @param {Book} book @param {string[]} chapters @param {string} folder */
function epub(book, chapters, folder) {
  const path = join(folder, 'book.epub'), at = (/** @type {string} */ name) => join(folder, name);
  writeFileSync(at('epub.html'), frame(book, forPandoc(chapters.join('\n'))));
  writeFileSync(at('cover.svg'), cover(book));
  tool('pandoc', [at('epub.html'), '--from', 'html', '--to', 'epub3', '--lua-filter', 'raw.lua', '--css', 'book.css', '--toc', '--toc-depth', '2', '--epub-chapter-level', '1',
    '--epub-cover-image', at('cover.svg'), '--metadata', 'lang=en', '--metadata', `title=${book.title}`, '--metadata', `subtitle=${book.tagline}`,
    '--metadata', `rights=${book.credit}`, '--metadata', `identifier=${book.origin}${book.base}`, '--output', path]);
  addMetadata(path, folder);
  return path;
}

/** @param {Book} book @param {string[]} chapters @param {string} folder @param {string} browser */
function pdf(book, chapters, folder, browser) {
  const path = join(folder, 'book.pdf'), source = join(folder, 'pdf.html');
  const contents = chapters.map((chapter) => {
    const heads = [...chapter.matchAll(/<h([12])[^>]*? id="([^"]+)"[^>]*>(.*?)<\/h\1>/gs)].map(([, level, id, head = '']) => ({ level, id, head: head.replace(/<[^>]+>/g, '').trim() }));
    const item = (/** @type {{id?: string, head: string}} */ { id, head }) => `<a href="#${id}">${head}</a>`;
    return `<li>${heads.filter(({ level }) => level === '1').map(item).join('')}<ol>${heads.filter(({ level }) => level === '2').map((each) => `<li>${item(each)}</li>`).join('')}</ol></li>`;
  }).join('');
  const css = readFileSync(join(here, 'book.css'), 'utf8');
  writeFileSync(source, frame(book, `<div class="cover">${cover(book)}</div><nav class="contents"><h2>Contents</h2><ol>${contents}</ol></nav>\n${chapters.join('\n')}`, css));
  tool(browser, ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', '--generate-pdf-document-outline', '--allow-file-access-from-files', `--print-to-pdf=${path}`, pathToFileURL(source).href]);
  return path;
}

/** @param {Book} book @returns {string[]} */
function make(book) {
  needed(['pandoc'], 'writes the EPUB');
  for (const name of ['zip', 'unzip']) needed([name], 'completes the EPUB');
  const browser = needed(browsers, 'writes the PDF');
  const folder = mkdtempSync(join(tmpdir(), 'loom-book-'));
  try {
    const opened = book.pages.map((page) => open(page, book));
    const ids = new Map(opened.map(({ page, ids }) => [page.path, ids]));
    const chapters = opened.map((each) => write(each, book, ids));
    const made = [epub(book, chapters, folder), pdf(book, chapters, folder, browser)];
    mkdirSync(book.out, { recursive: true });
    return made.map((path, i) => {
      const to = join(book.out, `${slug(book.title.toLowerCase().replace(/[^a-z0-9]+/g, '-'))}.${['epub', 'pdf'][i]}`);
      copyFileSync(path, to);
      return to;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  console.log(JSON.stringify({ written: make(JSON.parse(readFileSync(0, 'utf8'))) }));
} catch (error) {
  const { message, stderr } = /** @type {Error & {stderr?: Buffer}} */ (error);
  console.log(JSON.stringify({ error: stderr?.length ? `${message.split('\n')[0]}\n${stderr}` : message }));
}
