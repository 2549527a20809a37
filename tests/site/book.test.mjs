// The book that `loom build --book` writes of a small site: what EPUBCheck says, and what is in it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { loom, root, scratch } from '../site.mjs';

const folder = scratch();
mkdirSync(join(folder, 'content'));
/** @param {string} name @param {string | object} content */
const put = (name, content) => writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
put('content/site.json', { title: 'Small', tagline: 'A site for a test', footer: 'Text: CC BY 4.0.', scenes: false, pages: [
  { file: 'second.md', label: 'Second' }, { file: 'index.md', label: 'First' }, { file: 'words.md', label: 'Words', lesson: false } ] });
put('content/index.md', `# The first lesson

A lead with a [link to the second](/second#two) and $a^2 + b$.

## One

\`\`\`scene coalescing
A caption.
\`\`\`

\`\`\`cuda
__global__ void copy(float* out) { out[threadIdx.x] = 1.0f; }
\`\`\`

\`\`\`quiz
Is it a warp?

- [ ] No

  It is.

- [x] Yes

  All of it.
\`\`\`
`);
put('content/second.md', '# The second lesson\n\nA lead with a [[warp]].\n\n## Two\n\nText, and [a state](#coalescing?stride=4).\n\n```scene coalescing\n```\n\n## All\n\n```gallery\n```\n');
put('content/words.md', '# Words\n\n```glossary\n```\n');
put('glossary.json', [{ term: 'warp', id: 'warp', category: 'machine', definition: '32 threads in step.' }]);

/** @param {NodeJS.ProcessEnv} [env] */
const build = (env) =>
  spawnSync(loom, ['build', '--content', join(folder, 'content'), '--assets', join(root, 'build/assets'), '--out', join(folder, 'out'), '--base-url', 'https://example.org/loom/', '--book', join(folder, 'book')], { encoding: 'utf8', env: env ?? process.env });

test('EPUB and PDF have the lessons in their order, formulas, colors, answers, and links', () => {
  const ran = build();
  assert.equal(ran.status, 0, ran.stderr);
  assert.deepEqual(readdirSync(join(folder, 'book')).sort(), ['small.epub', 'small.pdf']);
  const epub = join(folder, 'book/small.epub');
  const checked = spawnSync('java', ['-jar', '/usr/bin/epubcheck', epub], { encoding: 'utf8' });
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  const entry = (/** @type {string} */ name) => execFileSync('unzip', ['-p', epub, name], { encoding: 'utf8' });
  const opf = entry('EPUB/content.opf');
  assert.match(opf, /<dc:language>en<\/dc:language>/);
  assert.match(opf, /schema:accessMode.*schema:accessibilityFeature/s);
  const nav = entry('EPUB/nav.xhtml').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assert.match(nav, /The second lesson .*Two .*The first lesson .*One .*Answers .*Words/);
  const text = ['ch001', 'ch002', 'ch003'].map((name) => entry(`EPUB/text/${name}.xhtml`)).join('');
  assert.match(text, /<math xmlns=/);
  assert.match(text, /<span class="a">__global__<\/span>/);
  assert.match(text, /<img src="\.\.\/media\/[^"]*\.svg" alt="Coalescing\. [^"]+"/);
  assert.match(text, /href="ch001\.xhtml#second\.two"/);
  assert.match(text, /href="ch003\.xhtml#words\.warp"/);
  assert.match(text, /href="https:\/\/example\.org\/loom\/second\/#coalescing\?[^"]*stride=4/);
  assert.match(text, /<b>b\)<\/b>|<strong>b\)<\/strong>/);
  const pdf = execFileSync('pdftotext', [join(folder, 'book/small.pdf'), '-'], { encoding: 'utf8' });
  assert.ok(pdf.indexOf('The second lesson') < pdf.indexOf('The first lesson'));
  for (const part of ['Contents', 'A caption.', 'Question 1.', 'Answers', '32 threads in step.', 'CC BY 4.0']) assert.ok(pdf.includes(part), part);
});

test('a missing program is named, with what to install', () => {
  const bin = mkdtempSync(join(folder, 'bin'));
  for (const name of ['node', 'sh']) symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(bin, name));
  const ran = build({ ...process.env, PATH: bin });
  assert.equal(ran.status, 2);
  assert.match(ran.stderr, /no book: no program 'pandoc', which writes the EPUB: run tools\/setup --book, or install the Debian package 'pandoc'/);
});
