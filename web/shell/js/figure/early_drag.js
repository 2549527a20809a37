// A drag that begins on the still picture: the live one takes it over, wherever the pointer is by then.

/**
 * @param {HTMLElement} root the figure
 * @returns {(handle: import('../types').Handle) => void} to call once, when the picture is live
 */
export function awaitPress(root) {
  const picture = /** @type {HTMLElement} */ (root.querySelector('.picture'));
  /** Where the pointer went down, and where it is now; null when it is up. @type {{first: PointerEvent, last: PointerEvent} | null} */
  let down = null;
  const still = new AbortController();
  const passive = { passive: true, signal: still.signal };
  const its = (/** @type {PointerEvent} */ event) => event.pointerId === down?.first.pointerId;

  picture.addEventListener('pointerdown', (event) => {
    if (event.isPrimary && event.button === 0) down = { first: event, last: event };
  }, passive);
  addEventListener('pointermove', (event) => {
    if (down && its(event)) down.last = event;
  }, passive);
  for (const kind of /** @type {const} */ (['pointerup', 'pointercancel']))
    addEventListener(kind, (event) => {
      if (its(event)) down = null;
    }, passive);
  // Meanwhile the mouse selects no text and takes no image along.
  for (const kind of ['mousedown', 'dragstart']) picture.addEventListener(kind, (event) => event.preventDefault(), { signal: still.signal });

  return (handle) => {
    still.abort();
    if (down) handle.takePress(down.first, down.last);
  };
}
