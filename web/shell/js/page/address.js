// The URL's fragment names a place on the page: "#heading", "#figure?stride=2&step=3" or "#figure/part".

/** @typedef {{id: string, query: string | null, part: string}} Place query: null when the address has none */

/** @param {string} hash with or without '#' @returns {Place} */
export function parse(hash) {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  const mark = text.indexOf('?');
  const name = mark < 0 ? text : text.slice(0, mark);
  const query = mark < 0 ? null : text.slice(mark + 1);
  const slash = mark < 0 ? name.indexOf('/') : -1;
  return {
    id: decode(slash < 0 ? name : name.slice(0, slash)),
    query,
    part: slash < 0 ? '' : decode(name.slice(slash + 1)),
  };
}

/** What stands before the ids of this page where they are remembered. */
export const pagePrefix = () => location.pathname.replace(/index\.html$/, '') + '#';

/**
 * The address of a figure's state. "#figure" alone is the state it was built with; "#figure?" is every
 * parameter at its default, which may be another one.
 * @param {string} id @param {string} query percent-encoded @param {string} initial the state it was built with
 */
export function format(id, query, initial) {
  return query === initial ? `#${id}` : `#${id}?${query}`;
}

/** @param {string} text @returns {string} the text itself when its escapes are malformed */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * "a=1&b=2" as a map, keys and values decoded: of a query that the program or the builder wrote. What a reader's address
 * says is read by the program alone.
 * @param {string} query @returns {Map<string, string>}
 */
export function fields(query) {
  const map = new Map();
  for (const part of query.split('&')) {
    if (!part) continue;
    const equals = part.indexOf('=');
    map.set(decode(equals < 0 ? part : part.slice(0, equals)), equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  return map;
}

/** The query that fields() reads. @param {Map<string, string>} map */
export function query(map) {
  return [...map].map(([key, text]) => `${key}=${encodeURIComponent(text)}`).join('&');
}

/**
 * Adds the figure's step to its query, unless the query has one.
 * @param {string} query @param {string | undefined} step
 */
export function withStep(query, step) {
  if (!step || fields(query).has('step')) return query;
  return query ? `${query}&step=${step}` : `step=${step}`;
}
