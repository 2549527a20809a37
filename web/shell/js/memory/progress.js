// What the reader has tried of each phase and of each step of a way, and which predictions are answered. It is remembered
// in this browser and goes nowhere else.

import { forgetAnswers } from './answers.js';
import { pagePrefix } from '../page/address.js';

/** One key for the whole site: a list of "/page/#id". Another form would get another number. */
export const key = 'loom-progress-1';

/** What was remembered, or nothing when that is no list of ours. @param {string | null} text @returns {Set<string>} */
export function parse(text) {
  try {
    const list = JSON.parse(text ?? '');
    return new Set(Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []);
  } catch {
    return new Set();
  }
}

/** @param {number} done @param {number} all */
export const words = (done, all) => (done === 0 ? '' : done < all ? `${done} of ${all} done` : 'done');

/**
 * Whether a figure was changed, or played to its end: not whether it was merely stepped.
 * @param {{settings: string, step: number, steps: number}} shown @param {string} initial its settings to begin with
 */
export const tried = ({ settings, step, steps }, initial) => (steps > 0 && step === steps) || settings !== initial;

export class Progress {
  /** @type {Set<string>} */
  #done = new Set();
  #storage;
  /** False once the browser refused to remember: then it holds for this visit. */
  kept = true;

  /** @param {() => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage may throw */
  constructor(storage) {
    this.#storage = storage;
  }

  /** As all tabs have left it. */
  get done() {
    this.#try((storage) => (this.#done = parse(storage.getItem(key))));
    return this.#done;
  }

  /** @param {string} id @returns {boolean} whether that is new */
  add(id) {
    const { done } = this;
    if (done.has(id)) return false;
    done.add(id);
    this.#try((storage) => storage.setItem(key, JSON.stringify([...done])));
    return true;
  }

  forget() {
    this.#done.clear();
    this.kept = true; // what was stored before has to go too
    this.#try((storage) => storage.removeItem(key));
  }

  /** @param {(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => void} use */
  #try(use) {
    try {
      if (this.kept) use(this.#storage());
    } catch {
      this.kept = false;
    }
  }
}

/** The reader has tried it. @param {Element} element a figure, quiz or prediction */
export const mark = (element) => element.dispatchEvent(new Event('tried', { bubbles: true }));

/** Whether a prediction has been answered, now or on an earlier visit. @param {HTMLElement} form */
export function answered({ dataset, id }) {
  return 'answered' in dataset || new Progress(() => localStorage).done.has(pagePrefix() + id);
}

export function startProgress() {
  const progress = new Progress(() => localStorage);
  const list = /** @type {HTMLElement | null} */ (document.querySelector('.phases'));
  if (list) startPhases(list, progress);
  else document.addEventListener('tried', ({ target }) => progress.add(pagePrefix() + /** @type {Element} */ (target).id));
  startWays(progress);
}

/**
 * Another tab went on, or this page comes back as it was left: shows what is done by then, and now.
 * @param {() => void} show
 */
function keepShowing(show) {
  for (const kind of ['storage', 'pageshow']) addEventListener(kind, show);
  show();
}

/** Of which steps of the ways through the site how much is done. @param {Progress} progress */
function startWays(progress) {
  const steps = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.ways [data-items]')]);
  if (steps.length)
    keepShowing(() => {
      const { done } = progress;
      for (const { dataset, children } of steps) {
        const ids = dataset.items?.split(' ') ?? [], count = ids.filter((id) => done.has(id)).length;
        if (count === ids.length) dataset.done = 'all';
        else delete dataset.done;
        const state = [...children].find((child) => child.matches('.phase-state'));
        if (state) state.textContent = words(count, ids.length);
      }
    });
}

/** @param {HTMLElement} list of the page's phases @param {Progress} progress */
function startPhases(list, progress) {
  const page = pagePrefix();
  const phases = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('li')]).map((item) => ({
    item,
    ids: (item.dataset.items ?? '').split(' ').filter(Boolean),
    places: /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`[data-phase="${item.dataset.phase}"]`)]),
  }));
  const news = /** @type {HTMLElement} */ (list.querySelector('[role="status"]'));

  const kept = list.querySelector('.kept');
  const promise = kept?.textContent ?? '';

  const show = () => {
    const { done } = progress;
    for (const { ids, places } of phases) {
      const count = ids.filter((id) => done.has(page + id)).length;
      for (const place of places) {
        const state = place.querySelector('.phase-state');
        if (!state) continue;
        const text = words(count, ids.length);
        if (state.textContent === text) continue;
        place.dataset.done = count === 0 ? 'none' : count < ids.length ? 'some' : 'all';
        place.style.setProperty('--done', String(count / ids.length));
        state.textContent = text;
      }
    }
    list.classList.toggle('begun', done.size > 0);
    if (kept) kept.textContent = progress.kept ? promise : 'This browser will forget it when you leave.';
  };

  document.addEventListener('tried', ({ target }) => {
    const id = /** @type {Element} */ (target).id;
    const phase = phases.find(({ ids }) => ids.includes(id));
    if (!progress.add(page + id)) return;
    show();
    if (phase) news.textContent = phase.item.querySelector('a')?.textContent ?? '';
  });
  list.querySelector('.forget')?.addEventListener('click', () => {
    progress.forget();
    forgetAnswers();
    show();
    news.textContent = 'Your progress is forgotten.';
    /** @type {HTMLElement | null} */ (list.querySelector('ol a'))?.focus(); // the button is gone
  });
  keepShowing(show);
}
