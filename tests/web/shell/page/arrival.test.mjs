// Fetches that stall, with a clock and a network made here.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { bring, get, shared } from '../../../../web/shell/js/page/arrival.js';
import { patience } from '../../../../web/shell/js/page/patience.js';

/** The promises that wait by now go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** @param {any} context */
const clock = (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  return async (/** @type {number} */ ms) => {
    for (let past = 0; past < ms; past += 500) {
      context.mock.timers.tick(500);
      await settled();
    }
  };
};

test('silence of nine seconds is the end, a word in time is not', async (context) => {
  const wait = clock(context);
  let over = 0, asked = 0;
  const { heard, end } = patience(() => ++over, () => ++asked);
  for (let i = 0; i < 10; ++i) {
    await wait(7000);
    heard();
  }
  assert.deepEqual([over, asked > 40], [0, true]);
  await wait(9500);
  assert.equal(over, 1);
  const before = asked;
  await wait(60000);
  assert.deepEqual([over, asked], [1, before], 'only once');
  end();
});

test('time in which the page did not run is no silence', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let over = false;
  const { end } = patience(() => (over = true));
  // A browser that wakes up runs a timer once, however long it was away.
  for (let i = 0; i < 3; ++i) context.mock.timers.tick(1500);
  assert.equal(over, false);
  end();
});

/** A network whose requests are answered by hand. */
function network() {
  /** @type {{url: string, cache?: string, body: ReadableStreamDefaultController, answer: (status?: number) => void, aborted: () => boolean}[]} */
  const requests = [];
  Object.assign(globalThis, {
    fetch: (/** @type {string} */ url, /** @type {RequestInit} */ { signal, cache } = {}) =>
      new Promise((resolve, reject) => {
        /** @type {any} */
        let body;
        const stream = new ReadableStream({ start: (controller) => (body = controller) });
        requests.push({ url, cache, body, answer: (status = 200) => resolve(new Response(stream, { status })), aborted: () => signal?.aborted ?? false });
        signal?.addEventListener('abort', () => {
          reject(signal.reason);
          try {
            body.error(signal.reason);
          } catch {
            // It is complete.
          }
        });
      }),
  });
  return requests;
}
/** @type {ReturnType<typeof network>} */
let requests = [];
beforeEach(() => (requests = network()));

/** @param {() => void} [stalled] */
const text = (stalled) => bring(async (heard, how) => (await get('file', heard, how)).text(), stalled);
/** What became of a promise. @param {Promise<any>} promise */
const outcome = (promise) => {
  const found = { value: /** @type {any} */ (undefined), error: '' };
  promise.then((value) => (found.value = value), ({ message }) => (found.error = message));
  return found;
};

test('a request that is never answered is made again within ten seconds, and the third time is the last', async (context) => {
  const wait = clock(context);
  let stalled = 0;
  const found = outcome(text(() => ++stalled));
  await wait(10000);
  assert.deepEqual([requests.length, stalled, requests[0]?.aborted()], [2, 1, true]);
  await wait(30000);
  assert.deepEqual([requests.length, stalled, found.error], [3, 2, 'nothing of it arrives']);
  assert.ok(requests.every(({ aborted }) => aborted()));
  assert.deepEqual(requests.map(({ cache }) => cache), [undefined, 'reload', 'reload'], 'a cache would make them one');
});

test('a request that stops in the middle is made again, and its file is whole', async (context) => {
  const wait = clock(context);
  let stalled = 0;
  const found = outcome(text(() => ++stalled));
  requests[0]?.answer();
  requests[0]?.body.enqueue(new TextEncoder().encode('hal'));
  await wait(10000);
  assert.deepEqual([requests.length, stalled], [2, 1]);
  requests[1]?.answer();
  requests[1]?.body.enqueue(new TextEncoder().encode('whole'));
  requests[1]?.body.close();
  await settled();
  assert.deepEqual([found.value, requests.length], ['whole', 2]);
  await wait(60000);
  assert.equal(requests.length, 2);
});

test('however slowly it arrives, nothing is cut off while it does', async (context) => {
  const wait = clock(context);
  const found = outcome(text(() => assert.fail('cut off')));
  await wait(6000);
  requests[0]?.answer();
  for (let i = 0; i < 50; ++i) {
    await wait(6500);
    requests[0]?.body.enqueue(new TextEncoder().encode('x'));
  }
  await wait(6500);
  requests[0]?.body.close();
  await settled();
  assert.equal(found.value, 'x'.repeat(50));
});

test('what a server refuses is an error at once', async (context) => {
  clock(context);
  const found = outcome(text(() => assert.fail('it is no stall')));
  requests[0]?.answer(404);
  await settled();
  assert.deepEqual([found.error, requests.length], ['file: 404', 1]);
});

test('a browser that does not end a fetch is not waited for', async (context) => {
  const wait = clock(context);
  const found = outcome(bring(() => new Promise(() => {})));
  await wait(40000);
  assert.equal(found.error, 'nothing of it arrives');
});

test('what several wait for comes once, all are told of a stall, and after a failure it comes again', async () => {
  let begun = 0;
  /** @type {string[]} */
  const told = [];
  /** @type {{stalled: () => void, resolve: (value: string) => void, reject: (error: Error) => void}} */
  let coming = { stalled: () => {}, resolve: () => {}, reject: () => {} };
  const once = shared((stalled, /** @type {string} */ name) => new Promise((resolve, reject) => {
    begun += 1;
    coming = { stalled, resolve: (value) => resolve(`${name} ${value}`), reject };
  }));
  const first = outcome(once(() => told.push('one'), 'a')), second = outcome(once(() => told.push('two'), 'b'));
  outcome(once(undefined, 'c'));
  coming.stalled();
  assert.deepEqual([begun, told], [1, ['one', 'two']]);
  coming.reject(new Error('broken'));
  await settled();
  assert.deepEqual([first.error, second.error], ['broken', 'broken']);
  const third = outcome(once(undefined, 'd'));
  coming.stalled();
  coming.resolve('is there');
  await settled();
  assert.deepEqual([begun, told, third.value], [2, ['one', 'two'], 'd is there']);
  outcome(once(undefined, 'e'));
  assert.equal(begun, 2);
});
