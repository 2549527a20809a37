// A WebAssembly program as a script sees it: texts and bytes go in and out through its two buffers
// (web/program/exchange.hpp).

import { get } from '../page/arrival.js';

/** @typedef {import('./interface.js').Calls} Calls */
/**
 * @typedef {object} Instance
 * @property {(name: string, ...args: (number | boolean)[]) => any} call loom_NAME; what it throws is what stopped it
 * @property {() => Uint8Array} memory
 */

/** A program stopped in the middle of a call; nothing can be asked of it any more. */
export class Stopped extends Error {}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Program {
  /** Why it stopped, or ''. */
  stopped = '';
  #instance;

  /** @param {Instance} instance */
  constructor(instance) {
    this.#instance = instance;
  }

  /** @template {keyof Calls} Name @param {Name} name @param {Calls[Name]} args @returns {number} */
  call(name, ...args) {
    if (this.stopped) throw new Stopped(this.stopped);
    try {
      return Number(this.#instance.call(name, ...args));
    } catch (error) {
      this.stopped = error instanceof Error ? error.message : String(error);
      throw new Stopped(this.stopped);
    }
  }

  /** For the next call. @param {Uint8Array} bytes */
  write(bytes) {
    const at = this.call('input', bytes.length);
    this.#instance.memory().set(bytes, at);
  }

  /** For the next call, parted by zero bytes. @param {string[]} texts */
  send(...texts) {
    this.write(encoder.encode(texts.join('\0')));
  }

  /** What the last call answered. */
  reply() {
    const at = this.call('reply');
    return decoder.decode(this.bytes(at, this.call('reply_size')));
  }

  /** A view that the next call may make stale. @param {number} at @param {number} size */
  bytes(at, size) {
    return this.#instance.memory().subarray(at, at + size);
  }
}

/** @param {string} path as the page names it */
export const address = (path) => new URL(path, document.baseURI).href;

/** @param {Parameters<typeof get>} what */
export const bytesOf = async (...what) => new Uint8Array(await (await get(...what)).arrayBuffer());

/** @param {Parameters<typeof get>} what @returns {Promise<WebAssembly.Module>} */
export async function compile(...what) {
  try {
    return await WebAssembly.compileStreaming(get(...what));
  } catch {
    return WebAssembly.compile(await bytesOf(...what)); // a server that does not name wasm's type
  }
}

/**
 * A program without glue code asks for little: to say that memory grew, and to end.
 * @param {WebAssembly.Module} compiled @returns {Promise<Instance>}
 */
export async function instantiate(compiled) {
  /** @type {Record<string, Record<string, (...args: any[]) => any>>} */
  const imports = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
    if (kind !== 'function') continue;
    (imports[module] ??= {})[name] = name === 'emscripten_notify_memory_growth' ? () => {} : () => {
      throw new Error(`it called ${name}`);
    };
  }
  const { exports } = await WebAssembly.instantiate(compiled, imports);
  const functions = /** @type {Record<string, (...args: any[]) => any>} */ (/** @type {unknown} */ (exports));
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  functions._initialize?.();
  return {
    call: (name, ...args) => functions[`loom_${name}`]?.(...args),
    memory: () => new Uint8Array(memory.buffer),
  };
}
