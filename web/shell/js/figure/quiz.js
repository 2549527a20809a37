// A quiz grades itself: each answer that was chosen explains itself where it stands, and all of them once they are right.

import { keepAnswer, keptAnswer } from '../memory/answers.js';
import { mark } from '../memory/progress.js';

/**
 * @param {boolean[]} chosen @param {boolean[]} correct
 * @returns {{right: boolean, missing: number, wrong: number}}
 */
export function grade(chosen, correct) {
  const missing = correct.filter((is, i) => is && !chosen[i]).length;
  const wrong = correct.filter((is, i) => !is && chosen[i]).length;
  return { right: missing === 0 && wrong === 0, missing, wrong };
}

/** @param {{right: boolean, missing: number, wrong: number}} result @param {boolean} several */
export function verdict(result, several) {
  if (result.right) return 'Right.';
  if (!several) return 'Not quite. Read why, and try again.';
  if (result.wrong === 0) return 'Right so far, but not all of them.';
  return 'Not quite. Read why, and try again.';
}

/** @param {HTMLFormElement} form */
export function startQuiz(form) {
  const answers = /** @type {HTMLLabelElement[]} */ ([...form.querySelectorAll('label.answer')]);
  const inputs = answers.map((answer) => /** @type {HTMLInputElement} */ (answer.querySelector('input')));
  const line = form.querySelector('.verdict');
  const several = inputs[0]?.type === 'checkbox';
  // The explanations move from the list that is there without JavaScript to below their answers.
  const whys = [...form.querySelectorAll('.answers li')].map((item, i) => {
    const why = document.createElement('div');
    why.className = 'why';
    why.hidden = true;
    why.dataset.correct = item.getAttribute('data-correct') ?? 'false';
    why.append(...item.childNodes);
    answers[i]?.after(why);
    return why;
  });
  form.querySelector('.answers')?.remove();

  const clear = () => {
    for (const [i, answer] of answers.entries()) {
      answer.classList.remove('right', 'wrong');
      const why = whys[i];
      if (why) why.hidden = true;
    }
    if (line) line.textContent = '';
  };
  /** @param {boolean[]} chosen */
  const show = (chosen) => {
    const correct = whys.map((why) => why.dataset.correct === 'true');
    const result = grade(chosen, correct);
    for (const [i, answer] of answers.entries()) {
      const why = whys[i];
      // A wrong try does not give the answer away.
      if (!why || !(chosen[i] || result.right)) continue;
      why.hidden = false;
      const judged = why.querySelector('b');
      if (several && judged && !correct[i]) judged.textContent = chosen[i] ? 'Wrong.' : 'Rightly left out.';
      if (chosen[i]) answer.classList.add(correct[i] ? 'right' : 'wrong');
    }
    if (line) line.textContent = verdict(result, several);
  };
  const check = () => {
    clear();
    const chosen = inputs.map((input) => input.checked);
    if (!chosen.includes(true)) {
      if (line) line.textContent = several ? 'Choose at least one answer.' : 'Choose an answer.';
      return;
    }
    show(chosen);
    keepAnswer(form.id, chosen.flatMap((is, i) => (is ? [i] : [])));
    mark(form);
  };
  const kept = keptAnswer(form.id);
  if (Array.isArray(kept) && kept.some((i) => inputs[i])) {
    for (const [i, input] of inputs.entries()) input.checked = kept.includes(i);
    show(inputs.map((input) => input.checked));
  }
  form.addEventListener('change', clear);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    check();
  });
}
