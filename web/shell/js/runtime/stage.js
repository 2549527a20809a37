// The canvas program (web/canvas/bridge.cpp) in its worker: draws display lists in a window that is never seen, with the
// site's fonts and the theme's colors, and copies them to the figures' canvases. One for the page.

import { bytesOf, compile, Program, Stopped } from './program.js';

/**
 * What the page asks.
 * @typedef {{kind: 'start', glue: string, wasm: string, fonts: string[], theme: Uint8Array} | {kind: 'theme', theme: Uint8Array}
 *   | {kind: 'adopt', surface: number, canvas: OffscreenCanvas} | {kind: 'release', surface: number} | {kind: 'clear', surface: number}
 *   | {kind: 'draw', surface: number, list: Uint8Array, scale: number, width: number, height: number}} Request
 */
/**
 * What the worker answers: whether it can draw, first and whenever that changes; what became of a picture.
 * @typedef {{kind: 'drawing', drawing: boolean} | {kind: 'drawn', surface: number, drawn: boolean}} Answer
 */

/** As SDL will ask for it: it then gets this context. */
const attributes = { alpha: true, depth: false, stencil: false, antialias: false };

/** A canvas with a GL context, or null where there is no WebGL. */
export function openWindow() {
  const window = new OffscreenCanvas(1, 1);
  return window.getContext('webgl', attributes) && window;
}

/** Makes the program that draws on a window. @param {string} glue @param {WebAssembly.Module} compiled @param {OffscreenCanvas} window */
async function makeProgram(glue, compiled, window) {
  const { default: start } = await import(glue);
  const module = await new Promise((resolve, reject) => {
    start({
      canvas: window,
      print: () => {},
      printErr: (/** @type {string} */ line) => console.warn('The canvas program:', line),
      onAbort: reject,
      /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance) => void} ready */
      instantiateWasm: (imports, ready) => {
        WebAssembly.instantiate(compiled, imports).then(ready).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
  module.specialHTMLTargets['#canvas'] = window; // SDL2 asks for it by this name
  return new Program({ call: (name, ...args) => module[`_loom_${name}`](...args), memory: () => module.HEAPU8 });
}

export class Stage {
  drawing = false;
  /** @type {Program | null} */
  #program = null;
  /** @type {OffscreenCanvas} */
  #window;
  /** @type {Uint8Array[]} */
  #fonts = [];
  /** @type {Map<number, OffscreenCanvasRenderingContext2D>} */
  #surfaces = new Map();
  #replaced = false;
  #theme;
  /** @type {() => Promise<Program | null>} */
  #make = async () => null;

  /** @param {OffscreenCanvas} window @param {Uint8Array} theme @param {(drawing: boolean) => void} changed */
  constructor(window, theme, changed) {
    this.#window = window;
    this.#theme = theme;
    this.changed = changed;
  }

  /** Fetches everything at once. @param {string} glue @param {string} wasm @param {string[]} fonts addresses */
  async start(glue, wasm, fonts) {
    const [compiled, ...files] = await Promise.all([compile(wasm), ...fonts.map((font) => bytesOf(font).catch(() => null))]);
    // Without the fonts' files a picture would have no words in it; SVG has them.
    if (!files.length || files.includes(null)) return;
    this.#fonts = /** @type {Uint8Array[]} */ (files);
    this.#make = () => makeProgram(glue, compiled, this.#window);
    await this.#open();
  }

  async #open() {
    this.#program = await this.#make();
    this.#watch(this.#window);
    this.#guard((program) => {
      let complete = true;
      for (const [face, bytes] of this.#fonts.entries()) {
        program.write(bytes);
        if (!program.call('font', face)) complete = false;
      }
      program.write(this.#theme);
      program.call('theme');
      this.drawing = complete && program.call('start') === 1;
    });
  }

  /** @param {Uint8Array} theme see readTheme() */
  recolor(theme) {
    this.#theme = theme;
    this.#guard((program) => {
      program.write(theme);
      program.call('theme');
    });
  }

  /** @param {number} surface @param {OffscreenCanvas} canvas */
  adopt(surface, canvas) {
    const context = canvas.getContext('2d');
    if (!context) return;
    this.#surfaces.set(surface, context);
  }

  /** @param {number} surface */
  release(surface) {
    this.#surfaces.delete(surface);
  }

  /** @param {number} surface */
  clear(surface) {
    const context = this.#surfaces.get(surface);
    context?.clearRect(0, 0, context.canvas.width, context.canvas.height);
  }

  /**
   * Draws a display list and copies it. False when it could not: the surface then is as it was.
   * @param {number} surface @param {Uint8Array} list @param {number} scale @param {number} width @param {number} height
   */
  draw(surface, list, scale, width, height) {
    const context = this.#surfaces.get(surface);
    return context !== undefined && this.drawing && this.#guard((program) => {
      program.write(list);
      if (!program.call('paint', scale, width, height)) throw new Error(program.reply());
      const { canvas } = context;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      context.globalCompositeOperation = 'copy';
      context.drawImage(this.#window, 0, this.#window.height - height, width, height, 0, 0, width, height);
    });
  }

  /** @param {(program: Program) => void} what @returns {boolean} whether it went well */
  #guard(what) {
    if (!this.#program || this.#program.stopped) return false;
    try {
      what(this.#program);
      return true;
    } catch (error) {
      console.error('The canvas program:', error);
      if (error instanceof Stopped) void this.#replace();
      return false;
    }
  }

  /** Once: another program draws in another window. */
  async #replace() {
    this.#change(false);
    const window = this.#replaced ? null : openWindow();
    this.#replaced = true;
    if (!window) return;
    this.#window = window;
    try {
      await this.#open();
    } catch (error) {
      console.error('The canvas program:', error);
    }
    this.#change(this.drawing);
  }

  /** @param {boolean} drawing */
  #change(drawing) {
    this.drawing = drawing;
    this.changed(drawing);
  }

  // Until a lost context is back, figures show SVG, as without WebGL. One that was replaced is not listened to.
  /** @param {OffscreenCanvas} window */
  #watch(window) {
    window.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      if (window !== this.#window) return;
      this.#guard((program) => program.call('lose'));
      this.#change(false);
    });
    window.addEventListener('webglcontextrestored', () => {
      if (window === this.#window) this.#guard((program) => this.#change(program.call('restore') === 1));
    });
  }
}
