// The script's side of the bridge to wasm, with a program made of JavaScript in place of the real one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { parseColor, roles } from '../../../web/shell/js/runtime/theme.js';
import { Program, pictureChanged } from '../../../web/shell/js/runtime/program.js';

/** A program that remembers its calls, and answers texts with what it was given. */
function fake() {
  const HEAPU8 = new Uint8Array(4096);
  /** @type {[string, ...any[]][]} */
  const calls = [];
  let size = 0;
  const input = () => new TextDecoder().decode(HEAPU8.slice(16, 16 + size));
  const module = new Proxy({ HEAPU8, specialHTMLTargets: {} }, {
    get: (target, /** @type {string} */ name) => {
      if (name in target) return Reflect.get(target, name);
      return (/** @type {any[]} */ ...args) => {
        if (name === '_loom_input') {
          [size] = args;
          return 16;
        }
        if (name === '_loom_reply') return 16;
        if (name === '_loom_reply_size') return size;
        calls.push([name, ...args, input()]);
        if (input().includes('trap')) throw new WebAssembly.RuntimeError('unreachable');
        if (name === '_loom_open') return input().includes('no') ? -1 : 7;
        return name === '_loom_tick' ? pictureChanged : !input().includes('no');
      };
    },
  });
  const canvas = /** @type {any} */ ({});
  return { program: new Program(module, canvas, ['the last line']), calls, module, canvas };
}

test('texts go in as UTF-8, parted by a zero byte, and come back', () => {
  const { program, calls } = fake();
  assert.equal(program.set(3, 'scores', '1,−2 µ'), '');
  assert.deepEqual(calls, [['_loom_set', 3, 'scores\x001,−2 µ']]);
  assert.equal(program.ask(3, 'value', 'ключ'), 'ключ');
  assert.equal(program.load(3, 'no such thing'), 'no such thing');
});

test('a refused scene is an error with its reason', () => {
  const { program } = fake();
  assert.equal(program.open('coalescing', 'stride=2'), 7);
  assert.throws(() => program.open('no such scene', ''), { message: 'no such scene\x00' });
});

test('numbers pass as they are', () => {
  const { program, calls } = fake();
  assert.equal(program.tick(0, 16.7), pictureChanged);
  program.resize(2, { sceneWidth: 340, scale: 1.9, width: 646, height: 780, density: 2 });
  assert.deepEqual(calls.map(([name, ...args]) => [name, ...args.slice(0, -1)]), [['_loom_tick', 0, 16.7], ['_loom_resize', 2, 340, 1.9, 646, 780, 2]]);
});

test("SDL's window is this canvas, whatever else the page calls so; without fonts it is not opened", () => {
  const { program, module, canvas, calls } = fake();
  program.start([]);
  assert.equal(module.specialHTMLTargets['#canvas'], canvas);
  assert.equal(program.drawing, false);
  assert.deepEqual(calls, []);
  program.start([new Uint8Array([65, 66]), new Uint8Array([67])]);
  assert.equal(program.drawing, true);
  assert.deepEqual(calls.map(([name]) => name), ['_loom_font', '_loom_font', '_loom_start']);
});

test('a program that stops takes nothing down: it says so once, and answers nothing from then on', (context) => {
  const printed = context.mock.method(console, 'error', () => {});
  const { program, calls } = fake();
  assert.match(program.set(0, 'trap', ''), /stopped/);
  const before = calls.length;
  assert.match(program.set(0, 'bits', '3'), /stopped/);
  assert.match(program.load(0, ''), /stopped/);
  assert.equal(program.ask(0, 'status'), '');
  assert.equal(program.count(0, 'steps'), 0);
  assert.equal(program.tick(0, 1), 0);
  assert.throws(() => program.open('accumulator', ''), /stopped/);
  assert.equal(calls.length, before);
  assert.equal(printed.mock.callCount(), 1);
  assert.ok(printed.mock.calls[0].arguments.includes('the last line'));
});

test('colors are read as browsers write them', () => {
  assert.deepEqual(parseColor('rgb(29, 31, 35)'), [29, 31, 35, 255]);
  assert.deepEqual(parseColor('rgba(250, 0, 7, 0.5)'), [250, 0, 7, 128]);
  assert.equal(parseColor('color(srgb 1 0 0)'), null);
});

test('roles stand in the order of scene::Role', () => {
  const header = readFileSync(new URL('../../../web/scene/painter.hpp', import.meta.url), 'utf8');
  const names = /enum class Role[^{]*\{([^}]*)\}/.exec(header)?.[1].split(',').map((name) => name.trim().replace('_', '-')).filter(Boolean);
  assert.deepEqual(roles.slice(1), names?.slice(1));
});
