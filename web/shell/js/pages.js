// On a phone the list of pages is one line that scrolls: it begins where the current page is in sight.

export function startPages() {
  const list = /** @type {HTMLElement | null} */ (document.querySelector('.pages'));
  const current = /** @type {HTMLElement | null} */ (list?.querySelector('[aria-current]'));
  if (!list || !current || list.scrollWidth <= list.clientWidth) return;
  const before = current.getBoundingClientRect().left - list.getBoundingClientRect().left;
  list.scrollLeft = before - (list.clientWidth - current.offsetWidth) / 2;
}
