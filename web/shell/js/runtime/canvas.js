// The canvas program (web/canvas/bridge.cpp): draws display lists in a window that is never seen, with the site's fonts
// and the theme's colors. One for the page. Where it cannot draw (no WebGL, the context is lost, it stopped twice),
// `drawing` is false, and figures show SVG.

import { idle } from '../idle.js';
import { address, bytesOf, compile, Program, Stopped } from './program.js';
import { readTheme } from './theme.js';

/** A figure that somebody waits for does not wait long. */
const pause = () => idle(100);

export class Canvas {
  /** Whether there is a GL context to draw with. */
  drawing = false;
  /** What draws, and the canvas that it draws on. */
  #program;
  #window;
  #again;
  /** @type {(() => void) | null} */
  onchange = null;

  /**
   * @param {{program: Program, window: HTMLCanvasElement}} made
   * @param {(() => Promise<{program: Program, window: HTMLCanvasElement}>) | null} again makes another, once, when this one stops
   */
  constructor({ program, window }, again) {
    this.#program = program;
    this.#window = window;
    this.#again = again;
    this.#watch(window);
  }

  /** In steps, between which the page answers. @param {Uint8Array[]} fonts */
  async start(fonts) {
    let complete = fonts.length > 0;
    for (const [face, bytes] of fonts.entries()) {
      await pause();
      this.#guard(() => {
        this.#program.write(bytes);
        if (!this.#program.call('font', face)) complete = false;
      });
    }
    this.recolor();
    await pause();
    // Without the fonts' files a picture would have no words in it; SVG has them.
    this.#guard(() => (this.drawing = complete && this.#program.call('start') === 1));
    await pause();
  }

  recolor() {
    this.#guard(() => {
      this.#program.write(readTheme());
      this.#program.call('theme');
    });
  }

  /**
   * Draws a display list and copies it. False when it could not: the context then is as it was.
   * @param {Uint8Array} list @param {number} scale canvas pixels for one unit of the picture
   * @param {CanvasRenderingContext2D} context
   */
  draw(list, scale, context) {
    const { width, height } = context.canvas;
    return this.#guard(() => {
      this.#program.write(list);
      if (!this.#program.call('draw', scale, width, height)) throw new Error(this.#program.reply());
      context.drawImage(this.#window, 0, this.#window.height - height, width, height, 0, 0, width, height);
    });
  }

  /** @param {() => void} what @returns {boolean} whether it went well */
  #guard(what) {
    if (this.#program.stopped) return false;
    try {
      what();
      return true;
    } catch (error) {
      console.error('The canvas program:', error);
      if (error instanceof Stopped) void this.#replace();
      return false;
    }
  }

  async #replace() {
    this.drawing = false;
    const again = this.#again;
    this.#again = null;
    this.#window.remove();
    try {
      if (again) {
        const { program, window } = await again();
        this.#program = program;
        this.#window = window;
        this.#watch(window);
        await this.start(await fontsOf());
      }
    } catch (error) {
      console.error('The canvas program:', error);
    }
    this.onchange?.();
  }

  // Until a lost context is back, figures show SVG, as without WebGL.
  /** @param {HTMLCanvasElement} window */
  #watch(window) {
    window.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.drawing = false;
      this.#guard(() => this.#program.call('lose'));
      this.onchange?.();
    });
    window.addEventListener('webglcontextrestored', () => {
      this.#guard(() => (this.drawing = this.#program.call('restore') === 1));
      this.onchange?.();
    });
  }
}

const fontsOf = () =>
  Promise.all((document.documentElement.dataset.fonts ?? '').split(' ').filter(Boolean).map((path) => bytesOf(address(path)))).catch(() => []);

/** As SDL will ask for it: it then gets this context. */
const attributes = { alpha: true, depth: false, stencil: false, antialias: false };

/** A canvas with a GL context, or null where there is no WebGL. A context takes its time. */
async function openWindow() {
  await pause();
  const window = document.createElement('canvas');
  return window.getContext('webgl', attributes) && window;
}

/**
 * Fetches everything at once: glue, wasm and fonts, at the addresses that the page names; nothing without WebGL.
 * @returns {Promise<Canvas | null>}
 */
export async function loadCanvas() {
  let opened = await openWindow();
  if (!opened) return null;
  const [glueAt, wasmAt] = (document.documentElement.dataset.canvas ?? '').split(' ');
  if (!glueAt || !wasmAt) throw new Error('the page names no canvas program');
  const fonts = fontsOf();
  const [glue, compiled] = await Promise.all([import(address(glueAt)), compile(address(wasmAt))]);
  const make = async () => {
    const window = opened ?? (await openWindow());
    opened = null;
    if (!window) throw new Error('there is no WebGL any more');
    await pause();
    window.hidden = true;
    document.body.append(window);
    const module = await new Promise((resolve, reject) => {
      glue.default({
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
    // SDL2 asks for '#canvas': this one, whatever the page calls its headings.
    module.specialHTMLTargets['#canvas'] = window;
    const program = new Program({ call: (name, ...args) => module[`_loom_${name}`](...args), memory: () => module.HEAPU8 });
    return { program, window };
  };
  const canvas = new Canvas(await make(), make);
  await canvas.start(await fonts);
  return canvas;
}
