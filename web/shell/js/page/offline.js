// What keeps visited pages for readers without a connection (offline/offline.js) comes when nothing else is to be done.

import { idle } from './idle.js';

export async function startOffline() {
  const { offline } = document.documentElement.dataset;
  // A page in a frame is a part of another site.
  if (!offline || !navigator.serviceWorker || parent !== window) return;
  await idle();
  /** @type {typeof import('../offline/offline.js')} */
  const { start } = await import(offline);
  await start();
}
