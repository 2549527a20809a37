// Of an address that asks for more than a figure has, what can be had.

import { fields, query as queryOf } from './location.js';

/**
 * Loads a state; where it is refused, all of it that is not. The figure stays as it was when nothing is left.
 * @param {Pick<import('./types').Handle, 'load'>} handle @param {string} query
 * @returns {{loaded: boolean, problem: string}} problem: '' when all is well
 */
export function loadAddress(handle, query) {
  const whole = handle.load(query);
  if (!whole) return { loaded: true, problem: '' };
  const good = new Map(), wrong = [];
  for (const [key, text] of fields(query)) {
    const error = handle.load(queryOf(new Map([...good, [key, text]])));
    if (error) wrong.push(error);
    else good.set(key, text);
  }
  if (!good.size || !wrong.length) return { loaded: false, problem: whole };
  handle.load(queryOf(good));
  return { loaded: true, problem: `Left out of the link: ${wrong.join('; ')}` };
}
