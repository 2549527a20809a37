// Words of the text that have a note: shown on hover, on focus and on the first touch; Escape closes it.

import { hideTip, showTip, tipElement } from './tooltip.js';

/**
 * @typedef {object} Noted
 * @property {string} selector the elements
 * @property {(element: HTMLElement) => string | Promise<string>} note '' for none
 * @property {string} hint what a second touch does
 */

/** @param {Noted} noted */
export function startNotes({ selector, note, hint }) {
  /** whose note is shown @type {HTMLElement | null} */
  let open = null;
  /** what the next tap follows @type {HTMLElement | null} */
  let armed = null;
  let touched = false;

  /** @param {EventTarget | null} target @returns {HTMLElement | null} */
  const find = (target) => (target instanceof Element ? target.closest(selector) : null);

  /** @param {HTMLElement} element */
  const show = async (element) => {
    if (open !== element) hide();
    open = element;
    const found = note(element);
    const text = typeof found === 'string' ? found : await found.catch(() => '');
    if (open !== element || !text) return;
    // It may run over the end of a line; its first piece is where the reader met it.
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    showTip(text, box, { hint: touched ? hint : '' });
    element.setAttribute('aria-describedby', tipElement().id);
  };

  const hide = () => {
    armed = null;
    if (!open) return;
    open.removeAttribute('aria-describedby');
    open = null;
    hideTip();
  };

  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    touched = false;
    const element = find(event.target);
    if (element) void show(element);
    // The pointer may rest on the tooltip itself; a focused element keeps its tooltip.
    else if (open && open !== document.activeElement && !tipElement().contains(/** @type {Node} */ (event.target))) hide();
  });
  document.addEventListener('focusin', (event) => {
    const element = find(event.target);
    if (element) void show(element);
    else hide();
  });
  document.addEventListener('focusout', (event) => {
    if (open && find(event.target) === open) hide();
  });
  document.addEventListener('pointerdown', (event) => {
    touched = event.pointerType === 'touch';
    if (find(event.target) !== open) hide();
  });
  document.addEventListener(
    'click',
    (event) => {
      const element = find(event.target);
      if (!element || !touched || armed === element) return;
      event.preventDefault();
      event.stopPropagation();
      void show(element);
      armed = element;
    },
    true,
  );
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
    else touched = false;
  });
  // Scrolled by Tab or by hand: the tooltip stays with its word.
  addEventListener('scroll', () => open && void show(open), { passive: true, capture: true });
}

export const startTerms = () =>
  startNotes({
    selector: 'a.term[data-definition]',
    note: (term) => term.dataset.definition ?? '',
    hint: 'Tap again to open the glossary.',
  });
