// The canvas program (web/canvas/bridge.cpp) as a script sees it: texts go in and out through its two buffers.

/**
 * @typedef {object} WasmModule what Emscripten's glue hands over
 * @property {Uint8Array} HEAPU8
 * @property {Record<string, HTMLCanvasElement>} specialHTMLTargets
 */

/** What loom_count and loom_ask answer, by their numbers. */
const counts = {
  steps: 0, step: 1, playing: 2, height: 3, cursor: 4, dragging: 5, dragsVertically: 6, hotX: 7, hotY: 8, hotWidth: 9, hotHeight: 10,
};
const texts = { status: 0, table: 1, query: 2, value: 3, tooltip: 4, predict: 5, svg: 6 };

/** Bits of loom_tick's, loom_draw's and loom_pointer's answers. */
export const wantsTick = 1;
export const pictureChanged = 2;
export const stateChanged = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Program {
  /** Why the program stopped, or ''. */
  stopped = '';
  /** Whether there is a GL context to draw with; otherwise pictures are SVG. */
  drawing = false;
  #module;
  #log;

  /** @param {any} module @param {HTMLCanvasElement} canvas @param {string[]} log the last lines it printed */
  constructor(module, canvas, log) {
    this.#module = module;
    this.#log = log;
    this.canvas = canvas;
  }

  /**
   * One call. A program that stops (it should not) takes no page down: every later call answers nothing.
   * @param {string} name @param {(number | boolean)[]} args @returns {number}
   */
  #call(name, ...args) {
    if (this.stopped) return 0;
    try {
      return Number(this.#module[`_loom_${name}`](...args));
    } catch (error) {
      this.stopped = 'The live picture has stopped; reload the page to go on.';
      console.error(`loom_${name}:`, error, ...this.#log);
      return 0;
    }
  }

  /** @param {Uint8Array} bytes for the next call */
  #write(bytes) {
    const at = this.#call('input', bytes.length);
    if (!this.stopped) this.#module.HEAPU8.set(bytes, at);
  }

  /** @param {string[]} parts */
  #say(...parts) {
    this.#write(encoder.encode(parts.join('\0')));
  }

  #reply() {
    if (this.stopped) return '';
    const at = this.#call('reply');
    return decoder.decode(this.#module.HEAPU8.subarray(at, at + this.#call('reply_size')));
  }

  /** Opens the window that pictures are drawn in. @param {Uint8Array[]} fonts */
  start(fonts) {
    // SDL2 asks for '#canvas': this one, whatever the page calls its headings.
    this.#module.specialHTMLTargets['#canvas'] = this.canvas;
    let complete = fonts.length > 0;
    fonts.forEach((bytes, face) => {
      this.#write(bytes);
      if (!this.#call('font', face)) complete = false;
    });
    // Without the fonts' files a picture would have no words in it; SVG has them.
    this.drawing = complete && this.#call('start') === 1;
  }

  /** @param {Uint8Array} colors */
  theme(colors) {
    this.#write(colors);
    this.#call('theme');
  }

  /** @param {boolean} still */
  still(still) {
    this.#call('still', still);
  }

  lose() {
    this.drawing = false;
    this.#call('lose');
  }

  restore() {
    this.drawing = this.#call('restore') === 1;
  }

  /** @param {string} scene @param {string} query @returns {number} the figure */
  open(scene, query) {
    this.#say(scene, query);
    const figure = this.#call('open');
    if (this.stopped || figure < 0) throw new Error(this.stopped || this.#reply());
    return figure;
  }

  /** @param {number} figure */
  close(figure) {
    this.#call('close', figure);
  }

  /** @param {number} figure @param {{sceneWidth: number, scale: number, width: number, height: number, density: number}} size */
  resize(figure, { sceneWidth, scale, width, height, density }) {
    this.#call('resize', figure, sceneWidth, scale, width, height, density);
  }

  /** @param {number} figure @param {string} key @param {string} text @returns {string} why not, or '' */
  set(figure, key, text) {
    this.#say(key, text);
    return this.#call('set', figure) ? '' : this.stopped || this.#reply();
  }

  /** @param {number} figure @param {string} query @returns {string} why not, or '' */
  load(figure, query) {
    this.#say(query);
    return this.#call('load', figure) ? '' : this.stopped || this.#reply();
  }

  /** @param {number} figure @param {number} step */
  seek(figure, step) {
    this.#call('seek', figure, step);
  }

  /** @param {number} figure @param {boolean} playing */
  play(figure, playing) {
    this.#call('play', figure, playing);
  }

  /** @param {number} figure @param {string} part */
  highlight(figure, part) {
    this.#say(part);
    this.#call('highlight', figure);
  }

  /** @param {number} figure @param {'move' | 'down' | 'leave'} what @param {number} x @param {number} y @param {boolean} touch */
  pointer(figure, what, x, y, touch) {
    return this.#call('pointer', figure, { move: 0, down: 1, leave: 2 }[what], x, y, touch);
  }

  /** @param {number} figure @param {number} now milliseconds */
  tick(figure, now) {
    return this.#call('tick', figure, now);
  }

  /** @param {number} figure */
  draw(figure) {
    return this.#call('draw', figure);
  }

  /** Computes and draws it so many times, for tools/bench. @param {number} figure @param {number} times */
  bench(figure, times) {
    this.#call('bench', figure, times);
  }

  /** @param {number} figure @param {keyof typeof counts} what @param {number} argument @returns {number} */
  count(figure, what, argument = 0) {
    return this.#call('count', figure, counts[what], argument);
  }

  /** @param {number} figure @param {keyof typeof texts} what @param {string[]} about @returns {string} '' where there is none */
  ask(figure, what, ...about) {
    this.#say(...about);
    return this.#call('ask', figure, texts[what]) ? this.#reply() : '';
  }
}

/** @param {string} url */
async function bytesOf(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {string} url */
async function compile(url) {
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    return WebAssembly.compile(await bytesOf(url));  // a server that does not name wasm's type
  }
}

/**
 * Fetches everything at once: glue, wasm and fonts, at the addresses that the page names.
 * @returns {Promise<Program>}
 */
export async function loadProgram() {
  const { runtime, wasm, fonts } = document.documentElement.dataset;
  if (!runtime || !wasm) throw new Error('the page does not name the canvas program');
  const at = (/** @type {string} */ path) => new URL(path, document.baseURI).href;
  const faces = Promise.all((fonts ?? '').split(' ').filter(Boolean).map((path) => bytesOf(at(path)))).catch(() => []);
  const [glue, compiled] = await Promise.all([import(at(runtime)), compile(at(wasm))]);

  const canvas = document.createElement('canvas');
  canvas.hidden = true;
  document.body.append(canvas);
  /** @type {string[]} */
  const log = [];
  const note = (/** @type {string} */ line) => {
    log.push(line);
    if (log.length > 100) log.shift();
  };
  const module = await new Promise((resolve, reject) => {
    glue.default({
      canvas,
      print: note,
      printErr: note,
      onAbort: reject,
      /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance) => void} ready */
      instantiateWasm: (imports, ready) => {
        WebAssembly.instantiate(compiled, imports).then(ready).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
  const program = new Program(module, canvas, log);
  program.start(await faces);
  return program;
}
