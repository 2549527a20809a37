// 'Predict, then reveal': the simulator answers a guess for what the figure shows now, or for the state
// that the question is about, which the figure shows from then on.

import { mark } from './progress.js';

/** @typedef {import('./figures.js').Figures} Figures */

/** @param {HTMLFormElement} form @param {Figures} figures */
export function startPrediction(form, figures) {
  const input = /** @type {HTMLInputElement | null} */ (form.querySelector('input'));
  const answer = form.querySelector('.answer');
  if (!input || !answer) return;
  const ask = async () => {
    const guess = input.valueAsNumber;
    if (Number.isNaN(guess)) {
      answer.textContent = 'Type a number first: a guess that is wrong teaches more than none.';
      input.focus();
      return;
    }
    const figure = figures.get(form.dataset.figure ?? '');
    if (!figure) return;
    mark(form);
    const { query } = form.dataset;
    if (query) figure.load(query, true);
    const handle = await figure.wake();
    if (handle) answer.textContent = handle.predict(form.dataset.metric ?? '', guess);
    else form.classList.add('still'); // the built-in answer can be opened instead
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask();
  });
}
