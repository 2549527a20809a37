// The canvas program (web/canvas/bridge.cpp) in its worker: draws display lists in a window that is never seen, with the
// site's fonts and the theme's colors, and copies them to the figures' canvases. One for the page.

import { bytesOf, compile, Program, Stopped } from './program.js';

/**
 * What the page asks.
 * @typedef {{kind: 'start', glue: string, wasm: string, fonts: string[], theme: Uint8Array} | {kind: 'ping'} | {kind: 'theme', theme: Uint8Array}
 *   | {kind: 'adopt', surface: number, canvas: OffscreenCanvas} | {kind: 'release', surface: number} | {kind: 'clear', surface: number}
 *   | {kind: 'draw', surface: number, list: Uint8Array, scale: number, width: number, height: number}} Request
 */
/**
 * What the worker answers: whether it can draw, first and whenever that changes; what became of a picture; that it is there
 * (more of its files has arrived, or it was asked); that it cannot go on.
 * @typedef {{kind: 'drawing', drawing: boolean} | {kind: 'drawn', surface: number, drawn: boolean} | {kind: 'alive'} | {kind: 'ended', reason: string}} Answer
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
  #window;
  /** @type {Map<number, OffscreenCanvasRenderingContext2D>} */
  #surfaces = new Map();
  #theme;

  /** @param {OffscreenCanvas} window @param {Uint8Array} theme @param {(drawing: boolean) => void} changed @param {(error: unknown) => void} ended the program stopped */
  constructor(window, theme, changed, ended) {
    this.#window = window;
    this.#theme = theme;
    this.changed = changed;
    this.ended = ended;
  }

  /**
   * Fetches everything at once.
   * @param {string} glue @param {string} wasm @param {string[]} fonts addresses @param {() => void} [heard] of each piece that arrives, and once it is compiled
   */
  async start(glue, wasm, fonts, heard) {
    // The glue comes into the browser's cache: what imports it waits for no network.
    const [compiled, , ...files] = await Promise.all([compile(wasm, heard), bytesOf(glue, heard), ...fonts.map((font) => bytesOf(font, heard).catch(() => null))]);
    // Without the fonts' files a picture would have no words in it; SVG has them.
    if (!files.length || files.includes(null)) return;
    this.#program = await makeProgram(glue, compiled, this.#window);
    heard?.();
    this.#watch();
    this.#guard((program) => {
      let complete = true;
      for (const [face, bytes] of /** @type {Uint8Array[]} */ (files).entries()) {
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
      if (error instanceof Stopped) this.ended(error);
      else console.error('The canvas program:', error);
      return false;
    }
  }

  /** @param {boolean} drawing */
  #change(drawing) {
    this.drawing = drawing;
    this.changed(drawing);
  }

  // Until a lost context is back, figures show SVG, as without WebGL.
  #watch() {
    this.#window.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.#guard((program) => program.call('lose'));
      this.#change(false);
    });
    this.#window.addEventListener('webglcontextrestored', () => this.#guard((program) => this.#change(program.call('restore') === 1)));
  }
}
