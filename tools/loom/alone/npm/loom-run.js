#!/usr/bin/env node
// The program is WebAssembly within one file of JavaScript; it reads process.argv itself. Where it
// is stopped (its memory ends, its stack is too small), Node.js would end with status 1, which
// means findings.
process.on('uncaughtException', (error) => {
  console.error(`loom run: ${error.message}`);
  process.exit(2);
});
require('./program.js');
