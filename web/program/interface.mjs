// The scripts' side of interface.def, which tools/assets writes to web/shell/js/runtime/interface.js.
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('interface.def', import.meta.url), 'utf8');

/** The entries of a macro, each the text between its parentheses. @param {string} macro */
const entries = (macro) => [...source.matchAll(new RegExp(`^LOOM_${macro}\\((.*)\\)(?: *//.*)?$`, 'gm'))].map(([, inner = '']) => inner);

/** @param {string} name */
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** @param {string} type of C++ */
const scriptType = (type) => (type === 'bool' ? 'boolean' : 'number');

/** @param {string} call "scenes, int, tick, (int figure, double now_ms)" */
function signature(call) {
  const [, name, parameters] = /^\w+, [^,]+, (\w+), \((.*)\)$/.exec(call) ?? [];
  if (name === undefined || parameters === undefined) throw new Error(`interface.def: cannot read LOOM_CALL(${call})`);
  const types = parameters === '' ? [] : parameters.split(', ').map((each) => {
    const [type = '', parameter = ''] = each.split(' ');
    return `${camel(parameter)}: ${scriptType(type)}`;
  });
  return `${name}: [${types.join(', ')}]`;
}

/** @param {string} about @param {string} name @param {string[]} lines */
const table = (about, name, lines) => `/** ${about} */\nexport const ${name} = {\n${lines.map((line) => `  ${line},\n`).join('')}};\n`;

/** What scripts have for the types of an answer. @type {Record<string, string>} */
const types = { text: 'string', number: 'number', flag: 'boolean', flags: 'boolean[]', fields: 'Record<string, string>' };

/** An answer that is an array: its elements' names, and their types. @param {string} about @param {string} macro @param {string} type @param {string} names */
function answer(about, macro, type, names) {
  const elements = entries(macro).map((entry) => entry.split(', ')).map(([type = '', name = '']) => ({ type: types[type], name: camel(name) }));
  return `/**\n * ${about}\n * @typedef {{\n${elements.map(({ name, type }) => ` *   ${name}: ${type},\n`).join('')} * }} ${type}\n */\n` +
    `export const ${names} = [${elements.map(({ name }) => `'${name}'`).join(', ')}];\n`;
}

/** @param {string} macro */
const numbered = (macro) => entries(macro).map((name, i) => `${camel(name)}: ${i}`);

/** The text of that module. */
export function interfaceScript() {
  return [
    '// What scripts and programs know of each other. Written from web/program/interface.def by tools/assets: change that.\n',
    `/**\n * What each function of the programs is called with.\n * @typedef {{\n${
      entries('CALL').map((call) => ` *   ${signature(call)},\n`).join('')} * }} Calls\n */\n`,
    entries('BIT').map((name, i) => `export const ${camel(name)} = ${1 << i};\n`).join(''),
    table('What happened to the pointer.', 'pointers', numbered('POINTER')),
    table('Texts that ask answers.', 'texts', numbered('TEXT')),
    answer('What the page shows of a figure.', 'SNAPSHOT', 'Snapshot', 'snapshotNames'),
    answer('What the pointer is over.', 'POINTED', 'Pointed', 'pointedNames'),
    table('How far a run is: numbers that progress answers.', 'progress', numbered('PROGRESS')),
    `/** What CSS calls the cursors of Pointed. */\nexport const cursors = [${
      entries('CURSOR').map((each) => `'${/"(.*)"/.exec(each)?.[1]}'`).join(', ')}];\n`,
    table('Of pictures, in their units.', 'widths', entries('WIDTH').map((each) => each.replace(', ', ': '))),
    `/** The roles of colors, as the style sheets name them; the first is never drawn. */\nexport const roles = [\n${
      entries('ROLE').map((name) => `  '${name === 'none' ? '' : name.replace('_', '-')}',\n`).join('')}];\n`,
  ].join('\n');
}
