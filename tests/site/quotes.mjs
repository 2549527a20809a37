// Numbers in a page's sentences: each has to be computed or recorded, cited, or given by the text.
//
// A test writes a page's sentences again with the numbers taken from where they come from (a scene's
// answer, a recording, a constant of the simulators). The page has to say the same, word for word.
// A number that no such sentence holds needs a citation in its sentence or a place in the list of
// what is given, with the reason; state links have to be part of a sentence made from that state.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { build, loom, root } from '../site.mjs';

/** @param {string} path */
export const read = (path) => readFileSync(join(root, path), 'utf8');
/** What an H200 measured. @param {string} name */
export const recorded = (name) => JSON.parse(read(`core/recorded/h200/${name}.json`));
/** The first of `rows` that has all of these values. @param {any[]} rows @param {object} values */
export function row(rows, values) {
  const found = rows.find((each) => Object.entries(values).every(([key, value]) => each[key] === value));
  assert.ok(found, `nothing recorded for ${JSON.stringify(values)}`);
  return found;
}
/** An integer constant of a C++ or CUDA header. @param {string} path @param {string} name */
export function constant(path, name) {
  const found = read(path).match(new RegExp(`\\bconstexpr int [^;]*\\b${name} = (\\d+)\\b`));
  assert.ok(found, `${path} has no ${name}`);
  return Number(found[1]);
}

/** @param {number} value @param {number} [digits] */
export const shown = (value, digits = 0) => value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** A number as scenes and pages write it: 1,024 or 12.5%. @param {string | undefined} text */
export const number = (text) => Number((text ?? '').replace(/[,%]/g, ''));
const words = 'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ');
const tens = new Map([[20, 'twenty'], [32, 'thirty-two'], [33, 'thirty-three'], [46, 'forty-six']]);
/** @param {number} value */
export function word(value) {
  const found = words[value] ?? tens.get(value);
  assert.ok(found, `no word for ${value}`);
  return found;
}
/** @param {number} value */
export const Word = (value) => word(value).replace(/^./, (letter) => letter.toUpperCase());

/** @type {Map<string, any>} */
const answers = new Map();
/** Figures that have another name than their scene. @type {Map<string, string>} */
const renamed = new Map();
/** What a scene says in a state: its sentence and its table. @param {string} state as in a link: `id?key=value` @returns {{ status: string, table: { columns: string[], rows: (string | number | null)[][], shown: string[][] } }} */
export function scene(state) {
  const [id = '', query = ''] = state.split('?');
  const options = query.split('&').filter(Boolean).flatMap((pair) => {
    const at = pair.indexOf('=');
    return [`--${pair.slice(0, at)}`, decodeURIComponent(pair.slice(at + 1))];
  });
  if (!answers.has(state)) answers.set(state, JSON.parse(execFileSync(loom, ['scene', renamed.get(id) ?? id, ...options, '--format', 'json'], { encoding: 'utf8' })));
  return answers.get(state);
}
/** What a scene's sentence has in the pattern's places. @param {string} state @param {RegExp} pattern @returns {string[]} */
export function say(state, pattern) {
  const found = scene(state).status.match(pattern);
  assert.ok(found, `${state} does not say ${pattern}:\n${scene(state).status}`);
  return found.slice(1).map(String);
}
/** A field, as it is shown, of the table's row that begins with `first`; a column needs no unit. @param {string} state @param {string} first @param {string} column */
export function cell(state, first, column) {
  const { columns, shown } = scene(state).table;
  const line = shown.find((each) => each[0] === first);
  const at = columns.findIndex((each) => each === column || each.startsWith(`${column} (`));
  assert.ok(line && at >= 0, `${state} has no ${first}, ${column}`);
  return line[at] ?? '';
}
/** The answer of a simulator. @param {object} question */
export const ask = (question) => JSON.parse(execFileSync(loom, ['eval'], { input: `${JSON.stringify(question)}\n`, encoding: 'utf8' }));

/** What the figures of a page answer to its predictions, in the built site. @param {string} page its text @param {string} html its path in the site */
export function predictions(page, html) {
  /** @type {Map<string, string>} */
  const revealed = new Map();
  const site = build();
  const text = readFileSync(join(site, html), 'utf8');
  for (const [, figure = '', metric = '', answer = ''] of text.matchAll(/ class="predict"[^>]* data-figure="([^"]*)" data-metric="([^"]*)"[^]*?<summary>Reveal<\/summary><p>[^<]*: (\S+?)\.?(?: [^<]*)?<\/p>/g))
    revealed.set(`${figure} ${metric}`, answer);
  /** @type {Set<string>} */
  const taken = new Set();
  return {
    html: text,
    /** The answer to one of them. @param {string} figure @param {string} metric */
    predicted(figure, metric) {
      taken.add(`${figure} ${metric}`);
      return number(revealed.get(`${figure} ${metric}`));
    },
    /** Call it last. */
    all() {
      test(`${html}: every prediction of the page is checked`, () => {
        const asked = [...page.matchAll(/^```predict (\S+) metric=(\S+).*$/gm)].map(([, figure, metric]) => `${figure} ${metric}`);
        assert.deepEqual(asked.filter((each) => !taken.has(each) || !revealed.has(each)), []);
      });
      // Where a question is about another state than the figure shows, neither picture nor sentence tells the answer.
      for (const [, figure = '', metric = ''] of text.matchAll(/ class="predict"[^>]* data-figure="([^"]*)" data-metric="([^"]*)" data-query=/g))
        test(`${html}: the figure ${figure} does not tell its ${metric}`, () => {
          const from = text.indexOf(`<figure class="scene" id="${figure}"`);
          const inline = text.slice(from, text.indexOf('</figure>', from));
          const beside = [...inline.matchAll(/ src(?:set)?="\/([^"]+\.svg)"/g)].map(([, path = '']) => readFileSync(join(site, path), 'utf8'));
          const shown = [inline, ...beside].join('');
          const told = [...shown.matchAll(/<text[^>]*>([^]*?)<\/text>|<p class="status"[^>]*>([^]*?)<\/p>/g)].map(([, words, sentence]) => (words ?? sentence ?? '').replace(/<[^>]+>/g, ''));
          assert.ok(from >= 0 && told.length > 1);
          const answer = String(revealed.get(`${figure} ${metric}`)).replace(/%$/, '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
          if (answer.length < 3) return; // a short number stands for many things
          assert.deepEqual(told.filter((words) => new RegExp(`(?<![\\d.,])${answer.replace('.', '\\.')}(?![\\d,]|\\.\\d)`).test(words)), []);
        });
    },
  };
}

/** Everything but the page's sentences, blotted out; places stay. @param {string} page */
function sentences(page) {
  const blot = (/** @type {string} */ text) => text.replace(/[^\n]/g, ' ');
  return page
    .replace(/^```(?:cuda|cpp|python|text)\n[^]*?^```$/gm, blot)
    .replace(/^```.*$/gm, blot)
    .replace(/`[^`\n]*`/g, blot)
    .replace(/\]\([^)\n]*\)/g, blot)
    .replace(/^\d+\. /gm, blot)
    .replace(/^\| \d \|/gm, blot)
    .replace(/\$\$[^$]*\$\$|\$[^$]*\$/g, (math) => math.replace(/(?<![\d.])\d(?![\d.])/g, ' '))
    .replace(/\b(?:[HABV]\d+|L[12]|[BT]?FP?\d+|E\dM\d|INT\d|\w+-\d|(?:[Pp]hase|[Vv]ersion|[Ss]tep|[Rr]ung)s? \d(?: (?:and|to) \d)?)\b/g, blot);
}
const numbers = /(?<![\w.])\d(?:[\d,.]*\d)?|\b(?:five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty)\b/gi;
/** Where a page says something. @param {string} page @param {string} saying @returns {[number, number][]} */
function places(page, saying) {
  /** @type {[number, number][]} */
  const found = [];
  for (let at = page.indexOf(saying); at >= 0; at = page.indexOf(saying, at + 1)) found.push([at, at + saying.length]);
  return found;
}

/** The sections of a page from one heading to another, the second not included. @param {string} page @param {string} from @param {string} to */
export function sections(page, from, to) {
  const [begin, end] = [from, to].map((heading) => page.indexOf(`\n## ${heading}\n`));
  assert.ok(begin !== undefined && end !== undefined && begin >= 0 && end > begin, `the page has no sections ${from} to ${to}`);
  return page.slice(begin, end);
}

/** The claims of one page. @param {string} path below the repository @param {(page: string) => string} [part] which of its sections, where several files check a page */
export function quotes(path, part = (page) => page) {
  const page = part(read(path));
  for (const [, id = '', name = ''] of read(path).matchAll(/^```scene (\S+) .*?\bid=(\S+)/gm)) renamed.set(name, id);
  /** @type {[number, number][]} */
  const accounted = [];
  /** @type {Set<string>} */
  const linked = new Set();
  /** @param {string} saying @param {string} name */
  const claim = (saying, name) => {
    const found = places(page, saying);
    accounted.push(...found);
    for (const [, state] of saying.matchAll(/\]\(#([^)]*\?[^)]*)\)/g)) if (answers.has(String(state))) linked.add(String(state));
    test(`${path}: ${name}`, () => assert.ok(found.length > 0, `the page does not say '${saying}'`));
  };
  return {
    page,
    /** Sentences of the page, with their numbers from where they come from. @param {() => string | string[]} sentences */
    says(sentences) {
      try {
        for (const saying of [sentences()].flat()) claim(saying, saying);
      } catch (error) {
        test(`${path}: ${sentences}`, () => assert.fail(String(error)));
      }
    },
    /** Numbers that the text is free to choose, or defines. @param {string} reason @param {string[]} phrases */
    given(reason, ...phrases) {
      for (const phrase of phrases) claim(phrase, `${reason}: ${phrase}`);
    },
    /** Call it last: is every number accounted for, and every state link part of a sentence made from that state? @param {string[]} [ends] what ends the piece of text that a citation speaks for */
    complete(ends = ['\n', '. ', '? ', ': ']) {
      test(`${path}: every number is computed, recorded, cited or given`, () => {
        const text = sentences(page);
        const loose = [];
        for (const { 0: found, index = 0 } of text.matchAll(numbers)) {
          if (accounted.some(([from, to]) => from <= index && index < to)) continue;
          const from = Math.max(...ends.map((end) => page.lastIndexOf(end, index)));
          const to = Math.min(...ends.map((end) => page.indexOf(end, index)).filter((at) => at >= 0), page.length);
          const piece = page.slice(from + 1, to).trim();
          if (!piece.includes('[@')) loose.push(`${found}: ${piece}`);
        }
        assert.equal(loose.length, 0, loose.join('\n'));
      });
      test(`${path}: every state link is part of a sentence made from its state`, () => {
        const links = [...page.matchAll(/\]\(#([a-z0-9-]+\?[^)]*)\)/g)].map(([, state]) => String(state));
        assert.ok(links.length > 0);
        assert.deepEqual(links.filter((state) => !linked.has(state)), []);
      });
    },
  };
}
