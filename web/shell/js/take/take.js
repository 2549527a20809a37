// What 'Download' below a figure offers: its picture and its table, as they are now. It is loaded when it is opened first.

import { csv, json } from './data.js';
import { addressOf, pngOf, svgOf } from './picture.js';

/** @typedef {import('../figure/page_figure.js').PageFigure} PageFigure */

/** @param {string} name @param {Blob} blob */
function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the Blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** By the end of the file's name. @type {Record<string, (figure: PageFigure, scheme: string) => Promise<Blob>>} */
const kinds = {
  svg: async (figure, scheme) => new Blob([(await svgOf(figure, scheme)).svg], { type: 'image/svg+xml' }),
  png: async (figure, scheme) => pngOf(await svgOf(figure, scheme)),
  csv: async (figure) => new Blob([csv(figure.freshTable())], { type: 'text/csv' }),
  json: async (figure) => {
    const { id, root, status, step, steps } = figure;
    return new Blob([json(root.dataset.scene ?? id, figure.parameters(), status, figure.freshTable(), step, steps)], { type: 'application/json' });
  },
};

/** @param {PageFigure} figure @param {string} kind */
function button({ root }, kind) {
  const made = document.createElement('button');
  made.type = 'button';
  made.dataset.take = kind;
  made.textContent = kind.toUpperCase();
  made.setAttribute('aria-label', `${made.textContent}: ${root.querySelector('.scene-head > :first-child')?.textContent ?? ''}`);
  return made;
}

function themes() {
  const list = document.createElement('select');
  for (const [text, value] of /** @type {const} */ ([['colors as here', ''], ['light', 'light'], ['dark', 'dark']])) list.append(new Option(text, value));
  list.setAttribute('aria-label', 'Colors of the picture');
  return list;
}

/** A frame on another site may not be allowed to save files, and no script is told. @param {PageFigure} figure */
function notAllowed(figure) {
  const link = document.createElement('a');
  link.href = addressOf(figure);
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'take it from the figure’s own page';
  return ['If nothing was saved, the page around this frame does not allow it: ', link, '.'];
}

/** Puts the choices in place of the link that works without scripts. @param {HTMLElement} place @param {PageFigure} figure */
export function offer(place, figure) {
  const list = themes();
  const row = document.createElement('p');
  row.className = 'downloads';
  row.append(...['svg', 'png'].map((kind) => button(figure, kind)), list, ...['csv', 'json'].map((kind) => button(figure, kind)));
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  place.replaceChildren(row, told);
  row.addEventListener('click', async ({ target }) => {
    const kind = target instanceof HTMLElement ? target.dataset.take : undefined;
    const make = kind && kinds[kind];
    if (!make) return;
    try {
      told.textContent = '';
      await figure.wake(); // what the reader chose may still wait for it
      save(`${figure.id}.${kind}`, await make(figure, list.value));
      if (parent !== window) told.replaceChildren(...notAllowed(figure));
    } catch (error) {
      told.textContent = `It could not be made: ${error instanceof Error ? error.message : error}`;
    }
  });
}
