// The colors in tokens.css: readable, visible, and told apart, in both themes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { contrast, difference, kinds, seen } from './color.mjs';

const css = readFileSync(new URL('../../../web/shell/css/tokens.css', import.meta.url), 'utf8');
/** @param {string} text */
const tokensOf = (text) => [...text.matchAll(/--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)];
const [usual, more] = css.split('@media (prefers-contrast: more)').map(tokensOf);
/** @param {RegExpMatchArray[]} list */
const themesOf = (list) => ({
  light: Object.fromEntries(list.map(([, name, light]) => [name, light])),
  dark: Object.fromEntries(list.map(([, name, , dark]) => [name, dark])),
});
const themes = themesOf(usual);

const series = [1, 2, 3, 4, 5, 6].map((i) => `series-${i}`);
// The roles of web/scene/painter.hpp.
const roles = ['ink', 'muted', 'grid', 'surface', 'page', 'lane', 'data', 'compute', 'wait', 'waste', 'bad', 'good', ...series];
// Of words in code, with the letters that the builder writes (code.css).
const words = { k: 'code-keyword', t: 'code-type', s: 'code-string', n: 'code-number', c: 'code-comment', f: 'code-function', a: 'code-directive' };
const text = ['ink', 'muted', 'lane', 'data', 'compute', 'bad', 'good'];
const marks = ['wait', 'waste', ...series, 'edge'];

test('every role has its two colors, once', () => {
  const names = usual.map(([, name]) => name);
  for (const role of roles) assert.equal(names.filter((name) => name === role).length, 1, role);
  const header = readFileSync(new URL('../../../web/scene/painter.hpp', import.meta.url), 'utf8');
  const declared = header.match(/enum class Role[^{]*\{([^}]*)\}/)?.[1]?.match(/\w+/g)?.filter((name) => name !== 'none') ?? [];
  assert.deepEqual(declared.map((name) => name.replace('_', '-')), roles);
});

test('the measures are right: known values', () => {
  assert.equal(contrast('#000000', '#ffffff').toFixed(2), '21.00');
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  // Sharma, Wu, Dalal 2005, pairs 1, 7 and 17.
  assert.equal(difference([50, 2.6772, -79.7751], [50, 0, -82.7485]).toFixed(4), '2.0425');
  assert.equal(difference([50, 0, 0], [50, -1, 2]).toFixed(4), '2.3669');
  assert.equal(difference([50, 2.5, 0], [73, 25, -18]).toFixed(4), '27.1492');
});

test('every role of code has its two colors, once, and a rule for its words', () => {
  const rules = readFileSync(new URL('../../../web/shell/css/code.css', import.meta.url), 'utf8');
  for (const [letter, name] of Object.entries(words)) {
    assert.equal(usual.filter(([, token]) => token === name).length, 1, name);
    assert.ok(rules.includes(`.listing .${letter} {\n  color: var(--${name});\n}`), letter);
  }
  assert.deepEqual(usual.map(([, name]) => name).filter((name) => name?.startsWith('code-')), Object.values(words));
});

test('who asks for more contrast gets it: text at 7:1, marks at 4.5:1, lines at 3:1', () => {
  for (const [theme, color] of Object.entries(themesOf([...usual, ...more])))
    for (const ground of ['surface', 'page', 'raised'])
      for (const [names, least] of /** @type {[string[], number][]} */ ([[text, 7], [['wait', 'waste', 'edge'], 4.5], [['grid'], 3]]))
        for (const name of names) {
          const ratio = contrast(color[name], color[ground]);
          assert.ok(ratio >= least, `${theme}: ${name} on ${ground} has ${ratio.toFixed(2)}, needs ${least}`);
        }
  for (const [theme, color] of Object.entries(themesOf([...usual, ...more])))
    for (const name of Object.values(words))
      for (const ground of ['surface', 'tint-lane']) assert.ok(contrast(color[name], color[ground]) >= 7, `${theme}: ${name} on ${ground}`);
});

for (const [theme, color] of Object.entries(themes)) {
  /** @param {string} name */
  const value = (name) => {
    assert.ok(color[name], `${name} is no token`);
    return /** @type {string} */ (color[name]);
  };
  /** @param {string} front @param {string} back @param {number} least */
  const enough = (front, back, least) => {
    const ratio = contrast(value(front), value(back));
    assert.ok(ratio >= least, `${theme}: ${front} on ${back} has ${ratio.toFixed(2)}, needs ${least}`);
  };

  test(`${theme}: text has 4.5:1 on every ground it stands on`, () => {
    for (const ground of ['surface', 'page']) for (const role of text) enough(role, ground, 4.5);
    for (const role of ['ink', 'muted', 'lane']) enough(role, 'raised', 4.5);
    for (const role of ['ink', 'muted', 'lane']) enough(role, 'tint-lane', 4.5);
    for (const role of Object.values(words)) for (const ground of ['surface', 'tint-lane']) enough(role, ground, 4.5); // a line that an address names
    for (const role of ['ink', 'muted', 'good']) enough(role, 'tint-good', 4.5);
    for (const role of ['ink', 'muted', 'bad']) enough(role, 'tint-bad', 4.5);
  });

  test(`${theme}: marks have 3:1 on both grounds`, () => {
    for (const ground of ['surface', 'page']) for (const role of marks) enough(role, ground, 3);
  });

  test(`${theme}: series are told apart by every kind of vision`, () => {
    for (const kind of kinds)
      for (const [i, one] of series.entries())
        for (const two of series.slice(i + 1)) {
          const apart = difference(seen(value(one), kind), seen(value(two), kind));
          assert.ok(apart >= 15, `${theme}, ${kind}: ${one} and ${two} are ${apart.toFixed(1)} apart, need 15`);
        }
  });
}
