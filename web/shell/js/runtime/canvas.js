// The page's side of what draws (painter.js, a worker): hands it canvases and display lists, and hears what became of them.
// Drawing takes the page no time. Where the worker cannot draw (no WebGL, the context is lost), `drawing` is false, and figures
// show SVG. A worker that ends is replaced by another one; its surfaces are gone with it.

import { patience } from '../page/patience.js';
import { address } from './program.js';
import { readTheme } from './theme.js';

/** @typedef {import('./stage.js').Request} Request */
/** @typedef {import('./stage.js').Answer} Answer */

/** So long a picture may be older than its sentence. After that figures show SVG, until the worker can draw after all. */
const patience_ms = 1500;

/** So many workers that end are replaced without being asked. */
const again = 3;

export class Canvas {
  /** Whether there is a GL context to draw with. */
  drawing = false;
  /** Whether that is not known yet. Built-in pictures stay so long. */
  starting = true;
  /** @type {(() => void) | null} */
  onchange = null;
  /** The worker has ended, and all surfaces with it. @type {((another: boolean) => void) | null} */
  onlost = null;
  #start;
  #left = again;
  /** Null: it has ended, and there is no other. @type {Worker | null} */
  #worker = null;
  #surfaces = 0;
  /** Who waits for a picture, by its surface. @type {Map<number, (drawn: boolean) => void>} */
  #waiting = new Map();

  /** @param {() => Worker} start starts one, and tells it what it needs */
  constructor(start) {
    this.#start = start;
    this.#begin();
    setTimeout(() => this.starting && this.#change(false), patience_ms);
  }

  #begin() {
    const worker = (this.#worker = this.#start());
    let begun = false;
    // While it loads, it tells of what arrives. After that it has nothing to say, and is asked.
    const silence = patience(() => lose('it does not answer'), () => begun && this.#ask({ kind: 'ping' }));
    const lose = (/** @type {string} */ reason) => {
      silence.end();
      worker.onmessage = worker.onmessageerror = worker.onerror = null;
      worker.terminate();
      console.warn(`The canvas program has ended: ${reason}`);
      this.#worker = null;
      this.#change(false);
      if (this.#left > 0) this.#begin();
      this.#left -= 1;
      this.onlost?.(this.#worker !== null);
    };
    worker.onmessage = ({ data }) => {
      const answer = /** @type {Answer} */ (data);
      silence.heard();
      begun ||= answer.kind === 'drawing';
      if (answer.kind === 'ended') lose(answer.reason);
      else this.#hear(answer);
    };
    worker.onmessageerror = () => lose('its answer cannot be read');
    worker.onerror = ({ message }) => lose(message || 'its worker did not start');
  }

  /** The reader asks for another worker where there is none. */
  restart() {
    if (this.#worker) return;
    this.#left = again;
    this.#begin();
    this.onlost?.(true);
  }

  /** @param {boolean} drawing */
  #change(drawing) {
    this.drawing = drawing;
    this.starting = false;
    // Nobody may come back with what was on its way.
    if (!drawing) {
      for (const resolve of this.#waiting.values()) resolve(false);
      this.#waiting.clear();
    }
    this.onchange?.();
  }

  /** @param {Answer} answer */
  #hear(answer) {
    if (answer.kind === 'drawn') {
      this.#waiting.get(answer.surface)?.(answer.drawn);
      this.#waiting.delete(answer.surface);
    } else if (answer.kind === 'drawing') {
      this.#change(answer.drawing);
    }
  }

  /** @param {Request} request @param {Transferable[]} transfer */
  #ask(request, ...transfer) {
    this.#worker?.postMessage(request, transfer);
  }

  recolor() {
    this.#ask({ kind: 'theme', theme: readTheme() });
  }

  /** From now on only the worker draws on it. @param {HTMLCanvasElement} canvas @returns {number | null} its surface */
  adopt(canvas) {
    if (!this.#worker) return null;
    const surface = this.#surfaces++;
    const offscreen = canvas.transferControlToOffscreen();
    this.#ask({ kind: 'adopt', surface, canvas: offscreen }, offscreen);
    return surface;
  }

  /** @param {number} surface */
  release(surface) {
    this.#ask({ kind: 'release', surface });
    this.#waiting.delete(surface);
  }

  /** @param {number} surface */
  clear(surface) {
    this.#ask({ kind: 'clear', surface });
  }

  /**
   * Draws a display list, which is gone after that; one at a time on a surface.
   * @param {number} surface @param {Uint8Array} list @param {number} scale canvas pixels for one unit of the picture
   * @param {number} width @param {number} height in canvas pixels
   * @returns {Promise<boolean>} true once it can be seen, false when it could not be drawn
   */
  draw(surface, list, scale, width, height) {
    return new Promise((resolve) => {
      this.#waiting.set(surface, resolve);
      this.#ask({ kind: 'draw', surface, list, scale, width, height }, list.buffer);
    });
  }
}

/**
 * Starts the worker, which fetches what it needs at the addresses that the page names.
 * @returns {Canvas | null} null where a worker cannot draw
 */
export function startCanvas() {
  if (!('transferControlToOffscreen' in HTMLCanvasElement.prototype)) return null;
  if (origin === 'null') return null; // in a sandboxed frame no file is of the page's origin, as a worker has to be
  const { painter, canvas = '', fonts = '' } = document.documentElement.dataset;
  const [glue, wasm] = canvas.split(' ').filter(Boolean).map(address);
  if (!painter || !glue || !wasm) throw new Error('the page names no canvas program');
  return new Canvas(() => {
    const worker = new Worker(address(painter), { type: 'module' });
    /** @type {Request} */
    const start = { kind: 'start', glue, wasm, fonts: fonts.split(' ').filter(Boolean).map(address), theme: readTheme() };
    worker.postMessage(start);
    return worker;
  });
}
