#!/usr/bin/env node
// The program is WebAssembly within one file of JavaScript; it reads process.argv itself.
require('./program.js');
