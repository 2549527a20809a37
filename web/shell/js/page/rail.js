// The rail: which section is being read, which of its parts, and how much of the cloth is woven.

import { parse } from './address.js';
import { RailParts } from './rail_parts.js';

/**
 * Where the reader is among sections that start at `tops`: which one, and how far down the list that is
 * (0…1), so that the cloth ends beside the current section.
 * @param {number[]} tops ascending @param {number} line the reader's line, in the same measure
 * @param {number} end where the last section ends
 */
export function progress(tops, line, end) {
  let current = -1;
  while (current + 1 < tops.length && /** @type {number} */ (tops[current + 1]) <= line) ++current;
  if (current < 0) return { current, read: 0 };
  const from = /** @type {number} */ (tops[current]);
  const to = tops[current + 1] ?? end;
  const within = to > from ? Math.min(1, (line - from) / (to - from)) : 1;
  return { current, read: (current + within) / tops.length };
}

/**
 * How much of the list the cloth stands beside: it ends where the reader is in the current entry, which is higher than the
 * others where its parts are listed.
 * @param {{offsetTop: number, offsetHeight: number}} entry @param {number} within 0…1, of that section @param {number} height of the list
 */
export const woven = (entry, within, height) => Math.min(1, (entry.offsetTop + within * entry.offsetHeight) / height);

/** Brings the entry into sight of a list that scrolls; the page stays. @param {HTMLElement} list @param {Element} entry */
function keepInSight(list, entry) {
  const { top, bottom } = entry.getBoundingClientRect(), box = list.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 4;
}

export function startRail() {
  const rail = /** @type {HTMLElement | null} */ (document.querySelector('.rail'));
  const main = document.querySelector('main');
  if (!rail || !main) return;
  const links = /** @type {HTMLAnchorElement[]} */ ([...rail.querySelectorAll('.rail-sections > ol > li > a')]);
  const sections = links.map((link) => document.getElementById(parse(link.hash).id)?.closest('section'));
  const now = rail.querySelector('.rail-now');
  const list = /** @type {HTMLElement | null} */ (rail.querySelector('.rail-sections'));
  const parts = new RailParts();
  const beside = matchMedia('(min-width: 68.75rem)'); // else it is a bar, and the list a popover
  let last = -2;

  const show = () => {
    waiting = false;
    const tops = sections.map((section) => (section && !section.hidden ? section.getBoundingClientRect().top : Infinity));
    const end = main.getBoundingClientRect().bottom;
    const bottom = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const line = innerHeight * 0.4;
    const { current, read } = progress(tops, bottom ? end : line, end);
    const entry = links[current]?.parentElement;
    if (current !== last) mark(current);
    parts.mark(line);
    const height = (beside.matches && entry?.parentElement?.offsetHeight) || 0;
    const share = entry && height && read < 1 ? woven(entry, read * tops.length - current, height) : read;
    rail.style.setProperty('--read', share.toFixed(4));
  };
  const mark = (/** @type {number} */ current) => {
    last = current;
    const entry = links[current]?.parentElement;
    parts.show(entry ?? undefined, sections[current]);
    for (const [i, link] of links.entries()) {
      if (i === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    if (now) now.textContent = links[current]?.textContent ?? '';
    if (list && entry && beside.matches) keepInSight(list, entry);
  };
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(show);
  };
  addEventListener('scroll', soon, { passive: true });
  // On a narrow screen the bar is there for who scrolls up; down, it would lie over what one reads.
  let lowest = scrollY;
  addEventListener(
    'scroll',
    () => {
      if (Math.abs(scrollY - lowest) < 4) return;
      document.documentElement.classList.toggle('downward', scrollY > lowest);
      lowest = scrollY;
    },
    { passive: true },
  );
  new ResizeObserver(soon).observe(main);
  list?.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a') && list.matches(':popover-open')) list.hidePopover();
  });
}
