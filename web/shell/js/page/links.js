// Addresses and the words in the text that name a figure's state or one of its parts.

import { WayBack } from './way_back.js';
import { goElsewhere } from './moved.js';
import { arriveBy, comeBack, leftAt } from './place.js';
import { layOutNow } from './far.js';
import { parse } from './address.js';
import { Trail } from '../memory/trail.js';

/** @typedef {import('../figure/page_figure.js').PageFigure} PageFigure */
/** @typedef {import('../figure/figures.js').Figures} Figures */

/** Whether the page was opened, not reloaded or returned to: then the browser knows where the reader was. */
const fresh = () => performance.getEntriesByType('navigation').every((entry) => /** @type {PerformanceNavigationTiming} */ (entry).type === 'navigate');

/**
 * How far to scroll until a figure's head and what answers are in sight. Where head and picture have no room, the picture is,
 * from the way back above it.
 * @param {HTMLElement} root
 */
function wayTo(root) {
  const px = (/** @type {string} */ length) => parseFloat(length) || 0; // 'auto'
  const bar = px(getComputedStyle(document.documentElement).scrollPaddingTop), margin = px(getComputedStyle(root).scrollMarginTop);
  const picture = root.querySelector('.picture') ?? root, back = root.querySelector('.back');
  const whole = bar + margin + picture.getBoundingClientRect().bottom - root.getBoundingClientRect().top <= innerHeight;
  // Links lead to some room below the bar, which is of no use here.
  const head = whole || !back ? root.getBoundingClientRect().top - bar - margin : back.getBoundingClientRect().top - Math.max(bar - margin, 0);
  const answers = root.querySelector('.view') ?? root; // while the head is in sight, it stays nowhere
  const below = answers.getBoundingClientRect().bottom - innerHeight;
  return head < 0 ? head : Math.max(0, Math.min(head, below));
}

/** @param {Figures} figures @param {Trail} trail */
export function startLinks(figures, trail) {
  const links = new Links(figures, trail);
  links.listen();
  // On a reload or a return: the states the page was left with. Then the address it was opened with.
  for (const [id, query] of Object.entries(trail.states)) figures.get(id)?.load(query, false);
  const anew = fresh(), place = anew ? undefined : leftAt(trail.entry);
  if (place) comeBack(place);
  links.arrive(anew, place !== undefined);
}

/** @param {Element | null} element */
function goTo(element) {
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  if (element) arriveBy(() => element.scrollIntoView({ behavior: 'instant' }));
}

/**
 * Scrolls no further than it takes to see the figure's head and what answers: the eye keeps its place.
 * @param {PageFigure} figure
 */
function bringIntoView({ root }) {
  const by = wayTo(root);
  const far = Math.abs(by) > 3 * innerHeight; // nobody could follow
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: far || calm ? 'instant' : 'smooth' });
}

/** Whether the figure is so far away that the link leaves the screen for it. @param {PageFigure} figure @param {HTMLElement} link */
function leaves({ root }, link) {
  const box = link.getBoundingClientRect(), by = wayTo(root);
  return box.top - by < 0 || box.bottom - by > innerHeight;
}

class Links {
  /** The figure and part that stay lit after a click. @type {{figure: PageFigure, part: string} | null} */
  #pinned = null;
  /** Where the page was when the reader began to scroll by hand. */
  #scrolledFrom = NaN;
  #back = new WayBack();
  #figures;
  #trail;

  /** @param {Figures} figures @param {Trail} trail */
  constructor(figures, trail) {
    this.#figures = figures;
    this.#trail = trail;
  }

  listen() {
    document.addEventListener('click', (event) => this.#click(event));
    for (const kind of ['pointerover', 'focusin']) {
      document.addEventListener(kind, (event) => {
        const found = this.#linkOf(event.target);
        if (found?.part) this.#light(found.figure, found.part);
      });
    }
    for (const kind of ['pointerout', 'focusout']) {
      document.addEventListener(kind, (event) => {
        if (this.#linkOf(event.target)?.part) this.#pin(this.#pinned);
      });
    }
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#pinned) this.#pin(null);
    });
    this.#listenForOtherUses();
    addEventListener('popstate', (event) => {
      const states = Trail.of(event.state);
      if (states) this.#restore(states);
      else this.arrive(); // a link the browser followed itself, or an address typed by hand
    });
  }

  /** Who takes the figure in hand, or scrolls on, has seen the part. */
  #listenForOtherUses() {
    const inFigure = (/** @type {EventTarget | null} */ target) => target instanceof Node && this.#pinned?.figure.root.contains(target) && !this.#linkOf(target)?.part;
    for (const kind of ['pointerdown', 'click', 'input'])
      document.addEventListener(kind, ({ target }) => {
        if (inFigure(target)) this.#pin(null);
      }, { capture: true, passive: true });
    for (const kind of ['wheel', 'touchmove', 'keydown'])
      addEventListener(kind, () => {
        if (this.#pinned && Number.isNaN(this.#scrolledFrom)) this.#scrolledFrom = scrollY;
      }, { passive: true });
    addEventListener('scroll', () => {
      if (this.#pinned && Math.abs(scrollY - this.#scrolledFrom) > innerHeight / 10) this.#pin(null);
    }, { passive: true });
  }

  /**
   * Does what the address says; the history entry is there already.
   * @param {boolean} [anew] whether the reader has just come here
   * @param {boolean} [there] whether the reader is in the right place already
   */
  arrive(anew = true, there = false) {
    const { id, query, part } = parse(location.hash);
    const figure = this.#figures.get(id);
    const plain = query === null && !part; // these the browser finds, too, but not their exact place
    if (!there && (!plain || anew)) goTo(document.getElementById(id));
    if (!figure) {
      void goElsewhere(location.hash).catch(() => {}); // no connection: the page is as good a place as any
      return this.#trail.adopt();
    }
    if (query !== null) figure.load(query, false);
    this.#trail.adopt(id, query ?? undefined);
    this.#pin(part ? { figure, part } : null);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const found = this.#linkOf(event.target);
    if (!found) {
      const plain = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
      if (plain) layOutNow();
      if (plain instanceof HTMLAnchorElement && plain.matches('.cite')) this.#offerBackFromSource(plain);
      if (this.#pinned && !(event.target instanceof Element && this.#pinned.figure.root.contains(event.target))) this.#pin(null);
      return;
    }
    event.preventDefault();
    const { link, figure, query, part } = found;
    const from = link.closest('u') ?? link; // a number has a link for a moment only: numbers.js
    const { top } = from.getBoundingClientRect();
    const inside = figure.root.contains(link);
    if (!inside) layOutNow();
    const away = !inside && leaves(figure, from);
    this.#pin(part ? { figure, part } : null);
    let entered = false;
    if (query === null) {
      void figure.wake();
    } else if (figure.load(query, false)) {
      entered = this.#trail.touch({ id: figure.id, query, initial: figure.initial, hash: link.hash }, { link: true });
      void figure.wake().then(() => figure.announce());
    }
    if (away && !entered) this.#trail.visit(link.hash); // the browser's Back leads to the link
    if (inside) return;
    this.#offerBack(figure, from, top);
    bringIntoView(figure);
  }

  /** @param {Record<string, string>} states that the reader returns to */
  #restore(states) {
    this.#back.drop();
    if (this.#pinned) this.#pin(null);
    const before = this.#trail.states;
    this.#trail.restore(states);
    for (const id of new Set([...Object.keys(states), ...Object.keys(before)])) {
      const figure = this.#figures.get(id);
      if (!figure) continue;
      const wanted = states[id] ?? figure.initial;
      if (wanted !== (before[id] ?? figure.initial)) figure.load(wanted, false);
    }
  }

  /** @param {PageFigure | null} figure @param {string} part */
  #light(figure, part) {
    for (const each of this.#figures.values()) if (each !== figure) each.highlight('');
    figure?.highlight(part);
  }

  /** Lights that part, and no other. @param {{figure: PageFigure, part: string} | null} pinned */
  #pin(pinned) {
    this.#pinned = pinned;
    this.#scrolledFrom = NaN;
    this.#light(pinned?.figure ?? null, pinned?.part ?? '');
  }

  /**
   * A way back, if the link leaves the screen.
   * @param {PageFigure} figure @param {HTMLElement} link @param {number} top where the link was
   */
  #offerBack(figure, link, top) {
    if (!leaves(figure, link)) return this.#back.drop(link);
    const byKey = link.matches(':focus-visible');
    const button = this.#back.offer(figure.root.querySelector('.scene-head'), link, top);
    if (byKey) button.focus({ preventScroll: true });
  }

  /** A citation leads to the end of the page: from there, too. @param {HTMLAnchorElement} link */
  #offerBackFromSource(link) {
    this.#back.offer(document.getElementById(parse(link.hash).id), link, link.getBoundingClientRect().top);
  }

  /** @param {EventTarget | null} target */
  #linkOf(target) {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
    if (!(link instanceof HTMLAnchorElement)) return null;
    const place = parse(link.hash);
    const figure = this.#figures.get(place.id);
    if (!figure) return null;
    if (place.query === null && !place.part && link.matches('.state')) place.query = figure.initial; // the state it was built with
    return place.query !== null || place.part ? { link, figure, ...place } : null;
  }
}
