// Of an address that asks for more than a figure has, what can be had.

/**
 * Loads a state; where it is refused, all of it that is not. The figure stays as it was when nothing is left.
 * The program reads what the address says: nothing is decoded here.
 * @param {Pick<import('../types').Handle, 'load'>} handle @param {string} query
 * @returns {{loaded: boolean, problem: string}} problem: '' when all is well
 */
export function loadAddress(handle, query) {
  const whole = handle.load(query);
  if (!whole) return { loaded: true, problem: '' };
  const good = [], wrong = [];
  for (const part of query.split('&').filter(Boolean)) {
    const error = handle.load([...good, part].join('&'));
    if (error) wrong.push(error);
    else good.push(part);
  }
  if (!good.length) return { loaded: false, problem: whole };
  return { loaded: true, problem: `Left out of the link: ${wrong.join('; ')}` };
}
