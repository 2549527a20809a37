// Starts the worker that keeps the site (offline/worker.js), and adds a button to the foot of the page that opens its box.

import { Box } from './box.js';

/** @typedef {import('./kept.js').State} State */
/** @typedef {import('./worker.js').Question} Question */

const { base = '/' } = document.documentElement.dataset;
const { serviceWorker } = navigator;
/** For an answer of the worker: so long may one page with its programs take to arrive. */
const patience_ms = 120000;

/** @type {Promise<ServiceWorkerRegistration> | null} */
let registered = null;

/** Resolves once it works; rejects where the browser refuses. @returns {Promise<ServiceWorker>} */
async function working() {
  registered ??= serviceWorker.register(`${base}sw.js`);
  const registration = await registered.catch((error) => {
    registered = null;
    throw error;
  });
  if (registration.active) return registration.active;
  const coming = registration.installing ?? registration.waiting;
  if (!coming) throw new Error('no worker');
  return new Promise((resolve, reject) => {
    const look = () => {
      if (coming.state === 'activated') resolve(coming);
      else if (coming.state === 'redundant') reject(new Error('the worker could not start'));
    };
    coming.addEventListener('statechange', look);
    look();
  });
}

/** Asks the worker. @param {Question} question @returns {Promise<State>} */
export async function ask(question) {
  const worker = await working(), { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the worker does not answer')), patience_ms);
    port1.onmessage = ({ data: { state, error } }) => {
      clearTimeout(timer);
      port1.close();
      if (state) resolve(state);
      else reject(Object.assign(new Error(error.message), { name: error.name }));
    };
    worker.postMessage(question, [port2]);
  });
}

/** Keeps this page, unless the reader saves data. */
function keep() {
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  return ask(connection?.saveData ? { ask: 'state' } : { ask: 'keep', path: location.pathname.slice(base.length) });
}

/** The styles of the button and the box. @returns {Promise<unknown>} */
function style() {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('offline.css', import.meta.url).href;
  document.head.append(link);
  return new Promise((resolve) => (link.onload = link.onerror = resolve));
}

export async function start() {
  // Of a page that was not there: its list is in the page.
  if (document.querySelector('ul.kept')) addEventListener('online', () => location.reload());
  let version = serviceWorker.controller;
  await style();
  const box = new Box(ask);
  document.querySelector('footer.site')?.append(box.button);
  serviceWorker.addEventListener('controllerchange', () => {
    if (version) box.tellNews(); // else it is the first one
    version = serviceWorker.controller;
  });
  // Who is offline, or whose browser refuses, reads on.
  await keep().then((state) => box.tellCount(state), () => {});
}
