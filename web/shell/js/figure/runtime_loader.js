// Fetches the wasm runtime once, when the first figure needs it.

/** @typedef {import('../types').Runtime} Runtime */
/** @typedef {import('../types').RuntimeModule} RuntimeModule */

import { idle } from '../page/idle.js';
import { here } from '../page/first_sign.js';

/** @type {Set<string>} */
const ahead = new Set();

/** @type {Promise<Runtime> | null} */
let runtime = null;

/** @param {string} group of the figure that needs it @returns {Promise<Runtime>} rejects when scripts or wasm cannot load; asking again tries again */
export function runtimeOnce(group) {
  runtime ??= load(group).catch((error) => {
    runtime = null;
    throw error;
  });
  return runtime;
}

/**
 * Brings what the figures of a group need on any machine into the browser's cache, once the page is there; nothing of it
 * runs before the reader stirs.
 * @param {string} group
 */
export async function fetchAhead(group) {
  if (ahead.has(group)) return;
  ahead.add(group);
  await idle();
  if (here) return; // it is coming already
  const { runtime = '', scenes = '' } = document.documentElement.dataset;
  const program = scenes.split(' ').find((each) => each.startsWith(`${group}=`))?.slice(group.length + 1);
  for (const path of [runtime, program]) {
    // What cannot be fetched says so when it is needed.
    if (path) void fetch(new URL(path, document.baseURI), { priority: 'low' }).then((response) => response.arrayBuffer(), () => {});
  }
}

/** @param {string} group @returns {Promise<Runtime>} */
async function load(group) {
  const url = document.documentElement.dataset.runtime;
  if (!url) throw new Error('the page names no runtime');
  /** @type {RuntimeModule} */
  const module = await import(new URL(url, document.baseURI).href);
  return module.loadRuntime(group);
}
