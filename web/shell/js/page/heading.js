/** What a heading says, less the sign that links to it. @param {Element} heading */
export const headingText = (heading) =>
  [...heading.childNodes]
    .filter((node) => !(node instanceof Element && node.matches('.anchor')))
    .map((node) => node.textContent)
    .join('')
    .trim();
