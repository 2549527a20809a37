// The CUDA programs on the front page are the ones that ran on a GPU.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../site.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');
const page = read('content/index.md');
const recorded = JSON.parse(read('core/recorded/h200/snippets.json'));
const in_cute = JSON.parse(read('core/recorded/h200/cute.json'));
const in_wgmma = JSON.parse(read('core/recorded/h200/wgmma.json'));
const climb = JSON.parse(read('core/recorded/h200/gemm_climb_hopper.json'));
const in_schedules = JSON.parse(read('core/recorded/h200/schedules.json'));

/** Text of each region of a probe's file by its name. @param {string} probe @returns {[string, string][]} */
const regionsOf = (probe) =>
  [...read(`tools/probes/${probe}`).matchAll(/^\/\/ \[snippet: (.*)\]\n([^]*?)^\/\/ \[end\]\n/gm)].map(([, name, text]) => [name ?? '', text ?? '']);
const in_climb = new Map(['hopper.cuh', 'gemm_tma.cuh'].flatMap(regionsOf));
const regions = new Map([...regionsOf('first.cu'), ...regionsOf('snippets.cu'), ...regionsOf('cute.cu'), ...regionsOf('schedules.cu'), ...regionsOf('wgmma.cu'), ...in_climb]);

/** What exactly stands in a probe's regions, by their names. @param {string} probe @returns {[string, string][]} */
const hashes = (probe) => regionsOf(probe).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex').slice(0, 16)]);

/** Bodies of the fenced blocks of one language. @param {string} language @returns {string[]} */
const blocks = (language) => [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, body]) => body ?? '');

test('every CUDA block is a region of a probe, word for word', () => {
  assert.ok(regions.size >= 10, 'regions');
  assert.ok(blocks('cuda').length > 0, 'blocks');
  for (const block of blocks('cuda')) assert.ok([...regions.values()].includes(block), `no region holds\n${block}`);
  assert.deepEqual([...page.matchAll(/^```(?:cpp|c\+\+|cu|c)\b.*$/gm)], [], 'code that nothing compiles');
});

const first_record = 'core/recorded/h200/first.json';
const in_first = existsSync(join(root, first_record)) ? JSON.parse(read(first_record)) : undefined;

test('the first program ran as it stands there now', { todo: in_first ? false : 'run tools/probes/run first on an H200' }, () => {
  assert.ok(in_first, `no ${first_record}`);
  assert.match(in_first.about.device, /H200/);
  assert.match(in_first.printed, /: copied$/);
  assert.ok(page.includes(`\`${in_first.printed}\``), 'the page tells what it prints');
  assert.deepEqual(in_first.programs, Object.fromEntries(hashes('first.cu')));
});

test('each of them ran, and gave the right answer', () => {
  assert.match(recorded.about.device, /H200/);
  const ran = recorded.snippets.map((/** @type {{ name: string }} */ { name }) => name);
  if (recorded.resident.length > 0) ran.push('occupancy query'); // it answers a question and is not timed
  if (in_cute.tiles.length > 0) ran.push('cute transpose');
  if (in_wgmma.products === 512) ran.push('warpgroup product');
  if (climb.rungs.some((/** @type {any} */ each) => each.rung === 'TMA' && each.error < 0.003)) ran.push(...in_climb.keys());
  if (in_schedules.ring.length > 0 && in_schedules.ring.every((/** @type {{ right: boolean }} */ { right }) => right)) ran.push('ring of barriers');
  ran.push('first program'); // it has a recording and a test of its own
  for (const [name, text] of regions) if (blocks('cuda').includes(text)) assert.ok(ran.includes(name), `${name} did not run`);
});

test('what ran is what stands there now', () => {
  for (const [probe, { programs }] of Object.entries({ snippets: recorded, cute: in_cute, schedules: in_schedules, wgmma: in_wgmma })) {
    assert.deepEqual(programs, Object.fromEntries(hashes(`${probe}.cu`)), `run tools/probes/run ${probe} on an H200`);
  }
});

test('no program is longer than 20 lines, but for a whole one', () => {
  for (const block of blocks('cuda')) if (!block.includes('int main(')) assert.ok(block.trimEnd().split('\n').length <= 20, block);
});
