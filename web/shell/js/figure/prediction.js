// 'Predict, then reveal': the simulator answers a guess for the state that the question is about, which the figure shows
// from then on. Opening the explanation is an answer too. Until then the figure keeps it to itself: runtime/seal.js.

import { keepAnswer, keptAnswer } from '../memory/answers.js';
import { answered, mark } from '../memory/progress.js';

/** @typedef {import('./figures.js').Figures} Figures */

/** @param {HTMLFormElement} form @param {Figures} figures */
export function startPrediction(form, figures) {
  const input = /** @type {HTMLInputElement | null} */ (form.querySelector('input'));
  const verdict = form.querySelector('.answer');
  const fold = /** @type {HTMLDetailsElement | null} */ (form.querySelector('.reveal'));
  if (!input || !verdict || !fold) return;

  if (answered(form)) unmark(form);
  const kept = keptAnswer(form.id);
  if (typeof kept?.guess === 'string' && typeof kept.said === 'string') {
    form.dataset.answered = '';
    input.value = kept.guess;
    verdict.textContent = kept.said;
    fold.open = true;
  }
  /** The figure in the state asked about, live. */
  const show = async () => {
    form.dataset.answered = '';
    keepAnswer(form.id, { guess: '', said: '' });
    mark(form);
    unmark(form);
    fold.open = true;
    const figure = figures.get(form.dataset.figure ?? '');
    const { query } = form.dataset;
    if (query) figure?.load(query, true);
    return { figure, handle: await figure?.wake() };
  };
  const ask = async () => {
    const guess = input.valueAsNumber;
    if (Number.isNaN(guess)) {
      verdict.textContent = 'Type a number first: a guess that is wrong teaches more than none.';
      input.focus();
      return;
    }
    const { handle } = await show();
    verdict.textContent = handle?.predict(form.dataset.metric ?? '', guess) ?? ''; // the explanation has the number
    keepAnswer(form.id, { guess: input.value, said: verdict.textContent });
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask();
  });
  fold.addEventListener('toggle', () => {
    if (!fold.open || answered(form)) return;
    void show().then(({ figure }) => figure?.announce());
  });
}

/** No preset of its figure says any more that it shows what this asks for. @param {HTMLFormElement} form */
function unmark(form) {
  const figure = CSS.escape(form.dataset.figure ?? '');
  const at = [...document.querySelectorAll(`.predict[data-figure="${figure}"]`)].indexOf(form);
  for (const preset of document.querySelectorAll(`#${figure} [data-asks="${at}"]`)) preset.removeAttribute('data-asks');
}
