// What the reader has answered: who comes back to a page in the same tab finds it there.

import { forget, remember, remembered } from './in_tab.js';
import { pagePrefix } from '../page/address.js';

const key = 'loom-answers-1';

/** @param {string} id of a quiz or prediction @param {unknown} answer */
export const keepAnswer = (id, answer) => remember(key, pagePrefix() + id, answer);

/** What keepAnswer() was given, or undefined. @param {string} id @returns {any} */
export const keptAnswer = (id) => remembered(key)[pagePrefix() + id];

export const forgetAnswers = () => forget(key);
