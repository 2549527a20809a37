// A reader sees what the hand moves. While any preset, control or timeline of any figure is used, the picture (or as
// much of it as fits) and the beginning of the sentence are on the screen, and nothing covers them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { allLive } from './browsers.mjs';
import { visits } from './visits.mjs';

const { visit } = await visits({ still: true });

const screens = [{ width: 1280, height: 800 }, { width: 390, height: 844 }];

/**
 * Gives the focus to each thing that a hand can take, from the top of the page, and looks from there.
 * @param {any} page @param {string} id @returns {Promise<{name: string, seen: number, room: number, sentence: boolean, reached: boolean}[]>}
 */
const look = (page, id) =>
  page.$eval(`#${id}`, async (/** @type {HTMLElement} */ figure) => {
    const rested = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (figure.querySelector(selector));
    const picture = find('.picture'), status = find('.status');
    /** Whether a point belongs to the element or what is in it. @param {Element} element @param {number} x @param {number} y */
    const shows = (element, x, y) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (element.contains(top) || top.contains(element));
    };
    const hands = [...figure.querySelectorAll('.timeline .scrub, .preset, .control:not([hidden]) :is(input, select)')];
    // On a low screen a control gets 100 px, and timeline and sentence get what they need.
    const around = find('.view').offsetHeight - picture.offsetHeight + 100 + parseFloat(getComputedStyle(find('.bench')).getPropertyValue('--bar')) * 17;
    const take = (/** @type {Element} */ hand) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      scrollTo({ top: 0, behavior: 'instant' });
      if (hand instanceof HTMLElement) hand.focus();
    };
    const shown = hands.filter((hand) => !hand.closest('[hidden]'));
    // What comes near is laid out and moves the rest, so wait for that. From then on places follow at once.
    for (const hand of [shown[0], shown[shown.length - 1]])
      for (let before = NaN, tries = 0; hand && before !== hand.getBoundingClientRect().top && tries < 10; ++tries) {
        take(hand);
        before = hand.getBoundingClientRect().top;
        await rested();
      }
    const found = [];
    for (const hand of shown) {
      take(hand);
      const box = picture.getBoundingClientRect(), at = hand.getBoundingClientRect();
      const x = box.left + box.width / 2;
      let rows = 0;
      for (let i = 0; i < 50; ++i) rows += Number(shows(picture, x, box.top + ((i + 0.5) / 50) * box.height));
      const line = status.getBoundingClientRect();
      found.push({
        name: (hand.getAttribute('name') ?? hand.textContent) || 'timeline',
        seen: rows / 50,
        room: Math.min(1, (innerHeight - around) / box.height),
        sentence: shows(status, line.left + 20, line.top + 10),
        reached: shows(hand, at.left + Math.min(at.width / 2, 20), at.top + at.height / 2),
      });
    }
    return found;
  });

for (const path of ['/', '/hopper/', '/blackwell/', '/layouts/', '/formats/', '/attention/', '/library/'])
  test(`what the hand moves is in sight: ${path}`, async () => {
    const { page } = await visit(path);
    await allLive(page);
    for (const { width, height } of screens) {
      await page.setViewport({ width, height });
      const short = [];
      for (const id of await page.$$eval('figure.scene', (/** @type {Element[]} */ all) => all.map(({ id }) => id)))
        for (const { name, seen, room, sentence, reached } of await look(page, id))
          if (seen < 0.9 * room || !sentence || !reached)
            short.push(`${id}, ${name}: ${Math.round(seen * 100)}% of the picture${sentence ? '' : ', no sentence'}${reached ? '' : ', out of reach'}`);
      assert.deepEqual(short, [], `${width} × ${height}`);
    }
  });
