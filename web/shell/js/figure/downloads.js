// A figure's buttons below the picture: CSV, JSON, and the link to this very state.

import { announce } from '../page/announce.js';
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
        void copyLink(figure, button);
        break;
    }
  });
}

/** @param {PageFigure} figure @param {HTMLButtonElement} button */
async function copyLink(figure, button) {
  const link = new URL(figure.hash, location.href).href;
  const copied = (await writeClipboard(link)) ? 'Copied' : 'Copy the link beside this button';
  const label = button.dataset.label ?? (button.dataset.label = button.textContent ?? '');
  button.textContent = copied;
  announce(copied);
  setTimeout(() => (button.textContent = label), 1800);
}

/** @param {string} text @returns {Promise<boolean>} */
async function writeClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or not a secure context
  }
}
