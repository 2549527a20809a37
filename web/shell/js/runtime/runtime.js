// The live figures' runtime: brings the canvas program and the programs of the scenes that the page has, gives every
// figure a handle, and draws those that are in view and have changed, once per frame of the screen. When nothing
// changes, nothing runs, but that the worker is asked now and then whether it is still there.
//
//   loadRuntime ── startCanvas               runtime/canvas.js    display lists in, pixels out: asks the worker
//                  painter.js, its worker    runtime/stage.js     the canvas program
//   Runtime.open ── scenesOf(group)          runtime/scenes.js    state, sentence, table, display list
//                └─ LiveFigure               runtime/live_figure.js   one figure
//                     └─ Picture             runtime/picture.js   its canvas over the built-in picture
//                          └─ listen…        runtime/pointer.js   mouse, touch and keys on it
//   both programs are Programs               runtime/program.js   texts and bytes through two buffers
//   colors of all roles                      runtime/theme.js

import { breath } from '../page/idle.js';
import { startCanvas } from './canvas.js';
import { LiveFigure } from './live_figure.js';
import { scenesOf } from './scenes.js';

/** @typedef {import('./canvas.js').Canvas} Canvas */
/** @typedef {import('./scenes.js').Scenes} Scenes */
/** @typedef {import('../types').Handle} Handle */

/** @type {Runtime | null} */
let made = null;

/**
 * Once per page. Without WebGL, or when the canvas program cannot load, figures are live all the same, as SVG.
 * @param {string} [first] the group whose program is needed first: it comes at the same time
 * @returns {Runtime}
 */
export function loadRuntime(first) {
  if (first && !made) scenesOf(first).catch(() => {}); // who opens a figure is told
  return (made ??= new Runtime(canvasOrNone()));
}

function canvasOrNone() {
  try {
    return startCanvas();
  } catch (error) {
    console.error('The canvas program:', error);
    return null;
  }
}

export class Runtime {
  /** @type {Set<Scenes>} */
  #groups = new Set();
  #frame = 0;
  #still = matchMedia('(prefers-reduced-motion: reduce)');

  /** @param {Canvas | null} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.#watchPage();
  }

  /**
   * @param {string} group @param {string} scene @param {string} query @param {() => void} [stalled]
   * @returns {Promise<Handle>}
   */
  async open(group, scene, query, stalled) {
    const scenes = await scenesOf(group, stalled);
    if (scenes.program.stopped) await scenes.replace();
    if (!this.#groups.has(scenes)) {
      this.#groups.add(scenes);
      scenes.still(this.#still.matches);
      await breath(); // the browser compiles what is called for the first time
    }
    return new LiveFigure(scenes, this.canvas, scene, query, () => this.#schedule());
  }

  /** @param {(figure: LiveFigure) => void} act */
  #each(act) {
    for (const { figures } of this.#groups) for (const figure of figures) act(figure);
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    this.#frame = 0;
    this.#each((figure) => figure.frame(now));
  }

  #watchPage() {
    const { canvas } = this;
    const repaint = () => this.#each((figure) => figure.repaint());
    if (canvas) {
      canvas.onchange = repaint;
      canvas.onlost = (another) => this.#each((figure) => figure.lost(another));
      const recolor = () => {
        canvas.recolor();
        repaint();
      };
      new MutationObserver(recolor).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
      for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']) {
        matchMedia(query).addEventListener('change', recolor);
      }
    }

    this.#still.addEventListener('change', () => {
      for (const scenes of this.#groups) scenes.still(this.#still.matches);
      repaint();
    });

    // A window moved to another screen, or zoomed.
    const watchDensity = () => {
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
        this.#each((figure) => figure.measure());
        watchDensity();
      }, { once: true });
    };
    watchDensity();

    addEventListener('beforeprint', () => this.#each((figure) => figure.print()));
  }
}
