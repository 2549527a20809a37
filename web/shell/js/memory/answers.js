// What the reader has answered, for as long as the tab is there: who comes back to a page finds it there.

import { pagePrefix } from '../page/address.js';

const key = 'loom-answers-1'; // in sessionStorage

/** Answers by "/page/#id"; none where the browser refuses to remember, or what it has is not ours. @returns {Record<string, unknown>} */
function all() {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? '');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} id of a quiz or prediction @param {unknown} answer */
export function keepAnswer(id, answer) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...all(), [pagePrefix() + id]: answer }));
  } catch {
    // It stays for as long as the page does.
  }
}

/** What keepAnswer() was given, or undefined. @param {string} id @returns {any} */
export const keptAnswer = (id) => all()[pagePrefix() + id];

export function forgetAnswers() {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is nothing then.
  }
}
