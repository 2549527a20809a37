// Mouse, touch and keys on a figure's canvas. Only what the figure has a use for is taken from the page: the wheel,
// Tab, PageDown and a finger that scrolls are never touched.

import { cursors, stateChanged } from './interface.js';

/** @typedef {import('./figure.js').LiveFigure} LiveFigure */
/** @typedef {import('./picture.js').Picture} Picture */

const restMs = 250; // of a finger on something that is dragged up and down
const slop = 8; // CSS px that a resting finger may stray

/**
 * @param {LiveFigure} figure @param {Picture} picture @param {HTMLCanvasElement} canvas
 * @param {AbortSignal} signal when the picture goes
 * @returns {(first: PointerEvent, last: PointerEvent) => void} takes a press over that began before the canvas was there
 */
export function listenToPointer(figure, picture, canvas, signal) {
  /** The pointer that is down; others are not listened to meanwhile. @type {number | null} */
  let held = null;
  /** A finger that has come down: to tap, to drag, or to scroll the page. @type {PointerEvent | null} */
  let undecided = null;
  let resting = 0;
  let [startX, startY] = [0, 0];
  let shown = '';
  /** Where the pointer is. @type {number | null} */
  let lastY = null;

  /** @param {PointerEvent} event @param {'move' | 'down' | 'leave'} what */
  const tell = (event, what) => {
    const box = canvas.getBoundingClientRect();
    const y = event.clientY - box.top;
    const { scale } = picture.offset();
    const bits = figure.pointer(what, (event.clientX - box.left) / scale, y / scale, event.pointerType === 'touch');
    canvas.style.cursor = cursors[figure.count('cursor')] ?? '';
    lastY = what === 'leave' ? null : y;
    point(y);
    if (bits & stateChanged) figure.changed(!figure.count('dragging'));
  };

  // The tooltip hangs below the hotspot, or below the pointer on a large one.
  /** @param {number} y */
  const point = (y) => {
    const text = figure.ask('tooltip');
    if (text === shown) return;
    shown = text;
    if (!text) return figure.ontooltip?.(null);
    const offset = picture.offset();
    const bottom = (figure.count('hotY') + figure.count('hotHeight')) * offset.scale;
    figure.ontooltip?.({
      text,
      x: offset.x + figure.count('hotX') * offset.scale,
      y: offset.y + Math.min(bottom, y + 24) - 8,
    });
  };

  // What lies under the pointer is new when the picture is.
  figure.onpaint = () => {
    if (lastY !== null) point(lastY);
  };

  /** @param {PointerEvent} event */
  const press = (event) => {
    held = event.pointerId;
    tell(event, 'down');
    if (canvas.style.cursor) canvas.setPointerCapture(event.pointerId);
  };
  const letGo = () => {
    clearTimeout(resting);
    held = undecided = null;
  };
  /** @param {PointerEvent} event */
  const decide = (event) => {
    undecided = event;
    [startX, startY] = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
  };
  /** Sideways: the page does not scroll that way. @param {PointerEvent} event */
  const drags = (event) => {
    const across = Math.abs(event.clientX - startX);
    return across > slop / 2 && across > Math.abs(event.clientY - startY);
  };
  const vertical = () => figure.count('cursor') >= cursors.indexOf('ns-resize');
  const another = (/** @type {PointerEvent} */ event) => !event.isPrimary || (held !== null && event.pointerId !== held);

  canvas.addEventListener('pointermove', (event) => {
    if (another(event)) return;
    if (resting && Math.hypot(event.clientX - startX, event.clientY - startY) > slop) clearTimeout(resting);
    if (undecided) {
      if (!drags(event)) return;
      press(undecided);
      undecided = null;
    }
    tell(event, held === null ? 'move' : 'down');
  });
  canvas.addEventListener('pointerdown', (event) => {
    if (another(event) || event.button !== 0) return;
    tell(event, 'move');
    if (event.pointerType !== 'touch') return press(event);
    if (!vertical()) return decide(event);
    // A finger that moves at once scrolls the page; one that rests first has come to drag.
    [startX, startY] = [event.clientX, event.clientY];
    resting = setTimeout(() => press(event), restMs);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (another(event)) return;
    if (undecided) press(undecided); // a tap
    const dragged = figure.count('dragging');
    const pressed = held !== null;
    letGo();
    if (!pressed) return;
    tell(event, 'move');
    if (dragged) figure.changed(true);
  });
  for (const kind of /** @type {const} */ (['pointercancel', 'pointerleave'])) {
    canvas.addEventListener(kind, (event) => {
      if (another(event)) return;
      // A finger that is lifted leaves too; what it showed stays until the next touch.
      if (kind === 'pointerleave' && (canvas.hasPointerCapture(event.pointerId) || event.pointerType === 'touch')) return;
      letGo();
      tell(event, 'leave');
    });
  }
  // Dragging must not select the text around the figure; the press still gives it focus.
  canvas.addEventListener('mousedown', (event) => {
    if (!figure.count('dragging')) return;
    event.preventDefault();
    canvas.focus({ preventScroll: true });
  });

  // Fingers scroll the page up and down over a figure.
  canvas.style.touchAction = 'pan-y pinch-zoom';
  // What a finger has shown goes when the next one touches anything else.
  document.addEventListener('pointerdown', (event) => {
    if (shown && canvas.isConnected && event.target !== canvas) tell(event, 'leave');
  }, { passive: true, signal });

  return (first, last) => {
    if (first.pointerType === 'touch') {
      // The page scrolls under a finger that drags up and down: its touches are not the canvas's.
      tell(first, 'move');
      if (vertical()) return tell(first, 'leave');
      decide(first);
      if (!drags(last)) return;
      undecided = null;
    }
    press(first);
    if (last !== first) tell(last, 'down');
  };
}

/**
 * For scenes in which something is dragged up and down: while it is, the page does not scroll.
 * @param {LiveFigure} figure @param {HTMLCanvasElement} canvas
 */
export function keepVerticalDrags(figure, canvas) {
  canvas.addEventListener('touchmove', (event) => {
    if (figure.count('dragging') && event.cancelable) event.preventDefault();
  }, { passive: false });
}

/** @param {LiveFigure} figure @param {HTMLCanvasElement} canvas */
export function listenToKeys(figure, canvas) {
  canvas.addEventListener('keydown', (event) => {
    const steps = figure.steps();
    if (steps === 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const step = figure.step();
    switch (event.key) {
      case 'ArrowLeft': go(step - 1); break;
      case 'ArrowRight': go(step + 1); break;
      case 'Home': go(0); break;
      case 'End': go(steps); break;
      case ' ':
        if (figure.playing) figure.pause();
        else figure.play();
        figure.changed(!figure.playing);
        break;
      default: return;
    }
    event.preventDefault();
  });

  /** @param {number} step */
  const go = (step) => {
    figure.pause();
    figure.seek(step);
    figure.changed(true);
  };
}
