// Addresses and the words in the text that name a figure's state or one of its parts.

import { parse } from './location.js';
import { Trail } from './trail.js';

/** @typedef {import('./figure.js').Figure} Figure */

/** @param {Map<string, Figure>} figures @param {Trail} trail */
export function startLinks(figures, trail) {
  /** The figure and part that stay lit after a click. @type {{figure: Figure, part: string} | null} */
  let pinned = null;

  /** @param {Figure | null} figure @param {string} part */
  const light = (figure, part) => {
    for (const each of figures.values()) if (each !== figure) each.highlight('');
    figure?.highlight(part);
  };
  const unlight = () => light(pinned?.figure ?? null, pinned?.part ?? '');

  /** @param {Figure} figure @param {ScrollBehavior} [behavior] */
  const bringIntoView = ({ root }, behavior) => {
    const picture = /** @type {Element} */ (root.querySelector('.picture'));
    const { top, bottom } = picture.getBoundingClientRect();
    // A picture that is mostly in view stays where it is: the reader's eye is already there.
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (!behavior && seen > Math.min(bottom - top, innerHeight) * 0.6) return;
    // On a phone the controls alone may fill the screen: then from the timeline on.
    const whole = bottom - root.getBoundingClientRect().top < innerHeight * 0.9;
    (whole ? root : root.querySelector('.timeline:not([hidden])') ?? picture).scrollIntoView({ block: 'start', behavior });
  };

  /** Does what the address says; the history entry is there already. */
  const arrive = () => {
    const { id, query, part } = parse(location.hash);
    const figure = figures.get(id);
    if (!figure) return trail.adopt();
    if (query !== null) figure.load(query, false);
    trail.adopt(id, query ?? undefined);
    pinned = part ? { figure, part } : null;
    unlight();
    // The browser itself finds only plain ids.
    if (query !== null || part) goTo(figure);
  };

  /** At once, and again when fonts that came late have moved what is above, unless the reader is on the way. @param {Figure} figure */
  const goTo = (figure) => {
    const go = () => bringIntoView(figure, 'instant');
    let free = true;
    for (const kind of ['wheel', 'pointerdown', 'keydown', 'touchstart']) addEventListener(kind, () => (free = false), { once: true, passive: true });
    go();
    void document.fonts.ready.then(() => free && go());
  };

  /** @param {EventTarget | null} target */
  const linkOf = (target) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
    if (!(link instanceof HTMLAnchorElement)) return null;
    const place = parse(link.hash);
    const figure = figures.get(place.id);
    return figure && (place.query !== null || place.part) ? { link, figure, ...place } : null;
  };

  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const found = linkOf(event.target);
    if (!found) {
      if (pinned && !(event.target instanceof Element && pinned.figure.root.contains(event.target))) {
        pinned = null;
        unlight();
      }
      return;
    }
    event.preventDefault();
    const { link, figure, query, part } = found;
    pinned = part ? { figure, part } : null;
    unlight();
    if (query === null) {
      void figure.wake();
    } else if (figure.load(query, false)) {
      trail.touch({ id: figure.id, query, initial: figure.initial, hash: link.hash }, true);
      void figure.wake().then(() => figure.announce());
    }
    if (!figure.root.contains(link)) bringIntoView(figure);
  });
  for (const kind of ['pointerover', 'focusin']) {
    document.addEventListener(kind, (event) => {
      const found = linkOf(event.target);
      if (found?.part) light(found.figure, found.part);
    });
  }
  for (const kind of ['pointerout', 'focusout']) {
    document.addEventListener(kind, (event) => {
      if (linkOf(event.target)?.part) unlight();
    });
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !pinned) return;
    pinned = null;
    unlight();
  });

  addEventListener('popstate', (event) => {
    const states = Trail.of(event.state);
    if (!states) {
      // A link the browser followed itself, or an address typed by hand.
      arrive();
      return;
    }
    const before = trail.states;
    trail.restore(states);
    for (const [id, figure] of figures) {
      const wanted = states[id] ?? figure.initial;
      if (wanted !== (before[id] ?? figure.initial)) figure.load(wanted, false);
    }
  });

  // On a reload or a return: the states the page was left with. Then the address it was opened with.
  for (const [id, query] of Object.entries(trail.states)) figures.get(id)?.load(query, false);
  arrive();
}
