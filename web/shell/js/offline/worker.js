// The service worker of a published site (sw.js): visited pages can be read without a connection, with all that they need.
//
//   A version of the site is a list of files with their hashes (tools/loom/site/render/kept.hpp), and sw.js names its list. A new
//   sw.js first brings its version of all that is kept. If anything fails, the old worker goes on with the old version, which is
//   still whole. Else the new one takes over, and the next page that is opened is of the new version. An open page of an
//   old version still finds its files: each has its hash in its name, and they go only when no such page is open any more.

import { Kept, standIn } from './kept.js';

/** @typedef {import('./worker_scope').WorkerScope} WorkerScope */
/** What a page asks for. @typedef {{ask: 'state'} | {ask: 'keep', path: string} | {ask: 'whole'} | {ask: 'remove'}} Question */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
const base = worker.registration.scope;
const kept = new Kept(base, worker.list);

const again_ms = 2000;

const openPages = async () => (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id);

/** Forgets earlier versions once none of their pages is open, unless a later one is being brought. */
async function tidy() {
  const before = /** @type {string[] | undefined} */ (await kept.note('before'));
  if (!before || worker.registration.installing || worker.registration.waiting) return;
  const open = await openPages();
  if (before.some((id) => open.includes(id))) return;
  await kept.forget();
  await kept.takeNote('before');
}

/** An asset: whichever version asks, its name tells its content. @param {Request} request */
async function asset(request) {
  const found = await kept.match(request.url.split(/[?#]/)[0] ?? '').catch(() => undefined);
  return found ?? fetch(request);
}

/** @param {Request} request a navigation @param {URL} url @param {string} path below the site's */
async function page(request, url, path) {
  const name = path.replace(/(^|\/)index\.html$/, '$1');
  try {
    const page = await kept.page(name);
    if (!page && (await kept.page(`${name}/`))) return Response.redirect(`${base}${name}/${url.search}`);
    const found = page && (await kept.content(page));
    if (found) return found;
  } catch {
    // The browser does not give what it keeps.
  }
  return fetch(request).catch(async (error) => (await instead()) ?? Promise.reject(error));
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What is shown for a page that cannot be fetched: the list of those that are kept. */
async function instead() {
  const page = await kept.page(standIn), found = page && (await kept.content(page));
  if (!found) return null;
  const { pages } = await kept.state();
  const { pathname } = new URL(base);
  const items = pages.map(([path, title]) => `<li><a href="${escaped(pathname + path)}">${escaped(title)}</a></li>`).join('');
  const html = (await found.text()).replace('<ul class="kept">', () => `<ul class="kept">${items || '<li>None yet</li>'}`);
  return new Response(html, { status: 503, headers: found.headers });
}

/** What changes anything comes one after the other, so that nothing is fetched twice. @type {Promise<unknown>} */
let changed = Promise.resolve();

/** @param {Question} question */
async function change(question) {
  if (question.ask === 'remove') return kept.forget(true);
  if (question.ask === 'whole') return kept.takeNote('whole', true);
  if (question.ask === 'state') return;
  const page = await kept.page(question.path);
  if (page) await kept.keep(page);
  await tidy();
}

/** @param {Question} question */
async function answer(question) {
  if (question.ask !== 'state') await (changed = changed.catch(() => {}).then(() => change(question)));
  return kept.state();
}

/** Takes over as soon as the old worker has answered what it is asked. Chromium looks when it is told to, and else only after a while. */
function takeOver() {
  setTimeout(() => worker.skipWaiting(), again_ms);
  return worker.skipWaiting();
}

worker.addEventListener('install', (event) => event.waitUntil(kept.renew().then(takeOver)));

worker.addEventListener('activate', (event) => event.waitUntil((async () => {
  await kept.takeNote('before', await openPages());
  await worker.clients.claim();
  await tidy();
})()));

worker.addEventListener('fetch', (event) => {
  const { request } = event, url = new URL(request.url);
  // A part of a file (Range), what is sent to a server, and what is not below the site's address go their own way.
  if (request.method !== 'GET' || request.headers.has('range') || !url.href.startsWith(base)) return;
  const path = url.pathname.slice(new URL(base).pathname.length);
  if (path.startsWith('assets/')) event.respondWith(asset(request));
  else if (request.mode === 'navigate') event.respondWith(page(request, url, path));
});

worker.addEventListener('message', (event) => {
  const [port] = event.ports;
  event.waitUntil(answer(event.data).then(
    (state) => port?.postMessage({ state }),
    ({ name, message }) => port?.postMessage({ error: { name, message } }),
  ));
});
