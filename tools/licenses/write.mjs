// The licenses of all that a product has of others, in one text.
//   node tools/licenses/write.mjs loom-run|npm OUT
import { writeFileSync } from 'node:fs';

import { notice, partsOf } from './list.mjs';

const [product, out] = process.argv.slice(2);
if ((product !== 'loom-run' && product !== 'npm') || !out) {
  console.error('usage: node tools/licenses/write.mjs loom-run|npm OUT');
  process.exit(2);
}
const line = `${'='.repeat(80)}\n`;
try {
  const notices = partsOf(product).map(notice);
  const list = partsOf(product).map(({ name, license }) => `  ${name}: ${license}\n`).join('');
  writeFileSync(out, `loom-run contains:\n\n${list}\nThe notice and the license of each:\n\n${notices.map((each) => `${line}${each}\n`).join('')}`);
} catch (error) {
  console.error(`tools/licenses: ${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
