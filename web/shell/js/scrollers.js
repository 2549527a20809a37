// Wide tables, code and formulas scroll sideways: a tab stop for the keyboard where, and only where, they do.

export function startScrollers() {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const scrolls = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
      if (scrolls) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll('.scroll, pre, math[display="block"]')) watch.observe(element);
}
