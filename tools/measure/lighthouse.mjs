// Lighthouse with its mobile preset.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { build, scratch } from '../../tests/site.mjs';
import { host } from './static.mjs';

const require = createRequire(import.meta.url);
const cli = join(dirname(require.resolve('lighthouse/package.json')), 'cli/index.js');

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  const { address, stop } = await host(build('--compress'));
  const rows = [];
  for (const path of ['/', '/formats/', '/library/']) {
    const report = join(scratch(), 'report.json');
    await new Promise((resolve, reject) =>
      spawn(process.execPath, [cli, address + path, '--quiet', '--output=json', `--output-path=${report}`, '--chrome-flags=--headless=new --no-sandbox --disable-quic --disable-background-networking'], { env: { ...process.env, CHROME_PATH: '/usr/bin/chromium' }, stdio: ['ignore', 'ignore', 'inherit'] }).on('exit', (code) => (code === 0 ? resolve(0) : reject(new Error(`lighthouse ended with status ${code}`)))),
    );
    const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
    const scores = Object.values(categories).map((/** @type {any} */ c) => Math.round(c.score * 100));
    rows.push({ what: `${path} performance, accessibility, practices, SEO`, value: scores.join(' '), budget: '100 100 100 100' });
    rows.push({ what: '  total blocking time', value: `${Math.round(audits['total-blocking-time'].numericValue)} ms`, budget: '≤ 50 ms' });
    rows.push({ what: '  largest contentful paint', value: `${Math.round(audits['largest-contentful-paint'].numericValue)} ms` });
    rows.push({ what: '  layout shift', value: audits['cumulative-layout-shift'].numericValue.toFixed(3), budget: '0' });
    for (const audit of Object.values(audits))
      if (audit.score !== null && audit.score < 1 && ['binary', 'numeric'].includes(audit.scoreDisplayMode)) rows.push({ what: `    ${audit.id}`, value: String(audit.score) });
  }
  stop();
  return rows;
}
