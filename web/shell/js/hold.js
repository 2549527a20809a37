// In a figure that is higher than the screen, what answers (picture, timeline, sentence) stays in sight while a control below it
// is used: above that control, and never over it. Whoever scrolls, or leaves the controls, has let go.

const gap = 8;

/** The height of what stays at the top of the screen. @param {Element} element */
const bar = (element) => parseFloat(getComputedStyle(element).getPropertyValue('--bar')) * parseFloat(getComputedStyle(document.documentElement).fontSize) || 0;

/**
 * Where it is held, and how far the page has to scroll for that.
 * @param {{top: number, height: number}} view what answers @param {{top: number, height: number}} control
 * @param {{top: number, height: number}} room of the screen
 */
export function holding(view, control, room) {
  const least = room.top + room.height - control.height - gap;
  // Where not all of it has room, its end has: with the sentence.
  const top = Math.min(room.top, least - gap - view.height);
  return { top, by: Math.min(0, control.top - (top + view.height + gap)) };
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
  const hold = (event) => {
    const control = event.target instanceof Element ? event.target.closest('.control, .preset') : null;
    if (!control || !root.querySelector('.controls')?.contains(control)) return;
    const box = view.getBoundingClientRect(), hand = control.getBoundingClientRect();
    const beside = hand.left >= box.right;
    if (beside || root.getBoundingClientRect().height <= innerHeight) return;
    const top = bar(root);
    const { top: at, by } = holding(box, hand, { top, height: innerHeight - top });
    view.style.setProperty('--hold', `${at}px`);
    root.classList.add('held');
    if (by < 0) scrollBy({ top: by, behavior: 'instant' });
    for (const kind of ['wheel', 'touchmove']) addEventListener(kind, letGo, { passive: true, once: true });
  };

  for (const kind of ['input', 'change', 'click']) root.addEventListener(kind, hold);
  root.addEventListener('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) hold(event);
  });
  root.addEventListener('focusout', (event) => {
    const next = event.relatedTarget;
    if (!(next instanceof Node && root.querySelector('.controls')?.contains(next))) letGo();
  });
}
