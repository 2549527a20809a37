// Figures in the front page's sentences: what was measured is what was recorded, and what a
// simulator can compute is what it computes. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Word, ask, cell, number, predictions, quotes, recorded, row, say, sections, shown, word } from './quotes.mjs';
import {
  issue, snippets, snippet, rate, moved, l2_by_sm, cycles, register, loop, busy, promised, dram, products, tflops, traffic, pipelines, faster, spills, free, bound, full, resident, cases, lanes, sector, line, banks, bankWord, field, parts, unit, registerFile, probe,
} from './recordings.mjs';

// quoted_layouts.test.mjs has the sections in between.
const { page, says, given, complete } = quotes('content/index.md', (all) => all.replace(sections(all, 'Phase 6: Layouts', 'The whole trip'), ''));

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
  say('tile-padding?expression=lane*33', /Your index into tile\[32\]\[32\]/);
  return 'read the tile in the order of your kernel, [along a diagonal](#tile-padding?expression=lane*33) for instance.';
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

// Phase 2
says(() => `${shown(cycles('shared'))} cycles from the arithmetic instead of ${shown(cycles('HBM'))}`);
says(() => {
  const [naive] = say('matmul-tiling', /fetched 8 times instead of (\d+)/);
  const [times] = say('matmul-tiling', /fetched (\d+) times/).map(Number);
  assert.equal(predicted('matmul-tiling', 'fetches'), (times ?? 0) / 2);
  return `The matrices are 64 × 64, so the naive kernel asks for each number of *A* ${naive} times; with tiles of 8 × 8 it is fetched ${word(times ?? 0)} times. And with tiles of 16 × 16?`;
});
says(() => {
  const [asked] = say('matmul-tiling?n=4096&tile=1', /asks for (\d+ GiB)/);
  const [tiled] = say('matmul-tiling?n=4096&tile=32', /ask for (\d+ GiB)/);
  return `Take matrices of 4,096 × 4,096. The [naive loop](#matmul-tiling?n=4096&tile=1) asks for ${asked}, to multiply two matrices of ${(4096 * 4096 * field) / 2 ** 20} MiB each. With [tiles of 32](#matmul-tiling?n=4096&tile=32), it is ${tiled}.`;
});
says(() => {
  for (const rung of ['naive', 'shared tile']) assert.ok(Math.abs(traffic(rung).hbm_bytes / (2 * 1024 * 1024 * field) - 1) < 0.01, 'both matrices, once');
  assert.equal(shown(traffic('naive').hbm_bytes / 1e6, 1), shown(traffic('shared tile').hbm_bytes / 1e6, 1));
  return `For matrices of ${shown(traffic('naive').n)} × ${shown(traffic('naive').n)}, counters in the H200 saw the naive loop look up ${shown(traffic('naive').sectors / 1e6)} million sectors, and tiles of ${traffic('shared tile').tile[0]} only ${shown(traffic('shared tile').sectors / 1e6, 1)} million; HBM delivered ${shown(traffic('naive').hbm_bytes / 1e6, 1)} MB to each, both matrices once (measured)`;
});
says(() => {
  const latency = number(say('copy-pipeline', /each takes (\d+) cycles/)[0]);
  const compute = number(cell('copy-pipeline', '0', 'Math end')) - number(cell('copy-pipeline', '0', 'Math start'));
  assert.equal(predicted('copy-pipeline', 'speedup'), number(say('copy-pipeline?stages=4', /: (\S+) times as fast/)[0]));
  const flying = Math.ceil(latency / compute);
  assert.equal(flying + 1, number(say('copy-pipeline', /It takes (\d+) stages/)[0]));
  assert.deepEqual(say('copy-pipeline?stages=4', /^(.*): .* After the fill of \d+ cycles the tensor cores never wait/), say('copy-pipeline?stages=6', /^(.*): .* never wait/));
  return [
    `A copy takes ${latency} cycles, the arithmetic on a tile ${compute}. With two buffers instead of one, the loop becomes ${say('copy-pipeline?stages=2', /: (\S+) times as fast/)} times as fast.`,
    '[Two buffers](#copy-pipeline?stages=2) gain less than you may have hoped.',
    `but only for ${compute} of its ${latency} cycles.`,
    `wait for the other ${latency - compute}, and`,
    `to take in a tile every ${compute} cycles, at a latency of ${latency}, ${word(flying)} copies have to be in flight. With the buffer in use, that makes [${word(flying + 1)} stages](#copy-pipeline?stages=4), and now nobody waits after the start. [A sixth](#copy-pipeline?stages=6) adds nothing.`,
  ];
});
says(() => {
  const [total] = say('copy-pipeline?stages=4&interval=200', /take (\S+) cycles.*latency is hidden, but memory sets the pace/);
  assert.deepEqual(say('copy-pipeline?stages=6&interval=200', /take (\S+) cycles/), [total]);
  return 'When [copies can start only every 200 cycles](#copy-pipeline?stages=4&interval=200), no number of buffers helps. The latency is hidden, but the bandwidth is used up.';
});
says(() => `This sum reads ${rate('double buffer')} GB a second`);
says(() => {
  const gains = pipelines.map((/** @type {any} */ each) => each.cycles[0] / each.cycles[3]);
  assert.equal(shown(Math.max(...gains), 2), faster(4), 'the loop that gained most');
  return `on all SMs at once, became ${faster(2)} times as fast with two buffers, ${faster(3)} with three, and ${faster(4)} with four (both measured).`;
});
says(() => {
  const turns = number(say('tile-padding', /: (\d+) turns/)[0]);
  return `the column that took ${turns} turns: the words of a column are ${lanes} apart`;
});
says(() => {
  assert.equal(predicted('tile-padding', 'turns'), 1);
  return `Now the rows are ${say('tile-padding?padding=1', /tile\[32\]\[(\d+)\]/)} words long.`;
});
says(() => `${Word(predicted('tile-padding', 'turns'))} turn: the words are ${lanes + 1} apart`);
says(() => {
  say('tile-padding?padding=2', /: 2 turns/);
  return '[Two words more](#tile-padding?padding=2) are worse than one.';
});
says(() => `differs in one character, \`tile[${lanes}][${lanes + 1}]\`, and moves ${rate('padded transpose')} GB a second instead of ${rate('transpose')} (measured). The price is ${say('tile-padding?padding=1', /The padding costs (\d+) bytes/)} bytes of shared memory for each tile`);
says(() => {
  say('tile-padding?swizzle=xor', /: (1) turn\. .*The swizzle costs no bytes/);
  return 'which costs no byte: it [permutes the words in each row](#tile-padding?swizzle=xor), by an XOR of column and row.';
});
says(() => `multiply the same two matrices of ${say('gemm-climb?step=8', /N = (\S+), from/)} × ${say('gemm-climb?step=8', /N = (\S+), from/)} on the H200`);
says(() => {
  const [naive, coalesced] = ['naive', 'coalesced'].map((rung) => traffic(rung).sectors / (traffic(rung).requests / 2));
  return `two loads that touch ${coalesced} sectors instead of ${naive}`;
});
given('the size of a number', 'FP32, 32-bit floats');
says(() => {
  const factor = tflops('coalesced') / tflops('naive');
  assert.equal(shown(factor, 1), shown(predicted('gemm-climb', 'coalesced'), 1));
  const rungs = ['naive', 'coalesced', 'shared tile', 'register tile', 'vectorized', 'cp.async pipeline'];
  for (let i = 2; i < rungs.length; ++i) assert.ok(tflops(rungs[i] ?? '') / tflops(rungs[i - 1] ?? '') < factor, 'the largest factor');
  return `the largest factor: from ${shown(tflops('naive'), 1)} to ${shown(tflops('coalesced'), 1)} TFLOPS (trillion operations, or [[FLOP]], a second)`;
});
says(() => {
  const side = probe('fp32', 'kSide');
  return `${2 * side} words from shared memory serve ${side * side} multiply-adds.`;
});
says(() => `The pipeline reaches ${shown(tflops('cp.async pipeline'), 1)}, ${shown((100 * tflops('cp.async pipeline')) / tflops('library'))}% of [the library](#gemm-climb/library) in FP32.`);
says(() => `Why do ${shown(tflops('cp.async pipeline'))} become ${shown(tflops('tensor cores', 'bf16'))}?`);
says(() => {
  const { about, peak_tflops } = recorded('gemm'), clock = number(about.max_clock.split(' ')[0]);
  const share = (/** @type {number} */ reached, /** @type {number} */ peak) => shown((100 * reached) / peak);
  const sheet = 989.4;  // of Hopper's data sheets
  return `At its highest clock, ${shown(clock)} MHz, the H200's ordinary units could do ${shown(peak_tflops.fp32, 1)} TFLOPS in FP32 and its tensor cores ${shown(peak_tflops.bf16)} in BF16; our kernels reach ${share(tflops('cp.async pipeline'), peak_tflops.fp32)}% of the one and ${share(tflops('tensor cores', 'bf16'), peak_tflops.bf16)}% of the other. (NVIDIA's ${Math.floor(sheet)} for BF16 [@h200-sheet] is this peak at ${shown(Math.round((sheet / peak_tflops.bf16) * clock / 10) * 10)} MHz.)`;
});
given('the width of the format', 'of [[BF16]] numbers, with 16 bits');
says(() => {
  const { rungs } = ask({ op: 'gemm.climb', n: 8192, type: 'bf16' }), settled = rungs.filter((/** @type {any} */ rung) => rung.inputs === 'normal');
  const of = (/** @type {string} */ name) => row(settled, { name });
  const [start, last, library] = [of('tensor cores'), of('persistent clusters'), of('library')];
  const zeros = row(rungs, { name: 'persistent clusters', inputs: 'zeros' });
  const [copying, sharing] = [of('warp specialized').tflops / of('TMA').tflops, of('clusters').tflops / of('warp specialized').tflops];
  for (const factor of [copying, sharing]) assert.ok(Math.abs(factor - 1) < 0.02, 'neither adds anything alone');
  const { power_limit, about } = recorded('gemm_climb_hopper'), size = shown(last.n);
  for (const each of [last, library]) {
    assert.ok(Math.abs(each.watts / power_limit - 1) < 0.02, 'both take what the chip may take');
    assert.ok(Math.abs(each.clock_mhz - 1300) < 50, 'and run at about this clock');
  }
  for (const name of ['persistent', 'persistent clusters']) assert.equal(shown(100 * of(name).tensor_pipe), '94');
  say('gemm-climb?n=8192&step=14', new RegExp(`${shown(last.tflops)} TFLOP/s .* ${zeros.watts} W`));
  return `The climb [goes on](#gemm-climb?n=8192&step=14). In a second recording, with matrices of ${size} × ${size} and long enough for clocks to settle, the tensor-core kernel starts at ${shown(start.tflops)} TFLOPS, and the last kernel reaches ${shown(last.tflops)}, ${shown(100 * last.share, 1)}% of cuBLASLt. Rungs do not rise one by one: most comes with the TMA, while warps that only copy, and blocks that share their reads, change next to nothing by themselves. Once a block takes tile after tile, the tensor cores work in ${shown(100 * last.tensor_pipe)}% of the cycles, and then power is in the way of our kernel and of the library: near the ${power_limit} W that the chip may take, the clock falls to about ${shown(Math.round(last.clock_mhz / 100) * 100)} MHz of ${shown(number(about.max_clock.split(' ')[0]))}. On zeros our kernel needs ${zeros.watts} W and reaches ${shown(zeros.tflops)} TFLOPS.`;
});
says(() => `Not one of the first ${word(products.filter((/** @type {any} */ each) => each.type === 'fp32' && each.n === 4096 && each.rung !== 'library').length)} rungs`);
given('a question', 'A copy takes 600 cycles, the arithmetic on a tile 200, and memory can start a copy every 100.', 'Then the copy has 200 cycles of arithmetic to hide behind, and needs 600.', 'Three, since 600 / 200 is 3.');
test('computed: four buffers hide 600 cycles behind 200', () => assert.equal(ask({ op: 'gemm.pipeline', stages: 2, tiles: 64, latency: 600, compute: 200, interval: 100 }).totals.stages_to_hide, 4));
test('the answer to it', () => assert.match(page, /- \[x\] Four\.\n\n  Three on the way, one in use\./));
says(() => `read a column of ${lanes} floats in one turn?`);
says(() => {
  const turns = number(say('tile-padding?padding=4', /: (\d+) turns/)[0]);
  return `the distance is ${lanes + 4}, and gcd(${lanes + 4}, ${banks}) = ${turns} turns.`;
});
says(() => {
  const [asked, tiled] = [say('matmul-tiling?n=4096&tile=1', /asks for (\d+) GiB/), say('matmul-tiling?n=4096&tile=32', /ask for (\d+) GiB/)].map(Number);
  const [all, kept] = [32, ((asked ?? 0) - (tiled ?? 0)) / ((asked ?? 0) / 32)];
  return `| ${kept} of ${all} bytes that a product asks for | tiles, used ${all} times |`;
});

// Phase 3
says(() => {
  assert.equal(predicted('occupancy', 'warps'), number(say('occupancy?registers=32', /: (\d+) of 64 warps/)[0]));
  return `How many of the ${cell('occupancy', 'Warps', 'The SM has')} warps that an H100 can hold`;
});
given('the settings of the figure', 'blocks of 256 threads, with 64 registers per thread and 32 KiB of shared memory per block');
says(() => {
  const [blocks, granted, room] = say('occupancy', /^(\d+) blocks .* is granted (\S+) registers, .* has room for (\d+) warps/);
  return `A warp whose threads have 64 registers each takes ${granted}, and each of the ${word(parts)} sub-partitions has ${shown(registerFile / parts)} [@cuda-guide]. So ${word(+(room ?? 0))} warps fit there and ${say('occupancy', /: (\d+) of 64 warps/)} on the SM, which is ${word(+(blocks ?? 0))} blocks. [Shared memory](#occupancy/shared) would have allowed ${word(+cell('occupancy', 'Shared memory (B)', 'Blocks it allows'))}, and the places for warps ${word(+cell('occupancy', 'Warps', 'Blocks it allows'))}.`;
});
says(() => `[Half the registers](#occupancy?registers=32), and shared memory becomes the wall: ${word(number(say('occupancy?registers=32', /^(\d+) blocks.*Shared memory stops/)[0]))} blocks.`);
says(() => `[No shared memory either](#occupancy?registers=32&shared=0), and the house is full: ${say('occupancy?registers=32&shared=0', /(\d+) of 64 warps, 100%/)} warps.`);
says(() => {
  const [blocks] = say('occupancy?threads=32&registers=32&shared=0', /^(\d+) blocks of 1 warp .* 50% occupancy. Blocks stop/);
  return `[Blocks of a single warp](#occupancy?threads=32&registers=32&shared=0) fill half of it: an SM takes no more than ${blocks} blocks.`;
});
says(() => {
  say('occupancy?threads=33&shared=0', /last warp has (31) idle lanes/);
  return `[Blocks of 33 threads](#occupancy?threads=33&shared=0) waste almost half: the second warp has one lane at work, and pays for ${lanes}.`;
});
says(() => {
  say('occupancy?gpu=8.0', /Registers and shared memory stop the next one/);
  return 'On [an A100](#occupancy?gpu=8.0), the same block meets two walls at once.';
});
says(() => {
  const [rows, columns, depth, stages] = ['kRows', 'kCols', 'kDepth', 'kStages'].map((name) => probe('bf16', name));
  const kib = ((stages ?? 0) * ((rows ?? 0) + (columns ?? 0)) * (depth ?? 0) * 2) / 1024;
  const [blocks, warps, places] = say('occupancy?registers=168&shared=192', /^(1) block of (\d+) warps fits on an SM: 8 of (\d+) warps/);
  return `It takes ${kib} KiB of shared memory for its buffers, and many registers for its sums. [${Word(+(blocks ?? 0))} block fits](#occupancy?registers=168&shared=192), ${word(+(warps ?? 0))} warps of ${places}`;
});
given('an example', 'blocks of at most 256 threads');
says(() => `in every one of the ${shown(cases)} cases`);
says(() => {
  const [registers] = say('register-cliff', /^With (\d+) registers, 4 blocks fit/);
  return `With four blocks of 256 threads resident, a thread can have ${registers} registers. What if it wants ${+(registers ?? 0) + 1}?`;
});
given('the settings of the figure', 'One register more, 65 instead of 64. How many blocks of 256 threads');
says(() => {
  const granted = Math.ceil((65 * lanes) / unit) * unit;
  const fit = Math.floor(registerFile / parts / granted);
  const [blocks, warps] = say('register-cliff?registers=65', /, (\d+) blocks fit: (\d+) of/);
  assert.equal(+(blocks ?? 0), predicted('register-cliff', 'blocks'));
  return `Registers are granted to a warp in units of ${unit} [@cuda-occupancy]. With 64 for each thread it takes ${say('occupancy', /is granted (\S+) registers/)}, with 65 it takes ${shown(granted)}, and only ${word(fit)} such warps fit on a sub-partition. That makes ${fit * parts} on the SM, but blocks come whole: ${word(+(blocks ?? 0))} of them, ${warps} warps. One register more for each thread has cost ${word(number(say('occupancy', /: (\d+) of 64 warps/)[0]) - +(warps ?? 0))} warps their place.`;
});
says(() => {
  assert.deepEqual([bound, full].map((each) => say(`register-cliff?registers=104&bound=${each.min_blocks}`, /leaves (\d+) of the 104 registers/)[0]), [bound, full].map((each) => String(each.registers)));
  assert.ok(bound.blocks * 2 === free.blocks * 3, 'half as many warps again');
  const rest = (/** @type {any} */ each) => `${each.blocks} | ${each.registers} | ${each.local_bytes} | ${shown(each.ms, 1)} ms |`;
  return [
    `which keeps ${spills.values} running sums`,
    `| none | ${rest(free)}`,
    `| [${word(bound.blocks)} blocks](#register-cliff?registers=104&bound=3) | ${rest(bound)}`,
    `| [${word(full.blocks)} blocks](#register-cliff?registers=104&bound=8) | ${rest(full)}`,
    `Half as many warps again, and it took ${word(Math.round(bound.ms / free.ms))} times as long.`,
  ];
});
given('a question', 'A kernel uses 40 registers per thread, blocks of 256 threads, and 100 KiB of shared memory per block, on an H200.', 'Cut the registers to 32.', 'let more threads share the same 100 KiB');
says(() => {
  const [blocks, each, all] = say('occupancy?registers=40&shared=100', /^(\d+) blocks .* a block takes (\d+) KiB, with what the system keeps, of (\d+) KiB/);
  assert.equal(say('occupancy?registers=32&shared=100&threads=128', /^(\d+) blocks/)[0], blocks);
  return [`Its SM has ${all} KiB.`, `${Word(+(blocks ?? 0))} blocks take ${+(blocks ?? 0) * +(each ?? 0)} KiB, with the KiB that the system keeps for each.`];
});
says(() => `The registers would allow ${word(+cell('occupancy?registers=40&shared=100', 'Registers', 'Blocks it allows'))} blocks now.`);
given('a question', 'to a kernel that needs 96 registers');
says(() => {
  const [left, values] = say('register-cliff?registers=96&bound=4', /leaves (\d+) of the 96 registers: (\d+) values/);
  return [`It finds a program with ${left} registers that is as fast.`, `It cannot conjure ${values} values per thread away.`, `- [x] It uses ${left} registers and moves the rest to local memory`];
});
says(() => {
  assert.equal(bound.load_sectors, bound.store_sectors);
  return `every warp loaded ${shown((sector * bound.load_sectors) / 1e6, 1)} MB from local memory and stored as much (measured)`;
});
says(() => `the multiply-add takes its ${word(Math.round(register))} cycles.`);

test('measured: what the controls say of an H200', () => {
  for (const help of [`On an H200 ${shown(cycles('L1'))} from L1, ${shown(cycles('L2'))} from L2, ${shown(cycles('HBM'))} from HBM.`, `on an H200 some ${issue} for 16 KB.`]) assert.ok(html.includes(help), help);
});
says(() => {
  const { tiles } = recorded('cute');
  return `| 6 | ${tiles[1].bytes - tiles[0].bytes} bytes of padding a tile, and every copy that only changes the order`;
});
given('the next page', '16 bits, 8, 4, fewer than two');

complete();
all();
