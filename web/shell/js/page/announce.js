// One polite live region for the page: what a change amounts to, read aloud once it is done.

/** @type {HTMLElement | null} */
let region = null;

/** @param {string} text */
export function announce(text) {
  if (!region) {
    region = document.createElement('div');
    region.className = 'unseen';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = text;
}
