// A reader who has seen some quizzes cannot guess the next one: on a page with six or more, the right answer has no favorite place.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { build, pages } from '../site.mjs';

const most = 0.4;
const enough = 6;

/** Places of the right answers of a page's quizzes that have a single one. @param {string} html */
function places(html) {
  const quizzes = [...html.matchAll(/<(form|div) class="quiz"[^]*?<\/\1>/g)].map(([quiz]) => [...quiz.matchAll(/ data-correct="(true|false)"/g)].map(([, right]) => right === 'true'));
  assert.ok(quizzes.every((answers) => answers.includes(true)), 'every quiz has a right answer');
  return quizzes.filter((answers) => answers.filter(Boolean).length === 1).map((answers) => answers.indexOf(true));
}

const asked = pages(build()).map(({ path, html }) => ({ path, right: places(html) })).filter(({ right }) => right.length >= enough);

test('pages with many quizzes were found', () => assert.ok(asked.length >= 9, `${asked.length} pages`));

for (const { path, right } of asked)
  test(`${path}: no place has more than ${100 * most}% of ${right.length} right answers`, () => {
    const shares = [...new Set(right)].map((place) => ({ place: 'abcdefgh'[place], share: right.filter((other) => other === place).length / right.length }));
    assert.deepEqual(shares.filter(({ share }) => share > most), []);
  });
