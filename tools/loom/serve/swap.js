// A page that was saved takes the place of the one on the screen, where they differ in text alone: then scrolling, figures
// and all that the author has opened stay as they are. Scripts of the page that change text or hold on to it are in
// web/shell/js; what they listen to the whole document for needs nothing done here.

/** Elements that are but text. What is none of these, or has data- attributes, might be known to a script. */
const words = new Set(('a b blockquote br cite code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p pre s small ' +
  'span strong sub sup table tbody td th thead title tr ul').split(' '));
/** Scripts know what is in these, and change it. */
const held = 'nav, form, svg, .quiz, .predict, .filterable';
/** The builder's guesses at heights, the index of the search, and what is said about the page elsewhere. @param {Element} element */
const free = (element) => ['data-narrow', 'data-wide', 'data-far', 'data-search', ...(element.matches('meta[name="description"], meta[property]') ? ['content'] : [])];

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => node.nodeType === 1;

/** @param {Node} node */
const isWord = (node) =>
  !isElement(node) ||
  ((words.has(node.localName) || node.namespaceURI?.endsWith('/MathML')) &&
    node.getAttributeNames().every((name) => ['data-again', 'data-definition', 'data-far', 'data-head'].includes(name) || !name.startsWith('data-')));
/** @param {Node} node */
const isText = (node) => isWord(node) && (!isElement(node) || [...node.querySelectorAll('*')].every(isWord));

/** What is in an element: runs of text, all but the first begin behind something that is more. @param {Element} element */
function runs(element) {
  /** @type {{more: Element | null, text: Node[]}[]} */
  const all = [{ more: null, text: [] }];
  for (const node of element.childNodes)
    if (isElement(node) && !isText(node)) all.push({ more: node, text: [] });
    else all.at(-1)?.text.push(node);
  return all;
}

/** Whether the tags agree in all that is not free. @param {Element} one @param {Element} other */
function sameTag(one, other) {
  const [a, b] = [one, other].map((element) => {
    const tag = /** @type {Element} */ (element.cloneNode(false));
    for (const name of free(element)) tag.removeAttribute(name);
    return tag;
  });
  return a?.isEqualNode(b ?? null) ?? false;
}

/** How many at the beginning agree. @param {Node[]} some @param {Node[]} others */
function agreeing(some, others) {
  const end = some.findIndex((node, i) => !node.isEqualNode(others[i] ?? null));
  return end < 0 ? some.length : end;
}

/** @param {Element} live @param {Node[]} gone nodes in it @param {Node | null} behind the one that follows them @param {Node[]} come */
function replace(live, gone, behind, come) {
  for (const node of gone) {
    // Whatever these words show elsewhere, a definition or a part of a figure, ends with them.
    for (const link of isElement(node) ? node.querySelectorAll('a:is(:hover, :focus, [aria-describedby])') : [])
      link.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    live.removeChild(node);
  }
  for (const node of come) {
    const mine = live.insertBefore(document.importNode(node, true), behind);
    if (!isElement(mine)) continue;
    for (const box of [mine, ...mine.querySelectorAll('*')]) if (box.matches(scrollers)) scrolling.observe(box);
  }
}

// As scrollers.js, which knows only what was there when it began.
const scrollers = '.scroll, pre, math[display="block"]';
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries)
    if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
});

/**
 * What makes `live`, which came as `old` and was changed by scripts since, what it would be had it come as `next`.
 * @param {Element} old @param {Element} next @param {Element} live
 * @returns {(() => void)[] | null} null: more than text has changed, or the element is not as it came
 */
export function changes(old, next, live) {
  if (old.matches(held) || !sameTag(old, next)) return null;
  const here = [...live.childNodes], were = runs(old), are = runs(next);
  const known = [...old.childNodes].every(({ nodeName }, i) => nodeName === here[i]?.nodeName || (nodeName === 'DIV' && here[i]?.nodeName === 'FORM'));
  if (!known || were.length !== are.length) return null;

  const all = free(old).flatMap((name) => {
    const value = next.getAttribute(name);
    return value === null || value === old.getAttribute(name) ? [] : [() => live.setAttribute(name, value)];
  });
  let at = 0;
  for (const [i, { more, text }] of were.entries()) {
    const { more: moreNow, text: textNow } = /** @type {typeof were[0]} */ (are[i]);
    if (more && moreNow) {
      const inside = more.isEqualNode(moreNow) ? [] : changes(more, moreNow, /** @type {Element} */ (here[at]));
      if (!inside) return null;
      all.push(...inside);
      ++at;
    }
    const from = agreeing(text, textNow);
    const same = agreeing(text.slice(from).reverse(), textNow.slice(from).reverse());
    const gone = text.slice(from, text.length - same), come = textNow.slice(from, textNow.length - same);
    const first = at + from, mine = here.slice(first, first + gone.length);
    if (mine.some((node, i) => node.textContent !== gone[i]?.textContent)) return null;
    if (gone.length || come.length) all.push(() => replace(live, mine, here[first + gone.length] ?? null, come));
    at += text.length;
  }
  return all;
}

/** Makes a change; what begins the screen stays there. @param {() => void} change */
function keepingPlace(change) {
  /** @type {Element | undefined} */
  let first = document.querySelector('main') ?? document.body;
  for (let next = first; next; next = /** @type {Element} */ ([...first.children].find((each) => each.getBoundingClientRect().bottom > 0))) {
    first = next;
    if (!next.matches('main, section, details')) break;
  }
  const top = (/** @type {Element} */ element) => element.getBoundingClientRect().top;
  const before = top(first), previous = first.previousElementSibling;
  change();
  const now = first.isConnected ? first : previous?.nextElementSibling;
  if (now) scrollBy({ top: top(now) - before, behavior: 'instant' });
}

/** @param {Document} old as the page came @param {Document} next as it comes now @returns {boolean} false: it has to be loaded */
export function swap(old, next) {
  const all = changes(old.documentElement, next.documentElement, document.documentElement);
  if (all?.length) keepingPlace(() => all.forEach((each) => each()));
  return all !== null;
}
