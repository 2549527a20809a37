// Letters lead to a title: by its beginning first, else by a word in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { build, pages } from '../../../site.mjs';
import { find } from '../../../../web/shell/js/page/figure_list.js';

test('letters narrow the choice, and one letter pressed again goes round', () => {
  const titles = ['Coalescing', 'Struct layout', 'A copy pipeline', 'Copies', 'Occupancy'];
  assert.equal(find(titles, 'c', 0), 3, 'the next that begins so');
  assert.equal(find(titles, 'cc', 3), 0, 'and round');
  assert.equal(find(titles, 'copy', 0), 2, 'a word within');
  assert.equal(find(titles, 'cop', 0), 3);
  assert.equal(find(titles, 'copy p', 3), 2);
  assert.equal(find(titles, 'x', 0), -1);
  assert.equal(find([], 'x', -1), -1);
});

test('with all figures on one page, five letters lead to any of them', () => {
  const all = pages(build()).flatMap(({ html }) => {
    const list = html.match(/<nav class="figure-list"[^]*?<\/nav>/)?.[0] ?? '';
    return [...list.matchAll(/<a [^>]*>([^<]*)</g)].map((match) => match[1] ?? '');
  });
  const titles = [...new Set(all)]; // a figure may stand on two pages
  assert.ok(titles.length > 30);
  for (const [i, title] of titles.entries()) {
    const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    const lead = words.some((_, from) => {
      let at = 0;
      return [...words.slice(from).join(' ')].slice(0, 5).some((_, typed, letters) => (at = find(titles, letters.slice(0, typed + 1).join(''), at)) === i);
    });
    assert.ok(lead, title);
  }
});
