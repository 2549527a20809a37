// A figure's buttons below the picture: CSV, JSON, the link to this very state, and the HTML of a frame with it.

import { copyBy } from '../page/clipboard.js';
import { csv, download, json } from './table.js';

/** @typedef {import('./page_figure.js').PageFigure} PageFigure */

/** @param {PageFigure} figure */
export function startExports(figure) {
  figure.root.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-do]') : null;
    if (!(button instanceof HTMLButtonElement)) return;
    const scene = figure.root.dataset.scene ?? figure.id;
    switch (button.dataset.do) {
      case 'csv':
        download(`${figure.id}.csv`, 'text/csv', csv(figure.freshTable()));
        break;
      case 'json': {
        const text = json(scene, figure.parameters(), figure.status, figure.freshTable(), figure.steps);
        download(`${figure.id}.json`, 'application/json', text);
        break;
      }
      case 'copy':
        void copyBy(button, new URL(figure.hash, location.href).href, 'Copy the link beside this button');
        break;
      case 'embed':
        void copyBy(button, frame(figure, scene), 'This browser does not let pages copy');
        break;
    }
  });
}

/** What its button copies: how high the frame has to be, the figure in it tells. @param {PageFigure} figure @param {string} scene */
function frame({ query, root }, scene) {
  const src = new URL(`${document.documentElement.dataset.base}embed/${scene}/${query && '#'}${query}`, location.href).href;
  const title = [...root.querySelectorAll('.scene-head > *')].map(({ textContent }) => textContent).join(': ');
  const text = (/** @type {string} */ value) => value.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
  return `<iframe src="${text(src)}" title="${text(title)}" loading="lazy" style="width: 100%; height: ${root.offsetHeight}px; border: 0"></iframe>
<script>addEventListener("message", ({ data, source }) => { if (data?.type === "loom-height")
  for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source) frame.style.height = data.height + "px"; });</script>
`;
}
