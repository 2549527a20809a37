// The CUDA programs on the front page are the ones that ran on a GPU.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
const regions = new Map([...regionsOf('snippets.cu'), ...regionsOf('cute.cu'), ...regionsOf('schedules.cu'), ...regionsOf('wgmma.cu'), ...in_climb]);

/** Bodies of the fenced blocks of one language. @param {string} language @returns {string[]} */
const blocks = (language) => [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, body]) => body ?? '');

test('every CUDA block is a region of a probe, word for word', () => {
  assert.ok(regions.size >= 10, 'regions');
  assert.ok(blocks('cuda').length > 0, 'blocks');
  for (const block of blocks('cuda')) assert.ok([...regions.values()].includes(block), `no region holds\n${block}`);
  assert.deepEqual([...page.matchAll(/^```(?:cpp|c\+\+|cu|c)\b.*$/gm)], [], 'code that nothing compiles');
});

test('each of them ran, and gave the right answer', () => {
  assert.match(recorded.about.device, /H200/);
  const ran = recorded.snippets.map((/** @type {{ name: string }} */ { name }) => name);
  if (recorded.resident.length > 0) ran.push('occupancy query'); // it answers, and is not timed
  if (in_cute.tiles.length > 0) ran.push('cute transpose');
  if (in_wgmma.products === 512) ran.push('warpgroup product');
  if (climb.rungs.some((/** @type {any} */ each) => each.rung === 'TMA' && each.error < 0.003)) ran.push(...in_climb.keys());
  if (in_schedules.ring.length > 0 && in_schedules.ring.every((/** @type {{ right: boolean }} */ { right }) => right)) ran.push('ring of barriers');
  for (const [name, text] of regions) if (blocks('cuda').includes(text)) assert.ok(ran.includes(name), `${name} did not run`);
});

test('what ran is what stands there now', () => {
  for (const [probe, { programs }] of Object.entries({ snippets: recorded, cute: in_cute, schedules: in_schedules, wgmma: in_wgmma })) {
    const now = regionsOf(`${probe}.cu`).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex').slice(0, 16)]);
    assert.deepEqual(programs, Object.fromEntries(now), `run tools/probes/run ${probe} on an H200`);
  }
});

test('no program is longer than 20 lines', () => {
  for (const block of blocks('cuda')) assert.ok(block.trimEnd().split('\n').length <= 20, block);
});
