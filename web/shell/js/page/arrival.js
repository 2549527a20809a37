// Files that scripts fetch. A fetch of which nothing arrives any more is ended and begun again.

import { patience } from './patience.js';

/** So often a fetch begins again by itself. */
const again = 2;

/** Tells of each piece of the file as it arrives. @param {string} url @param {() => void} [heard] @param {RequestInit} [how] */
export async function get(url, heard, how) {
  const response = await fetch(url, how);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  if (!heard) return response;
  heard();
  // A copy is listened to: the browser keeps what it has compiled only of the response itself.
  response.clone().body?.pipeTo(new WritableStream({ write: heard })).catch(() => {});
  return response;
}

/**
 * @template T @param {(heard: () => void, how: RequestInit) => Promise<T>} fetching
 * @param {() => void} [stalled] nothing arrives any more, and the fetch begins again
 * @returns {Promise<T>}
 */
export async function bring(fetching, stalled) {
  for (let left = again; ; --left) {
    const ended = new AbortController(), { signal } = ended;
    const waiting = patience(() => ended.abort(new Error('nothing of it arrives')));
    /** @type {Promise<never>} */
    const silence = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    try {
      // A request that begins again must be another one: a browser's cache would let it wait for the one that stalls.
      return await Promise.race([fetching(waiting.heard, left < again ? { signal, cache: 'reload' } : { signal }), silence]);
    } catch (error) {
      if (!signal.aborted) throw error;
      if (!left) throw signal.reason;
      stalled?.();
    } finally {
      waiting.end();
    }
  }
}

/**
 * What several wait for comes once, and each of them is told when it stalls. After a failure whoever asks begins it again.
 * @template T @template {any[]} Args @param {(stalled: () => void, ...args: Args) => Promise<T>} begin
 * @returns {(stalled?: () => void, ...args: Args) => Promise<T>}
 */
export function shared(begin) {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  /** @type {Promise<T> | null} */
  let coming = null;
  const stalled = () => waiting.forEach((tell) => tell());
  return (tell, ...args) => {
    if (tell) waiting.add(tell);
    coming ??= begin(stalled, ...args).catch((error) => {
      coming = null;
      throw error;
    }).finally(() => waiting.clear());
    return coming;
  };
}
