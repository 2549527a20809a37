// Fetches the wasm runtime once, when the first figure needs it.

/** @typedef {import('../types').Handle} Handle */
/** @typedef {import('../types').Runtime} Runtime */
/** @typedef {import('../types').RuntimeModule} RuntimeModule */

import { bring, get, shared } from '../page/arrival.js';
import { idle } from '../page/idle.js';
import { here } from '../page/first_sign.js';

/** @type {Set<string>} */
const ahead = new Set();

const runtimeOnce = shared(load);

/**
 * Makes a figure live. Rejects when scripts or wasm cannot load; asking again tries again.
 * @param {HTMLElement} root the figure @param {string} query its state @param {NonNullable<Handle['onnote']>} note
 */
export async function openHandle({ id, dataset: { group = '', scene = id } }, query, note) {
  let over = () => {};
  const stalled = () => void (over = note('The live picture is slow to arrive. It is being fetched again.'));
  const runtime = await runtimeOnce(stalled, group);
  const handle = await runtime.open(group, scene, query, stalled);
  over();
  handle.onnote = note;
  return handle;
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
    if (path) void fetched(path, { priority: 'low' }).catch(() => {});
  }
}

/** @param {string} path as the page names it @param {RequestInit} [more] @param {() => void} [stalled] */
const fetched = (path, more, stalled) =>
  bring(async (heard, how) => void (await (await get(new URL(path, document.baseURI).href, heard, { ...how, ...more })).arrayBuffer()), stalled);

/** @param {() => void} stalled @param {string} group @returns {Promise<Runtime>} */
async function load(stalled, group) {
  const url = document.documentElement.dataset.runtime;
  if (!url) throw new Error('the page names no runtime');
  await fetched(url, {}, stalled); // an import that stalls cannot be ended; this one waits for no network
  /** @type {RuntimeModule} */
  const module = await import(new URL(url, document.baseURI).href);
  return module.loadRuntime(group);
}
