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
