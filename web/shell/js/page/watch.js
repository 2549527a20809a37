// Who is told that an element comes near the screen.

/**
 * Calls once for every observed element that comes so near to the screen.
 * @param {string} rootMargin @param {(element: Element) => void} arrived
 */
export function watch(rootMargin, arrived) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        arrived(target);
      }
    },
    { rootMargin },
  );
  return observer;
}
