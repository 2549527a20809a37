// The worker's side of drawing (runtime/stage.js), with windows and programs made of JavaScript in place of the real ones.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { openWindow, Stage } from '../../../../web/shell/js/runtime/stage.js';

const glue = 'data:text/javascript,export default (options) => globalThis.makeModule(options);';
const wasm = `data:application/wasm;base64,${Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]).toString('base64')}`;
const font = 'data:font/woff2,font';

/** @type {{window: EventTarget, calls: string[]}[]} in the order in which they were made */
let programs = [];
/** @type {(name: string) => boolean} whether the program stops over a call */
let stops = () => false;

const scope = /** @type {any} */ (globalThis);
scope.OffscreenCanvas = class extends EventTarget {
  width = 1;
  height = 1;
  getContext() {
    return {};
  }
};

/** A program that says yes to everything. @param {{canvas: EventTarget}} options */
scope.makeModule = async ({ canvas }) => {
  const made = { window: canvas, calls: /** @type {string[]} */ ([]) };
  programs.push(made);
  return new Proxy({ HEAPU8: new Uint8Array(256), specialHTMLTargets: {} }, {
    get: (real, key) => Reflect.get(real, key) ?? (typeof key === 'string' && key.startsWith('_loom_') ? () => {
      const name = key.slice('_loom_'.length);
      made.calls.push(name);
      if (stops(name)) throw new WebAssembly.RuntimeError('unreachable');
      return name === 'input' ? 0 : 1;
    } : undefined),
  });
};

beforeEach(() => {
  programs = [];
  stops = () => false;
});

/** A stage with one surface. */
async function started() {
  /** @type {(boolean | string)[]} */
  const changes = [];
  const window = /** @type {OffscreenCanvas} */ (openWindow());
  const stage = new Stage(window, new Uint8Array(4), (drawing) => changes.push(drawing), (error) => changes.push(String(error)));
  let heard = 0;
  await stage.start(glue, wasm, [font], () => ++heard);
  assert.ok(heard >= 6, 'each of the three files tells that it begins and that it goes on');
  const surface = { canvas: { width: 1, height: 1 }, clearRect: () => {}, drawImage: () => {} };
  stage.adopt(0, /** @type {any} */ ({ getContext: () => surface }));
  return { stage, changes, draw: () => stage.draw(0, new Uint8Array(4), 1, 10, 10) };
}
/** @param {EventTarget | undefined} window @param {string} event */
const tell = (window, event) => window?.dispatchEvent(new Event(event, { cancelable: true }));

test('a lost context is told the program, and draws again when it is back', async () => {
  const { stage, changes, draw } = await started();
  assert.equal(draw(), true);
  tell(programs[0]?.window, 'webglcontextlost');
  assert.deepEqual([draw(), stage.drawing], [false, false]);
  tell(programs[0]?.window, 'webglcontextrestored');
  assert.equal(draw(), true);
  assert.deepEqual(changes, [false, true]);
  assert.deepEqual(programs[0]?.calls.filter((name) => ['lose', 'restore'].includes(name)), ['lose', 'restore']);
});

test('a program that stops says so, and is not asked again', async () => {
  stops = (name) => name === 'paint';
  const { changes, draw } = await started();
  assert.equal(draw(), false);
  assert.deepEqual(changes, ['Error: unreachable']);
  const asked = programs[0]?.calls.length;
  assert.equal(draw(), false);
  tell(programs[0]?.window, 'webglcontextrestored');
  assert.deepEqual([programs[0]?.calls.length, changes.length], [asked, 1]);
});

test('a program that stops while it starts says so', async () => {
  stops = (name) => name === 'font';
  const { stage, changes } = await started();
  assert.deepEqual([stage.drawing, changes], [false, ['Error: unreachable']]);
});
