// Code to marks, one listing per line: {"language": …, "code": …} in, {"lengths": […], "roles": "k f"} out: pieces that make
// up the code, with the length of each in bytes and the letter of its role, a blank for plain text; or {"error": …}.
// The site builder runs this once per build. Without the npm package that does the work, its name instead: {"missing": "prismjs"}.
const { readFileSync, writeFileSync } = require('node:fs');

// The roles of web/shell/css/code.css, each with its words among the names that Prism's grammars and ours give to tokens.
const roles = {
  k: ['keyword', 'cast', 'opcode', 'parameter', 'property'],
  t: ['type', 'cuda-type', 'class-name'],
  s: ['string', 'char', 'raw-string', 'triple-quoted-string', 'string-interpolation'],
  n: ['number', 'boolean', 'null'],
  c: ['comment', 'shell-symbol'],
  f: ['function', 'launch', 'call', 'builtin', 'label', 'entry-name', 'command-name', 'function-name'],
  a: ['cuda-word', 'directive', 'directive-hash', 'decorator', 'special-register', 'variable', 'environment'],
};
const role_of = new Map(Object.entries(roles).flatMap(([role, names]) => names.map((name) => [name, role])));

const plain = ' ';

/** @typedef {{text: string, role: string}} Piece */
/** @typedef {string | {type: string, content: Token | Token[]} } Token */

/** The innermost role counts. @param {Token | Token[]} token @param {string} role @param {Piece[]} out */
function flatten(token, role, out) {
  if (typeof token === 'string') out.push({ text: token, role });
  else if (Array.isArray(token)) for (const each of token) flatten(each, role, out);
  else flatten(token.content, role_of.get(token.type) ?? role, out);
}

/** Neighbors of one role are one piece, with the blanks between them. @param {Piece[]} pieces */
function joined(pieces) {
  /** @type {Piece[]} */
  const out = [];
  for (const piece of pieces) {
    const last = out.at(-1), before = out.at(-2);
    if (last?.role === piece.role) {
      last.text += piece.text;
    } else if (before && last && before.role === piece.role && last.role === plain && /^[ \t]*$/.test(last.text)) {
      before.text += last.text + piece.text;
      out.pop();
    } else {
      out.push({ ...piece });
    }
  }
  return out;
}

/** @param {{language: string, code: string}} listing */
function highlight({ language, code }) {
  const grammar = grammars.get(language);
  if (!grammar) return { error: `no grammar for the language '${language}'` };
  /** @type {Piece[]} */
  const pieces = [];
  flatten(tokenize(code, grammar), plain, pieces);
  const marks = joined(pieces.filter(({ text }) => text !== ''));
  return { lengths: marks.map(({ text }) => Buffer.byteLength(text)), roles: marks.map(({ role }) => role).join('') };
}

function main() {
  const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line !== '');
  writeFileSync(1, lines.map((line) => `${JSON.stringify(highlight(JSON.parse(line)))}\n`).join(''));
}

/** @type {typeof import('./highlight/languages.cjs')} */
let library;
try {
  library = require('./highlight/languages.cjs');
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  console.log(JSON.stringify({ missing: 'prismjs' }));
  process.exit(0);
}
const { grammars, tokenize } = library;
main();
