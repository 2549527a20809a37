// How many answers a second the simulators give.
import { measure as rate } from './rate.mjs';

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure(effort) {
  return rate('simulators', effort);
}
