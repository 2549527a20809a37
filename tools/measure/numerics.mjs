// How many numbers a second are converted.
import { measure as rate } from './rate.mjs';

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure(effort) {
  return rate('numerics', effort);
}
