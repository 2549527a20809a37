// Mouse, touch and keys on a figure's canvas. Only what the figure has a use for is taken from the page: the wheel,
// Tab, PageDown and a finger that scrolls are never touched.

import { cursors, stateChanged } from './interface.js';

/** @typedef {import('./live_figure.js').LiveFigure} LiveFigure */
/** @typedef {import('./picture.js').Picture} Picture */

const restMs = 250; // of a finger on something that is dragged up and down
const slop = 8; // CSS px that a resting finger may stray
const smallPx = 36; // a knob, on which nobody scrolls

/** A tap sets what has room for it, as a click does. @param {string} hint */
const forFinger = (hint) => hint.replace(/(^|[.:] )Drag\b/, '$1Tap or drag');

/**
 * @param {LiveFigure} figure @param {Picture} picture @param {HTMLCanvasElement} canvas
 * @param {AbortSignal} signal when the picture goes
 * @returns {(first: PointerEvent, last: PointerEvent) => void} takes a press over that began before the canvas was there
 */
export function listenToPointer(figure, picture, canvas, signal) {
  const pointer = new Pointer(figure, picture, canvas);
  pointer.listen(signal);
  return (first, last) => pointer.takeOver(first, last);
}

class Pointer {
  /** The pointer that is down; others are not listened to meanwhile. @type {number | null} */
  #held = null;
  /** A finger that has come down: to tap, to drag, or to scroll the page. @type {PointerEvent | null} */
  #undecided = null;
  /** One that has come down on something that is dragged up and down, and has not moved. @type {PointerEvent | null} */
  #resting = null;
  #rested = 0;
  #start = { x: 0, y: 0 };
  #shown = '';
  /** Where the pointer is. @type {number | null} */
  #lastY = null;
  #finger = false;
  #figure;
  #picture;
  #canvas;

  /** @param {LiveFigure} figure @param {Picture} picture @param {HTMLCanvasElement} canvas */
  constructor(figure, picture, canvas) {
    this.#figure = figure;
    this.#picture = picture;
    this.#canvas = canvas;
    // What lies under the pointer is new when the picture is.
    figure.onpaint = () => {
      if (this.#lastY === null) return;
      figure.point();
      this.#point(this.#lastY);
    };
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const canvas = this.#canvas;
    const on = (/** @type {'pointermove' | 'pointerdown' | 'pointerup'} */ kind, /** @type {(event: PointerEvent) => void} */ act) =>
      canvas.addEventListener(kind, (event) => {
        if (!this.#another(event)) act(event);
      });
    on('pointermove', (event) => this.#move(event));
    on('pointerdown', (event) => this.#down(event));
    on('pointerup', (event) => this.#up(event));
    for (const kind of /** @type {const} */ (['pointercancel', 'pointerleave'])) {
      canvas.addEventListener(kind, (event) => {
        if (this.#another(event)) return;
        // A finger that is lifted leaves too; what it showed stays until the next touch.
        if (kind === 'pointerleave' && (canvas.hasPointerCapture(event.pointerId) || event.pointerType === 'touch')) return;
        this.#letGo();
        this.#tell(event, 'leave');
      });
    }
    // Dragging must not select the text around the figure; the press still gives it focus.
    canvas.addEventListener('mousedown', (event) => {
      if (!this.#figure.pointed.dragging) return;
      event.preventDefault();
      canvas.focus({ preventScroll: true });
    });
    // Fingers scroll the page up and down over a figure.
    canvas.style.touchAction = 'pan-y pinch-zoom';
    // What a finger has shown goes when the next one touches anything else.
    document.addEventListener('pointerdown', (event) => {
      if (this.#shown && canvas.isConnected && event.target !== canvas) this.#tell(event, 'leave');
    }, { passive: true, signal });
  }

  /** @param {PointerEvent} first @param {PointerEvent} last */
  takeOver(first, last) {
    if (first.pointerType === 'touch') {
      // The page scrolls under a finger that drags up and down: its touches are not the canvas's.
      this.#tell(first, 'move');
      if (this.#vertical()) return this.#tell(first, 'leave');
      this.#decide(first);
      if (!this.#drags(last)) return;
      this.#undecided = null;
    }
    this.#press(first);
    if (last !== first) this.#tell(last, 'down');
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#resting && Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y) > slop) this.#noRest();
    if (this.#undecided) {
      if (!this.#drags(event)) return;
      this.#press(this.#undecided);
      this.#undecided = null;
    }
    this.#tell(event, this.#held === null ? 'move' : 'down');
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.#tell(event, 'move');
    if (event.pointerType !== 'touch') return this.#press(event);
    if (!this.#vertical()) return this.#decide(event);
    // A finger that moves at once scrolls the page, but for one on a knob; one that rests first has come to drag.
    if (this.#onKnob()) return this.#press(event);
    this.#start = { x: event.clientX, y: event.clientY };
    this.#resting = event;
    this.#rested = setTimeout(() => this.#press(event), restMs);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const tap = this.#undecided ?? this.#resting;
    if (tap) this.#press(tap);
    const { dragging } = this.#figure.pointed;
    const pressed = this.#held !== null;
    this.#letGo();
    if (!pressed) return;
    this.#tell(event, 'move');
    if (dragging) this.#figure.onchange?.(true);
  }

  /** @param {PointerEvent} event @param {'move' | 'down' | 'leave'} what */
  #tell(event, what) {
    const box = this.#canvas.getBoundingClientRect();
    const y = event.clientY - box.top;
    const { scale } = this.#picture.offset();
    const bits = this.#figure.pointer(what, (event.clientX - box.left) / scale, y / scale, event.pointerType === 'touch');
    this.#canvas.style.cursor = this.#cursor;
    this.#lastY = what === 'leave' ? null : y;
    this.#finger = event.pointerType === 'touch';
    this.#point(y);
    if (bits & stateChanged) this.#figure.changed(() => !this.#figure.pointed.dragging);
  }

  // The tooltip hangs below the hotspot, or below the pointer on a large one; for a finger it stands above, where no hand is.
  /** @param {number} y */
  #point(y) {
    const figure = this.#figure, { tooltip, x, y: top, height } = figure.pointed;
    const text = this.#finger && this.#reach() > smallPx ? forFinger(tooltip) : tooltip;
    if (text === this.#shown) return;
    this.#shown = text;
    if (!text) return figure.ontooltip?.(null);
    const offset = this.#picture.offset();
    const bottom = offset.y + Math.min((top + height) * offset.scale, y + 24);
    figure.ontooltip?.({
      text,
      left: offset.x + x * offset.scale,
      top: this.#finger ? offset.y + Math.max(top * offset.scale, y - 24) : bottom - 8,
      bottom,
      above: this.#finger,
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#noRest();
    this.#held = event.pointerId;
    this.#tell(event, 'down');
    if (this.#canvas.style.cursor) this.#canvas.setPointerCapture(event.pointerId);
  }

  /** It scrolls, or it drags. */
  #noRest() {
    clearTimeout(this.#rested);
    this.#resting = null;
  }

  #letGo() {
    this.#noRest();
    this.#held = this.#undecided = null;
  }

  /** @param {PointerEvent} event */
  #decide(event) {
    this.#undecided = event;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#canvas.setPointerCapture(event.pointerId);
  }

  /** Sideways: the page does not scroll that way. @param {PointerEvent} event */
  #drags(event) {
    const across = Math.abs(event.clientX - this.#start.x);
    return across > slop / 2 && across > Math.abs(event.clientY - this.#start.y);
  }

  #vertical() {
    return this.#figure.pointed.cursor >= cursors.indexOf('ns-resize');
  }

  #onKnob() {
    const wide = this.#figure.pointed.width * this.#picture.offset().scale;
    return this.#cursor === 'ns-resize' && Math.max(wide, this.#reach()) <= smallPx;
  }

  get #cursor() {
    return cursors[this.#figure.pointed.cursor] ?? '';
  }

  /** How far what is under the pointer extends along the axis that it is dragged along, in CSS px; 0 if along none. */
  #reach() {
    const { width, height } = this.#figure.pointed;
    const length = this.#cursor === 'ns-resize' ? height : this.#cursor === 'ew-resize' ? width : 0;
    return length && length * this.#picture.offset().scale;
  }

  /** @param {PointerEvent} event */
  #another(event) {
    return !event.isPrimary || (this.#held !== null && event.pointerId !== this.#held);
  }
}

/**
 * For scenes in which something is dragged up and down: while it is, the page does not scroll.
 * @param {LiveFigure} figure @param {HTMLCanvasElement} canvas
 */
export function keepVerticalDrags(figure, canvas) {
  canvas.addEventListener('touchmove', (event) => {
    if (figure.pointed.dragging && event.cancelable) event.preventDefault();
  }, { passive: false });
}

/** @param {LiveFigure} figure @param {HTMLCanvasElement} canvas */
export function listenToKeys(figure, canvas) {
  canvas.addEventListener('keydown', (event) => {
    const { steps, step, playing } = figure.shown;
    if (steps === 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    switch (event.key) {
      case 'ArrowLeft': go(step - 1); break;
      case 'ArrowRight': go(step + 1); break;
      case 'Home': go(0); break;
      case 'End': go(steps); break;
      case ' ':
        if (playing) figure.pause();
        else figure.play();
        figure.onchange?.(playing);
        break;
      default: return;
    }
    event.preventDefault();
  });

  /** @param {number} step */
  const go = (step) => {
    figure.pause();
    figure.seek(step);
    figure.onchange?.(true);
  };
}
