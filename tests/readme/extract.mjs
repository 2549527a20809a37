// Writes the fenced C++ blocks of a Markdown file into a folder.
// usage: node extract.mjs FILE FOLDER
// A block "```cpp PATH" becomes FOLDER/PATH; the n-th block without a path becomes FOLDER/n.hpp.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [file, folder] = process.argv.slice(2);
let unnamed = 0;
for (const [, path, code] of readFileSync(file, 'utf8').matchAll(/^```cpp *(\S*)\n(.*?)^```$/gms)) {
  const target = join(folder, path || `${++unnamed}.hpp`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
