// A figure's buttons below the picture: CSV, JSON, and the link to this very state.

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
    }
  });
}
