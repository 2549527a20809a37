// Glossary terms: the definition on hover, on focus and on the first touch; Escape closes it.

import { hideTip, showTip, tipElement } from './tip.js';

/** @type {HTMLAnchorElement | null} the term whose definition is shown */
let open = null;
/** @type {HTMLAnchorElement | null} the term that the next tap follows */
let armed = null;
let touched = false;

/** @param {EventTarget | null} target @returns {HTMLAnchorElement | null} */
function termOf(target) {
  return target instanceof Element ? target.closest('a.term[data-definition]') : null;
}

/** @param {HTMLAnchorElement} term */
function show(term) {
  if (open !== term) hide();
  open = term;
  // A term may run over the end of a line; its first piece is where the reader met it.
  const box = term.getClientRects()[0] ?? term.getBoundingClientRect();
  showTip(term.dataset.definition ?? '', box, { hint: touched ? 'Tap again to open the glossary.' : '' });
  term.setAttribute('aria-describedby', tipElement().id);
}

function hide() {
  armed = null;
  if (!open) return;
  open.removeAttribute('aria-describedby');
  open = null;
  hideTip();
}

export function startTerms() {
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    touched = false;
    const term = termOf(event.target);
    if (term) show(term);
    // The pointer may rest on the tooltip itself; a focused term keeps its tooltip.
    else if (open && open !== document.activeElement && !tipElement().contains(/** @type {Node} */ (event.target))) hide();
  });
  document.addEventListener('focusin', (event) => {
    const term = termOf(event.target);
    if (term) show(term);
    else hide();
  });
  document.addEventListener('focusout', (event) => {
    if (open && termOf(event.target) === open) hide();
  });
  document.addEventListener('pointerdown', (event) => {
    touched = event.pointerType === 'touch';
    if (termOf(event.target) !== open) hide();
  });
  document.addEventListener('click', (event) => {
    const term = termOf(event.target);
    if (!term || !touched || armed === term) return;
    event.preventDefault();
    show(term);
    armed = term;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
    else touched = false;
  });
  // Scrolled by Tab or by hand: the tooltip stays with its word.
  addEventListener('scroll', () => open && show(open), { passive: true, capture: true });
}
