// A live figure's picture: a canvas kept exactly over the built-in one, drawn by the worker when it is in view and has
// changed. Where the worker cannot draw, the picture is SVG from the scenes program, and the canvas above it stays clear
// and takes the pointer.

import { widths } from './interface.js';
import { keepVerticalDrags, listenToKeys, listenToPointer } from './pointer.js';

/** @typedef {import('./live_figure.js').LiveFigure} LiveFigure */

const variants = /** @type {const} */ (['narrow', 'wide']);

/**
 * The built-in picture of a width; empty where the page has it as a file. @param {HTMLElement} element
 * @param {'narrow' | 'wide'} variant @returns {SVGSVGElement}
 */
function placeOf(element, variant) {
  const there = /** @type {SVGSVGElement | null} */ (element.querySelector(`svg.${variant}`));
  if (there) return there;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.classList.add(variant);
  element.append(svg);
  return svg;
}

export class Picture {
  visible = false;
  #figure;
  #element;
  #canvas;
  /** Where the worker draws it. @type {number | null} */
  #surface = null;
  /** A picture is on its way; another one is wanted after that. */
  #busy = false;
  #again = false;
  /** They keep the place of the live picture. @type {{narrow: SVGSVGElement, wide: SVGSVGElement}} */
  #built;
  /** The built-in picture, where it is a file. */
  #image;
  #inView;
  #sizes;
  #ended = new AbortController();
  #frames = 0;
  #guarded = false;
  /** Whether something in it is dragged up and down. */
  #vertical = false;
  /** Those that listen on the canvas. */
  #hands = new AbortController();
  /** @type {(first: PointerEvent, last: PointerEvent) => void} */
  #takePress = () => {};
  /** What was last measured. */
  #size = { sceneWidth: 0, scale: 0, unit: 0, width: 0, height: 0 };

  /** @param {LiveFigure} figure @param {HTMLElement} element */
  constructor(figure, element) {
    this.#figure = figure;
    this.#element = element;
    this.#image = element.querySelector('picture');
    this.#built = { narrow: placeOf(element, 'narrow'), wide: placeOf(element, 'wide') };
    this.#canvas = this.#newCanvas();
    this.#fitHeight();
    this.#describe();
    element.append(this.#canvas);

    this.#sizes = new ResizeObserver(() => this.measure());
    for (const svg of Object.values(this.#built)) this.#sizes.observe(svg);
    this.measure();
    this.#inView = new IntersectionObserver(([entry]) => {
      this.visible = entry?.isIntersecting ?? false;
      if (this.visible) figure.wake();
    }, { rootMargin: '300px 0px' });
    this.#inView.observe(this.#canvas);
  }

  /** A canvas for the worker that draws now, and what listens on it. */
  #newCanvas() {
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    this.#surface = this.#figure.canvas?.adopt(canvas) ?? null;
    this.#hands = new AbortController();
    this.#takePress = listenToPointer(this.#figure, this, canvas, this.#hands.signal);
    listenToKeys(this.#figure, canvas);
    this.#guarded = false;
    return canvas;
  }

  /** The worker that drew on the canvas has ended, and nobody can draw on it any more. */
  renew() {
    const before = this.#canvas, focused = before === document.activeElement;
    this.#hands.abort();
    this.#figure.pointer('leave', 0, 0, false);
    this.#figure.ontooltip?.(null);
    this.#canvas = this.#newCanvas();
    this.#canvas.style.width = before.style.width;
    this.#canvas.style.height = before.style.height;
    this.#describe();
    before.replaceWith(this.#canvas);
    this.#inView.unobserve(before);
    this.#inView.observe(this.#canvas);
    if (focused) this.#canvas.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} first @param {PointerEvent} last */
  takePress(first, last) {
    this.#takePress(first, last);
  }

  remove() {
    this.#ended.abort();
    this.#hands.abort();
    this.#inView.disconnect();
    this.#sizes.disconnect();
    if (this.#surface !== null) this.#figure.canvas?.release(this.#surface);
    this.#canvas.remove();
    for (const svg of Object.values(this.#built)) {
      svg.style.removeProperty('visibility');
      svg.removeAttribute('aria-hidden');
      if (this.#image && !svg.childElementCount) svg.remove();
    }
    if (this.#image) this.#image.hidden = this.#element.querySelector('svg') !== null;
  }

  /** Which of the two built-in pictures the page shows at its width. @returns {'narrow' | 'wide'} */
  #variant() {
    const { wide } = this.#built;
    return wide.getBoundingClientRect().width > 0 ? 'wide' : 'narrow';
  }

  /** The canvas takes exactly the built-in picture's box, in whole pixels of the screen. */
  measure() {
    const canvas = this.#canvas;
    const variant = this.#variant();
    const svg = this.#built[variant];
    const box = svg.getBoundingClientRect();
    const density = devicePixelRatio;
    const whole = (/** @type {number} */ from, /** @type {number} */ to) => Math.max(1, Math.round(to * density) - Math.round(from * density));
    const width = whole(box.left, box.right);
    const height = whole(box.top + scrollY, box.bottom + scrollY);
    const sceneWidth = widths[variant];
    const unit = box.width / sceneWidth;
    const size = { sceneWidth, scale: unit * density, unit, width, height };
    if (Object.entries(size).every(([name, value]) => value === Reflect.get(this.#size, name))) return;
    this.#size = size;
    canvas.style.width = `${box.width}px`;
    canvas.style.height = `${box.height}px`;
    this.tell();
    if (this.#frames > 0) this.paint();
  }

  /** Tells the scenes program the size. */
  tell() {
    if (this.#size.sceneWidth) this.#figure.resize(this.#size.sceneWidth, this.#size.unit);
  }

  /** The picture's corner in its element, and CSS pixels for one unit of it. */
  offset() {
    const box = this.#canvas.getBoundingClientRect();
    const around = this.#element.getBoundingClientRect();
    return { x: box.left - around.left, y: box.top - around.top, scale: this.#size.unit || 1 };
  }

  /** After a change of the state. */
  refit() {
    this.#describe();
    if (this.#fitHeight()) this.measure();
  }

  /** Keys do something where there is a timeline, and no veil. */
  #describe() {
    const { sealed, steps, status } = this.#figure.shown, keys = steps > 0 && sealed === 0;
    this.#canvas.tabIndex = keys ? 0 : -1;
    this.#canvas.setAttribute('aria-label', `${status}${keys ? ' Arrow keys step, Space plays.' : ''}`);
  }

  /** Keeps the built-in pictures as high as the scene says: they hold the place. True when that changed. */
  #fitHeight() {
    const { narrowHeight, wideHeight } = this.#figure.shown, heights = { narrow: narrowHeight, wide: wideHeight };
    let changed = false;
    for (const variant of variants) {
      const svg = this.#built[variant];
      const height = String(Math.ceil(heights[variant]));
      if (svg.getAttribute('height') === height) continue;
      svg.setAttribute('viewBox', `0 0 ${widths[variant]} ${height}`);
      svg.setAttribute('height', height);
      changed = true;
    }
    return changed;
  }

  /** Asks for the picture as it is now; when one is on its way already, after that. */
  paint() {
    if (!this.#size.sceneWidth || this.#figure.canvas?.starting) return;
    this.#again = this.#busy;
    if (this.#busy) return;
    const picture = this.#figure.draw();
    if (!picture) return;
    this.#vertical = picture.vertical;
    void this.#show(picture.list);
    if (picture.changed) this.#figure.changed(() => false);
  }

  /** @param {Uint8Array} list a view that the program's next call may make stale */
  async #show(list) {
    const { canvas } = this.#figure;
    const { scale, width, height } = this.#size;
    this.#busy = true;
    const drawn = this.#surface !== null && canvas?.drawing === true && (await canvas.draw(this.#surface, list.slice(), scale, width, height));
    this.#busy = false;
    if (this.#ended.signal.aborted) return;
    if (!drawn) {
      if (this.#surface !== null) canvas?.clear(this.#surface);
      this.#paintSvg(this.#variant());
    }
    this.#shown(drawn);
    if (this.#again) this.paint();
  }

  /** @param {boolean} onCanvas or as SVG */
  #shown(onCanvas) {
    if (onCanvas) this.#figure.found();
    for (const svg of Object.values(this.#built)) {
      svg.style.visibility = onCanvas ? 'hidden' : '';
      svg.setAttribute('aria-hidden', 'true');
    }
    if (this.#image) this.#image.hidden = true;
    if (!this.#guarded && this.#vertical) {
      this.#guarded = true;
      keepVerticalDrags(this.#figure, this.#canvas);
    }
    this.#frames += 1;
    const figure = this.#canvas.closest('figure');
    if (figure) figure.dataset.frames = String(this.#frames);
  }

  /** The picture as it is now, as wide as it is shown. */
  svg(variant = this.#variant()) {
    return this.#figure.ask('svg', String(widths[variant]));
  }

  /** Puts the current picture into the built-in one's element. @param {'narrow' | 'wide'} variant */
  #paintSvg(variant) {
    const svg = this.#built[variant];
    const markup = this.svg(variant);
    if (!markup) return;
    const template = document.createElement('template');
    template.innerHTML = markup;
    const drawn = template.content.firstElementChild;
    if (!drawn) return;
    svg.replaceChildren(...drawn.childNodes);
    for (const group of svg.querySelectorAll('[data-part]')) group.classList.toggle('on', group.getAttribute('data-part') === this.#figure.part);
  }

  /** Paper gets the state that the screen shows, as SVG. */
  print() {
    for (const variant of variants) this.#paintSvg(variant);
  }
}
