// The grammars by the names that authors write behind a fence: Prism's own, with what CUDA adds to C++, and PTX.
const Prism = require('prismjs/components/prism-core.js');

const ptx = require('./ptx.cjs');

// These extend the global Prism, each the ones before it.
require('prismjs/components/prism-clike.js');
require('prismjs/components/prism-c.js');
require('prismjs/components/prism-cpp.js');
require('prismjs/components/prism-python.js');
require('prismjs/components/prism-json.js');
require('prismjs/components/prism-bash.js');
require('prismjs/components/prism-shell-session.js');

const { languages } = Prism;

// Prism has the types of C++ among its keywords; names with capital letters inside are classes by custom.
languages.insertBefore('cpp', 'class-name', {
  'cast': /\b(?:const|dynamic|reinterpret|static)_cast\b/,
  'call': /\b[a-z_]\w*(?=<[\w:,* ]+>\()/i,
  'type': [
    /\b(?:bool|char|double|float|int|long|short|signed|unsigned|void|[a-z]\w*_t)\b/,
    /\b[A-Z]+[a-z]\w*\b(?!\s*\()/,
  ],
});

languages.cuda = languages.extend('cpp', {});
languages.insertBefore('cuda', 'module', {
  // asm volatile("PTX" "PTX" : "=r"(x) : "l"(p) : "memory"): up to the first colon
  'asm': {
    pattern: /\basm\s*(?:volatile\s*)?\((?:\s+|\/\/.*|"(?:\\[\s\S]|[^"\\])*")*/,
    greedy: true,
    inside: {
      'string': { pattern: /"(?:\\[\s\S]|[^"\\])*"/, greedy: true, inside: { 'escape': /\\[\s\S]/, ...ptx, 'string': undefined } },
      'comment': /\/\/.*/,
      'keyword': /\b(?:asm|volatile)\b/,
    },
  },
});
languages.insertBefore('cuda', 'cast', {
  'launch': /\b\w+(?=<<<)/,
  'cuda-word': [
    /\b__(?:cluster_dims|constant|device|forceinline|global|grid_constant|host|launch_bounds|managed|noinline|restrict|shared)__\b/,
    /\b(?:blockDim|blockIdx|gridDim|threadIdx|warpSize)\b/,
    /<<<|>>>(?=\s*\()/,
  ],
  'cuda-type': /\b(?:u?(?:char|int|long|longlong|short)[1-4]|(?:double|float)[1-4]|dim3|half2?|(?:__half|__nv_bfloat16|nv_bfloat16|__nv_fp8)\w*)\b/,
});

languages.insertBefore('python', 'keyword', { 'type': /\b(?:bool|bytes|complex|dict|float|int|list|object|set|str|tuple)\b(?!\()/ });
languages.insertBefore('python', 'operator', { 'call': /\b[a-z_]\w*(?=\s*\()/i });

// The first word of a command is what runs.
languages.insertBefore('bash', 'function', { 'command-name': { pattern: /(^[\t ]*|[;&|(]\s*)(?!-)[\w./-]+(?=\s|$)/m, lookbehind: true, greedy: true } });
languages['shell-session'].command.inside.bash.inside = languages.bash;

module.exports = {
  tokenize: Prism.tokenize,
  grammars: new Map([
    ['cuda', languages.cuda], ['cpp', languages.cpp], ['ptx', ptx], ['python', languages.python], ['json', languages.json], ['shell', languages.bash],
    ['console', languages['shell-session']],
  ]),
};
