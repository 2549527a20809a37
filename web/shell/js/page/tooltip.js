// The page's only tooltip: glossary terms and the hotspots of pictures share it.

/** @type {HTMLElement | null} */
let tip = null;

/** @returns {HTMLElement} */
export function tipElement() {
  if (!tip) {
    tip = document.createElement('div');
    tip.className = 'tip';
    tip.id = 'page_tip'; // the builder keeps this id free
    tip.setAttribute('role', 'tooltip');
    tip.hidden = true;
    document.body.append(tip);
  }
  return tip;
}

/**
 * Where a box of this size goes: below the anchor, or `above` it if that is asked for; on the other side when there is no room there;
 * always inside the window.
 * @param {{left: number, top: number, bottom: number}} anchor
 * @param {{width: number, height: number}} size
 * @param {{width: number, height: number}} view
 */
export function place(anchor, size, view, above = false, gap = 8, edge = 8) {
  const left = Math.max(edge, Math.min(anchor.left, view.width - size.width - edge));
  const under = anchor.bottom + gap, over = anchor.top - gap - size.height;
  const fitsUnder = under + size.height + edge <= view.height, fitsOver = over >= edge;
  return { left, top: fitsOver && (above || !fitsUnder) ? over : under };
}

/**
 * @param {string} text
 * @param {{left: number, top: number, bottom: number}} anchor in client coordinates
 * @param {{hint?: string, quiet?: boolean, above?: boolean}} [options] a second, quieter line; whether the pointer goes through it
 */
export function showTip(text, anchor, { hint = '', quiet = false, above = false } = {}) {
  const box = tipElement();
  box.classList.toggle('quiet', quiet);
  box.textContent = text;
  if (hint) {
    const line = document.createElement('span');
    line.className = 'hint';
    line.textContent = hint;
    box.append(line);
  }
  box.hidden = false;
  const view = { width: document.documentElement.clientWidth, height: innerHeight };
  const { left, top } = place(anchor, box.getBoundingClientRect(), view, above);
  box.style.setProperty('translate', `${Math.round(left)}px ${Math.round(top)}px`);
}

export function hideTip() {
  if (tip) tip.hidden = true;
}
