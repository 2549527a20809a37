// Runs the reader's own kernels in CUDA C++ beside the page. The program (web/kernel/bridge.cpp) is fetched with the first
// run, by a worker (kernel/worker.js), which the page keeps for further ones.

/** @typedef {import('./request.js').Request} Request */
/**
 * The contract of `cuda.run` (web/kernel/request.hpp): `error`, or the others. Whole numbers beyond 2^53 are texts.
 * @typedef {{error: string} | {error?: undefined, arguments: ({values: (number | string)[]} | null)[], lines: Record<string, number>[],
 *   findings: Record<string, any>[], total: Record<string, number>, resident_blocks: number, lane_operations: number, printed?: string, steps?: Record<string, any>[],
 *   steps_cut?: boolean}} Answer
 */
/** How far a run is: steps of those that it may take, and blocks of the grid. @typedef {{steps: number, mostSteps: number, blocksDone: number, blocks: number}} Progress */
/** @typedef {{kind: 'run', request: Request} | {kind: 'stop'}} Question what the worker is told */
/** @typedef {{kind: 'progress', progress: Progress} | {kind: 'answer', answer: Answer | null}} Reply null: the run was stopped */

/** So long a stopped run may take to end; then its worker ends with it. */
const patience_ms = 150;

/** @type {Worker | null} */
let worker = null;
/** Until the worker has no run. @type {Promise<void>} */
let free = Promise.resolve();

/**
 * Runs a kernel; one at a time. What is wrong with the request or the program is an answer, too: {error}. Rejects only when
 * the signal stops it, at once.
 * @param {Request} request @param {{signal?: AbortSignal, onProgress?: (progress: Progress) => void}} [options]
 * @returns {Promise<Answer>}
 */
export function runKernel(request, { signal, onProgress } = {}) {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal?.reason);
    if (signal?.aborted) return stopped();
    signal?.addEventListener('abort', stopped, { once: true });
    free = free.then(async () => {
      if (signal?.aborted) return;
      const answer = await runInWorker(request, signal, onProgress);
      signal?.removeEventListener('abort', stopped);
      if (answer) resolve(answer);
    });
  });
}

/**
 * Resolves once the worker has no run any more.
 * @param {Request} request @param {AbortSignal} [signal] @param {(progress: Progress) => void} [onProgress]
 * @returns {Promise<Answer | null>} null: the run was stopped
 */
function runInWorker(request, signal, onProgress) {
  const mine = (worker ??= new Worker(new URL('kernel_worker.js', import.meta.url), { type: 'module' }));
  return new Promise((resolve) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @param {Answer | null} answer */
    const end = (answer) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      mine.onmessage = mine.onerror = null;
      resolve(answer);
    };
    /** @param {Answer | null} answer */
    const endWorker = (answer) => {
      mine.terminate();
      worker = null;
      end(answer);
    };
    /** @param {Question} question */
    const tell = (question) => mine.postMessage(question);
    const stop = () => {
      tell({ kind: 'stop' });
      timer = setTimeout(endWorker, patience_ms, null);
    };
    mine.onmessage = ({ data }) => {
      const reply = /** @type {Reply} */ (data);
      if (reply.kind === 'answer') end(reply.answer);
      else if (!signal?.aborted) onProgress?.(reply.progress);
    };
    mine.onerror = ({ message }) => endWorker({ error: message || 'the program for kernels did not load' });
    signal?.addEventListener('abort', stop, { once: true });
    try {
      tell({ kind: 'run', request });
    } catch (error) {
      end({ error: `the request cannot be passed on: ${error instanceof Error ? error.message : error}` });
    }
  });
}
