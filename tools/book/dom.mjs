// As much of a DOM as the book needs, on parse5's trees.
import { createRequire } from 'node:module';

/** @type {any} */
const parse5 = createRequire(new URL('../package.json', import.meta.url))('parse5');

/** @typedef {any} Node one of parse5's */

export const parse = (/** @type {string} */ html) => parse5.parse(html);
/** @param {string} html @returns {Node[]} */
export const fragment = (html) => parse5.parseFragment(html).childNodes;
/** Also as XML: the only name that parse5 writes is that of the blank that does not break. @param {Node} node @returns {string} */
export const inner = (node) => parse5.serialize(node).replaceAll('&nbsp;', '&#160;');
/** @param {Node} node @returns {string} */
export const outer = (node) => inner({ nodeName: '#document-fragment', childNodes: [node] });

/** All elements below a node, in order. @param {Node} node @returns {Node[]} */
export const elements = (node) => (node.childNodes ?? []).flatMap((/** @type {Node} */ child) => (child.tagName ? [child, ...elements(child)] : []));
/** @param {Node} node @returns {string} */
export const text = (node) => node.value ?? (node.childNodes ?? []).map(text).join('');
/** @param {Node} node @param {string} name @returns {string | undefined} */
export const get = (node, name) => node.attrs?.find((/** @type {any} */ each) => each.name === name)?.value;
/** @param {Node} node @param {string} name @param {string} [value] without it the attribute goes */
export function set(node, name, value) {
  node.attrs = node.attrs.filter((/** @type {any} */ each) => each.name !== name);
  if (value !== undefined) node.attrs.push({ name, value });
}
/** @param {Node} node @param {string} name */
export const hasClass = (node, name) => (get(node, 'class') ?? '').split(' ').includes(name);
/** @param {Node} node @param {(element: Node) => boolean} test @returns {Node | undefined} the first below it */
export const find = (node, test) => elements(node).find(test);
/** @param {string} name */
export const byClass = (name) => (/** @type {Node} */ node) => hasClass(node, name);

/** @param {Node} node @param {Node[]} others what takes its place */
export function replace(node, others) {
  const { parentNode } = node;
  for (const each of others) each.parentNode = parentNode;
  parentNode.childNodes.splice(parentNode.childNodes.indexOf(node), 1, ...others);
}
/** @param {Node} node */
export const remove = (node) => replace(node, []);

/** @param {string} value */
export const escaped = (value) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
