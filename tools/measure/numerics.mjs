// How many numbers a second are converted.
import { measure as rate } from './rate.mjs';

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  return rate('numerics_rate');
}
