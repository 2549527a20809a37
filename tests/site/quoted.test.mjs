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

/** What the page says, with the recorded numbers in their places. @type {string[]} */
const measured = [
  `in every one of the ${shown(recorded('sectors').patterns.length)} accesses`,
  `it copied ${rate('strided copy')} GB a second on the H200, and the first kernel ${rate('coalesced copy')} (measured)`,
  `On [an H200](#memory-trip?gpu=h200) it was ${cycles('HBM')} (measured)`,
  `took between ${shown(Math.min(...l2_by_sm))} and ${shown(Math.max(...l2_by_sm))} cycles on the H200`,
  `the second is ${shown(snippet('array of structs').ms / snippet('struct of arrays').ms, 1)} times as fast`,
  `already moved ${shown(4 * snippet('array of structs').gb_per_s)} GB a second`,
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
];

for (const [scene, sentence, saying] of computed)
  test(`computed: loom scene ${scene}`, () => {
    const output = execFileSync(loom, ['scene', ...scene.split(' ')], { encoding: 'utf8' });
    assert.ok(output.includes(sentence), `the scene says\n${output}`);
    assert.ok(page.includes(saying), `the page does not say '${saying}'`);
  });
