// Lighthouse with its mobile preset: every page, a page with every figure, and a bare page for comparison. Each round
// visits all pages, so that a busy spell of the machine affects all of them.
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { buildFrom, root, scratch } from '../../tests/site.mjs';
import { addBarePage, lessonFiles, middleAndWorst, paths as ofSite } from './pages.mjs';
import { progress } from './progress.mjs';
import { host } from './static.mjs';

const require = createRequire(import.meta.url);
process.setMaxListeners(0); // each run has its folder, which goes when the process ends
const cli = join(dirname(require.resolve('lighthouse/package.json')), 'cli/index.js');
const flags = '--chrome-flags=--headless=new --no-sandbox --disable-quic --disable-background-networking';

/** The site with one more page, which holds the text and the figures of all others. */
function siteWithEveryFigure() {
  const folder = scratch();
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
  for (const file of ['glossary.json', 'references.json']) cpSync(join(root, file), join(folder, file));
  const texts = lessonFiles.map((file) => readFileSync(join(root, 'content', file), 'utf8').replace(/^(---[^]*?---\n)?# .*\n/, ''));
  // A block that several pages share is here once.
  /** @type {Set<string>} */
  const seen = new Set();
  const text = texts.join('\n').replace(/^```(scene|quiz) ?(.*)\n[^]*?^```$/gm, (block, _, line) => {
    const id = /\bid=(\S+)/.exec(line)?.[1] ?? line.split(' ')[0];
    if (id && seen.has(id)) return '';
    seen.add(id);
    return block;
  });
  writeFileSync(join(folder, 'content/every-figure.md'), `# Every figure\n\n${text}`);
  return buildFrom(folder, '--compress');
}

/** @param {string} address */
async function run(address) {
  const report = join(scratch(), 'report.json');
  await new Promise((resolve, reject) =>
    spawn(process.execPath, [cli, address, '--quiet', '--output=json', `--output-path=${report}`, flags], { env: { ...process.env, CHROME_PATH: '/usr/bin/chromium' }, stdio: ['ignore', 'ignore', 'inherit'] }).on('exit', (code) => (code === 0 ? resolve(0) : reject(new Error(`lighthouse ended with status ${code}`)))),
  );
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** What is taken from a report: its name, unit, how to read it, which end is bad.
 * @type {[string, string, (report: any) => number, 'low' | 'high'][]} */
const measures = [
  ['performance', '', (report) => Math.round(report.categories.performance.score * 100), 'low'],
  ['blocking', ' ms', (report) => Math.round(report.audits['total-blocking-time'].numericValue), 'high'],
  ['style and layout', ' ms', (report) => Math.round(report.audits['mainthread-work-breakdown'].details.items.find((/** @type {any} */ item) => item.group === 'styleLayout')?.duration ?? 0), 'high'],
  ['script', ' ms', (report) => Math.round(report.audits['mainthread-work-breakdown'].details.items.find((/** @type {any} */ item) => item.group === 'scriptEvaluation')?.duration ?? 0), 'high'],
  ['largest contentful paint', ' ms', (report) => Math.round(report.audits['largest-contentful-paint'].numericValue), 'high'],
];

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure({ smallest }) {
  const site = siteWithEveryFigure();
  addBarePage(site);
  const { address, stop } = await host(site);
  const runs = smallest ? 1 : Number(process.env.RUNS ?? 5);
  const paths = smallest ? ['/bare/', '/'] : ['/bare/', ...ofSite, '/every-figure/'];
  const say = progress('lighthouse', runs * paths.length);
  /** @type {Map<string, any[]>} */
  const reports = new Map(paths.map((path) => [path, []]));
  for (let i = 0; i < runs; ++i)
    for (const path of paths) {
      say(path);
      reports.get(path)?.push(await run(address + path));
    }
  stop();

  const bare = middleAndWorst((reports.get('/bare/') ?? []).map(measures[2][2]), 'high')[0];
  /** @type {Record<string, string>} */
  const budgets = { performance: '≥ 99', blocking: '≤ 50 ms', 'style and layout': `≤ ${Math.round(2.5 * bare)} ms, 2.5 × bare` };
  const rows = [{ what: `median and worst of ${runs} runs`, value: '' }];
  for (const [path, list] of reports) {
    rows.push({ what: path, value: '' });
    for (const [what, unit, read, bad] of measures) {
      const [middle, worst] = middleAndWorst(list.map(read), bad);
      rows.push({ what: `  ${what}`, value: `${middle}${unit}, ${worst}${unit}`, ...(path === '/bare/' ? {} : { budget: budgets[what] }) });
    }
    const { categories, audits } = list[0];
    rows.push({ what: '  layout shift', value: audits['cumulative-layout-shift'].numericValue.toFixed(3), budget: '0' });
    rows.push({ what: '  accessibility, practices, SEO', value: ['accessibility', 'best-practices', 'seo'].map((name) => Math.round(categories[name].score * 100)).join(' '), budget: '100 100 100' });
    for (const category of ['accessibility', 'best-practices', 'seo'])
      for (const { id } of categories[category].auditRefs)
        if (audits[id].score !== null && audits[id].score < 1 && audits[id].scoreDisplayMode === 'binary') rows.push({ what: `    failed: ${id}`, value: '' });
  }
  return rows;
}
