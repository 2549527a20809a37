// One live figure: asks the program, keeps a canvas exactly over the built-in picture, and draws when it is in view
// and has changed. Where the program cannot draw (no WebGL, or the context is lost) the picture is SVG from the same
// program, and the canvas above it stays clear and takes the pointer.

import { keepVerticalDrags, listenToKeys, listenToPointer } from './pointer.js';
import { pictureChanged, stateChanged, wantsTick } from './program.js';

/** @typedef {import('./program.js').Program} Program */
/** @typedef {import('../types').Handle} Handle */
/** @typedef {import('../types').Tooltip} Tooltip */

const widths = { narrow: 340, wide: 760 }; // scene::narrow_width, scene::wide_width

/** @implements {Handle} */
export class LiveFigure {
  /** @type {((done: boolean) => void) | null} */
  onchange = null;
  /** @type {((tooltip: Tooltip | null) => void) | null} */
  ontooltip = null;

  /** @type {HTMLElement | null} */
  #picture = null;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** @type {CanvasRenderingContext2D | null} */
  #context = null;
  /** @type {{narrow: SVGSVGElement | null, wide: SVGSVGElement | null}} */
  #built = { narrow: null, wide: null };
  /** @type {IntersectionObserver | null} */
  #inView = null;
  /** @type {ResizeObserver | null} */
  #sizes = null;
  #visible = false;
  #awake = false;
  #frames = 0;
  #part = '';
  /** What was last measured. */
  #size = '';

  /**
   * @param {Program} program @param {number} number @param {string} scene
   * @param {{awake: () => void, gone: () => void}} runtime
   */
  constructor(program, number, scene, runtime) {
    this.program = program;
    this.number = number;
    this.scene = scene;
    this.runtime = runtime;
  }

  // --- State: see Handle in types.d.ts --------------------------------------------------------------

  /** @param {string} key @param {string} text */
  set(key, text) {
    const error = this.program.set(this.number, key, text);
    if (!error) this.#moved();
    return error;
  }

  /** @param {string} query */
  load(query) {
    const error = this.program.load(this.number, query);
    if (!error) this.#moved();
    return error;
  }

  /** @param {number} step */
  seek(step) {
    this.program.seek(this.number, step);
    this.#moved();
  }

  play() {
    this.program.play(this.number, true);
    this.#moved();
  }

  pause() {
    this.program.play(this.number, false);
    this.wake();
  }

  get playing() {
    return this.program.count(this.number, 'playing') === 1;
  }

  query() {
    return this.program.ask(this.number, 'query');
  }

  step() {
    return this.program.count(this.number, 'step');
  }

  steps() {
    return this.program.count(this.number, 'steps');
  }

  status() {
    return this.program.ask(this.number, 'status');
  }

  /** @returns {import('../types').Table} */
  table() {
    return JSON.parse(this.program.ask(this.number, 'table') || '{"columns":[],"rows":[]}');
  }

  /** @param {string} key */
  value(key) {
    return this.program.ask(this.number, 'value', key);
  }

  /** @param {string} metric @param {number} guess */
  predict(metric, guess) {
    return this.program.ask(this.number, 'predict', metric, String(guess));
  }

  /** @param {string} part */
  highlight(part) {
    this.#part = part;
    this.program.highlight(this.number, part);
    this.wake();
  }

  /** A pointer or a key changed the state. @param {boolean} done */
  changed(done) {
    this.#moved();
    this.onchange?.(done);
  }

  destroy() {
    this.#inView?.disconnect();
    this.#sizes?.disconnect();
    this.#canvas?.remove();
    for (const svg of Object.values(this.#built)) {
      svg?.style.removeProperty('visibility');
      svg?.removeAttribute('aria-hidden');
    }
    this.#canvas = this.#picture = null;
    this.program.close(this.number);
    this.runtime.gone();
  }

  /**
   * Milliseconds for computing and drawing the scene once, averaged over each of several short runs; for tools/bench.
   * Between them the graphics card, or the processor in its place, gets time to follow.
   */
  async bench(runs = 25, times = 5) {
    const results = [];
    for (let i = 0; i < runs; ++i) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      const start = performance.now();
      this.program.bench(this.number, times);
      results.push((performance.now() - start) / times);
    }
    return results;
  }

  // --- Picture --------------------------------------------------------------------------------------

  /** @param {HTMLElement} picture */
  attach(picture) {
    this.#picture = picture;
    this.#built = { narrow: picture.querySelector('svg.narrow'), wide: picture.querySelector('svg.wide') };
    const canvas = document.createElement('canvas');
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    if (this.#context) this.#context.globalCompositeOperation = 'copy';
    this.#describe();
    this.#fitHeight();
    picture.append(canvas);

    this.#sizes = new ResizeObserver(() => this.measure());
    for (const svg of Object.values(this.#built)) if (svg) this.#sizes.observe(svg);
    this.measure();
    this.#inView = new IntersectionObserver(([entry]) => {
      this.#visible = entry.isIntersecting;
      if (this.#visible) this.wake();
    }, { rootMargin: '100px 0px' });
    this.#inView.observe(canvas);
    listenToPointer(this, canvas);
    listenToKeys(this, canvas);
  }

  /** Which of the two built-in pictures the page shows at its width. @returns {'narrow' | 'wide'} */
  #variant() {
    const { wide } = this.#built;
    return wide && wide.getBoundingClientRect().width > 0 ? 'wide' : 'narrow';
  }

  /** The canvas takes exactly the built-in picture's box, in whole pixels of the screen. */
  measure() {
    const canvas = this.#canvas;
    const variant = this.#variant();
    const svg = this.#built[variant];
    if (!canvas || !svg) return;
    const box = svg.getBoundingClientRect();
    const density = devicePixelRatio;
    const whole = (/** @type {number} */ from, /** @type {number} */ to) => Math.max(1, Math.round(to * density) - Math.round(from * density));
    const width = whole(box.left, box.right);
    const height = whole(box.top + scrollY, box.bottom + scrollY);
    const sceneWidth = widths[variant];
    const scale = (box.width * density) / sceneWidth;
    const size = [sceneWidth, scale, width, height, density].join();
    if (size === this.#size) return;
    this.#size = size;
    canvas.style.width = `${box.width}px`;
    canvas.style.height = `${box.height}px`;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      if (this.#context) this.#context.globalCompositeOperation = 'copy';
    }
    this.program.resize(this.number, { sceneWidth, scale, width, height, density });
    if (this.#frames > 0) this.#paint(); // at once: a resized canvas is empty
  }

  /** The picture's corner in the picture element, and CSS pixels for one unit of the scene. */
  offset() {
    if (!this.#canvas || !this.#picture) return { x: 0, y: 0, scale: 1 };
    const box = this.#canvas.getBoundingClientRect();
    const around = this.#picture.getBoundingClientRect();
    return { x: box.left - around.left, y: box.top - around.top, scale: box.width / widths[this.#variant()] };
  }

  /** The state changed: so may the sentence and the room that the picture needs. */
  #moved() {
    this.#describe();
    if (this.#fitHeight()) this.measure();
    this.wake();
  }

  #describe() {
    this.#canvas?.setAttribute('aria-label', this.status());
  }

  /** Keeps the built-in pictures as high as the scene says: they hold the place. True when that changed. */
  #fitHeight() {
    let changed = false;
    for (const variant of /** @type {const} */ (['narrow', 'wide'])) {
      const svg = this.#built[variant];
      const height = String(Math.ceil(this.program.count(this.number, 'height', widths[variant])));
      if (!svg || height === '0' || svg.getAttribute('height') === height) continue;
      svg.setAttribute('viewBox', `0 0 ${widths[variant]} ${height}`);
      svg.setAttribute('height', height);
      changed = true;
    }
    return changed;
  }

  /** Something may have changed: looks at the next frame. */
  wake() {
    this.#awake = true;
    if (this.#visible) this.runtime.awake();
  }

  /** @param {number} now */
  frame(now) {
    if (!this.#awake || !this.#visible || !this.#canvas) return;
    const bits = this.program.tick(this.number, now);
    this.#awake = (bits & wantsTick) !== 0;
    if (bits & pictureChanged) this.#paint();
    if (bits & stateChanged) {
      this.#describe();
      this.onchange?.(!this.playing);
    }
    if (this.#awake) this.runtime.awake();
  }

  #paint() {
    const canvas = this.#canvas;
    if (!canvas || !this.#context || this.program.stopped) return;
    const before = this.program.drawing;
    const bits = this.program.draw(this.number);
    const { width, height } = canvas;
    if (before) {
      const window = this.program.canvas;
      this.#context.drawImage(window, 0, window.height - height, width, height, 0, 0, width, height);
    } else {
      this.#context.clearRect(0, 0, width, height);
      this.#paintSvg(this.#variant());
    }
    for (const svg of Object.values(this.#built)) {
      if (svg) svg.style.visibility = before ? 'hidden' : '';
      svg?.setAttribute('aria-hidden', 'true');
    }
    if (this.#frames === 0 && this.program.count(this.number, 'dragsVertically')) keepVerticalDrags(this, canvas);
    this.#frames += 1;
    const figure = canvas.closest('figure');
    if (figure) figure.dataset.frames = String(this.#frames);
    if (bits & stateChanged) this.changed(false);
  }

  /** Puts the current picture into the built-in one's element. @param {'narrow' | 'wide'} variant */
  #paintSvg(variant) {
    const svg = this.#built[variant];
    if (!svg) return;
    const template = document.createElement('template');
    template.innerHTML = this.program.ask(this.number, 'svg', String(widths[variant]));
    const drawn = template.content.firstElementChild;
    if (!drawn) return;
    svg.replaceChildren(...drawn.childNodes);
    for (const group of svg.querySelectorAll('[data-part]')) group.classList.toggle('on', group.getAttribute('data-part') === this.#part);
  }

  /** Paper gets the state that the screen shows, as SVG. */
  print() {
    if (this.#canvas) for (const variant of /** @type {const} */ (['narrow', 'wide'])) this.#paintSvg(variant);
  }
}
