// The page's figures, quizzes and predictions. Each begins when the reader comes near its place on the page, or when
// something asks for it; until then it is HTML that costs nothing, its controls still in a template.

import { startExports } from './exports.js';
import { Figure } from './figure.js';
import { Later } from './idle.js';
import { besideReader } from './in_place.js';
import { startPrediction } from './predict.js';
import { startQuiz } from './quiz.js';
import { fetchAhead } from './runtime-loader.js';
import { stirred } from './stir.js';
import { fillPicture, fillPictures, hideImages, places, unfold } from './unfold.js';

const scenes = 'figure.scene[data-scene]';

export class Figures {
  /** @type {Map<string, Figure>} */
  #begun = new Map();
  #touched;
  /** Live figures follow one after the other, the one nearest to the middle of the screen first. @type {Later<Figure>} */
  #waking = new Later((figure) => figure.wake(), (all) => nearest([...all]));
  /** A screen ahead: by the time the picture is in view it is live, for a reader who is there. */
  #near = watch('100% 0px', async (element) => {
    const figure = this.#begun.get(element.id);
    if (!figure) return;
    void fetchAhead(figure.root.dataset.group ?? '');
    await stirred;
    this.#waking.add(figure);
  });
  /** Where the reader is faster than that, the built-in picture is there. Of the two widths only the one that is shown comes near. */
  #seen = watch('50% 0px', (svg) => void fillPicture(svg));
  /** Two screens ahead: controls are in place before they are in view. */
  #coming = watch('200% 0px', (place) => this.#begin(place));

  /** @param {Element} main @param {import('./figure.js').Touched} touched */
  constructor(main, touched) {
    this.main = main;
    this.#touched = touched;
    hideImages(main);
    for (const place of main.children) this.#coming.observe(place);
    // Whoever is faster than that, by a link or a key, finds everything in place.
    for (const kind of ['pointerdown', 'focusin', 'click', 'submit'])
      main.addEventListener(kind, ({ target }) => this.#begin(this.#placeOf(target)), { capture: true, passive: true });
    addEventListener('beforeprint', () => fillPictures(main));
  }

  /** Begins it when it has not begun. @param {string} id */
  get(id) {
    const element = this.#begun.has(id) ? null : document.getElementById(id);
    if (element?.matches(scenes)) this.#begin(this.#placeOf(element));
    return this.#begun.get(id);
  }

  /** Begins what is around an element, and beside that. @param {Element} element */
  begin(element) {
    const place = this.#placeOf(element);
    for (const each of [place?.previousElementSibling, place, place?.nextElementSibling]) this.#begin(each ?? null);
  }

  /** Those that have begun. */
  values() {
    return this.#begun.values();
  }

  /** The part of the page that something is in: a child of main. @param {EventTarget | null} target */
  #placeOf(target) {
    let place = target instanceof Element ? target : null;
    while (place && place.parentElement !== this.main) place = place.parentElement;
    return place;
  }

  /** @param {Element | null} place */
  #begin(place) {
    if (!place || place.hasAttribute('data-begun')) return;
    place.setAttribute('data-begun', '');
    this.#coming.unobserve(place);
    besideReader(place, () => unfold(place));
    /** @param {string} selector */
    const within = (selector) => [...(place.matches(selector) ? [place] : []), ...place.querySelectorAll(selector)];
    for (const element of within(scenes)) {
      const root = /** @type {HTMLElement} */ (element);
      const figure = new Figure(root, this.#touched);
      startExports(figure);
      this.#begun.set(root.id, figure);
      this.#near.observe(root);
    }
    for (const svg of within(places)) this.#seen.observe(svg);
    for (const form of within('form.quiz')) startQuiz(/** @type {HTMLFormElement} */ (form));
    for (const form of within('form.predict')) startPrediction(/** @type {HTMLFormElement} */ (form), this);
  }
}

/**
 * Calls once for every observed element that comes so near to the screen.
 * @param {string} rootMargin @param {(element: Element) => void} arrived
 */
function watch(rootMargin, arrived) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        arrived(target);
      }
    },
    { rootMargin },
  );
  return observer;
}

/** @param {Figure[]} figures */
function nearest(figures) {
  if (figures.length === 1) return figures[0];
  const distances = figures.map(({ root }) => {
    const { top, bottom } = root.getBoundingClientRect();
    return Math.max(top - innerHeight / 2, innerHeight / 2 - bottom, 0);
  });
  return figures[distances.indexOf(Math.min(...distances))];
}
