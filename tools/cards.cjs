// SVG to PNG for the social pictures, one per line: {"svg": …, "fonts": [FILE, …]} in, {"png": BASE64} or {"error": …} out.
// The site builder runs this once per build. resvg has its own text layout and takes no font of the system, so the bytes are
// the same on every machine. Without the npm package that does the work, its name instead: {"missing": "@resvg/resvg-js"}.
const { readFileSync, writeFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');

/** @param {{svg: string, fonts: string[]}} card */
async function draw({ svg, fonts }) {
  try {
    const font = { loadSystemFonts: false, fontFiles: fonts, defaultFontFamily: 'Inter' };
    const image = await renderAsync(svg, { font });
    return { png: image.asPng().toString('base64') };
  } catch (error) {
    return { error: String(error.message) };
  }
}

/** A picture is drawn on a thread of its own; so many are drawn at once as there are processors. */
async function main() {
  const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line !== '');
  /** @type {string[]} */
  const answers = [];
  let next = 0;
  const work = async () => {
    while (next < lines.length) {
      const at = next++;
      answers[at] = `${JSON.stringify(await draw(JSON.parse(lines[at])))}\n`;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  writeFileSync(1, answers.join(''));
}

/** @type {typeof import('@resvg/resvg-js')} */
let library;
try {
  library = require('@resvg/resvg-js');
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  console.log(JSON.stringify({ missing: '@resvg/resvg-js' }));
  process.exit(0);
}
const { renderAsync } = library;
main();
