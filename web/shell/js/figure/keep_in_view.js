// What answers (picture, timeline, sentence) is in sight while a control is used. Where it fits, the page scrolls to it. In a figure
// that is higher than the screen it is held above the control, and never over it; whoever scrolls, or leaves the controls, has let go.

const gap = 8;

/** The height of what stays at the top of the screen: nothing while the reader scrolls down (rail.js). @param {Element} element */
const bar = (element) =>
  document.documentElement.classList.contains('downward') ? 0 : parseFloat(getComputedStyle(element).getPropertyValue('--bar')) * parseFloat(getComputedStyle(document.documentElement).fontSize) || 0;

/** @typedef {{top: number, height: number}} Span */

/**
 * How far the page scrolls so that both are in sight, and, where they are too high for that, where what answers is held.
 * @param {Span} view what answers @param {Span} control @param {Span} room of the screen
 * @returns {{by: number, hold: number | null}}
 */
export function inSight(view, control, room) {
  const up = Math.min(0, view.top - room.top); // to the beginning of what answers
  const left = room.top + room.height - control.height - gap;
  if (control.top - up <= left) return { by: up, hold: null };
  // Where not all of it has room, its end has: with the sentence.
  const hold = Math.min(room.top, left - gap - view.height);
  return { by: Math.min(0, control.top - (hold + view.height + gap)), hold };
}

/**
 * How far the page scrolls for what answers beside the control: to its beginning, or to its end, with the sentence, as far as
 * its beginning and the control stay.
 * @param {Span} view what answers @param {Span} control @param {Span} room of the screen
 */
export function besideSight(view, control, room) {
  const up = Math.min(0, view.top - room.top);
  const beyond = view.top + view.height + gap - (room.top + room.height);
  return up < 0 ? up : Math.max(0, Math.min(beyond, view.top - room.top, control.top - room.top));
}

/** The timeline stands in what answers: the picture above it comes into sight, with the beginning of the sentence. @param {Element} view @param {Element} timeline @param {number} top */
function toTimeline(view, timeline, top) {
  const sentence = 44;
  const up = Math.min(0, view.getBoundingClientRect().top - top);
  const spare = innerHeight - sentence - timeline.getBoundingClientRect().bottom;
  const by = Math.max(up, -Math.max(0, spare));
  if (by < 0) scrollBy({ top: by, behavior: 'instant' });
}

/** @param {HTMLElement} root a figure */
export function startHold(root) {
  const view = /** @type {HTMLElement | null} */ (root.querySelector('.view'));
  if (!view) return;

  const letGo = () => {
    root.classList.remove('held');
    for (const kind of ['wheel', 'touchmove']) removeEventListener(kind, letGo);
  };

  /** @param {Event} event */
  const look = (event) => {
    const control = event.target instanceof Element ? event.target.closest('.control, .preset, .timeline') : null;
    if (!control || !root.querySelector('.bench')?.contains(control)) return;
    const top = bar(root);
    if (view.contains(control)) return toTimeline(view, control, top);
    const [all, its, room] = [view.getBoundingClientRect(), control.getBoundingClientRect(), { top, height: innerHeight - top }];
    if (its.left >= all.right) {
      const by = besideSight(all, its, room);
      // Downward for the keyboard alone: a mouse keeps what it has taken.
      if (by < 0 || (by > 0 && event.type === 'focusin')) scrollBy({ top: by, behavior: 'instant' });
      return;
    }
    const { by, hold } = inSight(all, its, room);
    if (hold !== null) {
      view.style.setProperty('--hold', `${hold}px`);
      root.classList.add('held');
      for (const kind of ['wheel', 'touchmove']) addEventListener(kind, letGo, { passive: true, once: true });
    }
    if (by < 0) scrollBy({ top: by, behavior: 'instant' });
  };

  for (const kind of ['input', 'change', 'click']) root.addEventListener(kind, look);
  root.addEventListener('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) look(event);
  });
  root.addEventListener('focusout', (event) => {
    const next = event.relatedTarget;
    if (!(next instanceof Node && root.querySelector('.hands')?.contains(next))) letGo();
  });
}
