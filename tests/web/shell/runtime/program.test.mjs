// The script's side of the bridge to wasm, with programs made of JavaScript in place of the real ones.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { LiveFigure } from '../../../../web/shell/js/runtime/live_figure.js';
import { pictureChanged, roles, snapshotNames, texts } from '../../../../web/shell/js/runtime/interface.js';
import { instantiate, Program, Stopped } from '../../../../web/shell/js/runtime/program.js';
import { Scenes, ScenesProgram } from '../../../../web/shell/js/runtime/scenes.js';
import { parseColor } from '../../../../web/shell/js/runtime/theme.js';

/**
 * An instance whose calls answer what `answer` says of the name, the numbers and the text that came in; what it returns
 * as text is the reply.
 * @param {(name: string, numbers: any[], text: string) => number | boolean | string} answer
 */
function fake(answer) {
  const memory = new Uint8Array(4096);
  /** @type {[string, ...any[]][]} */
  const calls = [];
  let [size, reply] = [0, 0];
  /** @param {string} name @param {any[]} numbers */
  const call = (name, ...numbers) => {
    if (name === 'input') {
      [size] = numbers;
      return 16;
    }
    if (name === 'reply') return 2048;
    if (name === 'reply_size') return reply;
    const text = new TextDecoder().decode(memory.slice(16, 16 + size));
    calls.push([name, ...numbers, text]);
    const said = answer(name, numbers, text);
    if (typeof said !== 'string') return said;
    const bytes = new TextEncoder().encode(said);
    memory.set(bytes, 2048);
    reply = bytes.length;
    return name === 'ask';
  };
  return { instance: { call, memory: () => memory }, calls };
}

const trap = () => {
  throw new WebAssembly.RuntimeError('unreachable');
};

test('texts go in as UTF-8, parted by a zero byte, and come back', () => {
  const { instance, calls } = fake((name, _, text) => (name === 'ask' ? text : name === 'load' ? 'no such thing' : true));
  const program = new ScenesProgram(instance);
  assert.equal(program.set(3, { scores: '1,−2 µ', bits: '7' }), '');
  assert.deepEqual(calls, [['set', 3, 'scores\x001,−2 µ\x00bits\x007']]);
  assert.equal(program.ask(3, 'predict', 'ключ'), 'ключ');
  assert.deepEqual(program.load(3, 'x'), { loaded: false, problem: 'no such thing' });
});

test('an answer that is an array has its elements by name, and is one call', () => {
  const { instance, calls } = fake((name) => (name === 'ask' ? JSON.stringify(snapshotNames.map((name) => `its ${name}`)) : true));
  const shown = new ScenesProgram(instance).snapshot(3);
  assert.deepEqual([shown.query, shown.leftOut, shown.presets], ['its query', 'its leftOut', 'its presets']);
  assert.deepEqual(calls.map(([name]) => name), ['ask']);
});

test('a refused scene is an error with its reason', () => {
  const { instance } = fake((_, __, text) => (text.startsWith('no') ? -1 : 7));
  const program = new ScenesProgram(instance);
  assert.equal(program.open('coalescing', 'stride=2'), 7);
  assert.throws(() => program.open('no such scene', ''), { message: '' });
});

test('numbers pass as they are', () => {
  const { instance, calls } = fake((name) => (name === 'tick' ? pictureChanged : 0));
  const program = new ScenesProgram(instance);
  assert.equal(program.tick(0, 16.7), pictureChanged);
  program.resize(2, 340, 1.9);
  assert.deepEqual(calls, [['tick', 0, 16.7, ''], ['resize', 2, 340, 1.9, '']]);
});

test('a program that stops is not asked again', () => {
  const { instance, calls } = fake((name) => (name === 'seek' ? trap() : 1));
  const program = new Program(instance);
  assert.throws(() => program.call('seek', 0, 1), Stopped);
  assert.equal(program.stopped, 'unreachable');
  assert.throws(() => program.call('seek', 0, 1), { message: 'unreachable' });
  assert.equal(calls.length, 1);
});

/**
 * A program of scenes with figures whose state is a query; `stops(what, query)` says over what it stops.
 * @param {(what: string, query: string) => boolean} stops @param {(query: string) => boolean} refuses to open
 */
function scenes(stops, refuses = () => false) {
  /** @type {string[]} */
  const queries = [];
  let made = 0;
  const make = () => {
    made += 1;
    queries.length = 0;
    return new ScenesProgram(fake((name, [figure, argument], text) => {
      const [first = '', second = ''] = text.split('\0');
      const before = queries[figure] ?? '';
      if (name === 'open') queries.push(second);
      else if (name === 'set') queries[figure] = `${first}=${second}`;
      else if (name === 'load') queries[figure] = first;
      if (stops(name, name === 'open' ? second : queries[figure] ?? before)) trap();
      if (name === 'open' && refuses(second)) return -1;
      if (name === 'open') return queries.length - 1;
      if (name === 'ask') return JSON.stringify(argument === texts.snapshot ? [queries[figure], '', `status of ${queries[figure]}`] : []);
      return true;
    }).instance);
  };
  const group = new Scenes(make(), async () => make());
  const open = (query = '') => new LiveFigure(group, null, 'any', query, () => {});
  return { group, open, made: () => made };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
/** @param {LiveFigure} figure */
const notes = (figure) => {
  /** @type {[string, boolean][]} */
  const all = [];
  figure.onstop = (reason, final) => all.push([reason, final]);
  return all;
};

test('a change of the state is followed by one question', () => {
  /** @type {string[]} */
  const asked = [];
  const { open } = scenes((name) => (name === 'ask' && asked.push(name), false));
  const one = open('bits=1');
  one.set({ bits: '2' });
  asked.length = 0;
  one.load('bits=3');
  one.pause(); // it does not play
  assert.deepEqual([one.shown.query, one.shown.status, asked.length], ['bits=3', 'status of bits=3', 1]);
});

test('a program that stops once is replaced, and its figures go on where they were', async (context) => {
  context.mock.method(console, 'warn', () => {});
  let faults = 1;
  const { open, made } = scenes((what, query) => what === 'set' && query === 'bits=3' && faults-- > 0);
  const [one, two] = [open('bits=1'), open('stride=2')];
  const said = notes(one);
  two.set({ stride: '4' });
  assert.equal(one.shown.status, 'status of bits=1');
  assert.equal(one.set({ bits: '3' }), '', 'it is not a mistake of the reader');
  assert.equal(one.shown.status, 'status of bits=1', 'the last answer stands until there is another');
  assert.equal(two.shown.query, 'stride=4', 'that of the others too');
  await settled();
  assert.equal(made(), 2);
  assert.equal(one.shown.query, 'bits=3', 'what was asked for is done');
  assert.equal(two.shown.query, 'stride=4');
  assert.deepEqual(said, []);
});

test('a state that stops it twice is left, with the reason; nothing is ever empty', async (context) => {
  context.mock.method(console, 'warn', () => {});
  const { open, made } = scenes((what, query) => what === 'ask' && query === 'bits=99');
  const one = open('bits=1');
  one.draw();
  const said = notes(one);
  assert.equal(one.shown.status, 'status of bits=1');
  one.set({ bits: '99' });
  assert.equal(one.shown.status, 'status of bits=1');
  await settled();
  assert.equal(made(), 3);
  assert.deepEqual(said, [['unreachable', false]]);
  assert.equal(one.shown.query, 'bits=1');
  assert.equal(one.shown.status, 'status of bits=1');
  one.draw();
  one.set({ bits: '7' });
  assert.equal(one.shown.query, 'bits=7', 'it is played with as before');
});

test('a figure that always stops it ends, the others do not', async (context) => {
  context.mock.method(console, 'warn', () => {});
  let sick = false;
  const { open } = scenes((_, query) => sick && query.startsWith('bits'));
  const [one, two] = [open('bits=1'), open('stride=2')];
  const said = notes(one);
  assert.equal(one.shown.status, 'status of bits=1');
  sick = true;
  one.seek(3);
  await settled();
  assert.deepEqual(said, [['unreachable', true]]);
  assert.equal(one.shown.status, 'status of bits=1');
  assert.equal(two.shown.status, 'status of stride=2');
  two.set({ stride: '8' });
  assert.equal(two.shown.query, 'stride=8');
});

test('a figure that does not open again ends, the others do not', async (context) => {
  context.mock.method(console, 'warn', () => {});
  let faults = 1, refused = '';
  const { open } = scenes((what, query) => what === 'set' && query === 'stride=8' && faults-- > 0, (query) => query === refused);
  const [one, two, three] = [open('bits=1'), open('stride=2'), open('offset=3')];
  const said = [one, two, three].map(notes);
  refused = 'bits=1';
  two.set({ stride: '8' });
  await settled();
  assert.deepEqual(said.map((each) => each.length), [1, 0, 0]);
  assert.equal(said[0]?.[0]?.[1], true, 'this one is at its end');
  assert.equal(two.shown.query, 'stride=8');
  assert.equal(three.shown.query, 'offset=3');
});

test('a program that asks for what a browser does not give it stops when it calls it', async () => {
  // (import "env" "abort" (func)) (memory 1) (export "memory") (export "loom_x" (func 0))
  const bytes = Uint8Array.from([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 13, 1, 3, 101, 110, 118, 5, 97, 98, 111, 114, 116, 0, 0, 5, 3, 1, 0, 1,
    7, 19, 2, 6, 109, 101, 109, 111, 114, 121, 2, 0, 6, 108, 111, 111, 109, 95, 120, 0, 0,
  ]);
  const program = new Program(await instantiate(await WebAssembly.compile(bytes)));
  assert.throws(() => program.call('x'), { message: 'it called abort' });
});

test('colors are read as browsers write them', () => {
  assert.deepEqual(parseColor('rgb(29, 31, 35)'), [29, 31, 35, 255]);
  assert.deepEqual(parseColor('rgba(250, 0, 7, 0.5)'), [250, 0, 7, 128]);
  assert.equal(parseColor('color(srgb 1 0 0)'), null);
});

test('roles stand in the order of scene::Role', () => {
  const header = readFileSync(new URL('../../../../web/scene/painter.hpp', import.meta.url), 'utf8');
  const names = /enum class Role[^{]*\{([^}]*)\}/.exec(header)?.[1].split(',').map((name) => name.trim().replace('_', '-')).filter(Boolean);
  assert.deepEqual(roles.slice(1), names?.slice(1));
});
