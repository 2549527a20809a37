// Figures in the front page's sentences: what was measured is what was recorded, and what a
// simulator can compute is what it computes. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Word, ask, cell, number, predictions, quotes, recorded, row, say, sections, shown, word } from './quotes.mjs';
import {
  issue, snippets, snippet, rate, moved, l2_by_sm, cycles, register, loop, busy, promised, dram, full, lanes, sector, line, banks, bankWord, field, parts, probe, branches,
} from './recordings.mjs';

// The other quoted_*.test.mjs of the front page have the sections in between.
const { page, says, given, complete } = quotes('content/index.md', (all) => all.replace(sections(all, 'Phase 2: Tiled matmul', 'The whole trip'), ''));

const { html, predicted, all } = predictions(page, 'index.html');

// The front door
says(() => `One moves ${rate('coalesced copy')} GB a second, the other ${rate('strided copy')} (measured). They differ in one thing: how far apart the numbers lie that ${lanes} threads ask for together`);
says(() => `hands out ${sector} bytes at a time`);
given('a definition', 'A KB** is 1,000 bytes, and a KiB 1,024');
given('the launch in the same sentence', '256 to a block');
says(() => `threads 0 to ${lanes - 1}, ${lanes} to ${2 * lanes - 1}, and so on. The ${lanes} places in a warp`);

// Phase 0
says(() => `one request with ${lanes} addresses`);
says(() => `together they want ${lanes * field} bytes`);
says(() => `and the memory fetches ${say('coalescing?pattern=strided&stride=2', /sectors, (\d+) bytes/)}.`);
says(() => `cut into pieces of ${sector} bytes`);
says(() => `[[sector|sectors]] of ${sector} bytes. If a lane wants one byte of a sector, all ${sector} travel. So the price of a load, in bytes, is ${sector} times`);
says(() => {
  assert.deepEqual([predicted('coalescing', 'bytes'), say('coalescing?pattern=strided&stride=2', /bytes: (\S+) useful/)], [4 * lanes * field, ['50%']]);
  return '[half of what is fetched](#coalescing?pattern=strided&stride=2) is waste';
});
says(() => `[Without the gap](#coalescing?pattern=sequential), the lanes fill ${word(number(say('coalescing?pattern=sequential', /fetches (\d+) sectors, .* 100% useful/)[0]))} sectors to the last byte`);
says(() => {
  const [sectors, bytes, useful] = say('coalescing?pattern=strided&stride=8', /fetches (\d+) sectors, (\S+) bytes: (\S+) useful/);
  return `[${Word(8)} numbers apart](#coalescing?pattern=strided&stride=8), each lane has a sector to itself: ${sectors} sectors, ${bytes} bytes, and ${useful} of them useful. Even [32 numbers apart]`;
});
says(() => {
  assert.deepEqual(say('coalescing?pattern=strided&stride=32', /fetches (\d+) sectors/), say('coalescing?pattern=strided&stride=8', /fetches (\d+) sectors/));
  return `Even [32 numbers apart](#coalescing?pattern=strided&stride=32) it fetches no more`;
});
says(() => {
  say('coalescing?offset=1', /fetches 5 sectors/);
  return '[Shifted by one number](#coalescing?offset=1), neighbors straddle a border and pay for a fifth sector';
});
says(() => `[Shuffled](#coalescing?pattern=shuffled), they cost ${word(number(say('coalescing?pattern=shuffled', /fetches (\d+) sectors/)[0]))} sectors as before`);
says(() => `[All at the same number](#coalescing?pattern=broadcast&offset=9), they cost ${word(number(say('coalescing?pattern=broadcast&offset=9', /fetches (\d+) sector,/)[0]))} sector.`);
says(() => `${Word(line / sector)} sectors make a [line](#coalescing/lines) of ${line} bytes`);
says(() => `in every one of the ${shown(recorded('sectors').patterns.length)} accesses`);
says(() => `with 32 columns it copied ${rate('strided copy')} GB a second on the H200, and the first kernel ${rate('coalesced copy')} (measured). A factor of ${word(Math.round(snippet('strided copy').ms / snippet('coalesced copy').ms))}`);
says(() => {
  const times = number(say('coalescing?pattern=strided&stride=32', /fetches (\d+) sectors/)[0]) / number(say('coalescing', /fetches (\d+) sectors/)[0]);
  assert.equal(Math.round(moved('strided copy') / (times * snippet('strided copy').bytes)), 2);
  return `A factor of ${word(times)} you can count in sectors. Another factor of two is lost farther away, between HBM and the caches: HBM moved ${shown(moved('strided copy') / 1e9, 1)} GB for these sectors of ${shown((times * snippet('strided copy').bytes) / 1e9, 1)} (measured)`;
});
says(() => {
  const own = 'coalescing?expression=threadIdx.x%254096*32%2BthreadIdx.x/4096';
  assert.deepEqual(say(own, /fetches (\d+) sectors/), say('coalescing?pattern=strided&stride=32', /fetches (\d+) sectors/));
  return `[the kernel above looks like this](#${own})`;
});
says(() => {
  const own = 'bank-conflicts?expression=lane%258*4*128%2Blane/8';
  say(own, /bank 0 has 8 of them to deliver/);
  return `A matrix product that reads its tile in wide pieces may [write it turned on its side](#${own}), and the lanes meet at few doors`;
});
says(() => {
  const own = 'bank-conflicts?expression=lane%258*4*128%2B%28lane/8^lane%258*4%29';
  say(own, /no bank has more than one to deliver: 1 turn/);
  return `[an XOR in the index](#${own}) sends each to its own.`;
});
says(() => {
  const clock = number(snippets.about.max_clock.split(' ')[0]);
  assert.equal(shown(1000 / clock, 1), '0.5');
  return `half a nanosecond each, at the ${shown(clock)} MHz of an H200. A multiply-add whose numbers lie in [[register|registers]], the storage that feeds the arithmetic, takes about ${word(Math.round(register))}, reading them included (measured)`;
});
says(() => {
  const far = predicted('memory-trip', 'hbm');
  say('memory-trip', /as timed on the PCIe card with HBM2e/);
  return `${shown(far)} to the memory and back [@hopper-micro]. At ${shown(register, 2)} cycles each (measured on an H200), that is the time of ${shown(far / register)} multiply-adds`;
});
says(() => {
  assert.deepEqual(say('memory-trip?gpu=h200', /, (\d+) cycles after it left HBM/), [shown(cycles('HBM'))]);
  return `On [an H200](#memory-trip?gpu=h200) it was ${shown(cycles('HBM'))} (measured)`;
});
says(() => `took between ${shown(Math.min(...l2_by_sm))} and ${shown(Math.max(...l2_by_sm))} cycles on the H200`);
says(() => {
  say('memory-trip?gpu=b200', /How many it took from HBM3e to there is contested/);
  return "For the [B200](#memory-trip?gpu=b200) sources contradict each other, and the figure leaves HBM's latency open";
});
says(() => `A sector brings ${word(sector / field)} numbers of four bytes. Whether your warp has any use for the other ${word(sector / field - 1)}`);
says(() => {
  assert.equal(predicted('struct-layout', 'aos'), number(say('struct-layout?fields=8', /structs fetches (\d+) sectors/)[0]));
  return `With four fields that lie together, a warp fetches ${say('struct-layout', /structs fetches (\d+) sectors/)} sectors for the *x* of ${lanes} particles. How many with ${word(8)} fields?`;
});
says(() => `The same ${lanes} structs, stored in two ways`);
says(() => `the second is ${shown(snippet('array of structs').ms / snippet('struct of arrays').ms, 1)} times as fast`);
says(() => {
  assert.deepEqual(say('struct-layout', /fetches (\d+) sectors, 4 bytes moved per useful byte; a struct of arrays fetches (\d+)/), ['16', '4']);
  return `the first already moved ${shown(4 * snippet('array of structs').gb_per_s)} GB a second, close to the ${shown(dram.gb_per_s)} that this memory gave at best`;
});
says(() => {
  const [structs, arrays] = say('struct-layout?read=4', /An array of structs fetches (\d+) sectors, 1 byte moved per useful byte; a struct of arrays fetches (\d+)/);
  assert.equal(structs, arrays);
  return `If a kernel reads [all four fields](#struct-layout?read=4), both layouts fetch ${structs} sectors.`;
});
{
  const [sectors = '', bytes = ''] = say('coalescing?offset=1', /fetches (\d+) sectors, (\d+) bytes/);
  says(() => `- [x] ${Word(+sectors)}.\n\n  The last of the ${word(+sectors)} is fetched for a single number. Of ${bytes} bytes, ${lanes * field} are used.`);
  says(() => `A warp reads ${lanes} neighboring floats, the first of which lies ${field} bytes after a multiple of ${line}`);
  says(() => `- [ ] Four, since they are ${lanes * field} bytes.`);
  says(() => `- [ ] ${Word((2 * line) / sector)}, since the access touches two lines.`);
}
given('the matrix of a question', 'A matrix of 1,024 × 1,024 floats');
says(() => {
  const { sectors, efficiency } = ask({ op: 'memory.sectors', width: field, offsets: Array.from({ length: lanes }, (_, lane) => lane * 1024 * field) });
  assert.deepEqual([sectors, efficiency], [lanes, 1 / 8]);
  return `- [x] One eighth.\n\n  The lanes are ${shown(1024 * field)} bytes apart, so each pays for a sector of ${sector} bytes and uses four.`;
});
says(() => `- [ ] One ${word(line / field)}: `.replace('-two', '-second') + `a line of ${line} bytes for every float`);
says(() => {
  const [[near], [far]] = /** @type {[string[], string[]]} */ (['coalescing', 'coalescing?pattern=strided&stride=8'].map((state) => say(state, /sectors, (\S+) bytes/)));
  const saved = number(far) - number(near);
  return `| ${saved} of the ${far} bytes of a load |`;
});

// Phase 1
says(() => `Up to ${number(cell('occupancy', 'Warps', 'The SM has')) / parts} warps live there on an H100`);
says(() => {
  const [warps, instructions] = [say('warp-scheduler', /^(\d+) warps/), say('warp-scheduler', /issues (\d+) instructions in a turn of 408/)].map(Number);
  return `${Word(warps ?? 0)} warps live in the figure. Each loads a number, does ${word((instructions ?? 0) - 1)} instructions with it, and begins again; a load takes ${408 - (instructions ?? 0) + 1} cycles.`;
});
given('the range of the figure’s parameter', 'with one to sixteen such warps');
says(() => {
  const busy = number(say('warp-scheduler', /busy (\S+)% of the time/)[0]);
  assert.ok(busy < 10 && busy > 5);
  assert.equal(predicted('warp-scheduler', 'utilization'), number(say('warp-scheduler?warps=16', /busy (\S+)% of the time/)[0]));
  return ['in less than one cycle in ten.', `With ${word(16)} such warps, as many as there are places`];
});
says(() => `[${word(16)}](#warp-scheduler?warps=16), a full house, reach ${say('warp-scheduler?warps=16', /busy (\S+) of the time/)}.`);
says(() => {
  const [utilization] = say('warp-scheduler?warps=12&loads=4', /busy (\S+) of the time/);
  return `A warp that [asks for four numbers at once](#warp-scheduler?warps=12&loads=4) waits for all of them together, so it waits a quarter as often; with ${word(12)} such warps the scheduler is busy ${utilization} of the time`;
});
says(() => {
  say('warp-scheduler?warps=12&loads=4&policy=greedy', /busy 100\.0% of the time/);
  return "Under the figure's other policy the same twelve keep it busy [always](#warp-scheduler?warps=12&loads=4&policy=greedy)";
});
says(() => {
  const [instructions, turn, warps] = say('warp-scheduler', /issues (\d+) instructions in a turn of (\d+) cycles: Little’s law asks for (\d+) warps/);
  return `A warp alone issues ${instructions} instructions in a turn of ${turn} cycles. To issue one in *every* cycle, you need $\\lceil ${turn}/${instructions} \\rceil = ${warps}$ warps`;
});
says(() => `In a loop of ${shown(loop.instructions)} instructions with ${word(loop.loads)} loads from HBM, ${word(8)} warps kept an H200's scheduler busy ${busy(8)}% of the time and ${word(16)} ${busy(16)}% (measured). The law promises ${promised(8)}% and ${promised(16)}%`);
says(() => {
  const clock = dram.clock_mhz, sms = l2_by_sm.length;
  assert.equal(shown((dram.gb_per_s * 1e9) / (clock * 1e6 * sms), 1), shown(dram.bytes_per_clock_per_sm, 1));
  return `At full bandwidth, ${shown(dram.gb_per_s)} GB a second, the H200's clock stood at ${shown(clock)} MHz, and each of its ${sms} SMs received ${shown(dram.bytes_per_clock_per_sm, 1)} bytes per cycle from HBM`;
});
says(() => `received ${shown(dram.bytes_per_clock_per_sm, 1)} bytes per cycle from HBM, at a latency of ${shown(cycles('HBM'))} cycles (measured). So each SM has to have close to ${shown((dram.bytes_per_clock_per_sm * cycles('HBM')) / 1000)} KB`);
says(() => {
  const full = number(cell('occupancy', 'Warps', 'The SM has'));
  assert.ok(full * lanes * field < dram.bytes_per_clock_per_sm * cycles('HBM'), 'not enough on its way');
  return `Even a full house of ${full} warps, with one \`float\` for each lane on its way, has only ${Math.round((full * lanes * field) / 1000)} KB.`;
});
says(() => `with ${word(8)} loads under way at a time`);
says(() => `it reads ${rate('eight loads in flight')} GB a second. With one load at a time, the same warps read ${rate('one load in flight')} (measured)`);
says(() => `copies ${4 * field} bytes instead of four`);
says(() => `goes from ${rate('coalesced copy')} to ${rate('vector copy')} GB a second (measured)`);
says(() => `ask for ${4 * field} bytes at a time where you can`);
says(() => {
  const [instructions, around] = say('warp-divergence', /both sides, (\d+) instructions with the (\d+) of the branch itself/);
  const side = number(cell('warp-divergence', 'then', 'Instructions'));
  assert.equal(side, number(cell('warp-divergence', 'else', 'Instructions')));
  assert.equal(number(cell('warp-divergence', 'then', 'Lanes')), lanes / 2);
  return [`An instruction is issued for all ${lanes} lanes at once`, `half of the lanes take a branch, with ${word(side)} instructions on either side. The warp issues both sides, and ${word(Number(around))} instructions more that part the lanes and bring them together again: ${instructions}.`];
});
says(() => `what 0 to ${lanes} lanes that take the branch cost`);
says(() => {
  for (const state of ['warp-divergence?lanes=1', 'warp-divergence?which=spread'])
    assert.deepEqual(say(state, /, (\d+) instructions with/), [shown(predicted('warp-divergence', 'issued'))]);
  assert.deepEqual(say('warp-divergence', /, (\d+) instructions with/), [shown(predicted('warp-divergence', 'issued'))]);
  return `As many as before. [One lane](#warp-divergence?lanes=1) costs the whole of its side, and [which lanes](#warp-divergence?which=spread) they are makes no difference. Only where [all lanes agree](#warp-divergence?lanes=32) does the warp skip the other side; then it issues ${say('warp-divergence?lanes=32', /one side, (\d+) instructions/)}, or ${ask({ op: 'sm.divergence', then: 8, otherwise: 8, lanes: 0 }).warp_instructions} if none takes the branch.`;
});
says(() => {
  const { cycles: clocked } = row(branches.cases, { then: 64, otherwise: 64 });
  assert.deepEqual(say('warp-divergence?then=64&otherwise=64', /take (\d+) cycles on an H200/), [shown(clocked[lanes / 2])]);
  return `Two sides of 64 multiply-adds, each of which needs the one before it, took ${clocked[lanes]} and ${clocked[0]} cycles alone. With [${lanes / 2} lanes on each side](#warp-divergence?then=64&otherwise=64) they took ${clocked[lanes / 2]}, one after the other (measured)`;
});
says(() => {
  const [predicated, branch] = [say('warp-divergence?then=2&otherwise=2&code=predicated', /want: (\d+) instructions/), say('warp-divergence?then=2&otherwise=2', /, (\d+) instructions with/)].map(Number);
  return `For two instructions on either side, that makes [${word(predicated ?? 0)}](#warp-divergence?then=2&otherwise=2&code=predicated) instead of [${word(branch ?? 0)}](#warp-divergence?then=2&otherwise=2).`;
});
{
  const [few, then, otherwise] = [8, 20, 60];
  says(() => `${Word(few)} lanes of a warp take a side of ${then} instructions, the other ${lanes - few} lanes one of ${otherwise}.`);
  says(() => [`- [ ] ${otherwise}: the sides run at the same time.`, `- [ ] ${(few * then + (lanes - few) * otherwise) / lanes}, the mean over its lanes.`]);
  says(() => {
    const around = number(say('warp-divergence', /with the (\d+) of the branch/)[0]);
    return `- [x] ${ask({ op: 'sm.divergence', then, otherwise, lanes: few }).warp_instructions - around}.\n\n  Both sides`;
  });
}
says(() => `### ${Word(banks)} doors`);
says(() => `it is ${shown(cycles('shared'))} cycles away (measured on the H200)`);
says(() => `Shared memory has ${banks} [[bank|banks]], each like a door that lets out one ${bankWord}-byte word at a time. Neighboring words lie behind neighboring doors, and after door ${banks - 1} comes door 0 again.`);
says(() => `words that are four apart, and wait for one another: ${word(number(say('bank-conflicts?stride=4', /: (\d+) turns/)[0]))} turns.`);
given('the pattern of the question', 'words are six apart: 0, 6, 12, and so on');
says(() => {
  assert.equal(number(say('bank-conflicts?stride=6', /: (\d+) turns/)[0]), predicted('bank-conflicts', 'turns'));
  return `${Word(6)} apart, the lanes use every second door, twice; so there are ${word(predicted('bank-conflicts', 'turns'))} turns, not six. In general, lanes that are $s$ words apart take $\\gcd(s, ${banks})$ turns`;
});
test('computed: lanes that are s words apart take gcd(s, 32) turns', () => {
  const gcd = (/** @type {number} */ a, /** @type {number} */ b) => (b === 0 ? a : gcd(b, a % b));
  for (let s = 1; s <= 33; ++s) assert.equal(number(say(`bank-conflicts?stride=${s}`, /: (\d+) turns?\b/)[0]), gcd(s, banks));
});
says(() => `[Any odd distance](#bank-conflicts?stride=5) takes ${word(number(say('bank-conflicts?stride=5', /: (\d+) turn\./)[0]))} turn`);
says(() => `[${Word(32)} apart](#bank-conflicts?stride=32), all words lie behind one door, and the warp takes ${say('bank-conflicts?stride=32', /: (\d+) turns/)} turns: a column of a ${banks} × ${banks} tile.`);
says(() => {
  say('bank-conflicts?stride=33', /: 1 turn\./);
  return '[Thirty-three apart](#bank-conflicts?stride=33), there is no conflict at all';
});
says(() => `[All lanes the same word](#bank-conflicts?access=broadcast): ${word(number(say('bank-conflicts?access=broadcast', /: (\d+) turn\./)[0]))} turn.`);
says(() => {
  say('bank-conflicts?bytes=8', /halves of the warp: 1 \+ 1 = 2 turns/);
  say('bank-conflicts?bytes=16', /quarters of the warp: 1 \+ 1 \+ 1 \+ 1 = 4 turns/);
  return `As ${banks} doors let out ${banks * bankWord} bytes a turn, [8 bytes a lane](#bank-conflicts?bytes=8) are served in two halves of the warp, [16 bytes](#bank-conflicts?bytes=16) in four quarters`;
});
says(() => {
  const [one, nine, eight] = [1, 9, 8].map((stride) => number(say(`bank-conflicts?bytes=16&stride=${stride}`, /(\d+) turns\. Measured/)[0]));
  assert.deepEqual([nine, eight], [one, 8 * (one ?? 0)]);
  return `[${word(9)}](#bank-conflicts?bytes=16&stride=9) cost no more than one, [${word(8)}](#bank-conflicts?bytes=16&stride=8) ${word(8)} times as much`;
});
given('numbers of lanes', '(lanes 0 and 1, 2 and 3, and so on)');
says(() => `in words for reads of ${bankWord} bytes, in pieces of ${4 * bankWord} bytes for reads of ${4 * bankWord}, where a row is padded by ${4 * bankWord} bytes.`);
says(() => `all ${shown(recorded('wavefronts').patterns.length)} accesses that an H200 recorded`);
given('the block of the program below', '32 threads along `x`, which make one warp, and 32 such warps along `y`');
says(() => `moves only ${rate('transpose')} GB a second, against the ${rate('coalesced copy')} of the plain copy (measured)`);
test('measured: most of what the transpose loses is due to the doors', () => {
  const [copy, plain, padded] = ['coalesced copy', 'transpose', 'padded transpose'].map((name) => snippet(name).ms);
  assert.ok(plain - padded > (plain - copy) / 2);
});
given('a question', 'A warp issues 20 instructions', 'A turn takes 400 cycles in all', '- [ ] 400, one for each cycle.');
says(() => {
  const [instructions, turn, warps] = say('warp-scheduler?latency=381&between=19', /issues (\d+) instructions in a turn of (\d+) cycles: Little’s law asks for (\d+) warps/);
  return `- [x] ${warps}.\n\n  One instruction per cycle for ${turn} cycles are ${turn}; each warp brings ${instructions} of them.`;
});
says(() => {
  const turns = number(say('bank-conflicts?stride=8', /: (\d+) turns/)[0]);
  say('bank-conflicts?stride=9', /: (1) turn\./);
  return `- [x] ${Word(turns)}.\n\n  The words are ${word(8)} apart and use only ${word(banks / 8)} banks, ${word(turns)} words from each. With a ninth, unused float in each struct it would be one turn.`;
});
given('a question', 'an array of structs of eight floats');
says(() => `- [ ] ${Word(lanes)}.\n\n  That takes a distance of ${banks} words`);
says(() => {
  const turns = number(say('bank-conflicts?stride=32', /: (\d+) turns/)[0]);
  return `${turns - 1} of ${turns} turns at the banks`;
});

// The whole trip
says(() => `the multiply-add takes its ${word(Math.round(register))} cycles.`);
says(() => {
  const [asked, tiled] = [say('matmul-tiling?n=4096&tile=1', /asks for (\d+) GiB/), say('matmul-tiling?n=4096&tile=32', /ask for (\d+) GiB/)].map(Number);
  const [all, kept] = [32, ((asked ?? 0) - (tiled ?? 0)) / ((asked ?? 0) / 32)];
  return `| ${kept} of ${all} bytes that a product asks for | tiles, used ${all} times |`;
});
test('measured: what the controls say of an H200', () => {
  for (const help of [`On an H200 ${shown(cycles('L1'))} from L1, ${shown(cycles('L2'))} from L2, ${shown(cycles('HBM'))} from HBM.`, `on an H200 some ${issue} for 16 KB.`]) assert.ok(html.includes(help), help);
});
says(() => {
  const { tiles } = recorded('cute');
  return `| 6 | ${tiles[1].bytes - tiles[0].bytes} bytes of padding a tile, and every copy that only changes the order`;
});
says(() => {
  const { rungs } = ask({ op: 'gemm.climb', n: 8192, type: 'bf16' });
  const [last, first] = ['persistent clusters', 'tensor cores'].map((name) => row(rungs, { name, inputs: 'normal' }).l2_bytes);
  assert.equal(Math.round(1 / (1 - last / first)), 8);
  const [rows, columns, depth] = ['kRows', 'kCols', 'kDepth'].map((name) => probe('bf16', name));
  return `| 4 | an eighth of what L2 reads for a product, and ${shown((2 * (rows + columns) * depth * 2) / 16)} addresses a step |`;
});
given('the next page', '16 bits, 8, 4, fewer than two');

complete();
all();
