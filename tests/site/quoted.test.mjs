// Figures in the front page's sentences: what was measured is what was recorded, and what a scene
// computes is what the scene says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { loom, root } from '../site.mjs';

const page = readFileSync(join(root, 'content/index.md'), 'utf8');

/** @param {string} name */
const recorded = (name) => JSON.parse(readFileSync(join(root, `tests/data/h200/${name}.json`), 'utf8'));
/** The first of `rows` that has all of these values. @param {any[]} rows @param {object} values */
function row(rows, values) {
  const found = rows.find((each) => Object.entries(values).every(([key, value]) => each[key] === value));
  assert.ok(found, `nothing recorded for ${JSON.stringify(values)}`);
  return found;
}
/** @param {number} value @param {number} [digits] */
const shown = (value, digits = 0) => value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const snippets = recorded('snippets');
/** @param {string} name */
const snippet = (name) => row(snippets.snippets, { name });
/** @param {string} name */
const rate = (name) => shown(snippet(name).gb_per_s);
const { tiers, l2_by_sm } = recorded('latency');
/** @param {string} tier */
const cycles = (tier) => shown(row(tiers, { tier }).cycles);
const loop = row(recorded('warps').loops, { source: 'HBM', math: 32, loads: 8 });
/** @param {number} warps */
const busy = (warps) => shown((100 * warps * loop.instructions) / loop.cycles[warps - 1], 1);
const dram = recorded('bandwidth').dram.bytes_per_clock_per_sm;

/** What the page says, with the recorded numbers in their places. @type {string[]} */
const measured = [
  `in every one of the ${shown(recorded('sectors').patterns.length)} accesses`,
  `it copied ${rate('strided copy')} GB a second on the H200, and the first kernel ${rate('coalesced copy')} (measured)`,
  `On [an H200](#memory-trip?gpu=h200) it was ${cycles('HBM')} (measured)`,
  `took between ${shown(Math.min(...l2_by_sm))} and ${shown(Math.max(...l2_by_sm))} cycles on the H200`,
  `the second is ${shown(snippet('array of structs').ms / snippet('struct of arrays').ms, 1)} times as fast`,
  `already moved ${shown(4 * snippet('array of structs').gb_per_s)} GB a second`,
  `In a loop of ${shown(loop.instructions)} instructions with eight loads from HBM, one warp kept its scheduler busy ${busy(1)}% of the time, eight warps ${busy(8)}% and sixteen ${busy(16)}%`,
  `each received ${shown(dram, 1)} bytes per cycle from HBM, at a latency of ${cycles('HBM')} cycles (measured). So each SM has to have close to ${shown((dram * row(tiers, { tier: 'HBM' }).cycles) / 1000)} KB`,
  `it reads ${rate('eight loads in flight')} GB a second. With one load at a time, the same warps read ${rate('one load in flight')} (measured)`,
  `goes from ${rate('coalesced copy')} to ${rate('vector copy')} GB a second (measured)`,
  `it is ${cycles('shared')} cycles away (measured on the H200)`,
  `all ${shown(recorded('wavefronts').patterns.length)} accesses that were recorded`,
  `moves only ${rate('transpose')} GB a second, against the ${rate('coalesced copy')} of the plain copy (measured)`,
];

for (const sentence of measured)
  test(`measured: ${sentence}`, () => assert.ok(page.includes(sentence), 'the page has another number, or other words'));


/** A scene in a state, a part of what it prints, and what the page says. @type {[string, string, string][]} */
const computed = [
  ['coalescing --pattern strided --stride 8', '32 sectors, 1,024 bytes: 12.5% useful', '32 sectors, 1,024 bytes, and 12.5% of them useful'],
  ['coalescing --pattern strided --stride 32', '32 sectors', 'it gets no worse'],
  ['coalescing --offset 1', '5 sectors', 'pay for a fifth sector'],
  ['coalescing --pattern shuffled', '4 sectors', 'they cost four sectors as before'],
  ['coalescing --pattern broadcast --offset 9', '1 sector', 'they cost one sector'],
  ['memory-trip', '479 cycles (1 min 58 s', 'a study measured 479 cycles [@hopper-micro]'],
  ['warp-scheduler --warps 16', '27.3% of the time', 'reach 27.3%'],
  ['warp-scheduler --warps 12 --loads 4', '55.1% of the time', 'the scheduler is busy 55.1% of the time'],
  ['warp-scheduler --warps 12 --loads 4 --policy greedy', '100.0% of the time', 'and with the other policy, [always]'],
  ['warp-scheduler', '9 instructions in a turn of 408 cycles, so Little’s law asks for 46 warps', 'A warp alone issues 9 instructions in a turn of 408 cycles'],
  ['bank-conflicts --stride 6', '2 turns', 'so there are two turns, not six'],
  ['bank-conflicts --stride 32', '32 turns', 'the warp takes 32 turns'],
  ['bank-conflicts --stride 33', '1 turn', 'there is no conflict at all'],
  ['bank-conflicts --access broadcast', '1 turn', 'one turn. A word goes to everybody'],
];

for (const [scene, sentence, saying] of computed)
  test(`computed: loom scene ${scene}`, () => {
    const output = execFileSync(loom, ['scene', ...scene.split(' ')], { encoding: 'utf8' });
    assert.ok(output.includes(sentence), `the scene says\n${output}`);
    assert.ok(page.includes(saying), `the page does not say '${saying}'`);
  });
