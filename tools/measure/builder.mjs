// The builder beside Hugo, on the same 1,000 pages, in turns.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { loom, root, scratch } from '../../tests/site.mjs';
import { median } from './median.mjs';
import { progress } from './progress.mjs';

// Sections of our own pages, less what only makes sense on its own page: figures, and links to what is on this site.
function sections() {
  const text = ['library.md', 'index.md', 'references.md'].map((file) => readFileSync(join(root, 'content', file), 'utf8').replace(/^# .*/, '')).join('\n');
  return text
    .replace(/^```(scene|predict|phases|glossary|references)\b[\s\S]*?^```$/gm, '')
    .replace(/\[([^\]]*)\]\((?!https?:)(<[^>]*>|[^)]*)\)/g, '$1')
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith('## '));
}

/** The corpus as both programs read it; its size in bytes. @param {string} folder @param {number} pages */
export function corpus(folder, pages) {
  const parts = sections();
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (let i = 0; i < pages; ++i) {
    const text = `# Page ${i}\n\nPage ${i} of a corpus made from our own text.\n\n${parts[i % parts.length]}`;
    bytes += text.length;
    writeFileSync(join(folder, `page-${i}.md`), text);
  }
  return bytes;
}

/** @param {() => void} run */
function seconds(run) {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure({ smallest }) {
  // Uses memory if there is such a folder, to compare two programs and not disks. ext4 takes long to create files where
  // many have just been deleted, whoever creates them.
  const folder = scratch(existsSync('/dev/shm') ? '/dev/shm' : undefined);
  const pages = smallest ? 10 : 1000, turns = smallest ? 1 : 5;
  const say = progress('builder', turns);
  const bytes = corpus(join(folder, 'hugo/content'), pages);
  cpSync(join(folder, 'hugo/content'), join(folder, 'content'), { recursive: true });
  writeFileSync(join(folder, 'hugo/config.toml'), 'baseURL = "https://loom.example/"\ndisableKinds = ["taxonomy", "term", "RSS"]\n');
  mkdirSync(join(folder, 'hugo/layouts/_default'), { recursive: true });
  for (const kind of ['single', 'list']) writeFileSync(join(folder, `hugo/layouts/_default/${kind}.html`), '<!doctype html><title>{{ .Title }}</title>{{ .Content }}');
  const references = ['--glossary', join(root, 'glossary.json'), '--references', join(root, 'references.json')];
  // Every run writes to a folder of its own, like the first build of a site.
  const ours = (/** @type {number} */ turn) => void execFileSync(loom, ['build', '--content', join(folder, 'content'), '--out', join(folder, `ours-${turn}`), '--base-url', 'https://loom.example/', '--assets', join(root, 'build/assets'), ...references], { stdio: ['ignore', 'ignore', 'inherit'] });
  const theirs = (/** @type {number} */ turn) => void execFileSync('hugo', ['--quiet', '--source', join(folder, 'hugo'), '--destination', join(folder, `theirs-${turn}`)], { stdio: ['ignore', 'ignore', 'inherit'] });
  /** @type {number[]} */
  const loomTimes = [], hugoTimes = [];
  for (let turn = 0; turn < turns; ++turn) {
    say(`${pages} pages`);
    loomTimes.push(seconds(() => ours(turn)));
    hugoTimes.push(seconds(() => theirs(turn)));
  }
  const [a, b] = [median(loomTimes), median(hugoTimes)];
  return [
    { what: `corpus: ${pages} pages`, value: `${(bytes / 1e6).toFixed(1)} MB` },
    { what: 'loom build, median', value: `${a.toFixed(2)} s` },
    { what: 'hugo, median', value: `${b.toFixed(2)} s` },
    { what: 'hugo / loom', value: (b / a).toFixed(2), budget: '≥ 4' },
  ];
}
