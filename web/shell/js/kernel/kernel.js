// Runs the reader's own kernels in CUDA C++ beside the page. The program (web/kernel/bridge.cpp) is fetched with the first
// run, by a worker (kernel/worker.js), which the page keeps for further ones. A worker that ends says nothing: silence counts
// as its end, because one that loads or runs tells of it again and again.

import { patience } from '../page/patience.js';

/** @typedef {import('./request.js').Request} Request */
/**
 * The contract of `cuda.run` (web/kernel/request.hpp): `error`, or the others. Whole numbers beyond 2^53 are texts.
 * @typedef {{error: string} | {error?: undefined, arguments: ({values: (number | string)[]} | null)[], lines: Record<string, number>[],
 *   findings: Record<string, any>[], total: Record<string, number>, resident_blocks: number, lane_operations: number, printed?: string, steps?: Record<string, any>[],
 *   steps_cut?: boolean}} Answer
 */
/** How far a run is: steps of those that it may take, and blocks of the grid. @typedef {{steps: number, mostSteps: number, blocksDone: number, blocks: number}} Progress */
/** `onStall`: the program does not arrive, and is fetched again. @typedef {{signal?: AbortSignal, onProgress?: (progress: Progress) => void, onStall?: () => void}} Options */
/** @typedef {{kind: 'run', request: Request} | {kind: 'stop'}} Question what the worker is told */
/**
 * `alive`: more of the program has arrived; `ready`: the run begins. An answer of null: the run was stopped.
 * @typedef {{kind: 'alive' | 'ready'} | {kind: 'progress', progress: Progress} | {kind: 'answer', answer: Answer | null}} Reply
 */

/** So long a stopped run may take to end; then its worker ends with it. */
const patience_ms = 150;

/** So often a program that stalls is fetched again, by another worker. */
const again = 2;

/** @type {Worker | null} */
let worker = null;
/** Until the worker has no run. It never rejects. @type {Promise<void>} */
let free = Promise.resolve();

/** @param {string} what @param {unknown} error @returns {Answer} */
const failure = (what, error) => ({ error: `${what}: ${error instanceof Error ? error.message : error}` });

/**
 * Runs a kernel; one at a time. What is wrong with the request or the program is an answer, too: {error}, and so is a worker
 * that ends. Rejects only when the signal stops it, at once.
 * @param {Request} request @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export function runKernel(request, options = {}) {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal?.reason);
    if (signal?.aborted) return stopped();
    signal?.addEventListener('abort', stopped, { once: true });
    free = free.then(async () => {
      const answer = await answered(request, options).catch((error) => failure('the program for kernels did not start', error));
      signal?.removeEventListener('abort', stopped);
      if (answer) resolve(answer);
    });
  });
}

/** @param {Request} request @param {Options} options @returns {Promise<Answer | null>} null: the run was stopped */
async function answered(request, options) {
  for (let left = again; !options.signal?.aborted; --left) {
    const answer = await runInWorker(request, options);
    if (answer !== 'stalled') return answer;
    if (!left) return { error: 'the program for kernels could not be loaded: nothing of it arrives' };
    options.onStall?.();
  }
  return null;
}

/**
 * Resolves once the worker has no run any more.
 * @param {Request} request @param {Options} options
 * @returns {Promise<Answer | null | 'stalled'>} null: the run was stopped; 'stalled': it has not begun, and the worker is gone
 */
function runInWorker(request, { signal, onProgress }) {
  return new Promise((resolve) => {
    const mine = (worker ??= new Worker(new URL('kernel_worker.js', import.meta.url), { type: 'module' }));
    let begun = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @param {Answer | null | 'stalled'} answer */
    const end = (answer) => {
      clearTimeout(timer);
      silence.end();
      signal?.removeEventListener('abort', stop);
      mine.onmessage = mine.onmessageerror = mine.onerror = null;
      resolve(answer);
    };
    /** @param {Answer | null | 'stalled'} answer */
    const endWorker = (answer) => {
      mine.terminate();
      worker = null;
      end(answer);
    };
    const silence = patience(() => endWorker(begun ? { error: 'the worker that ran the kernel has ended; run it again' } : 'stalled'));
    /** @param {Question} question */
    const tell = (question) => mine.postMessage(question);
    const stop = () => {
      tell({ kind: 'stop' });
      timer = setTimeout(endWorker, patience_ms, null);
    };
    mine.onmessage = ({ data }) => {
      const reply = /** @type {Reply} */ (data);
      silence.heard();
      begun ||= reply.kind !== 'alive';
      if (reply.kind === 'answer') end(reply.answer);
      else if (reply.kind === 'progress' && !signal?.aborted) onProgress?.(reply.progress);
    };
    mine.onmessageerror = () => endWorker({ error: 'what the program for kernels answered cannot be read' });
    mine.onerror = ({ message }) => endWorker({ error: message || 'the program for kernels did not load' });
    signal?.addEventListener('abort', stop, { once: true });
    try {
      tell({ kind: 'run', request });
    } catch (error) {
      end(failure('the request cannot be passed on', error));
    }
  });
}
