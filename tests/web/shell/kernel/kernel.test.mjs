// A run always settles (kernel/kernel.js), whatever becomes of its worker: workers made here answer as told, or not.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @typedef {import('../../../../web/shell/js/kernel/kernel.js')} Kernel */

/** The promises that wait by now go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** @param {any} context @returns {(ms: number) => Promise<void>} */
const clock = (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  return async (ms) => {
    for (let past = 0; past < ms; past += 50) {
      context.mock.timers.tick(50);
      await settled();
    }
  };
};

class FakeWorker {
  /** @type {any[]} */
  told = [];
  ended = false;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  /** @type {((event: any) => void) | null} */
  onmessageerror = null;

  constructor() {
    workers.push(this);
    if (broken) throw new Error(broken);
  }
  /** @param {any} question */
  postMessage(question) {
    if (question.request?.values) throw new Error('a function cannot be cloned');
    if (!this.ended) this.told.push(question);
  }
  terminate() {
    this.ended = true;
  }
  /** @param {any} data */
  says(data) {
    if (!this.ended) this.onmessage?.({ data });
  }
  answers(answer = done) {
    this.says({ kind: 'answer', answer });
  }
  get runs() {
    return this.told.filter(({ kind }) => kind === 'run').map(({ request }) => request.source);
  }
}

/** @type {FakeWorker[]} in the order in which they were made */
let workers = [];
let broken = '';
/** @type {Kernel} */
let kernel;
let modules = 0;

const done = { arguments: [], lines: [], findings: [], total: {}, resident_blocks: 1, lane_operations: 1 };
const progress = { kind: 'progress', progress: { steps: 1, mostSteps: 9, blocksDone: 0, blocks: 4 } };
Object.assign(globalThis, { Worker: FakeWorker });

beforeEach(async () => {
  [workers, broken] = [[], ''];
  kernel = await import(`../../../../web/shell/js/kernel/kernel.js?${modules++}`); // with no worker yet
});

/** @param {string} source @param {Parameters<Kernel['runKernel']>[1]} [options] */
function run(source, options) {
  const found = { answer: /** @type {any} */ (undefined), error: /** @type {any} */ (undefined) };
  kernel.runKernel({ source, arguments: [] }, options).then((answer) => (found.answer = answer), (error) => (found.error = error));
  return found;
}
/** @param {number} i @returns {FakeWorker} */
const worker = (i) => workers[i] ?? assert.fail(`there is no worker ${i}`);

test('runs are made one after the other, in one worker', async () => {
  const one = run('one'), two = run('two');
  await settled();
  assert.deepEqual(worker(0).runs, ['one']);
  worker(0).answers();
  await settled();
  assert.deepEqual([one.answer, worker(0).runs], [done, ['one', 'two']]);
  worker(0).answers();
  await settled();
  assert.deepEqual([two.answer, workers.length], [done, 1]);
});

test('a worker that ends in a run without a word is noticed within ten seconds, and the next run has another', async (context) => {
  const wait = clock(context);
  const one = run('one'), two = run('two');
  await settled();
  worker(0).says({ kind: 'ready' });
  worker(0).says(progress);
  await wait(10000);
  assert.match(one.answer.error, /has ended/);
  assert.deepEqual([worker(0).ended, worker(1).runs], [true, ['two']]);
  worker(1).answers();
  await settled();
  assert.deepEqual(two.answer, done);
});

test('a run that goes on is not taken for dead, however long it takes', async (context) => {
  const wait = clock(context);
  const seen = /** @type {any[]} */ ([]);
  const one = run('one', { onProgress: (how) => seen.push(how), onStall: () => assert.fail('it is no stall') });
  await settled();
  for (let i = 0; i < 20; ++i) {
    await wait(6000);
    worker(0).says(i < 10 ? { kind: 'alive' } : progress);
  }
  assert.deepEqual([one.answer, worker(0).ended, seen.length], [undefined, false, 10]);
  worker(0).answers();
  await settled();
  assert.deepEqual(one.answer, done);
});

test('a program that stalls while loading is told and fetched again by another worker, three times at most', async (context) => {
  const wait = clock(context);
  let stalls = 0;
  const one = run('one', { onStall: () => ++stalls });
  await settled();
  worker(0).says({ kind: 'alive' }); // some bytes
  await wait(10000);
  assert.deepEqual([stalls, workers.length, worker(0).ended, worker(1).runs], [1, 2, true, ['one']]);
  await wait(20000);
  assert.equal(workers.length, 3);
  assert.deepEqual([stalls, one.answer], [2, { error: 'the program for kernels could not be loaded: nothing of it arrives' }]);
  const two = run('two');
  await settled();
  worker(3).answers();
  await settled();
  assert.deepEqual(two.answer, done, 'the next run fetches again');
});

test('what was lost in loading comes with the next worker', async (context) => {
  const wait = clock(context);
  const one = run('one');
  await wait(10000);
  worker(1).says({ kind: 'ready' });
  worker(1).answers();
  await settled();
  assert.deepEqual(one.answer, done);
});

test('a worker that throws, or does not start, is an answer', async () => {
  for (const [message, said] of [['Uncaught RangeError: no', /RangeError/], ['', /did not load/]]) {
    const at = workers.length, one = run('one');
    await settled();
    worker(at).onerror?.({ message });
    await settled();
    assert.match(one.answer.error, /** @type {RegExp} */ (said));
    assert.equal(worker(at).ended, true);
  }
});

test('an answer that cannot be read is an answer, and the next run has another worker', async () => {
  const one = run('one'), two = run('two');
  await settled();
  worker(0).onmessageerror?.({});
  await settled();
  assert.match(one.answer.error, /cannot be read/);
  assert.deepEqual([worker(0).ended, worker(1).runs], [true, ['two']]);
  worker(1).answers();
  await settled();
  assert.deepEqual(two.answer, done);
});

test('a request that cannot be passed on is an answer, and the next one goes on', async () => {
  const found = { answer: /** @type {any} */ (undefined) };
  kernel.runKernel(/** @type {any} */ ({ source: 'one', values: () => {} })).then((answer) => (found.answer = answer));
  const two = run('two');
  await settled();
  assert.match(found.answer.error, /cannot be passed on: a function/);
  assert.deepEqual(worker(0).runs, ['two']);
  worker(0).answers();
  await settled();
  assert.deepEqual(two.answer, done);
});

test('where no worker can be made each of two queued runs says so, and a later one works', async () => {
  broken = 'no workers here';
  const one = run('one'), two = run('two');
  await settled();
  assert.match(one.answer.error, /no workers here/);
  assert.match(two.answer.error, /no workers here/);
  broken = '';
  const three = run('three');
  await settled();
  worker(2).answers();
  await settled();
  assert.deepEqual(three.answer, done);
});

test('a run that is stopped while its program loads rejects at once, and the next one has another worker', async (context) => {
  const wait = clock(context);
  const controller = new AbortController();
  const one = run('one', { signal: controller.signal, onStall: () => assert.fail('it was stopped') }), two = run('two');
  await settled();
  controller.abort();
  await settled();
  assert.equal(one.error?.name, 'AbortError');
  await wait(200);
  assert.deepEqual([worker(0).ended, worker(1).runs], [true, ['two']]);
  worker(1).answers();
  await settled();
  assert.deepEqual(two.answer, done);
  await wait(40000);
  assert.equal(workers.length, 2);
});

test('runs that are stopped while they wait are left out', async () => {
  const controller = new AbortController();
  const one = run('one'), two = run('two', { signal: controller.signal }), three = run('three');
  await settled();
  controller.abort();
  await settled();
  assert.equal(two.error?.name, 'AbortError');
  worker(0).answers();
  await settled();
  assert.deepEqual([one.answer, worker(0).runs], [done, ['one', 'three']]);
  worker(0).answers();
  await settled();
  assert.deepEqual(three.answer, done);
});

test('what listens to a run may fail, and the run does not', async () => {
  const one = run('one', { onProgress: () => { throw new Error('the page'); } });
  await settled();
  assert.throws(() => worker(0).says(progress), /the page/); // as the browser's console has it
  worker(0).answers();
  await settled();
  assert.deepEqual(one.answer, done);
});
