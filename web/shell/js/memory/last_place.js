// Where the reader was on this site: page, section and what the figures there showed. It is remembered in this browser,
// and the front page brings it back.

/** One key for the whole site. Another form would get another number. */
export const key = 'loom-place-1';
const coming = 'loom-place-coming'; // in sessionStorage: the place that the reader has asked for

/** @typedef {{path: string, id: string, text: string, figures: Record<string, string>}} Place id and text are a heading's */

/** Where this site is: its pages have addresses of that origin, below that path. @typedef {{origin: string, base: string}} Site */

/** @returns {Site} */
const here = () => ({ origin: location.origin, base: document.documentElement.dataset.base ?? '/' });

/** Whether a browser takes a path for exactly that page of the site. @param {string} path @param {Site} site */
function ofSite(path, { origin, base }) {
  const url = new URL(path, origin);
  return url.origin === origin && url.pathname === path && path.startsWith(base);
}

/**
 * What was remembered, or null when that is nothing of ours: it may be anything, and becomes a link's address.
 * @param {string | null} text @param {Site} [site] @returns {Place | null}
 */
export function parse(text, site = here()) {
  try {
    const { path, id, text: name, figures } = JSON.parse(text ?? '');
    const strings = [path, id, name, ...Object.values(figures)];
    return strings.every((each) => typeof each === 'string') && ofSite(path, site) ? { path, id, text: name, figures } : null;
  } catch {
    return null;
  }
}

/** @template T @param {() => T} use @returns {T | null} null where the browser refuses to remember */
function allowed(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

/** The states that the reader comes back to this page for. */
export function resumed() {
  const place = allowed(() => parse(sessionStorage.getItem(coming)));
  allowed(() => sessionStorage.removeItem(coming));
  return place?.path === location.pathname ? place.figures : null;
}

/** @param {import('../figure/figures.js').Figures} figures @param {import('./trail.js').Trail} trail */
export function startPlace(figures, trail) {
  const remember = () => {
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.rail a[aria-current]'));
    if (!link) return; // still at the top
    const place = { path: location.pathname, id: link.hash.slice(1), text: link.textContent ?? '', figures: trail.states };
    allowed(() => localStorage.setItem(key, JSON.stringify(place)));
  };
  addEventListener('pagehide', remember);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && remember());

  const line = /** @type {HTMLElement | null} */ (document.querySelector('.continue'));
  const place = line && allowed(() => parse(localStorage.getItem(key)));
  const link = line?.querySelector('a');
  if (!line || !place || !link) return;
  link.href = `${place.path}#${place.id}`;
  link.textContent = place.text;
  line.hidden = false;
  link.addEventListener('click', () => {
    if (place.path !== location.pathname) return void allowed(() => sessionStorage.setItem(coming, JSON.stringify(place)));
    for (const [id, query] of Object.entries(place.figures)) figures.get(id)?.load(query, false);
    trail.resume(place.figures);
  });
  document.querySelector('.forget')?.addEventListener('click', () => {
    allowed(() => localStorage.removeItem(key));
    line.hidden = true;
  });
}
