// What CHANGELOG.md says of a version of loom-run. Refuses a tag that is not "v" and the version in package.json, and a
// version without changes.
// usage: node .ci/release-notes.mjs TAG    prints the notes
import { readFileSync } from 'node:fs';

const folder = new URL('../tools/loom/alone/', import.meta.url);
/** @param {string} name */
const read = (name) => readFileSync(new URL(name, folder), 'utf8');

/** @param {string} tag */
function notes(tag) {
  const { version } = JSON.parse(read('npm/package.json'));
  if (tag !== `v${version}`) throw new Error(`the tag is '${tag}', expected 'v${version}', the version in tools/loom/alone/npm/package.json`);
  const section = read('CHANGELOG.md').split(/^(?=## )/m).find((each) => each.startsWith(`## ${version}\n`));
  const text = section?.slice(section.indexOf('\n')).trim();
  if (!text) throw new Error(`tools/loom/alone/CHANGELOG.md has no section '## ${version}' with text`);
  return text;
}

try {
  if (process.argv.length !== 3) throw new Error('usage: node .ci/release-notes.mjs TAG');
  console.log(notes(process.argv[2] ?? ''));
} catch (error) {
  console.error(`.ci/release-notes.mjs: ${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
