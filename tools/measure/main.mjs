// Prints a table of measurements, each with its budget if it has one. usage: node main.mjs [--smallest] PART…
import { cpus, hostname, totalmem } from 'node:os';

import { clear } from './progress.mjs';

/** @typedef {{what: string, value: string, budget?: string}} Row */
/** How much a part measures: the least, to see that it works, or all. @typedef {{smallest: boolean}} Effort */

const parts = process.argv.slice(2);
const smallest = parts[0] === '--smallest';
if (smallest) parts.shift();

console.log(`${hostname()}: ${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 10)}\n`);
for (const part of parts) {
  const { measure } = await import(`./${part}.mjs`);
  /** @type {Row[]} */
  const rows = await measure({ smallest });
  clear();
  console.log(part);
  for (const { what, value, budget } of rows) console.log(`  ${what.padEnd(46)} ${value.padStart(14)}   ${budget ?? ''}`);
  console.log();
}
process.exit(0);
