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

/** @param {Element} place */
export function unfold(place) {
  void fillPictures(place);
  for (const template of place.querySelectorAll('template')) template.replaceWith(template.content);
  for (const stand of place.querySelectorAll('div.quiz, div.predict')) {
    const form = document.createElement('form');
    for (const { name, value } of stand.attributes) form.setAttribute(name, value);
    form.append(...stand.childNodes);
    stand.replaceWith(form);
  }
}

/** The elements that keep the places of pictures get what is in them. @param {ParentNode} place */
export async function fillPictures(place) {
  await Promise.all([...place.querySelectorAll('.picture > picture')].map(fill));
}

/** @param {Element} image shows a file of each width */
async function fill(image) {
  if (image.hasAttribute('data-fetched')) return;
  image.setAttribute('data-fetched', '');
  const { srcset: wide } = /** @type {HTMLSourceElement} */ (image.querySelector('source'));
  const { src: narrow } = /** @type {HTMLImageElement} */ (image.querySelector('img'));
  try {
    const drawn = await Promise.all([drawing(narrow), drawing(wide)]);
    image.parentElement?.querySelector('svg.narrow')?.replaceChildren(...drawn[0]);
    image.parentElement?.querySelector('svg.wide')?.replaceChildren(...drawn[1]);
    image.remove();
  } catch {
    image.removeAttribute('data-fetched'); // no connection: the image stays, which shows the same if it was ever there
  }
}

/** What is in an SVG file, less the colors that it needs alone. @param {string} address */
async function drawing(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const text = (await response.text()).replace(/<style>.*?<\/style>/s, ''); // the page's policy would complain of it
  return new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.childNodes;
}
