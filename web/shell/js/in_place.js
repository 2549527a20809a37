/**
 * Makes a change that may move everything, and scrolls so that the element stays where the reader sees it.
 * @param {Element | null} element @param {() => void} change
 */
export function inPlace(element, change) {
  const top = () => element?.getBoundingClientRect().top ?? 0;
  const before = top();
  change();
  const by = top() - before;
  if (by) scrollBy({ top: by, behavior: 'instant' });
}

/**
 * Makes a change to a part of the page; what the reader looks at stays, when the part begins above it.
 * @param {Element} part @param {() => void} change
 */
export function besideReader(part, change) {
  const above = part.getBoundingClientRect().top < 0;
  inPlace(above ? document.elementFromPoint(innerWidth / 2, innerHeight / 2) : null, change);
}
