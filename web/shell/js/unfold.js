// What waits in the page's HTML takes its place: pictures as the text of a <noscript>, which costs nothing to read past,
// controls in a template, forms as plain elements.

/** @param {Element} place */
export function unfold(place) {
  fillPictures(place);
  for (const template of place.querySelectorAll('template')) template.replaceWith(template.content);
  for (const stand of place.querySelectorAll('div.quiz, div.predict')) {
    const form = document.createElement('form');
    for (const { name, value } of stand.attributes) form.setAttribute(name, value);
    form.append(...stand.childNodes);
    stand.replaceWith(form);
  }
}

/** The elements that keep the places of pictures get what is in them. @param {ParentNode} place */
export function fillPictures(place) {
  for (const waiting of place.querySelectorAll('.picture > noscript')) {
    const read = document.createElement('template');
    read.innerHTML = waiting.textContent ?? '';
    for (const drawn of read.content.children) {
      const frame = waiting.parentElement?.querySelector(`svg.${drawn.classList[0]}`);
      frame?.replaceChildren(...drawn.childNodes);
    }
    waiting.remove();
  }
}
