// What waits takes its place: pictures and controls as files, inputs in templates, forms as plain elements.

/** The controls of figures below the first screens come in a file, so that the page's text is there sooner. @param {HTMLElement} main */
export async function fetchControls(main) {
  const address = main.dataset.controls;
  if (!address) return;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  for (const [id, markup] of Object.entries(await response.json())) {
    const template = document.createElement('template');
    template.innerHTML = markup;
    document.querySelector(`#${CSS.escape(id)} .hands`)?.append(template);
  }
}

/** What the page reads itself (or a program draws), the browser need not fetch and draw too. @param {Element} main */
export function hideImages(main) {
  for (const image of main.querySelectorAll('.picture > picture')) image.setAttribute('hidden', '');
}

/** @param {Element} place */
export function unfold(place) {
  for (const template of place.querySelectorAll('template')) template.replaceWith(template.content);
  for (const stand of place.querySelectorAll('div.quiz, div.predict')) {
    const form = document.createElement('form');
    for (const { name, value } of stand.attributes) form.setAttribute(name, value);
    form.append(...stand.childNodes);
    stand.replaceWith(form);
  }
}

/** The elements that keep the places of pictures, one for each width. */
export const places = '.picture:has(> picture) > svg';

/** All of them get what is in them. @param {ParentNode} place */
export async function fillPictures(place) {
  await Promise.all([...place.querySelectorAll(places)].map(fillPicture));
}

/** What the file shows. A live figure draws its picture itself. @param {Element} svg */
export async function fillPicture(svg) {
  if (svg.childElementCount || svg.closest('[data-live]')) return;
  const image = /** @type {Element} */ (svg.parentElement?.querySelector(':scope > picture'));
  const { srcset: wide } = /** @type {HTMLSourceElement} */ (image.querySelector('source'));
  const { src: narrow } = /** @type {HTMLImageElement} */ (image.querySelector('img'));
  try {
    const drawn = await drawing(svg.matches('.narrow') ? narrow : wide);
    if (!svg.childElementCount) svg.replaceChildren(...drawn);
    if (!image.parentElement?.querySelector(':scope > svg:empty')) image.remove();
  } catch {
    image.removeAttribute('hidden'); // no connection: the image shows the same if it was ever there
  }
}

/** What is in an SVG file, less the colors that it needs alone. @param {string} address */
async function drawing(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const text = (await response.text()).replace(/<style>.*?<\/style>/s, ''); // the page's policy would complain of it
  return new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.childNodes;
}
