// Where the text's numbers are from: pointing at one tells what computed it, a click puts the figure there. They are quiet until
// the reader asks for them all; then they are underlined, and Tab goes from one to the next.

import { startNotes } from './term_notes.js';

/** @typedef {[told: string, href: string]} Origin */

/** What the file says, fetched with the first number that is touched. @type {Promise<Origin[]> | null} */
let origins = null;

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const all = () => /** @type {HTMLElement[]} */ ([...main.querySelectorAll('u')]);

/** @param {HTMLElement} number @returns {Promise<Origin>} */
async function originOf(number) {
  origins ??= fetch(main.dataset.numbers ?? '').then((response) => {
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return response.json();
  });
  try {
    return (await origins)[all().indexOf(number)] ?? ['', ''];
  } catch (error) {
    origins = null; // no connection: the next touch tries again
    throw error;
  }
}

/** As a link in the text does it. @param {HTMLElement} number */
async function follow(number) {
  const [, href] = await originOf(number);
  if (!href) return;
  const link = document.createElement('a');
  link.href = href;
  number.append(link);
  link.click();
  link.remove();
}

/** @param {HTMLElement} button */
function toggle(button) {
  const shown = main.classList.toggle('numbered');
  button.setAttribute('aria-pressed', String(shown));
  for (const number of all()) {
    number.toggleAttribute('tabindex', shown);
    if (shown) {
      number.tabIndex = 0;
      number.setAttribute('role', 'button');
    } else {
      number.removeAttribute('role');
    }
  }
}

export function startNumbers() {
  if (!main.dataset.numbers) return;
  startNotes({ selector: 'main u', note: async (number) => (await originOf(number))[0], hint: 'Tap again to see it in its figure.' });
  main.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const number = target?.closest('u');
    if (number && target?.tagName !== 'A') void follow(number).catch(() => {});
    const button = target?.closest('button.show-numbers');
    if (button instanceof HTMLElement) toggle(button);
  });
  main.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLElement) || event.target.tagName !== 'U') return;
    void follow(event.target).catch(() => {});
  });
}
