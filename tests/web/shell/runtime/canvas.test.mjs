// The page's side of what draws (runtime/canvas.js), with workers made here: one that ends is noticed and replaced.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { Canvas } from '../../../../web/shell/js/runtime/canvas.js';

/** The promises that wait by now go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

class FakeWorker {
  /** @type {any[]} */
  asked = [];
  ended = false;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  /** @type {((event: any) => void) | null} */
  onmessageerror = null;
  /** Whether it answers when it is asked whether it is there. */
  alive = true;

  /** @param {any} request */
  postMessage(request) {
    this.asked.push(request);
    if (request.kind === 'ping' && this.alive) this.says({ kind: 'alive' });
  }
  terminate() {
    this.ended = true;
  }
  /** @param {any} data */
  says(data) {
    if (!this.ended) this.onmessage?.({ data });
  }
}

/** @type {FakeWorker[]} in the order in which they were made */
let workers = [];
beforeEach(() => (workers = []));
/** @param {number} i @returns {FakeWorker} */
const worker = (i) => workers[i] ?? assert.fail(`there is no worker ${i}`);

/** A canvas whose first worker draws. @param {any} context */
function started(context) {
  context.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  context.mock.method(console, 'warn', () => {});
  const canvas = new Canvas(() => /** @type {any} */ (workers[workers.push(new FakeWorker()) - 1]));
  /** @type {any[]} */
  const told = [];
  canvas.onchange = () => told.push(canvas.drawing);
  canvas.onlost = (another) => told.push(another ? 'another' : 'none');
  return {
    canvas,
    told,
    wait: async (/** @type {number} */ ms) => {
      for (let past = 0; past < ms; past += 500) {
        context.mock.timers.tick(500);
        await settled();
      }
    },
  };
}
const begin = (i = 0) => worker(i).says({ kind: 'drawing', drawing: true });

test('a worker that is there is left alone', async (context) => {
  const { told, wait } = started(context);
  begin();
  await wait(600_000);
  assert.deepEqual([workers.length, told], [1, [true]]);
});

test('a worker that ends without a word is noticed within ten seconds, also while nothing is drawn', async (context) => {
  const { canvas, told, wait } = started(context);
  begin();
  const drawn = canvas.draw(0, new Uint8Array(4), 1, 10, 10);
  worker(0).alive = false;
  await wait(10_000);
  assert.equal(await drawn, false, 'who waits for a picture shows another');
  assert.deepEqual([workers.length, worker(0).ended, told, canvas.drawing], [2, true, [true, false, 'another'], false]);
  begin(1);
  assert.deepEqual([told.at(-1), canvas.drawing], [true, true]);
});

test('a worker whose files arrive slowly is waited for; one whose files stall is not', async (context) => {
  const { told, wait } = started(context);
  for (let i = 0; i < 20; ++i) {
    await wait(6500);
    worker(0).says({ kind: 'alive' });
  }
  assert.equal(workers.length, 1);
  assert.ok(worker(0).asked.every(({ kind }) => kind !== 'ping'), 'it would answer although nothing arrives');
  await wait(10_000);
  assert.deepEqual([workers.length, told], [2, [false, false, 'another']]);
});

/** @type {[string, (mine: FakeWorker) => void][]} */
const ends = [
  ['says that it has ended', (mine) => mine.says({ kind: 'ended', reason: 'unreachable' })],
  ['throws', (mine) => mine.onerror?.({ message: 'RangeError' })],
  ['answers what cannot be read', (mine) => mine.onmessageerror?.({})],
];
for (const [what, end] of ends)
  test(`a worker that ${what} is replaced at once`, (context) => {
    const { told } = started(context);
    begin();
    end(worker(0));
    assert.deepEqual([workers.length, worker(0).ended, worker(0).onmessage, told], [2, true, null, [true, false, 'another']]);
  });

test('the fourth one that ends is the last, until the reader asks for another', async (context) => {
  const { canvas, told, wait } = started(context);
  for (let i = 0; i < 4; ++i) {
    begin(i);
    worker(i).says({ kind: 'ended', reason: 'unreachable' });
  }
  assert.deepEqual([workers.length, told.at(-1), canvas.drawing], [4, 'none', false]);
  canvas.clear(0); // there is nobody to tell
  assert.equal(canvas.adopt(/** @type {any} */ ({})), null);
  await wait(60_000);
  assert.equal(workers.length, 4);
  canvas.restart();
  assert.deepEqual([workers.length, told.at(-1)], [5, 'another']);
  begin(4);
  assert.equal(canvas.drawing, true);
  canvas.restart();
  assert.equal(workers.length, 5, 'it draws already');
});
