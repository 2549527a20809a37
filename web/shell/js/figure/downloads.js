// What the last line of a figure gives: the link to this very state, the HTML of a frame with it, and files.

import { escaped } from '../page/text.js';
import { copyBy } from '../page/clipboard.js';

/** @typedef {import('./page_figure.js').PageFigure} PageFigure */

/** @param {PageFigure} figure */
export function startExports(figure) {
  figure.root.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-do]') : null;
    if (!(button instanceof HTMLButtonElement)) return;
    switch (button.dataset.do) {
      case 'copy':
        void copyBy(button, new URL(figure.hash, location.href).href, 'Copy the link beside this button');
        break;
      case 'embed':
        void copyBy(button, frame(figure, figure.root.dataset.scene ?? figure.id), 'This browser does not let pages copy');
        break;
    }
  });
  const files = /** @type {HTMLDetailsElement | null} */ (figure.root.querySelector('details.take'));
  files?.addEventListener('toggle', () => files.open && void offerFiles(files, figure));
}

/** @param {HTMLDetailsElement} files @param {PageFigure} figure */
async function offerFiles(files, figure) {
  const place = /** @type {HTMLElement} */ (files.lastElementChild), { take } = document.documentElement.dataset;
  if (!take || place.dataset.offered !== undefined) return;
  try {
    /** @type {typeof import('../take/take.js')} */
    const module = await import(take);
    if (place.dataset.offered === undefined) module.offer(place, figure);
    place.dataset.offered = '';
  } catch {
    // No connection: the still picture's link stays, and opening it again tries again.
  }
}

/** What its button copies: the theme as here; how high the frame has to be, the figure in it tells. @param {PageFigure} figure @param {string} scene */
function frame({ query, root }, scene) {
  const { base, theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light' } = document.documentElement.dataset;
  const src = new URL(`${base}embed/${scene}/?theme=${theme}${query && '#'}${query}`, location.href).href;
  const title = [...root.querySelectorAll('.scene-head > *')].map(({ textContent }) => textContent).join(': ');
  return `<iframe src="${escaped(src)}" title="${escaped(title)}" loading="lazy" style="width: 100%; height: ${root.offsetHeight}px; border: 0"></iframe>
<script>addEventListener("message", ({ data, source }) => { if (data?.type === "loom-height")
  for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source) frame.style.height = data.height + "px"; });</script>
`;
}
