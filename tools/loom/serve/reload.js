// Only served pages load this: it brings the page up to date when the site was rebuilt, and shows mistakes over the
// last good page.

import { swap } from './swap.js';

/** @typedef {{page: Document, version: string | null}} Given a page as the server gave it: scripts have changed the one on the screen */

let shown = new URL(import.meta.url).searchParams.get('v');
/** @type {Given | null} */
let given = null;

/** @returns {Promise<Given>} */
async function fetched() {
  const reply = await fetch(location.pathname + location.search);
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const script = page.querySelector('script[src^="/loom-reload/"]');
  const version = new URL(script?.getAttribute('src') ?? '', location.href).searchParams.get('v');
  script?.removeAttribute('src'); // it differs whenever anything on the site differs
  for (const template of page.querySelectorAll('template')) template.title = template.innerHTML; // isEqualNode() sees no more of it
  return { page, version };
}

/** @param {{version: string, mistakes: string[]}} news */
async function follow({ version, mistakes }) {
  if (version !== shown) {
    const next = await fetched();
    if (given?.version !== shown || !swap(given.page, next.page)) return location.reload();
    given = next;
    shown = next.version;
  }
  show(mistakes);
}

/** @param {string[]} mistakes */
function show(mistakes) {
  document.getElementById('loom-overlay')?.remove();
  if (mistakes.length === 0) return;
  const overlay = document.createElement('div');
  overlay.id = 'loom-overlay';
  overlay.setAttribute('role', 'alert');
  const heading = document.createElement('p');
  heading.textContent = `${mistakes.length === 1 ? 'One mistake' : `${mistakes.length} mistakes`}; this is the last good page`;
  const list = document.createElement('pre');
  list.textContent = mistakes.join('\n');
  list.tabIndex = 0;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'Hide';
  close.addEventListener('click', () => overlay.remove());
  overlay.append(heading, list, close);
  document.body.append(overlay);
}

const style = document.createElement('link');
style.rel = 'stylesheet';
style.href = '/loom-reload/reload.css';
document.head.append(style);

// Waits until the page has come to rest: by then it is in the browser's cache.
const remember = () => setTimeout(() => fetched().then((first) => (given ??= first), () => {}), 300);
if (document.readyState === 'complete') remember();
else addEventListener('load', remember, { once: true });

let following = Promise.resolve();
new EventSource('/loom-reload').addEventListener('message', (event) => {
  // When a server that was gone is back, it sends everything again.
  following = following.then(() => follow(JSON.parse(event.data))).catch(() => {});
});
