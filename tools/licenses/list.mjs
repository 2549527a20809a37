// What others have made and Loom ships: in the site, in the static program loom-run, and in its package for npm. The texts
// are read from the packages' own files when something is built. tests/linked.mjs compares this list with what is linked.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { commonLicense, copyrightFile, fileOf, licenseIn, noticeOf, owner, versioned } from './debian.mjs';

const root = new URL('../..', import.meta.url).pathname;

/**
 * @typedef {'site' | 'loom-run' | 'npm'} Product
 * @typedef {{
 *   id: string, name: string, license: string,   // license: its identifier at spdx.org, if it has one
 *   use: string, from: () => string,             // what it does here; its package and version
 *   products: Product[],
 *   files: RegExp,                               // of its files, as "PACKAGE PATH" of Debian, or as a path that no package has
 *   text: () => string,                          // its notice and license
 * }} Part
 */

/** @type {Record<string, string>} */
let wasmDeps;
/** SDL2's or Dear ImGui's folder. @param {'SDL2' | 'IMGUI'} name */
function wasmDep(name) {
  wasmDeps ??= Object.fromEntries(execFileSync(join(root, 'tools/wasm-deps'), { encoding: 'utf8' }).trim().split('\n').map((line) => line.split('=')));
  return wasmDeps[name] ?? '';
}
/** @param {string} path */
const ofImGui = (path) => fileOf(join(wasmDep('IMGUI'), path), 'Dear ImGui: tools/setup');

/** What a font says of itself, which tools/fonts has written down. @param {string} name */
const ofFont = (name) => fileOf(join(root, 'build/fonts', `${name}.txt`), 'the fonts: tools/fonts');
const openFontLicense = () => licenseIn(copyrightFile('fonts-inter'), 'OFL-1.1');

/** The part of a source file from that line on, without the comment around it. @param {string} text @param {string} line */
function from(text, line) {
  const at = text.indexOf(line);
  if (at < 0) throw new Error(`no line '${line}'`);
  return text.slice(at).replace(/\*\/\s*$/, '');
}

const compilerLibraries = () => owner(execFileSync('c++', ['-print-file-name=libstdc++.a'], { encoding: 'utf8' }).trim());

/** @type {Part[]} */
export const parts = [
  {
    id: 'loom', name: 'Loom', license: 'MIT AND CC-BY-4.0',
    use: 'the pages, their scripts and their programs, and loom-run: code under MIT, texts under CC BY 4.0',
    from: () => 'this repository',
    products: ['site', 'loom-run', 'npm'],
    files: /^(?!\/)\S+$/,  // paths below the repository
    text: () => fileOf(join(root, 'LICENSE'), 'Loom'),
  },
  {
    id: 'inter', name: 'Inter', license: 'OFL-1.1',
    use: 'the typeface of the texts and figures, cut down to the signs that they need',
    from: () => versioned('fonts-inter'),
    products: ['site'],
    files: /\/fonts\/(inter|canvas|card)-(regular|semibold)\./,
    text: () => `${ofFont('inter')}\n${openFontLicense()}`,
  },
  {
    id: 'jetbrains-mono', name: 'JetBrains Mono', license: 'OFL-1.1',
    use: 'the typeface of code, cut down to the signs that it needs',
    from: () => versioned('fonts-jetbrains-mono'),
    products: ['site'],
    files: /\/fonts\/(jetbrains|canvas|card)-mono\./,
    text: () => `${ofFont('jetbrains-mono')}\n${openFontLicense()}`,
  },
  {
    id: 'tex-gyre-termes-math', name: 'TeX Gyre Termes Math', license: 'LicenseRef-GUST-Font-License',
    use: "the typeface of formulas, cut down to the signs that they need and named 'Loom Math'",
    from: () => versioned('fonts-texgyre-math'),
    products: ['site'],
    files: /\/fonts\/math\./,
    text: () => `${ofFont('math')}\n${fileOf('/usr/share/texmf/doc/fonts/tex-gyre-math/GUST-FONT-LICENSE.txt', 'fonts-texgyre-math')}`,
  },
  {
    id: 'temml', name: 'Temml', license: 'MIT',
    use: 'wrote the MathML of the formulas when the site was built',
    from: () => 'the npm package temml',
    products: ['site'],
    files: /\/node_modules\/temml$/,
    text: () => fileOf(join(root, 'tools/node_modules/temml/LICENSE'), 'temml: tools/setup'),
  },
  {
    id: 'minisearch', name: 'MiniSearch', license: 'MIT',
    use: 'finds what a reader types into the search, in search.js',
    from: () => 'the npm package minisearch',
    products: ['site'],
    files: /\/node_modules\/minisearch$/,
    text: () => fileOf(join(root, 'tools/node_modules/minisearch/LICENSE.txt'), 'minisearch: tools/setup'),
  },
  {
    id: 'stemmer', name: 'stemmer', license: 'MIT',
    use: 'reduces words to their stems for the search, in search.js',
    from: () => 'the npm package stemmer',
    products: ['site'],
    files: /\/node_modules\/stemmer$/,
    text: () => fileOf(join(root, 'tools/node_modules/stemmer/license'), 'stemmer: tools/setup'),
  },
  {
    id: 'prism', name: 'Prism', license: 'MIT',
    use: 'found the words that have colors in code when the site was built',
    from: () => 'the npm package prismjs',
    products: ['site'],
    files: /\/node_modules\/prismjs$/,
    text: () => fileOf(join(root, 'tools/node_modules/prismjs/LICENSE'), 'prismjs: tools/setup'),
  },
  {
    id: 'dear-imgui', name: 'Dear ImGui', license: 'MIT',
    use: 'draws the live figures, in canvas.wasm',
    from: () => "Debian's source package imgui",
    products: ['site'],
    files: /^\/.*\/im(gui|config)\w*\.(cpp|h)$/,
    text: () => ofImGui('LICENSE.txt'),
  },
  {
    id: 'stb', name: 'stb', license: 'MIT OR Unlicense',
    use: 'draws the letters of the fonts for Dear ImGui, in canvas.wasm',
    from: () => "Debian's source package imgui",
    products: ['site'],
    files: /\/imstb_\w+\.h$/,
    text: () => from(ofImGui('imstb_truetype.h'), 'This software is available under 2 licenses'),
  },
  {
    id: 'sdl2', name: 'SDL2', license: 'Zlib',
    use: 'opens the canvas of the live figures, in canvas.wasm',
    from: () => "Debian's source package libsdl2",
    products: ['site'],
    files: /^\/.*\/(libSDL2\.a$|include\/SDL2\/)/,
    text: () => fileOf(join(wasmDep('SDL2'), 'LICENSE.txt'), 'SDL2: tools/setup'),
  },
  {
    id: 'cli11', name: 'CLI11', license: 'BSD-3-Clause',
    use: 'reads the command line',
    from: () => versioned('libcli11-dev'),
    products: ['loom-run', 'npm'],
    files: /^libcli11-dev /,
    text: () => noticeOf('libcli11-dev', '*'),
  },
  {
    id: 'nlohmann-json', name: 'JSON for Modern C++', license: 'MIT',
    use: 'writes the findings as SARIF',
    from: () => versioned('nlohmann-json3-dev'),
    products: ['loom-run', 'npm'],
    files: /^nlohmann-json3-dev /,
    text: () => noticeOf('nlohmann-json3-dev', '*', 'include/'),
  },
  {
    id: 'emscripten', name: 'Emscripten', license: 'MIT OR NCSA',
    use: 'compiled the programs to WebAssembly; its allocator and its scripts are in them',
    from: () => versioned('emscripten'),
    products: ['site', 'npm'],
    files: /\/emscripten\/.*\/(lib(bulkmemory|emmalloc|dlmalloc|stubs|noexit|standalonewasm|html5|GL)[-\w]*\.a|crt1\w*\.o)$|\/sysroot\/include\/(emscripten|EGL|GLES\d|KHR|compat|wasi)\b/,
    text: () => noticeOf('emscripten', '*', 'system/lib/dlmalloc.c'),
  },
  {
    id: 'musl', name: 'musl', license: 'MIT',
    use: 'the C library of the programs in WebAssembly',
    from: () => versioned('emscripten'),
    products: ['site', 'npm'],
    files: /\/emscripten\/.*\/libc(-\w+)*\.a$|\/sysroot\/include\/(?!c\+\+|emscripten|EGL|GLES\d|KHR|compat|wasi)/,
    text: () => `${fileOf('/usr/share/emscripten/system/lib/libc/musl/COPYRIGHT', 'emscripten')}\n${noticeOf('emscripten', 'system/lib/libc/musl/')}`,
  },
  {
    id: 'llvm', name: 'libc++, libc++abi, libunwind and compiler-rt of LLVM', license: 'Apache-2.0 WITH LLVM-exception',
    use: 'the C++ library of the programs in WebAssembly',
    from: () => versioned('emscripten'),
    products: ['site', 'npm'],
    files: /\/emscripten\/.*\/lib(c\+\+|c\+\+abi|unwind|compiler_rt|clang_rt\.\w+)(-\w+)*\.a$|\/sysroot\/include\/c\+\+\/|^libclang-common-\S+ /,
    text: () => noticeOf('emscripten', 'system/lib/libcxx/', 'system/lib/libcxxabi/', 'system/lib/libunwind/', 'system/lib/compiler-rt/'),
  },
  {
    id: 'gcc', name: 'libstdc++ and libgcc of GCC', license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    use: 'the C++ library of the static program',
    from: () => versioned(compilerLibraries()),
    products: ['loom-run'],
    files: /^lib(stdc\+\+|gcc)-\S+-dev /,
    text: () => `${copyrightFile(compilerLibraries())}\n${commonLicense('GPL-3')}`,
  },
  {
    id: 'glibc', name: 'the GNU C Library', license: 'LGPL-2.1-or-later',
    use: 'the C library of the static program. You may change it and link the program again: its source is that of the Debian package, and that of Loom with the command tools/package is in Loom\'s repository',
    from: () => versioned('libc6-dev'),
    products: ['loom-run'],
    files: /^(libc6|linux-libc)-dev /,
    text: () => `${copyrightFile('libc6-dev')}\n${commonLicense('LGPL-2.1')}`,
  },
];

/** @param {Product} product */
export const partsOf = (product) => parts.filter((part) => part.products.includes(product));

/** A part's file: what it is, an empty line, and its license in full. @param {Part} part */
export function notice(part) {
  try {
    return `Name: ${part.name}\nLicense: ${part.license}\nUse: ${part.use}\nFrom: ${part.from()}\n\n${part.text()}`;
  } catch (error) {
    throw new Error(`the license of ${part.name}: ${/** @type {Error} */ (error).message}`);
  }
}
