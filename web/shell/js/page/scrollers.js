// Wide tables, code and formulas scroll sideways: a tab stop for the keyboard where, and only where, they do.

export function startScrollers() {
  const watch = new ResizeObserver((entries) => {
    // All are measured before any is changed: one layout, not one for each.
    const scrolling = entries.map(({ target }) => target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight);
    for (const [i, { target }] of entries.entries()) {
      if (scrolling[i]) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll('.scroll, pre, math[display="block"]')) watch.observe(element);
}
