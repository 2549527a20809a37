// A page under `loom serve`: a saved text appears in the open page, larger changes load the page again, and a mistake
// is shown over the last good page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { loom, root, scratch } from '../site.mjs';
import { chromium, live, open } from './browsers.mjs';

const folder = scratch();
const file = join(folder, 'content', 'index.md');
mkdirSync(join(folder, 'content'));
for (const each of ['glossary.json', 'references.json', 'content/glossary.md', 'content/references.md']) copyFileSync(join(root, each), join(folder, each));
writeFileSync(join(folder, 'content', 'site.json'), JSON.stringify({ title: 'Site', pages: ['index', 'glossary', 'references'].map((name) => ({ file: `${name}.md`, label: name, lesson: false })) }));
/** @param {string} text */
const save = (text) => writeFileSync(file, text);
save('# Page\n\nFirst.\n');
const server = spawn(loom, ['serve', '--content', join(folder, 'content'), '--assets', join(root, 'build/assets'), '--port', '8140'], { stdio: ['ignore', 'pipe', 'pipe'] });
process.on('exit', () => server.kill());
after(() => server.kill());
const address = await new Promise((resolve, reject) => {
  let output = '';
  server.stdout.on('data', (chunk) => {
    const found = (output += chunk).match(/Serving (http:\S+)/);
    if (found) resolve(String(found[1]));
  });
  server.on('exit', () => reject(new Error(output)));
});
const browser = await chromium();

let pages = 0;

/** Opens the page of a text once it is built. @param {string} text */
async function opened(text) {
  const last = `Opened as page ${++pages}.`;
  save(`${text}\n\n${last}\n`);
  while (!(await (await fetch(address)).text()).includes(last)) await new Promise((resolve) => setTimeout(resolve, 20));
  const { page, complaints } = await open(browser, address);
  const until = (/** @type {string} */ condition) => page.waitForFunction(condition, { timeout: 5000 });
  const main = "document.querySelector('main')?.textContent";
  return {
    page, complaints, until,
    shows: (/** @type {string} */ words) => until(`${main}?.includes(${JSON.stringify(words)})`),
    lacks: (/** @type {string} */ words) => until(`${main} && !${main}.includes(${JSON.stringify(words)})`),
    /** From here on it is known whether the document stays. */
    mark: async () => {
      await until("performance.getEntriesByType('resource').some(({ name }) => name === location.origin + location.pathname)");
      await new Promise((resolve) => setTimeout(resolve, 200)); // by now it has read how it came
      await page.evaluate('window.marked = true');
    },
    stayed: () => page.evaluate('window.marked === true'),
  };
}

const long = Array.from({ length: 30 }, (_, i) => `Paragraph ${i} of many, so that there is something to scroll.\n`).join('\n');
/** @param {{above?: string, figure?: string, caption?: string, below?: string}} parts */
const article = ({ above = 'Above.', figure = 'stride=4', caption = 'A caption.', below = 'Below.' } = {}) =>
  `# Page\n\nThe lead.\n\n## Before\n\n${above}\n\n${long}\n## Figure\n\n\`\`\`scene coalescing pattern=strided ${figure}\n${caption}\n\`\`\`\n\n${below}\n\n${long}`;
const sentence = '#coalescing .status';
/** @param {any} page @returns {Promise<string>} */
const text = (page, selector = 'main') => page.$eval(selector, (/** @type {Element} */ element) => element.textContent);

test('a save shows within a second, a mistake leaves the last good page', async () => {
  const { page, complaints, until, shows, mark, stayed } = await opened('# Page\n\nFirst.\n');
  await shows('First.');
  await mark();

  let start = performance.now();
  save('# Page\n\nSecond.\n');
  await shows('Second.');
  assert.ok(performance.now() - start < 1000, `the save took ${performance.now() - start} ms to show`);
  assert.equal(await page.$eval('meta[name="description"]', (/** @type {HTMLMetaElement} */ meta) => meta.content), 'Second.');

  save('# Page\n\nA [[mistake]].\n');
  await until("document.getElementById('loom-overlay')?.textContent.includes('index.md:3:5: error: unknown term')");
  assert.match(await text(page), /Second\./);
  const box = await page.$eval('#loom-overlay', (/** @type {Element} */ overlay) => getComputedStyle(overlay).position);
  assert.equal(box, 'fixed', 'the overlay has its style under the page\'s policy');

  // A reader who opens the page now sees the mistake, too.
  const other = await open(browser, address);
  await other.page.waitForSelector('#loom-overlay');
  await other.page.click('#loom-overlay button');
  assert.equal(await other.page.$('#loom-overlay'), null);
  await other.page.close();

  start = performance.now();
  save('# Page\n\nThird.\n');
  await until("!document.getElementById('loom-overlay') && document.querySelector('main')?.textContent.includes('Third.')");
  assert.ok(performance.now() - start < 1000, `the mended page took ${performance.now() - start} ms to show`);
  assert.ok(await stayed());

  save('# A new title\n\nThird.\n');
  await until("document.title.startsWith('A new title') && document.querySelector('h1').textContent === 'A new title'");
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a saved text leaves the figures and the place of the page as they are', async () => {
  const { page, complaints, shows, lacks, mark, stayed } = await opened(article());
  await live(page, 'coalescing');
  await page.$eval('#coalescing input[type="range"][name="stride"]', (/** @type {HTMLInputElement} */ slider) => {
    slider.value = '2';
    slider.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction("location.hash.includes('stride=2')");
  const moved = await text(page, sentence);
  await mark();
  const top = () => page.$eval('#coalescing', (/** @type {Element} */ figure) => figure.getBoundingClientRect().top);
  const before = await top();

  // Five saves, faster than builds; more lines above, a caption, other kinds of text below.
  for (let i = 1; i <= 5; ++i) {
    save(article({ above: Array.from({ length: i }, (_, j) => `Above, ${j + 1} of ${i}.\n`).join('\n'), caption: `Caption ${i}.` }));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await shows('Above, 5 of 5.');
  await shows('Caption 5.');
  const below = 'A [[warp]], and [stride 8](#coalescing?stride=8&pattern=strided).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n' +
    `\`\`\`cpp\n${'wide '.repeat(60)}\n\`\`\`\n\n$$e^x$$\n\n### A small heading\n`;
  save(article({ above: 'Above.', caption: 'Caption 6.', below }));
  await shows('A small heading');
  await lacks('of 5.');
  assert.ok(await stayed());
  assert.equal(await text(page, sentence), moved);
  assert.ok(Math.abs((await top()) - before) < 2, `the figure went from ${before} to ${await top()}`);
  await page.waitForSelector('main pre[tabindex="0"]', { timeout: 2000 });

  // Terms and links in the new text work as in any other text.
  await page.focus('a.term');
  await page.waitForFunction("document.querySelector('.tip:not([hidden])')?.textContent.length > 20");
  await page.click('a.state');
  await page.waitForFunction("location.hash.includes('stride=8')");
  await page.waitForFunction((/** @type {string} */ was) => document.querySelector('#coalescing .status')?.textContent !== was, {}, moved);

  // The definition disappears with its word.
  await page.focus('a.term');
  await page.waitForSelector('.tip:not([hidden])');
  save(article({ below: 'No term.' }));
  await shows('No term.');
  assert.equal(await page.$('.tip:not([hidden])'), null);
  assert.ok(await stayed());
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the search of an open page finds what was saved since', async () => {
  const { page, complaints, until, shows, mark, stayed } = await opened('# Page\n\nBefore the save.\n');
  await mark();
  const asked = async (/** @type {string} */ word) => {
    await until("document.querySelector('.search-box[open]') || (document.querySelector('button.search').click(), false)");
    await page.keyboard.type(word);
  };
  const says = (/** @type {string} */ text) => until(`document.querySelector('.search-status')?.textContent.startsWith('${text}')`);
  await asked('xylophone');
  await says('Nothing found');
  await page.keyboard.press('Escape');
  save('# Page\n\nA xylophone.\n');
  await shows('A xylophone.');
  await asked('xylophone');
  await says('1 result');
  assert.ok(await stayed());
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what is more than text loads the page again', async () => {
  const { page, complaints, until, shows, mark, stayed } = await opened(article());
  await mark();
  save(article({ figure: 'stride=3' }));
  await until("!window.marked && document.querySelector('#coalescing')?.dataset.query.includes('stride=3')");

  await mark();
  save(article({ figure: 'stride=3', above: '## A new section\n\nAbove.' }));
  await shows('A new section');
  assert.match(await text(page, '.rail'), /A new section/);

  await mark();
  save(article({ figure: 'stride=3', below: '```quiz\nOne?\n\n- [x] Yes.\n\n  Right.\n- [ ] No.\n\n  Wrong.\n```' }));
  await page.waitForSelector('.quiz');
  assert.equal(await stayed(), false);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('only what is as it came is changed, and only text', async () => {
  const { page } = await opened('# Page\n\nText.\n');
  /** @param {string} old @param {string} next @param {string} live @returns {Promise<string | null>} what becomes of it */
  const became = (old, next, live = old) =>
    page.evaluate(async (/** @type {string[]} */ bodies) => {
      const { changes } = await import(`${location.origin}/loom-reload/swap.js`);
      const [old, next, live] = bodies.map((body) => new DOMParser().parseFromString(body, 'text/html').body);
      const all = changes(old, next, live);
      all?.forEach((/** @type {() => void} */ each) => each());
      return all && live?.innerHTML;
    }, [old, next, live]);
  const figure = '<figure data-query="a=1"><p>x</p></figure>';
  const live = '<figure data-query="a=1" data-live=""><p>y</p></figure>';
  const cases = [
    { old: '<p>a</p>', next: '<p>b</p>', live: '<p>a</p><aside></aside>', becomes: '<p>b</p><aside></aside>' },
    { old: `<p>a</p>${figure}<p>c</p>`, next: `<p>b</p>${figure}<p>d</p>`, live: `<p>a</p>${live}<p>c</p>`, becomes: `<p>b</p>${live}<p>d</p>` },
    { old: `<p>a</p>${figure}`, next: `<p>a</p><p>b</p><ul><li>c</li></ul>${figure}`, live: `<p>a</p>${live}`, becomes: `<p>a</p><p>b</p><ul><li>c</li></ul>${live}` },
    { old: `<p>a</p><p>b</p>${figure}`, next: figure, live: `<p>a</p><p>b</p>${live}`, becomes: live },
    { old: `<section data-wide="1">${figure}<p>a</p></section>`, next: `<section data-wide="2">${figure}<p>b</p></section>`, live: `<section class="" data-wide="1">${live}<p>a</p></section>`, becomes: `<section class="" data-wide="2">${live}<p>b</p></section>` },
    { old: '<details><p>a</p></details>', next: '<details><p>b</p></details>', live: '<details open=""><p>a</p></details>', becomes: '<details open=""><p>b</p></details>' },
    { old: `<p>a</p>${figure}<p>c</p>`, next: `<p>b</p><p>b</p>${figure.replace('x', 'z')}`, becomes: `<p>b</p><p>b</p>${figure.replace('x', 'z')}` },
    { old: '<p>a</p>', next: '<p>b</p>', live: '<p>somebody else</p>', becomes: null },
    { old: figure, next: figure.replace('a=1', 'a=2'), live, becomes: null },
    { old: figure, next: figure.replace('x', 'z'), live, becomes: null },
    { old: '<p>a</p>', next: `<p>a</p>${figure}`, becomes: null },
    { old: `${figure}<p>a</p>`, next: `<p>a</p>${figure}`, live: `${live}<p>a</p>`, becomes: `<p>a</p>${live}` },
    { old: `${figure}<table></table>${figure.replace('1', '2')}`, next: `${figure.replace('1', '2')}<table></table>${figure}`, becomes: null },
    { old: '<nav><a href="#a">a</a></nav>', next: '<nav><a href="#a">b</a></nav>', becomes: null },
    { old: '<p data-phase="1">a</p>', next: '<p data-phase="2">a</p>', becomes: null },
    { old: '<div class="quiz"><p>a</p><fieldset></fieldset></div>', next: '<div class="quiz"><p>b</p><fieldset></fieldset></div>', becomes: null },
    { old: '<p>a</p>', next: '<p>b</p><script src="/x.js"></script>', becomes: null },
  ];
  for (const { old, next, live, becomes } of cases) assert.equal(await became(old, next, live), becomes, `${old} → ${next}`);
  await page.close();
});
