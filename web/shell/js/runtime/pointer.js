// Mouse, touch and keys on a figure's canvas. Only what the figure has a use for is taken from the page: the wheel,
// Tab, PageDown and a finger that scrolls are never touched.

import { stateChanged } from './program.js';

/** @typedef {import('./figure.js').LiveFigure} LiveFigure */

const restMs = 250; // of a finger on something that is dragged up and down
const slop = 8; // CSS px that a resting finger may stray
const cursors = ['', 'pointer', 'ew-resize', 'ns-resize', 'grab']; // canvas::Cursor

/** @param {LiveFigure} figure @param {HTMLCanvasElement} canvas */
export function listenToPointer(figure, canvas) {
  const { program, number } = figure;
  let held = false;
  let resting = 0;
  let [startX, startY] = [0, 0];
  let shown = '';

  /** @param {PointerEvent} event @param {'move' | 'down' | 'leave'} what */
  const tell = (event, what) => {
    const box = canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const touch = event.pointerType === 'touch';
    const bits = program.pointer(number, what, (x * canvas.width) / box.width, (y * canvas.height) / box.height, touch);
    canvas.style.cursor = cursors[program.count(number, 'cursor')] ?? '';
    point(y);
    if (bits & stateChanged) figure.changed(!program.count(number, 'dragging'));
  };

  // The tooltip hangs below the hotspot, or below the pointer on a large one.
  /** @param {number} y */
  const point = (y) => {
    const text = program.ask(number, 'tooltip');
    if (text === shown) return;
    shown = text;
    if (!text) return figure.ontooltip?.(null);
    const offset = figure.offset();
    const bottom = (program.count(number, 'hotY') + program.count(number, 'hotHeight')) * offset.scale;
    figure.ontooltip?.({
      text,
      x: offset.x + program.count(number, 'hotX') * offset.scale,
      y: offset.y + Math.min(bottom, y + 24) - 8,
    });
  };

  /** @param {PointerEvent} event */
  const press = (event) => {
    held = true;
    tell(event, 'down');
    if (canvas.style.cursor) canvas.setPointerCapture(event.pointerId);
  };
  const letGo = () => {
    clearTimeout(resting);
    held = false;
  };

  canvas.addEventListener('pointermove', (event) => {
    if (resting && Math.hypot(event.clientX - startX, event.clientY - startY) > slop) clearTimeout(resting);
    tell(event, held ? 'down' : 'move');
  });
  canvas.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    tell(event, 'move');
    const vertical = program.count(number, 'cursor') >= cursors.indexOf('ns-resize');
    if (event.pointerType !== 'touch' || !vertical) return press(event);
    // A finger that moves at once scrolls the page; one that rests first has come to drag.
    [startX, startY] = [event.clientX, event.clientY];
    resting = setTimeout(() => press(event), restMs);
  });
  canvas.addEventListener('pointerup', (event) => {
    const dragged = program.count(number, 'dragging');
    const pressed = held;
    letGo();
    if (!pressed) return;
    tell(event, 'move');
    if (dragged) figure.changed(true);
  });
  for (const kind of /** @type {const} */ (['pointercancel', 'pointerleave'])) {
    canvas.addEventListener(kind, (event) => {
      // A finger that is lifted leaves too; what it showed stays until the next touch.
      if (kind === 'pointerleave' && (canvas.hasPointerCapture(event.pointerId) || event.pointerType === 'touch')) return;
      letGo();
      tell(event, 'leave');
    });
  }
  // Dragging must not select the text around the figure; the press still gives it focus.
  canvas.addEventListener('mousedown', (event) => {
    if (!program.count(number, 'dragging')) return;
    event.preventDefault();
    canvas.focus({ preventScroll: true });
  });

  // Fingers scroll the page up and down over a figure.
  canvas.style.touchAction = 'pan-y pinch-zoom';
  // What a finger has shown goes when the next one touches anything else.
  document.addEventListener('pointerdown', (event) => {
    if (shown && canvas.isConnected && event.target !== canvas) tell(event, 'leave');
  }, { passive: true });
}

/**
 * For scenes in which something is dragged up and down: while it is, the page does not scroll.
 * @param {LiveFigure} figure @param {HTMLCanvasElement} canvas
 */
export function keepVerticalDrags({ program, number }, canvas) {
  canvas.addEventListener('touchmove', (event) => {
    if (program.count(number, 'dragging') && event.cancelable) event.preventDefault();
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
