// A published site that was at this address before has left a service worker in the browser, which would go on answering with
// the pages that it keeps. This one takes its place, forgets all of that, and leaves; open pages are loaded again.

/** @typedef {import('../../../web/shell/js/offline/worker_scope').WorkerScope} WorkerScope */
const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('loom ')) await caches.delete(name);
  await worker.registration.unregister();
  for (const client of await worker.clients.matchAll({ type: 'window' })) await client.navigate(client.url);
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(leave()));
