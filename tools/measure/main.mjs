// Prints a table of measurements, each with its budget if it has one.
import { cpus, hostname, totalmem } from 'node:os';

/** @typedef {{what: string, value: string, budget?: string}} Row */

const parts = ['bytes', 'lighthouse', 'touch', 'builder', 'save', 'scenes', 'simulators', 'numerics', 'layouts', 'cuda'];
const wanted = process.argv.slice(2);
for (const part of wanted)
  if (!parts.includes(part)) {
    console.error(`unknown part '${part}', expected one of ${parts.join(', ')}`);
    process.exit(2);
  }

console.log(`${hostname()}: ${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 10)}\n`);
for (const part of parts) {
  if (wanted.length && !wanted.includes(part)) continue;
  const { measure } = await import(`./${part}.mjs`);
  /** @type {Row[]} */
  const rows = await measure();
  console.log(part);
  for (const { what, value, budget } of rows) console.log(`  ${what.padEnd(46)} ${value.padStart(14)}   ${budget ?? ''}`);
  console.log();
}
process.exit(0);
