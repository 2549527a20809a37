// Fetches the wasm runtime once, when the first figure needs it.

/** @typedef {import('./types').Runtime} Runtime */
/** @typedef {import('./types').RuntimeModule} RuntimeModule */

/** @type {Promise<Runtime> | null} */
let runtime = null;

/** @returns {Promise<Runtime>} rejects when scripts or wasm cannot load; asking again tries again */
export function runtimeOnce() {
  runtime ??= load().catch((error) => {
    runtime = null;
    throw error;
  });
  return runtime;
}

/** @returns {Promise<Runtime>} */
async function load() {
  const url = document.documentElement.dataset.runtime;
  if (!url) throw new Error('the page names no runtime');
  /** @type {RuntimeModule} */
  const module = await import(new URL(url, document.baseURI).href);
  return module.loadRuntime();
}
