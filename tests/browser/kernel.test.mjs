// Kernels in the page's worker (web/shell/js/kernel): what a run answers, how it is stopped, and that nothing of it is
// fetched before.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';

import { requests } from '../data/cuda_requests.mjs';
import { loom, serve } from '../site.mjs';
import { chromium, firefox, open } from './browsers.mjs';
import { stalling } from './stalling.mjs';

const { address, stop } = await serve();
after(stop);
const browser = await chromium();

/** @param {any} page @param {any} request @returns {Promise<any>} */
const run = (page, request) =>
  page.evaluate(async (/** @type {any} */ request) => {
    const { runKernel } = await import(/** @type {string} */ (document.documentElement.dataset.kernel));
    return runKernel(request);
  }, request);

/** What `loom eval` answers. @param {any} request */
const natively = (request) => JSON.parse(execFileSync(loom, ['eval'], { input: JSON.stringify({ op: 'cuda.run', ...request }), encoding: 'utf8' }));

/** @param {string} name */
const recorded = (name) => {
  const found = requests().find((each) => each.name === name);
  assert.ok(found, name);
  return found.request;
};

const endless = { source: '__global__ void k(int* a) { for (int i = 0;; ++i) a[blockIdx.x] += i; }', grid: [4], block: [32], steps: 2 ** 40, arguments: [{ type: 'int', values: [0, 0, 0, 0] }] };
const short = { source: '__global__ void k(int* a) { a[threadIdx.x] = threadIdx.x; }', block: [4], arguments: [{ type: 'int', count: 4 }] };

test('a page that runs nothing fetches nothing of it, and the first run what it needs', async () => {
  /** @type {string[]} */
  const fetched = [];
  const { page, complaints } = await open(browser, `${address}/glossary/`, {
    before: async (page) => page.on('request', (/** @type {any} */ request) => fetched.push(new URL(request.url()).pathname)),
  });
  await page.mouse.move(5, 5);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const ofKernels = () => fetched.filter((path) => /kernel/.test(path)).map((path) => path.replace(/.*\/(\w+)\..*\.(\w+)$/, '$1.$2')).sort();
  assert.deepEqual(ofKernels(), []);
  assert.deepEqual((await run(page, short)).arguments, [{ values: [0, 1, 2, 3] }]);
  await run(page, short);
  assert.deepEqual(ofKernels(), ['kernel.js', 'kernel.wasm', 'kernel_worker.js']);
  assert.deepEqual(complaints, []);
  await page.close();
});

for (const [name, opened] of /** @type {[string, () => Promise<any>][]} */ ([['Chromium', async () => browser], ['Firefox', firefox]]))
  test(`${name}: answers are those of loom eval, mistakes are answers`, async () => {
    const { page, complaints } = await open(await opened(), `${address}/glossary/`);
    for (const kernel of ['copy_guarded', 'flip', 'no_guard', 'halo_race']) {
      const request = recorded(kernel);
      assert.deepEqual(await run(page, request), natively(request), kernel);
    }
    assert.equal((await run(page, { ...short, source: '__global__ void k(int* a) { b = 1; }' })).error.slice(0, 6), '1:29: ');
    assert.match((await run(page, { ...short, grid: [0] })).error, /^1:17: grid x/);
    assert.match((await run(page, { source: 3, arguments: [] })).error, /'source': expected a text/);
    assert.deepEqual(complaints, []);
    await page.close();
  });

test('a run tells how far it is, and its end', async () => {
  const { page } = await open(browser, `${address}/glossary/`);
  const { told, answer } = await page.evaluate(async () => {
    const { runKernel } = await import(/** @type {string} */ (document.documentElement.dataset.kernel));
    /** @type {any[]} */
    const told = [];
    const source = '__global__ void k(int* a) { int sum = 0; for (int i = 0; i < 5000; ++i) sum += i; a[blockIdx.x] = sum; }';
    const answer = await runKernel({ source, grid: [400], block: [64], steps: 1e9, arguments: [{ type: 'int', values: new Int32Array(400) }] }, {
      onProgress: (/** @type {any} */ progress) => told.push(progress),
    });
    return { told, answer };
  });
  assert.ok(told.length >= 3, `told ${told.length} times`);
  for (const [i, { steps, blocksDone, blocks, mostSteps }] of told.entries()) {
    assert.deepEqual([blocks, mostSteps], [400, 1e9]);
    if (i > 0) assert.ok(steps > told[i - 1].steps && blocksDone >= told[i - 1].blocksDone);
  }
  assert.ok(told.at(-1).blocksDone > told[0].blocksDone);
  assert.equal(answer.arguments[0].values[399], 12497500);
  await page.close();
});

test('a run that is stopped ends within 200 ms, and the next one works', async () => {
  const { page, complaints } = await open(browser, `${address}/glossary/`);
  const results = await page.evaluate(async (/** @type {any} */ endless, /** @type {any} */ short) => {
    const { runKernel } = await import(/** @type {string} */ (document.documentElement.dataset.kernel));
    const results = [];
    for (let i = 0; i < 3; ++i) {
      const controller = new AbortController();
      let seen = 0;
      const running = runKernel(endless, { signal: controller.signal, onProgress: () => seen++ });
      while (seen < 2) await new Promise((resolve) => setTimeout(resolve, 20)); // it runs
      const asked = performance.now();
      controller.abort();
      const reason = await running.catch((/** @type {Error} */ error) => error.name);
      const ended = performance.now() - asked;
      const { arguments: [{ values }] } = await runKernel(short);
      results.push({ reason, ended, again: performance.now() - asked, values });
    }
    const before = AbortSignal.abort(new Error('before'));
    return { results, before: await runKernel(short, { signal: before }).catch((/** @type {Error} */ error) => error.message) };
  }, endless, short);
  for (const { reason, ended, again, values } of results.results) {
    assert.equal(reason, 'AbortError');
    assert.ok(ended < 200, `it took ${ended} ms`);
    assert.ok(again < 1500, `the next one took ${again} ms`);
    assert.deepEqual(values, [0, 1, 2, 3]);
  }
  assert.equal(results.before, 'before');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('runs wait for each other, and one that is stopped before it begins is left out', async () => {
  const { page } = await open(browser, `${address}/glossary/`);
  const order = await page.evaluate(async (/** @type {any} */ endless, /** @type {any} */ short) => {
    const { runKernel } = await import(/** @type {string} */ (document.documentElement.dataset.kernel));
    /** @type {string[]} */
    const order = [];
    const first = new AbortController(), second = new AbortController();
    const runs = [
      runKernel(endless, { signal: first.signal }).catch(() => order.push('first')),
      runKernel(endless, { signal: second.signal }).catch(() => order.push('second')),
      runKernel(short).then(() => order.push('third')),
    ];
    second.abort();
    await new Promise((resolve) => setTimeout(resolve, 300));
    first.abort();
    await Promise.all(runs);
    return order;
  }, endless, short);
  assert.deepEqual(order, ['second', 'first', 'third']);
  await page.close();
});

test('a run that needs more memory than there is says so, and the next one works', async () => {
  const { page } = await open(browser, `${address}/glossary/`);
  const large = { source: '__global__ void k(float* a) {}', arguments: [{ type: 'float', count: 2 ** 26 }] };
  assert.match((await run(page, { ...large, arguments: [large.arguments[0], large.arguments[0]] , source: '__global__ void k(float* a, float* b) {}' })).error, /memory/);
  assert.deepEqual((await run(page, short)).arguments, [{ values: [0, 1, 2, 3] }]);
  await page.close();
});

test('a worker that ends in a run without a word is an answer within ten seconds, and queued runs go on', async () => {
  const { page } = await open(browser, `${address}/glossary/`);
  const ended = page.evaluate(async (/** @type {any} */ endless, /** @type {any} */ short) => {
    const { runKernel } = await import(/** @type {string} */ (document.documentElement.dataset.kernel));
    const told = (/** @type {any} */ (window).told = { last: 0 });
    const running = runKernel(endless, { onProgress: () => (told.last = performance.now()) });
    const queued = runKernel(short);
    const { error } = await running;
    const silent = performance.now() - told.last;
    return { error, silent, values: (await queued).arguments[0].values };
  }, endless, short);
  await page.waitForFunction(() => /** @type {any} */ (window).told?.last > 0);
  await page.workers().find((/** @type {any} */ each) => /kernel_worker/.test(each.url())).evaluate(() => self.close());
  const { error, silent, values } = await ended;
  assert.match(error, /has ended/);
  assert.ok(silent < 11500, `it took ${silent} ms, the lag of a busy machine included`);
  assert.deepEqual(values, [0, 1, 2, 3]);
  await page.close();
});

for (const [what, stall] of /** @type {[string, object][]} */ ([['never answers', {}], ['stops in the middle', { bytes: 20000 }]]))
  test(`a program for kernels whose request ${what} is fetched again, and the page is told`, async () => {
    const { address: slow, stalls } = await stalling(address);
    stalls.push({ path: /\/kernel\.[^/]*\.wasm/, times: 1, ...stall });
    const { page } = await open(browser, `${slow}/glossary/`);
    const { told, answer } = await page.evaluate(async (/** @type {any} */ short) => {
      const { runKernel } = await import(/** @type {string} */ (document.documentElement.dataset.kernel));
      const from = performance.now();
      /** @type {number[]} */
      const told = [];
      const answer = await runKernel(short, { onStall: () => told.push(performance.now() - from) });
      return { told, answer };
    }, short);
    assert.deepEqual(answer.arguments, [{ values: [0, 1, 2, 3] }]);
    assert.ok(told.length === 1 && told[0] < 13000, `told after ${told} ms, with the time to load`);
    await page.close();
  });
