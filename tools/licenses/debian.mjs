// What Debian's packages say about their licenses: /usr/share/doc/PACKAGE/copyright.
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';

/** A text with one line feed at its end. @param {string} text */
const trimmed = (text) => `${text.replaceAll('\t', '  ').trim()}\n`;

/** @param {string} path @param {string} from the package that brings it */
export function fileOf(path, from) {
  try {
    return trimmed(readFileSync(path, 'utf8'));
  } catch {
    throw new Error(`cannot read '${path}': install ${from}`);
  }
}

/** @param {string} name */
export const copyrightFile = (name) => fileOf(`/usr/share/doc/${name}/copyright`, name);

/** A text that several packages refer to: "LGPL-2.1". @param {string} name */
export const commonLicense = (name) => fileOf(`/usr/share/common-licenses/${name}`, 'base-files');

/** The package of a file. @param {string} path */
export const owner = (path) => execFileSync('dpkg', ['-S', realpathSync(path)], { encoding: 'utf8' }).split(':')[0] ?? '';

/** "libcli11-dev 2.3.2+ds-1". @param {string} name */
export const versioned = (name) => `${name} ${execFileSync('dpkg-query', ['-W', '-f', '${Version}', name], { encoding: 'utf8' })}`;

/**
 * A paragraph of a copyright file: fields whose continued lines lose their first blank, and a dot for an empty line.
 * @typedef {Map<string, string>} Paragraph
 */

/** @param {string} text @returns {Paragraph[]} */
export function paragraphs(text) {
  return text.split(/\n(?:[ \t]*\n)+/).map((lines) => {
    /** @type {Paragraph} */
    const fields = new Map();
    let name = '';
    for (const line of lines.split('\n')) {
      const [, field, value] = /^([A-Za-z-]+):[ \t]*(.*)$/.exec(line) ?? [];
      if (field) fields.set((name = field), (fields.has(field) ? `${fields.get(field)}\n` : '') + value);
      else fields.set(name, `${fields.get(name) ?? ''}\n${line.replace(/^[ \t]/, '').replace(/^\.[ \t]*$/, '')}`);
    }
    return fields;
  });
}

/** "Expat or NCSA~Mozilla": both, in small letters, which some files mix. @param {string} field */
const licensesOf = (field) => (field.split('\n')[0] ?? '').toLowerCase().split(/ and | or |, /).map((each) => each.trim()).filter(Boolean);

/**
 * Of a copyright file, what it says of the files that begin with one of these paths ("*": of those that it does not
 * single out), and the licenses that it names there. @param {string} text @param {string[]} paths
 */
export function noticeIn(text, paths) {
  const all = paragraphs(text);
  const chosen = all.filter((each) => (each.get('Files') ?? '').split(/\s+/).some((name) => name && paths.some((path) => (path === '*' ? name === '*' : name.startsWith(path)))));
  if (chosen.length === 0) throw new Error(`nothing about ${paths.join(' ')} in the copyright file`);
  const shown = chosen.map((each) => [...each].filter(([name]) => name !== 'Comment').map(([name, value]) => trimmed(`${name}: ${value}`)).join(''));
  // What a paragraph about files has behind a license's name may be the license, or only that it may be chosen.
  const within = new Set(chosen.filter((each) => each.get('License')?.includes('\n')).flatMap((each) => licensesOf(each.get('License') ?? '')));
  const named = new Set(chosen.flatMap((each) => licensesOf(each.get('License') ?? '')));
  const texts = [...named].filter((name) => !within.has(name) || ofItsOwn(all, name)).map((name) => licenseIn(text, name));
  return [...shown, ...texts].join('\n');
}

/** @param {Paragraph[]} all @param {string} name */
const ofItsOwn = (all, name) => all.find((each) => !each.has('Files') && licensesOf(each.get('License') ?? '').includes(name.toLowerCase()))?.get('License');

/** The text of one license in a copyright file. @param {string} text @param {string} name */
export function licenseIn(text, name) {
  const all = paragraphs(text);
  const full = ofItsOwn(all, name) ?? all.map((each) => each.get('License') ?? '').find((field) => licensesOf(field).includes(name.toLowerCase()));
  if (!full?.includes('\n')) throw new Error(`no text of the license ${name} in the copyright file`);
  return trimmed(full);
}

/** @param {string} name of the package @param {string[]} paths */
export function noticeOf(name, ...paths) {
  try {
    return noticeIn(copyrightFile(name), paths);
  } catch (error) {
    throw new Error(`${name}: ${/** @type {Error} */ (error).message}`);
  }
}
