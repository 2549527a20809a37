// Listings: a button that copies the code, and one link for all lines. The link lies over the number of the line under the
// pointer; by keyboard, arrows move it.

import { announce } from './announce.js';
import { copyBy } from './clipboard.js';

/** What to type: of a terminal only the commands. @param {string} code @param {boolean} terminal */
export function toType(code, terminal) {
  if (!terminal) return code;
  const typed = code.split('\n').filter((line) => line.startsWith('$ '));
  return typed.map((line) => `${line.slice(2)}\n`).join('');
}

/** Which line a key leads to. @param {string} key @param {number} line from 0 @param {number} lines @returns {number | null} */
export function lineByKey(key, line, lines) {
  const to = new Map([['ArrowUp', line - 1], ['ArrowDown', line + 1], ['Home', 0], ['End', lines - 1]]).get(key);
  return to === undefined ? null : Math.min(Math.max(to, 0), lines - 1);
}

/** @param {HTMLElement} listing @param {HTMLElement} code */
function addCopy(listing, code) {
  const terminal = code.matches('.language-console');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = terminal ? 'Copy commands' : 'Copy';
  button.addEventListener('click', async () => {
    if (!(await copyBy(button, toType(code.textContent ?? '', terminal), 'Selected: copy it by hand'))) getSelection()?.selectAllChildren(code);
  });
  listing.querySelector('p')?.append(button);
}

/** @param {HTMLElement} code */
function addLineLink(code) {
  const lines = /** @type {HTMLElement[]} */ ([...code.children]);
  const link = document.createElement('a');
  link.className = 'line';
  let at = 0;
  /** @param {number} line */
  const name = (line) => {
    at = line;
    link.href = `#${lines[line]?.id}`;
    link.textContent = String(line + 1);
    link.setAttribute('aria-label', `Link to line ${line + 1} of ${lines.length}`);
  };
  /** Over the middle of its line. @param {number} line */
  const put = (line) => {
    name(line);
    const { offsetTop, offsetHeight } = /** @type {HTMLElement} */ (lines[line]);
    link.style.top = `${offsetTop + (offsetHeight - link.offsetHeight) / 2}px`;
  };
  code.addEventListener('pointerover', ({ target }) => {
    const line = target instanceof Element ? target.closest('code > span') : null;
    if (line instanceof HTMLElement && document.activeElement !== link) put(lines.indexOf(line));
  });
  link.addEventListener('focus', () => {
    if (!link.matches(':focus-visible')) return; // a press must find it where it was
    const marked = lines.findIndex((line) => line.matches(':target'));
    put(marked < 0 ? at : marked);
  });
  link.addEventListener('keydown', (event) => {
    const to = lineByKey(event.key, at, lines.length);
    if (to === null || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    put(to);
    announce(`Line ${to + 1}: ${lines[to]?.textContent}`);
  });
  name(0); // where it lies is measured once it is used
  code.after(link);
}

export function startListings() {
  for (const listing of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.listing'))) {
    const code = listing.querySelector('code');
    if (!code?.children.length) continue;
    addCopy(listing, code);
    addLineLink(code);
  }
}
