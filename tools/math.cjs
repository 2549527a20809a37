// TeX to MathML, one formula per line: {"tex": …, "display": …} in, {"html": …} or {"error": …, "at": …} out,
// where `at` counts bytes from the formula's start. The site builder runs this once per build.
// Without the npm package that does the work, its name instead: {"missing": "temml"}.
// A build waits for this: plain require(), the minified build of Temml and one read and write are what starts soonest.
const { readFileSync, writeFileSync } = require('node:fs');
const { runInThisContext } = require('node:vm');

function load() {
  const file = require.resolve('temml/dist/temml.min.js');  // a script that exports nothing
  return runInThisContext(`${readFileSync(file, 'utf8')};temml`, { filename: file });
}

// The page's policy allows no style attributes: those that matter become classes (web/shell/css/math.css).
const classes = new Map([
  ['display:block math;', ''],
  ['math-depth:0;', ''],
  ['padding-left:0em;padding-right:0em;', 'm-tight'],
  ['padding-left:1em;padding-right:0em;', 'm-gap'],
  ['padding:3pt;border:1px solid;', 'm-boxed'],
]);

/** @param {string} tag an opening tag without its brackets */
function unstyle(tag) {
  const style = / style="([^"]*)"/.exec(tag)?.[1];
  if (style === undefined) return tag;
  const name = classes.get(style);
  if (name === undefined) throw new Error(`needs the inline style '${style}', which the pages do not allow`);
  const bare = tag.replace(/ style="[^"]*"/, '');
  if (name === '') return bare;
  return / class="/.test(bare) ? bare.replace(/ class="/, ` class="${name} `) : `${bare} class="${name}"`;
}

/** @param {{tex: string, display: boolean}} formula */
function render({ tex, display }) {
  try {
    const html = temml.renderToString(tex, { displayMode: display, throwOnError: true, strict: true, trust: false });
    return { html: html.replace(/<[a-z][^>]*/g, unstyle).replace(' class="tml-display"', '') };
  } catch (error) {
    // Temml's messages end in an excerpt with the place underlined: the builder points at it instead.
    const [message] = String(error.message).split(/ at position \d+| at end of input/);
    return { error: message.trim(), at: Buffer.byteLength(tex.slice(0, error.position ?? 0)) };
  }
}

function main() {
  const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line !== '');
  const answers = lines.map((line) => `${JSON.stringify(render(JSON.parse(line)))}\n`);
  writeFileSync(1, answers.join(''));
}

/** @type {import('temml').default} */
let temml;
try {
  temml = load();
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  console.log(JSON.stringify({ missing: 'temml' }));
  process.exit(0);
}
main();
