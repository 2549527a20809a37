// The URL's fragment names a place on the page: "#heading", "#figure?stride=2&step=3" or "#figure/part". What is behind the
// question mark is for the figure's program: scripts hand it on as it is.

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

/** An id or a part. @param {string} text @returns {string} the text itself when its escapes are malformed */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
