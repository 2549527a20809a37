// A page of the built site as a chapter: what is there to be pressed goes, folds are open, figures are still pictures with a link
// to the live ones, and links lead to other chapters.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { byClass, elements, escaped, find, fragment, get, hasClass, inner, outer, parse, remove, replace, set, text } from './dom.mjs';

/** @typedef {{path: string, title: string, appendix: boolean}} Page */
/** @typedef {{site: string, base: string, origin: string, title: string, tagline: string, credit: string, out: string, pages: Page[]}} Book */

/** The name of a page within ids: "hopper". @param {string} path */
export const slug = (path) => path.replace(/\/$/, '').replaceAll('/', '-') || 'home';

const dropped = ['anchor', 'pager', 'report', 'report-page', 'numbers-note', 'phases', 'phase-end', 'sitting', 'filter'];

/** @param {string} html that goes into the book as it is */
const raw = (html, block = false) => fragment(block ? `<pre class="html"><code>${escaped(html)}</code></pre>` : `<code class="html">${escaped(html)}</code>`);

/** @param {any} figure @param {Book} book */
function still(figure, { site, base, origin }) {
  const picture = find(figure, byClass('take')), link = picture && find(picture, ({ tagName }) => tagName === 'a');
  const file = join(site, (get(link ?? {}, 'href') ?? '').slice(base.length));
  const part = (/** @type {string} */ name) => text(find(figure, byClass(name)) ?? {});
  const title = text(find(figure, ({ tagName }) => /^h\d$/.test(tagName ?? '')) ?? {});
  const caption = find(figure, byClass('caption'));
  const own = find(figure, byClass('own'));
  const href = own ? get(own, 'href') : undefined;
  for (const more of caption ? elements(caption).filter(byClass('more')) : []) remove(more);
  return fragment(
    `<div class="figure" id="${escaped(get(figure, 'id') ?? '')}"><p class="figure-title"><b>${escaped(title)}</b> ${escaped(part('question'))}</p>` +
      `<p><img src="${escaped(file)}" alt="${escaped(`${title}. ${part('status')}`)}"></p><p class="status">${escaped(part('status'))}</p>` +
      (caption ? `<div class="caption">${inner(caption)}</div>` : '') + (href ? `<p class="live"><a href="${escaped(origin + href)}">Play with this figure</a></p>` : '') + '</div>');
}

/** @param {any} form a quiz or a prediction @param {number} number */
function question(form, number) {
  const asked = find(form, ({ tagName }) => tagName === 'legend') ?? form.childNodes.find((/** @type {any} */ node) => node.tagName === 'p');
  const answers = elements(form).filter((each) => each.tagName === 'label' && hasClass(each, 'answer')).map((label) => find(label, ({ tagName }) => tagName === 'span'));
  const list = answers.length ? `<ol type="a">${answers.map((answer) => `<li>${inner(answer)}</li>`).join('')}</ol>` : '';
  return fragment(`<div class="question" id="${escaped(get(form, 'id') ?? '')}"><p><b>Question ${number}.</b> ${inner(asked)}</p>${list}</div>`);
}

/** @param {any} main */
function plain(main, /** @type {Book} */ book) {
  for (const each of elements(main).filter((e) => e.tagName === 'figure' && hasClass(e, 'scene'))) replace(each, still(each, book));
  let number = 0;
  for (const form of elements(main).filter((e) => e.tagName === 'form' && (hasClass(e, 'quiz') || hasClass(e, 'predict')))) replace(form, question(form, ++number));
  for (const each of elements(main)) if (dropped.some((name) => hasClass(each, name)) || ['button', 'script', 'input', 'template'].includes(each.tagName)) remove(each);
  for (const each of elements(main)) {
    // Of ids that become others, and for scripts.
    each.attrs = each.attrs.filter((/** @type {{name: string}} */ { name }) => !/^(aria-(labelledby|describedby|controls)|data-.*|tabindex)$/.test(name));
    if (each.tagName === 'img' && get(each, 'src')?.startsWith(book.base)) set(each, 'src', join(book.site, (get(each, 'src') ?? '').slice(book.base.length)));
    if (each.tagName === 'source') remove(each);
    else if (each.tagName === 'u') replace(each, each.childNodes);
    else if (each.tagName === 'details') each.tagName = each.nodeName = 'div';
    else if (each.tagName === 'summary') each.tagName = each.nodeName = 'h5';
    else if (each.tagName === 'pre') unlinked(each);
  }
}

/** The addresses of a listing's lines are for screens. @param {any} pre */
function unlinked(pre) {
  for (const each of elements(pre)) {
    if (each.tagName === 'a') replace(each, each.childNodes);
    else set(each, 'id');
  }
}

/** Makes ids unique in the book, and leads links to where they lead there. @param {any} main @param {Page} page @param {Book} book @param {Map<string, Set<string>>} ids */
function relink(main, page, book, ids) {
  const own = slug(page.path);
  for (const each of elements(main)) {
    const id = get(each, 'id'), href = get(each, 'href');
    if (id !== undefined) set(each, 'id', id ? `${own}.${id}` : undefined);
    if (each.tagName === 'a' && href !== undefined) set(each, 'href', target(href, page, book, ids));
  }
}

/** @param {string} href @param {Page} page @param {Book} book @param {Map<string, Set<string>>} ids */
function target(href, page, { base, origin }, ids) {
  if (!href.startsWith('#') && !href.startsWith(base)) return href;
  const [path = '', hash = ''] = (href.startsWith('#') ? base + page.path + href : href).slice(base.length).split('#');
  const chapter = ids.get(path);
  if (chapter && (!hash || chapter.has(hash))) return `#${slug(path)}${hash && '.'}${hash}`;
  return `${origin}${base}${path}${hash && '#'}${hash}`; // a state of a figure, or a page that is not in the book
}

/** The content of a page, and its ids. @param {Page} page @param {Book} book */
export function open(page, book) {
  const document = parse(readFileSync(join(book.site, page.path, 'index.html'), 'utf8'));
  const main = find(document, ({ tagName }) => tagName === 'main');
  plain(main, book);
  return { page, main, ids: new Set(elements(main).flatMap((each) => get(each, 'id') ?? [])) };
}

/** @typedef {ReturnType<typeof open>} Chapter */

/** @param {Chapter} chapter @param {Book} book @param {Map<string, Set<string>>} ids of all chapters, by path @returns {string} its HTML */
export function write({ main, page }, book, ids) {
  relink(main, page, book, ids);
  const heading = find(main, ({ tagName }) => tagName === 'h1');
  if (heading) remove(heading);
  return `<h1 id="${slug(page.path)}">${escaped(page.title)}</h1>\n${inner(main)}`;
}

/** pandoc keeps the ids of few elements. @param {any} element */
function keepId(element) {
  const id = get(element, 'id');
  const term = element.parentNode.tagName === 'dl' ? find(element, ({ tagName }) => tagName === 'dt') : undefined;
  if (id === undefined || (!term && /^(h\d|div|span|section)$/.test(element.tagName))) return;
  set(element, 'id');
  if (term) return void term.childNodes.unshift(...fragment(`<span id="${escaped(id)}"></span>`));
  const inside = ['li', 'p', 'dt', 'dd', 'td', 'th'].includes(element.tagName);
  const [place] = fragment(inside ? `<span id="${escaped(id)}"></span>` : `<div id="${escaped(id)}"></div>`);
  if (inside) element.childNodes.unshift(place);
  else replace(element, [place, element]);
}

/** For pandoc: it would write formulas and colored code anew. @param {string} html @returns {string} */
export function forPandoc(html) {
  const body = { nodeName: '#document-fragment', childNodes: fragment(html) };
  for (const each of body.childNodes) each.parentNode = body;
  for (const each of elements(body)) {
    keepId(each);
    if (each.tagName === 'math') {
      set(each, 'xmlns', 'http://www.w3.org/1998/Math/MathML');
      replace(each, raw(outer(each)));
    } else if (each.tagName === 'pre') replace(each, raw(outer(each), true));
  }
  return inner(body);
}
