// The page's figures, quizzes and predictions. Figures become live once the reader has given a first sign and is near.

import { startExports } from './downloads.js';
import { PageFigure } from './page_figure.js';
import { Later } from '../page/idle.js';
import { startPrediction } from './prediction.js';
import { startQuiz } from './quiz.js';
import { watch } from '../page/watch.js';
import { fetchAhead } from './runtime_loader.js';
import { firstSign } from '../page/first_sign.js';

export class Figures {
  /** @type {Map<string, PageFigure>} */
  #all = new Map();
  /** Live figures follow one after the other, the one nearest to the middle of the screen first. @type {Later<PageFigure>} */
  #waking = new Later((figure) => figure.wake(), (all) => nearest([...all]));

  /** @param {HTMLElement} main @param {import('./page_figure.js').Touched} touched */
  constructor(main, touched) {
    // A screen ahead: by the time the picture is in view it is live, for a reader who is there.
    const near = watch('100% 0px', async ({ id }) => {
      const figure = /** @type {PageFigure} */ (this.get(id));
      void fetchAhead(figure.root.dataset.group ?? '');
      await firstSign;
      this.#waking.add(figure);
    });
    for (const root of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll('figure.scene[data-scene]'))) {
      const figure = new PageFigure(root, touched);
      startExports(figure);
      this.#all.set(root.id, figure);
      near.observe(root);
    }
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (main.querySelectorAll('form.quiz'))) startQuiz(form);
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (main.querySelectorAll('form.predict'))) startPrediction(form, this);
  }

  /** @param {string} id */
  get(id) {
    return this.#all.get(id);
  }

  values() {
    return this.#all.values();
  }
}

/** @param {PageFigure[]} figures */
function nearest(figures) {
  if (figures.length === 1) return figures[0];
  const distances = figures.map(({ root }) => {
    const { top, bottom } = root.getBoundingClientRect();
    return Math.max(top - innerHeight / 2, innerHeight / 2 - bottom, 0);
  });
  return figures[distances.indexOf(Math.min(...distances))];
}
