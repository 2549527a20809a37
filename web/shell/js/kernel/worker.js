// The worker that runs kernels (kernel/kernel.js is its other side). A run is made in slices, so that it hears between two
// of them that it is to stop.

import { progress } from '../runtime/interface.js';
import { compile, instantiate, Program, Stopped } from '../runtime/program.js';
import { written } from './request.js';

/** @typedef {import('./kernel.js').Answer} Answer */
/** @typedef {import('./kernel.js').Question} Question */
/** @typedef {import('./kernel.js').Reply} Reply */

/** In steps: some hundredths of a second. */
const slice = 200_000;
/** So often the page is told how far a run is, in milliseconds. */
const often = 30;
/** A program's memory never shrinks: one that has more is not used again. */
const most_kept = 128 * 2 ** 20;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;
/** @type {{program: Program, memory: () => Uint8Array} | null} */
let kept = null;
let stopping = false;

/** @param {Reply} reply */
const reply = (reply) => postMessage(reply);

async function open() {
  compiled ??= compile(new URL('kernel.wasm', import.meta.url).href, () => reply({ kind: 'alive' }));
  try {
    const instance = await instantiate(await compiled);
    return { program: new Program(instance), memory: instance.memory };
  } catch (error) {
    compiled = null; // the next run tries again
    throw error;
  }
}

const { port1, port2 } = new MessageChannel();

/** Lets messages in, without the 4 ms that timers take. @returns {Promise<void>} */
const breath = () =>
  new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });

/** @param {Program} program */
function tellProgress(program) {
  const [steps = 0, mostSteps = 0, blocksDone = 0, blocks = 0] =
    [progress.steps, progress.mostSteps, progress.blocksDone, progress.blocks].map((what) => program.call('progress', what));
  reply({ kind: 'progress', progress: { steps, mostSteps, blocksDone, blocks } });
}

/** @param {Program} program @param {string} text @returns {Promise<Answer | null>} */
async function run(program, text) {
  program.send(text);
  let told = -Infinity;
  let running = program.call('begin') === 1;
  while (running) {
    running = program.call('go', slice) === 1;
    if (running && performance.now() > told + often) {
      told = performance.now();
      tellProgress(program);
    }
    if (running) await breath();
    if (stopping) {
      program.call('end');
      return null;
    }
  }
  return JSON.parse(program.reply());
}

/** Whatever stops the program, the next run has another one. @param {unknown} error */
function explained(error) {
  if (!(error instanceof Stopped)) return error instanceof Error ? error.message : String(error);
  if (error.message === 'it called out_of_memory') return 'the browser has not enough memory for this run';
  return `the program for kernels stopped: ${error.message}`;
}

/** Whatever happens, the page gets an answer. @param {import('./request.js').Request} request */
async function answer(request) {
  try {
    const text = written(request);
    const { program, memory } = (kept ??= await open());
    reply({ kind: 'ready' });
    const answer = stopping ? null : await run(program, text);
    if (memory().length > most_kept) kept = null;
    reply({ kind: 'answer', answer });
  } catch (error) {
    kept = null;
    reply({ kind: 'answer', answer: { error: explained(error) } });
  }
}

addEventListener('message', ({ data }) => {
  const question = /** @type {Question} */ (data);
  stopping = question.kind === 'stop';
  if (question.kind === 'run') void answer(question.request);
});
addEventListener('messageerror', () => reply({ kind: 'answer', answer: { error: 'the request cannot be read' } }));
