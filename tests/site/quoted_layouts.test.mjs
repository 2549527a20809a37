// Figures in the front page's sentences about layouts and the roofline. See quotes.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Word, ask, cell, number, predictions, quotes, read, recorded, row, say, scene, sections, shown, word } from './quotes.mjs';
import { banks, lanes, rate } from './recordings.mjs';

const { page, says, given, complete } = quotes('content/index.md', (all) => sections(all, 'Phase 6: Layouts', 'The whole trip'));
const { predicted, all } = predictions(page, 'index.html');

/** @param {string} layout @returns {{ size: number, cosize: number, offsets: number[] }} */
const evaluated = (layout) => ask({ op: 'layout.evaluate', layout });
/** The link to a figure's state, with layouts as links write them. @param {string} figure @param {Record<string, string | number>} values */
const to = (figure, values) =>
  `${figure}?${Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value).replace(/[()]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`).join('&')}`;
const matrix = '(4,8):(8,1)';
/** The sentence of `layout`. @param {string} layout @param {RegExp} pattern */
const laid = (layout, pattern) => say(to('layout', { layout }), pattern);

// A layout is a function
says(() => {
  const [offset, product, column] = say('layout', /^Element \(1, 5\) is number 21 in the order of counting and lies at offset (\d+): 1·(\d+) \+ 5·(\d+) = \d+\. 32 elements take 32 places\.$/);
  return [
    `In \`${matrix}\`, the *shape* stands before the colon: four rows, ${word(8)} columns.`,
    `one row further is ${product} places further, one column further is ${column}. So element $(1, 5)$ has the *offset* $1 \\cdot ${product} + 5 \\cdot ${column} = ${offset}$.`,
  ];
});
says(() => {
  const padded = '(4,8):(9,1)';
  const [size, free] = laid(padded, /\. (\d+) elements take 32 places; (\d+) places between them stay free/);
  assert.equal(predicted('layout', 'cosize'), evaluated(padded).cosize);
  return [
    'Now every row begins 9 places after the one before, with strides (9,1).',
    `The ${size} elements [spread over ${evaluated(padded).cosize} places](#${to('layout', { layout: padded })}), ${word(+(free ?? 0))} of them empty`,
  ];
});
says(() => {
  const columns = '(4,8):(1,4)';
  assert.deepEqual(evaluated(columns).offsets, Array.from({ length: 32 }, (_, i) => i));
  laid(columns, /32 elements take 32 places/);
  return `- [Strides (1,4)](#${to('layout', { layout: columns })}) store the same matrix column by column.`;
});
says(() => {
  const broadcast = '(4,8):(0,1)';
  const [places] = laid(broadcast, /32 elements take (\d+) places/);
  return `- [A stride of 0](#${to('layout', { layout: broadcast })}) lets four rows lie in the same ${word(+(places ?? 0))} places`;
});
says(() => {
  const tiles = '((2,2),(4,2)):((4,16),(1,8))';
  laid(tiles, /32 elements take 32 places/);
  // Eight places in a row are a tile of 2 × 4.
  const { offsets } = evaluated(tiles);
  for (const [index, offset] of offsets.entries()) {
    const [i, j] = [index % 4, Math.floor(index / 4)];
    assert.equal(Math.floor(offset / 8), Math.floor(i / 2) * 2 + Math.floor(j / 4));
  }
  return `- [Tiles](#${to('layout', { layout: tiles })}) need a shape in a shape.`;
});
says(() => {
  const [index] = say('layout', /^Element \(1, 5\) is number (\d+) /);
  return [`$(1, 5)$ is number ${index}, as there are four in a column. A layout is then a list of offsets, one for each number: ${evaluated(matrix).offsets.slice(0, 5).join(', ')}, and so on.`];
});
says(() => {
  const state = to('layout-algebra', { operation: 'coalesce', a: '(4,8):(1,4)' });
  const [shortest] = say(state, /^coalesce\(A\) is (\S+)\. A\(x\) = R\(x\)/);
  return `CuTe can [find the shortest](#${state}): \`(4,8):(1,4)\` is \`${shortest}\``;
});

// A transposition that moves nothing
says(() => {
  const transpose = '(8,4):(1,8)';
  const [at] = say('layout', /^Element \(1, 5\) .* at offset (\d+):/);
  const state = to('layout', { layout: transpose, at: 13 });
  assert.deepEqual(say(state, /^Element \(5, 1\) .* at offset (\d+):/), [at]);
  const [mine, yours] = [evaluated(matrix).offsets, evaluated(transpose).offsets];
  for (let i = 0; i < 4; ++i) for (let j = 0; j < 8; ++j) assert.equal(yours[j + 8 * i], mine[i + 4 * j]);
  return `[\`${transpose}\`](#${state}) is the transpose of \`${matrix}\`, and not one number has another place: element $(5, 1)$ of the one is element $(1, 5)$ of the other, at offset ${at}.`;
});
given('the matrix of a question', 'A 4 × 8 matrix is stored column by column, and each column is padded to 6 places.');
says(() => {
  const [rows, right, large] = ['(4,8):(6,1)', '(4,8):(1,6)', '(6,8):(1,6)'].map(evaluated);
  assert.ok(rows && right && large && new Set(rows.offsets).size < rows.size, 'rows overlap');
  assert.deepEqual([right.offsets[1], right.offsets[4], new Set(right.offsets).size], [1, 6, 32]);
  return [
    'Here rows begin 6 places apart, and have eight columns: the rows overlap.',
    '- [x] `(4,8):(1,6)`\n\n  One row further is the next place; one column further is 6 places.',
    `This shape makes elements of it, ${large.size} in all.`,
  ];
});

// Use this order for that data
given('the date of the recorded commit', '(recorded, with code of August 2026)');
says(() => {
  const state = to('layout-algebra', { b: '8:4' });
  const [result] = say(state, /^A o B is (\S+)\. .* for all 8 indices/);
  assert.equal(predicted('layout-algebra', 'cosize'), evaluated(result ?? '').cosize);
  return [
    `Now let *B* be \`8:4\`: ${word(8)} elements, every fourth.`,
    `so every fourth one heads a column, and \`8:4\` picks [the first row](#${state}), and the composition is \`${result}\`: neighbors.`,
  ];
});
says(() => {
  const b = '(2,3):(1,2)', state = to('layout-algebra', { b });
  say(state, /^No layout is A o B: .* Its offset at index 4 is 1, where no stride fits\.$/);
  const offsets = evaluated(b).offsets.map((x) => evaluated(matrix).offsets[x] ?? NaN);
  assert.equal(offsets.length, 6);
  const [first, second, third] = [0, 2, 4].map((i) => offsets[i] ?? NaN);
  return `Arrange [the first ${word(6)} elements in pairs](#${state}): their offsets are ${offsets.join(', ')}. From the first pair to the second it is ${Number(second) - Number(first)} places forward, from the second to the third ${Number(second) - Number(third)} back`;
});
says(() => {
  const { about, compose } = JSON.parse(read('tests/data/pycute/layouts.json'));
  assert.match(about.repository, /NVIDIA\/cutlass/);
  const answered = compose.filter((/** @type {any[]} */ each) => each[2] !== null);
  const wrong = answered.filter((/** @type {any[]} */ each) => !each[3]);
  return `Of ${compose.length} random compositions, NVIDIA's Python reference answered ${answered.length}, and ${wrong.length} of its answers were another function`;
});
says(() => {
  const [a, b] = ['(4,4):(1,8)', '(3,2):(1,2)'], state = to('layout-algebra', { a, b });
  say(state, /^No layout is A o B: .* carry: together they reach 4 in the shape 4 .* Its offset at index 5 is 8, where no stride fits\.$/);
  const last = evaluated(b).offsets.at(-1) ?? NaN;
  assert.equal(last, 4);
  return `In [\`${a} o ${b}\`](#${state}), the last index is 2 + 2 = ${last}, which leaves a column of four and lands in the next, at offset ${evaluated(a).offsets[last]}.`;
});

// A tile is a quotient
says(() => {
  const state = to('layout-algebra', { operation: 'complement', a: '(2,2):(1,6)' });
  const [result] = say(state, /^complement\(A, 24\) is (\S+)\. A\(i\) \+ R\(j\) is each of 0 … 23 once/);
  return `Of [two pairs, ${word(6)} apart](#${state}), it is \`${result}\`, if ${24} places are to be covered.`;
});
says(() => {
  const state = to('tiles', { operation: 'logical_divide', a: '10:1', b: '4:1' });
  const [tile, count, beyond, all_of_it] = say(state, /is \((\d+),(\d+)\):.* (\d+) of its (\d+) elements lie beyond A's 10/);
  assert.equal(predicted('tiles', 'size'), +(all_of_it ?? 0));
  return [
    `Divide ${word(10)} elements into tiles of ${word(+(tile ?? 0))}.`,
    `${Word(+(all_of_it ?? 0))}: ${word(+(count ?? 0))} tiles of ${word(+(tile ?? 0))}, of which [${word(+(beyond ?? 0))} elements do not exist](#${state}).`,
  ];
});
says(() => {
  const b = '<2:1,4:1>', result = '((2,4),(2,2)):((8,1),(16,4))';
  assert.ok(scene(to('tiles', { operation: 'zipped_divide', b })).status.startsWith(`zipped_divide(A, B) is ${result}.`));
  return 'A matrix divided into tiles of 2 × 4: in the result, a column is a tile.';
});
says(() => {
  const [a, b] = ['(2,2):(1,2)', '(2,4):(4,1)'];
  const [blocked, raked] = ['blocked_product', 'raked_product'].map((operation) => to('tiles', { operation, a, b }));
  say(blocked ?? '', /is \(\(2,2\),\(2,4\)\)/);
  say(raked ?? '', /is \(\(2,2\),\(4,2\)\)/);
  return `Copies can lie [side by side](#${blocked}), or [raked](#${raked}) into one another`;
});

// Who owns what
says(() => {
  const [threads, values, elements] = [lanes, ...say('mma-fragment?operand=a', /holds (\d+) of the (\d+) elements of A, in 4 registers/).map(Number)];
  assert.equal(Number(elements), 16 * 16);
  assert.equal(predicted('mma-fragment', 'registers'), (Number(values) * 2) / 4);
  return [
    'One instruction multiplies 16 × 16 numbers of *A*, two bytes each, by a matrix *B*. How many 32-bit registers',
    `[${Word(predicted('mma-fragment', 'registers'))}](#mma-fragment?operand=a): ${elements} numbers of two bytes, dealt to ${threads} threads.`,
  ];
});
says(() => {
  // Four neighboring threads share a row of C with two values each; thirty-two values a group of eight rows.
  const { coordinates } = ask({ op: 'layout.fragment', atom: 'sm80_16x8x16_f16', operand: 'c' });
  for (let thread = 0; thread < lanes; ++thread) assert.deepEqual(coordinates[thread].slice(0, 2), [0, 1].map((v) => [Math.floor(thread / 4), 2 * (thread % 4) + v]));
  return `four neighboring threads share a row, with two values each, and ${word(8)} such groups make a piece of 8 × 8.`;
});
says(() => {
  const a = '((4,8),(2,2,2)):((32,1),(16,8,128))', at = 5 + lanes * 3, state = to('layout', { layout: a, at });
  const [offset] = say(state, /lies at offset (\d+):/);
  const { coordinates } = ask({ op: 'layout.fragment', atom: 'sm80_16x8x16_f16', operand: 'a' });
  const { offsets } = evaluated(a);
  for (let i = 0; i < 256; ++i) {
    const [m, k] = coordinates[i % lanes][Math.floor(i / lanes)];
    assert.equal(offsets[i], m + 16 * k);
  }
  const [m, k] = coordinates[5][3];
  return `\`${a}\` for *A*. [Thread 5's value 3](#${state}) has offset ${offset}, which is row ${m} of column ${k} if columns of 16 follow one another.`;
});
test('recorded: every sum of the fragments was right', () => {
  const { mma, wgmma } = recorded('fragments');
  assert.ok(mma.length > 0 && wgmma.length > 0);
  for (const each of [...mma, ...wgmma]) assert.ok(each.products > 0 && each.wrong === 0);
});
says(() => {
  say('mma-fragment?operand=b&load=plain', /brings all 128 elements of B where/);
  return '[exactly what it needs](#mma-fragment?operand=b&load=plain) [@ptx]';
});
says(() => {
  const [right, every] = say('mma-fragment?operand=a&load=plain&stored=mn', /brings (\d+) of the (\d+) elements of A/);
  return `[wrong elements](#mma-fragment?operand=a&load=plain&stored=mn), without a word: only ${right} of the ${every} are where they should be.`;
});
says(() => {
  say('mma-fragment?operand=a&load=trans&stored=mn', /brings all 256 elements of A where/);
  return '[`ldmatrix.trans`](#mma-fragment?operand=a&load=trans&stored=mn) turns each piece on the way.';
});
says(() => {
  say('mma-fragment?atom=sm90_64xNx16&slot=37,22', /^Thread 37 holds 32 of the 4,096 elements of C/);
  say('mma-fragment?atom=sm90_64xNx16&operand=b', /^No thread holds B: wgmma reads/);
  return '[four warps](#mma-fragment?atom=sm90_64xNx16&slot=37,22) hold the sums together, and *B* [stays in shared memory](#mma-fragment?atom=sm90_64xNx16&operand=b).';
});
says(() => 'Only those on the diagonals of the 8 × 8 pieces arrive where they are wanted.');

// Padding without waste
says(() => {
  const [one, without] = say('swizzle?b=1', /ldmatrix takes (\d+) turns instead of (\d+)/);
  return `With one bit changed, four pieces take ${one} turns, instead of ${without} without a swizzle.`;
});
says(() => {
  const [turns] = say('swizzle?b=3', /Sw<3,3,3> .*ldmatrix takes (\d+) turns .* No smaller swizzle/);
  assert.equal(predicted('swizzle', 'wavefronts'), +(turns ?? 0));
  const bytes = lanes * 16;
  assert.equal(bytes / (banks * 4), +(turns ?? 0), 'the least');
  return `[${Word(+(turns ?? 0))} turns](#swizzle?b=3), which is the least for ${bytes} bytes.`;
});
says(() => {
  // Rows of 64 elements of two bytes, in pieces of 8.
  const { offsets } = evaluated('Sw<3,3,3> o 0 o (8,64):(64,1)');
  for (let r = 0; r < 8; ++r) for (let j = 0; j < 64; ++j) assert.equal(offsets[r + 8 * j], 64 * r + 8 * (Math.floor(j / 8) ^ r) + (j % 8));
  return 'The three numbers of `Sw<3,3,3>` are bits changed, bits kept, and the distance. It leaves the lowest 3 bits of an element\'s number alone, so that 16 bytes stay together (elements have two here), and changes the 3 bits above them by an XOR with the 3 bits that lie 3 places higher.';
});
says(() => {
  const state = 'swizzle?b=5&m=0&s=5&element=4&columns=32&access=column';
  say(state, /Sw<5,0,5> .* takes 1 turn instead of 32/);
  return `The XOR of Phase 2 was [\`Sw<5,0,5>\`](#${state}), on single floats.`;
});
says(() => {
  const swizzled = recorded('swizzle').copies.filter((/** @type {any} */ each) => each.swizzle > 0);
  const widths = [...new Set(swizzled.map((/** @type {any} */ each) => each.swizzle))];
  assert.deepEqual(widths.map((bytes) => Math.log2(Number(bytes) / 16)), [1, 2, 3]);
  return `On Hopper, the TMA has three swizzles, for rows of ${widths.slice(0, -1).join(', ')} and ${widths.at(-1)} bytes, which change one, two and three bits; in each of ${swizzled.length} tiles that an H200 copied, every 16 bytes lay where the formula says.`;
});
says(() => {
  const [state, even] = [33, 34].map((columns) => `swizzle?b=0&columns=${columns}&access=column${columns % 2 ? '&at=5,17' : ''}`);
  const [tried] = say(state ?? '', /All (\d+) swizzles were tried: none frees the tile/);
  say(even ?? '', / takes 1 turn\. This read needs no swizzle\./);
  return [`with [rows of 33 numbers of two bytes](#${state}), all ${tried} leave conflicts or move numbers out of the tile. [34 numbers](#${even}) are ${(34 * 2) / 4} words, an odd distance, and need none`];
});
given('the size of the sentence before', 'gives up sizes such as 48');
says(() => {
  const { offsets } = evaluated('Sw<3,3,3> o 0 o (8,64):(64,1)');
  for (let j = 0; j < 64; ++j) assert.equal(offsets[8 * j], j, 'row 0 stays');
  assert.equal(offsets[1], 64 + 8, 'row 1 has changed places');
  return ['The right numbers in every eighth row', 'Row 0 is XORed with 0. In row 1, neighboring pieces of 16 bytes have changed places.'];
});
says(() => 'For each piece, `ldmatrix` reads eight rows of 16 bytes [@ptx], in a tile one below the other, and it can fetch four pieces at once. If the tile\'s rows are 128 bytes long, all eight lie behind the same four doors.');

// Who copies what
/** A thread's copy and its warp's. @param {string} state */
const copied = (state) => {
  const [mine, at_once] = say(state, /copies (\d+) elements, (\d+) bytes at a time/).map(Number);
  const [bytes, sectors] = say(state, /(\d+) bytes in (\d+) sectors/).map(Number);
  const [turns] = say(state, /in (\d+) turns/).map(Number);
  return { mine: mine ?? 0, at_once: at_once ?? 0, bytes: bytes ?? 0, sectors: sectors ?? 0, turns: turns ?? 0 };
};
says(() => {
  const { mine, at_once, bytes, sectors, turns } = copied('tiled-copy');
  assert.deepEqual([mine * 2, bytes], [at_once, sectors * 32], 'one instruction, full sectors');
  assert.equal(evaluated('(16,8):(8,1)').size, 128);
  return [
    `\`(16,8):(8,1)\` puts 128 threads into 16 rows of ${word(8)}, and each takes ${word(mine)} neighbors, two bytes each. With ${at_once} bytes for each lane, a warp fills ${sectors} sectors to the last byte, in one instruction.`,
    `Storing that in shared memory takes ${word(turns)} turns. How many does it take if the same 128 threads`,
  ];
});
says(() => {
  const state = to('tiled-copy', { threads: '(16,8):(1,16)' }), { sectors, turns } = copied(state);
  assert.equal(predicted('tiled-copy', 'wavefronts'), turns);
  assert.equal(sectors, copied('tiled-copy').sectors, 'as full as before');
  return `[${Word(turns)}](#${state}), because ${word(16)} lanes of the warp now stand one below the other, at rows of ${64 * 2} bytes.`;
});
says(() => {
  const state = to('tiled-copy', { values: '(1,1):(1,1)' }), { sectors, bytes } = copied(state);
  return `- [One number for each thread](#${state}): eight neighbors are ${8 * 2} bytes, half a sector. The warp asks for ${sectors}, each of ${bytes / 32} twice, for the same ${bytes} bytes.`;
});
says(() => {
  const state = to('tiled-copy', { threads: '(2,64):(64,1)', values: '(8,1):(1,1)' }), { mine, at_once, sectors, bytes } = copied(state);
  assert.deepEqual([sectors * 32, at_once], [bytes, 2]);
  return `- [Eight numbers below one another](#${state}): the sectors are full, but two bytes go at a time, and it takes ${word((mine * 2) / at_once)} instructions.`;
});
given('a constant of the chip, in a rule', 'along the memory\'s rows, 16 bytes of them');

// A kernel in CuTe
given('a name in the program', '`_32` is a 32 that the compiler knows');
for (const [words, layout] of [['row by row', '(8,8):(8,1)'], ['the strides exchanged', '(8,8):(1,8)']])
  says(() => {
    const state = to('layout', { layout: layout ?? '' });
    say(state, /64 elements take 64 places/);
    return `[${words}](#${state})`;
  });
says(() => {
  const state = to('tiles', { operation: 'zipped_divide', a: '(8,8):(8,1)', b: '<4:1,4:1>' });
  say(state, /is \(\(4,4\),\(2,2\)\):/);
  return `\`local_tile\` [divides by the tile](#${state})`;
});
says(() => {
  const state = to('layout', { layout: '(4,8):(9,1)', at: 31 });
  say(state, /3 places between them stay free/);
  return `[the padding between rows included](#${state})`;
});
/** @param {string} threads @param {object} more */
const floats = (threads, more = {}) => to('tiled-copy', { threads, values: '(1,1):(1,1)', element: 4, rows: 32, columns: 32, ...more });
says(() => {
  const [rows, columns] = ['(8,32):(32,1)', '(32,8):(1,32)'];
  const full = copied(floats(String(rows))), split = copied(floats(String(columns)));
  assert.deepEqual([full.sectors, full.turns, split.sectors, split.turns], [16, 4, 128, 128]);
  assert.deepEqual(Array.from({ length: lanes }, (_, j) => evaluated(String(rows)).offsets[8 * j]), Array.from({ length: lanes }, (_, j) => j));
  assert.deepEqual(evaluated(String(columns)).offsets.slice(0, lanes), Array.from({ length: lanes }, (_, j) => j));
  return `In [\`${rows}\`](#${floats(String(rows))}), threads 0 to ${lanes - 1} form a row; in [\`${columns}\`](#${floats(String(columns))}) a column.`;
});
says(() => {
  const state = floats('(32,8):(1,32)', { order: 'column' });
  assert.equal(copied(state).sectors * 32, copied(state).bytes);
  return `which [lie together in memory](#${state}): full sectors.`;
});
says(() => {
  const state = to('tiles', { operation: 'zipped_divide', a: '(8,8):(8,1)', b: '<2:1,8:1>' });
  say(state, /is \(\(2,8\),\(4,1\)\):/);
  return `[divides the tile by the shape of the threads](#${state}) and gives each thread its element of every piece: ${word((32 * 32) / 256)} of ${shown(32 * 32)}.`;
});
says(() => {
  const { tiles } = recorded('cute');
  /** @param {string} layout @param {string} state @param {RegExp} turns */
  const line = (layout, state, turns) => {
    const { bytes, gb_per_s } = row(tiles, { layout });
    assert.equal(4 * evaluated(layout).cosize, bytes);
    return `| [\`${layout}\`](#${state}) | ${say(state, turns)[0]} | ${shown(bytes)} bytes | ${shown(gb_per_s)} GB/s |`;
  };
  return [
    line('(32,32):(32,1)', 'bank-conflicts?stride=32', /: (\d+) turns/),
    line('(32,32):(33,1)', 'bank-conflicts?stride=33', /: (\d+) turn\./),
    line('Sw<5,0,5> o 0 o (32,32):(32,1)', 'swizzle?b=5&m=0&s=5&element=4&columns=32&access=column', /takes (\d+) turn instead/),
  ];
});
says(() => {
  const padded = number(rate('padded transpose'));
  for (const { gb_per_s } of recorded('cute').tiles.slice(1)) assert.equal(Math.round(gb_per_s / padded), 2);
  return `The last two are twice as fast as the padded transpose of Phase 2, which moved ${rate('padded transpose')} GB a second. One reason: there, blocks of ${shown(32 * 32)} threads moved one number each; here 256 threads move ${word((32 * 32) / 256)} each`;
});

// The roofline
/** The sentence of `roofline`. @param {string} query @param {RegExp} pattern */
const roof = (query, pattern) => say(`roofline${query && `?${query}`}`, pattern);
/** Microseconds that an H200 took. @param {object} values */
const took = (values) => row(recorded('operations').operations, values);
says(() => {
  const [intensity, ridge] = roof('', /^Matrix product, 8,192 × 8,192 by 8,192 × 8,192, in BF16: .* so (\S+) FLOPs? a byte, where the H200's ridge is at (\d+)\. Arithmetic is the limit/);
  return [
    `The product of two matrices of 8,192 × 8,192, in BF16, does ${intensity} FLOPs for each byte it has to move.`,
    `The H200's [ridge](#roofline/ridge) lies at ${ridge} FLOPs a byte. The large product stands far to the right of it.`,
  ];
});
says(() => {
  const [intensity, time, share] = roof('n=1', /so (\S+) FLOPs? a byte, .* at least (.+?) to move the bytes, in which its units do (\S+) of what they could/);
  assert.equal(predicted('roofline', 'intensity'), +(intensity ?? 0));
  const [more] = roof('n=128', /at least (.+?) to move the bytes/);
  return [
    `[A single column](#roofline?n=1) stands far to the left: moving its bytes takes ${time}, in which the units do ${share} of what they could.`,
    `[${128} of them](#roofline?n=128) take ${more}.`,
  ];
});
says(() => {
  const [naive, fused] = ['naive', 'fused'].map((kind) => roof(`operation=attention_${kind}`, /in BF16: (.+?) and .* so (\S+) FLOPs? a byte, where the H200's ridge is at (\d+)/));
  assert.ok(naive && fused && naive[0] === fused[0] && number(naive[1]) < number(naive[2]) && number(fused[1]) > number(fused[2]));
  return [
    `[Naive attention](#roofline?operation=attention_naive) writes its scores to memory, reads them for the softmax, writes that, and reads it again: ${naive[1]} FLOPs a byte. [Fused](#roofline?operation=attention_fused), it does the same FLOPs, ${fused[1]} for each byte, and has crossed the ridge.`,
  ];
});
says(() => {
  const [time, launch] = roof('m=512&k=512&n=512', /bytes and arithmetic take (.+?), a launch (.+?)\.$/);
  return `[A small product](#roofline?m=512&k=512&n=512) would take ${time}, less than a launch, ${launch} inside a CUDA graph, which is a list of launches given to the GPU at once (measured).`;
});
says(() => {
  const product = took({ operation: 'matmul', m: 8192 }), softmax = took({ operation: 'softmax' });
  /** @param {string} query */
  const least = (query) => number(roof(query, /at least (\S+) µs/)[0]);
  const [large] = roof('', /at least (\S+) ms/);
  const exact = number(cell('roofline', 'matrix product, 8,192³', 'At least'));
  assert.equal(shown(exact / 1000, 2), large);
  return `Run once, with pauses, the large product took ${shown(product.eager_us)} µs instead of ${shown(exact)} with PyTorch, and softmax ${shown(softmax.eager_us)}, or ${shown(softmax.compiled_us)} compiled, instead of ${least('operation=softmax')} (all measured).`;
});
says(() => {
  const { compiled_us } = took({ operation: 'attention_naive' });
  const [bytes] = roof('operation=attention_naive', /at least (\d+) µs to move the bytes/);
  assert.ok(compiled_us < +(bytes ?? 0));
  return `naive attention, compiled, took ${shown(compiled_us)} µs, though its bytes alone take ${bytes}.`;
});
says(() => {
  const own = '1.1e12,4.03e8,1.4e-3', state = to('roofline', { own });
  say(state, /Yours is bound by arithmetic and reaches 79\.4% of its roof\.$/);
  return `the figure [tells what bounds them](#${state}).`;
});

complete();
all();
