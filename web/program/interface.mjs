// The scripts' side of interface.def, which tools/assets writes to web/shell/js/runtime/interface.js.
import { readFileSync } from 'node:fs';

const list = readFileSync(new URL('interface.def', import.meta.url), 'utf8');

/** The entries of each macro, each the text between its parentheses. @param {string} source */
function entriesOf(source) {
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const [i, line] of source.split('\n').entries()) {
    if (line === '' || /^(\/\/|#ifdef |#undef |#endif$)/.test(line)) continue;
    const [, macro, inner] = /^LOOM_(\w+)\((.*)\)(?: *\/\/.*)?$/.exec(line) ?? [];
    if (macro === undefined || inner === undefined) throw new Error(`interface.def:${i + 1}: expected an entry on one line, LOOM_…(…), got '${line}'`);
    all.set(macro, [...(all.get(macro) ?? []), inner]);
  }
  return (/** @type {string} */ macro) => all.get(macro) ?? [];
}

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

/** An answer that is an array: its elements' names, and their types. @param {string} about @param {string[]} entries @param {string} type @param {string} names */
function answer(about, entries, type, names) {
  const elements = entries.map((entry) => entry.split(', ')).map(([type = '', name = '']) => ({ type: types[type], name: camel(name) }));
  return `/**\n * ${about}\n * @typedef {{\n${elements.map(({ name, type }) => ` *   ${name}: ${type},\n`).join('')} * }} ${type}\n */\n` +
    `export const ${names} = [${elements.map(({ name }) => `'${name}'`).join(', ')}];\n`;
}

/** @param {string[]} names */
const numbered = (names) => names.map((name, i) => `${camel(name)}: ${i}`);

/** The text of that module. @param {string} source */
export function interfaceScript(source = list) {
  const entries = entriesOf(source);
  return [
    '// What scripts and programs know of each other. Written from web/program/interface.def by tools/assets: change that.\n',
    `/**\n * What each function of the programs is called with.\n * @typedef {{\n${
      entries('CALL').map((call) => ` *   ${signature(call)},\n`).join('')} * }} Calls\n */\n`,
    entries('BIT').map((name, i) => `export const ${camel(name)} = ${1 << i};\n`).join(''),
    table('What happened to the pointer.', 'pointers', numbered(entries('POINTER'))),
    table('Texts that ask answers.', 'texts', numbered(entries('TEXT'))),
    answer('What the page shows of a figure.', entries('SNAPSHOT'), 'Snapshot', 'snapshotNames'),
    answer('What the pointer is over.', entries('POINTED'), 'Pointed', 'pointedNames'),
    table('How far a run is: numbers that progress answers.', 'progress', numbered(entries('PROGRESS'))),
    `/** What CSS calls the cursors of Pointed. */\nexport const cursors = [${
      entries('CURSOR').map((each) => `'${/"(.*)"/.exec(each)?.[1]}'`).join(', ')}];\n`,
    table('Of pictures, in their units.', 'widths', entries('WIDTH').map((each) => each.replace(', ', ': '))),
    `/** The roles of colors, as the style sheets name them; the first is never drawn. */\nexport const roles = [\n${
      entries('ROLE').map((name) => `  '${name === 'none' ? '' : name.replace('_', '-')}',\n`).join('')}];\n`,
  ].join('\n');
}
