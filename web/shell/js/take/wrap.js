// Text in lines: SVG has none.

/**
 * Lines that are no wider than `width`, broken at blanks; a word that is wider is broken within.
 * @param {string} text @param {number} width @param {(part: string) => number} measure @returns {string[]}
 */
export function lines(text, width, measure) {
  /** @type {string[]} */
  const done = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) done.push(line);
    line = word;
    while (measure(line) > width && line.length > 1) {
      const part = fitting(line, width, measure);
      done.push(part);
      line = line.slice(part.length);
    }
  }
  if (line) done.push(line);
  return done;
}

/** The longest beginning of a word that fits; at least one letter. @param {string} word @param {number} width @param {(part: string) => number} measure */
function fitting(word, width, measure) {
  let part = '';
  for (const letter of word) {
    if (part && measure(part + letter) > width) break;
    part += letter;
  }
  return part;
}
