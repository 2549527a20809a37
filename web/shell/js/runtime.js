// The live figures' runtime: brings the canvas program, gives every figure a handle, and draws those that are in
// view and have changed, once per frame of the screen. When nothing changes, nothing runs.
//
//   loadRuntime ── loadProgram            runtime/program.js   wasm and the calls into it
//   Runtime.open ── LiveFigure            runtime/figure.js    one figure: state, canvas, drawing
//                     └─ listenToPointer  runtime/pointer.js   mouse, touch and keys on its canvas
//   #watchPage ── readTheme               runtime/theme.js     colors of the roles

import { LiveFigure } from './runtime/figure.js';
import { loadProgram } from './runtime/program.js';
import { readTheme } from './runtime/theme.js';

/** @typedef {import('./runtime/program.js').Program} Program */
/** @typedef {import('./types').Handle} Handle */

/** @type {Promise<Runtime> | null} */
let loading = null;

/**
 * Once per page; rejects when wasm cannot load, and then tries again when asked again.
 * @returns {Promise<Runtime>}
 */
export function loadRuntime() {
  loading ??= loadProgram().then(
    (program) => new Runtime(program),
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

export class Runtime {
  /** @type {Set<LiveFigure>} */
  #figures = new Set();
  #frame = 0;

  /** @param {Program} program */
  constructor(program) {
    this.program = program;
    this.#watchPage();
  }

  /**
   * @param {string} scene @param {string} query
   * @returns {Handle}
   */
  open(scene, query) {
    const number = this.program.open(scene, query);
    const figure = new LiveFigure(this.program, number, scene, {
      awake: () => this.#schedule(),
      gone: () => this.#figures.delete(figure),
    });
    this.#figures.add(figure);
    return figure;
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    this.#frame = 0;
    for (const figure of this.#figures) figure.frame(now);
  }

  #watchPage() {
    const { program } = this;
    const wake = () => {
      for (const figure of this.#figures) figure.wake();
    };
    const recolor = () => {
      program.theme(readTheme());
      wake();
    };
    recolor();
    new MutationObserver(recolor).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) matchMedia(query).addEventListener('change', recolor);

    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const calm = () => {
      program.still(still.matches);
      wake();
    };
    calm();
    still.addEventListener('change', calm);

    // A window moved to another screen, or zoomed.
    const watchDensity = () => {
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
        for (const figure of this.#figures) figure.measure();
        watchDensity();
      }, { once: true });
    };
    watchDensity();

    // Until a lost context is back, figures show SVG, as without WebGL.
    program.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      program.lose();
      wake();
    });
    program.canvas.addEventListener('webglcontextrestored', () => {
      program.restore();
      wake();
    });

    addEventListener('beforeprint', () => {
      for (const figure of this.#figures) figure.print();
    });
  }
}
