// The worker's side of drawing (runtime/stage.js), with windows and programs made of JavaScript in place of the real ones.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { openWindow, Stage } from '../../../../web/shell/js/runtime/stage.js';

const glue = 'data:text/javascript,export default (options) => globalThis.makeModule(options);';
const wasm = `data:application/wasm;base64,${Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]).toString('base64')}`;
const font = 'data:font/woff2,font';

/** @type {{window: EventTarget, calls: string[]}[]} in the order in which they were made */
let programs = [];
/** @type {(name: string) => boolean} whether the first program stops over a call */
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
  const first = programs.length === 0;
  programs.push(made);
  return new Proxy({ HEAPU8: new Uint8Array(256), specialHTMLTargets: {} }, {
    get: (real, key) => Reflect.get(real, key) ?? (typeof key === 'string' && key.startsWith('_loom_') ? () => {
      const name = key.slice('_loom_'.length);
      made.calls.push(name);
      if (first && stops(name)) throw new WebAssembly.RuntimeError('unreachable');
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
  /** @type {boolean[]} */
  const changes = [];
  const stage = new Stage(/** @type {OffscreenCanvas} */ (openWindow()), new Uint8Array(4), (drawing) => changes.push(drawing));
  await stage.start(glue, wasm, [font]);
  const surface = { canvas: { width: 1, height: 1 }, clearRect: () => {}, drawImage: () => {} };
  stage.adopt(0, /** @type {any} */ ({ getContext: () => surface }));
  return { stage, changes, draw: () => stage.draw(0, new Uint8Array(4), 1, 10, 10) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
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

test('what befalls a window that was replaced does not reach the program in the new one', async (context) => {
  context.mock.method(console, 'error', () => {});
  stops = (name) => name === 'paint';
  const { stage, changes, draw } = await started();
  assert.equal(draw(), false);
  await settled();
  const [before, now] = programs;
  assert.equal(programs.length, 2);
  assert.notEqual(before?.window, now?.window);
  for (const event of ['webglcontextlost', 'webglcontextrestored']) tell(before?.window, event);
  assert.deepEqual(now?.calls.filter((name) => ['lose', 'restore'].includes(name)), []);
  assert.deepEqual([draw(), stage.drawing], [true, true]);
  assert.deepEqual(changes, [false, true]);
  tell(now?.window, 'webglcontextlost');
  assert.equal(stage.drawing, false);
});
