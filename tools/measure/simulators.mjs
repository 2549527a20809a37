// How many answers a second the simulators give.
import { measure as rate } from './rate.mjs';

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  return rate('simulators_rate');
}
