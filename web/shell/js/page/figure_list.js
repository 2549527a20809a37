// The list of the page's figures, which a button at the top of the page opens: arrows move in it, as in a menu, and letters
// go to the figure whose title has a word that begins with them.

const page_rows = 8, word_ms = 1000;

/**
 * The next title after `from` with a word that begins with the letters; where they are one letter, pressed again, the one
 * after that. -1: none.
 * @param {string[]} titles @param {string} letters in lower case @param {number} from
 */
export function find(titles, letters, from) {
  const again = letters.length > 1 && [...letters].every((letter) => letter === letters[0]);
  const wanted = again ? letters.slice(0, 1) : letters;
  const begin = letters.length > 1 && !again ? from : from + 1;
  for (const matches of [starts, hasWord])
    for (let i = 0; i < titles.length; ++i) {
      const at = (begin + i) % titles.length;
      if (matches((titles[at] ?? '').toLowerCase(), wanted)) return at;
    }
  return -1;
}

/** @param {string} title @param {string} letters */
const starts = (title, letters) => title.startsWith(letters);
/** @param {string} title @param {string} letters */
const hasWord = (title, letters) => title.split(/[^\p{L}\p{N}]+/u).some((_, i, words) => words.slice(i).join(' ').startsWith(letters));

export function startFigureList() {
  const list = document.getElementById('page_figures');
  if (!list) return;
  let letters = '', last_ms = 0;

  /** @param {KeyboardEvent} event */
  const typed = ({ key, timeStamp }) => {
    letters = (timeStamp - last_ms < word_ms ? letters : '') + key.toLowerCase();
    last_ms = timeStamp;
    return letters;
  };

  list.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...list.querySelectorAll('a')];
    const at = links.findIndex((link) => link === document.activeElement), end = links.length - 1;
    /** @type {Record<string, number>} */
    const moves = {
      ArrowDown: at < end ? at + 1 : 0,
      ArrowUp: at > 0 ? at - 1 : end,
      PageDown: Math.min(at + page_rows, end),
      PageUp: Math.max(at - page_rows, 0),
      Home: 0,
      End: end,
    };
    const letter = /^[\p{L}\p{N} ]$/u.test(event.key);
    if (!letter && !(event.key in moves)) return;
    event.preventDefault();
    const to = letter ? find(links.map(({ textContent }) => textContent ?? ''), typed(event), at) : (moves[event.key] ?? at);
    links[to]?.focus();
  });
  list.addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.closest('a'))) return;
    // The list of sections, too, where this one was opened from it.
    for (const open of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(':popover-open'))) open.hidePopover();
  });
}
