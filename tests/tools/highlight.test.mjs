// What tools/highlight.cjs makes of each language: which words get which role.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../site.mjs';

const script = join(root, 'tools/highlight.cjs');

/** @param {{language: string, code: string}[]} questions */
const ask = (questions) =>
  execFileSync('node', [script], { input: questions.map((each) => `${JSON.stringify(each)}\n`).join(''), encoding: 'utf8' })
    .split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));

/** The marked pieces, as "text:role". @param {string} language @param {string} code */
function marked(language, code) {
  const [{ lengths, roles }] = ask([{ language, code }]);
  const bytes = Buffer.from(code);
  assert.equal(lengths.length, roles.length);
  assert.equal(lengths.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0), bytes.length, 'the marks are as long as the code');
  let at = 0;
  return lengths.map((/** @type {number} */ length, /** @type {number} */ i) => `${bytes.subarray(at, (at += length))}:${roles[i]}`).filter((/** @type {string} */ piece) => !piece.endsWith(': '));
}

/** @param {string} language @param {string} code @param {Record<string, string>} expected what has a role; of a word, all its roles */
function has(language, code, expected) {
  const pieces = marked(language, code);
  for (const [text, role] of Object.entries(expected)) {
    const found = pieces.filter((/** @type {string} */ piece) => piece.slice(0, -2) === text).map((/** @type {string} */ piece) => piece.at(-1));
    assert.deepEqual([...new Set(found)], role === '' ? [] : [role], `${text} in ${language}: ${pieces.join(' ')}`);
  }
}

test('CUDA: what it adds to C++ has one color of its own', () => {
  has('cuda', '__global__ void k(float4 *a) { a[threadIdx.x] = a[blockIdx.y]; }', {
    __global__: 'a', void: 't', k: 'f', float4: 't', threadIdx: 'a', blockIdx: 'a', x: '', a: '',
  });
  has('cuda', '__shared__ float tile[32];\n__device__ __forceinline__ int f();\n__constant__ half h;\n__launch_bounds__(256) void g();', {
    __shared__: 'a', '__device__ __forceinline__': 'a', __constant__: 'a', half: 't', __launch_bounds__: 'a', 32: 'n', tile: '',
  });
  has('cuda', 'dim3 grid(4);\ncopy<<<grid, 256>>>(in, out);\n__syncthreads();', {
    dim3: 't', copy: 'f', '<<<': 'a', '>>>': 'a', 256: 'n', __syncthreads: 'f', in: '',
  });
  has('cuda', 'warpSize + gridDim.x * blockDim.x', { warpSize: 'a', gridDim: 'a', blockDim: 'a' });
  has('cuda', '__nv_bfloat16 a; __half2 b; uint2 c; longlong2 d; cudaError_t e; CUtensorMap m;', {
    __nv_bfloat16: 't', __half2: 't', uint2: 't', longlong2: 't', cudaError_t: 't', CUtensorMap: 't',
  });
});

test('CUDA: the operands of PTX are no numbers', () => {
  assert.deepEqual(marked('cuda', 'asm("add.u32 %0, %1, 7;");'), ['asm:k', '":s', 'add:k', '.u32:t', ' %0, %1, :s', '7:n', ';":s']);
});

test('CUDA: the PTX in a string of asm is PTX, and other strings are strings', () => {
  has('cuda', 'asm volatile("ld.global.v4.f32 {%0}, [%1];\\n" : "=f"(x) : "l"(p) : "memory");\nprint("ld.global is no instruction here");', {
    asm: '', 'asm volatile': 'k', 'ld.global.v4': 'k', '.f32': 't', '"=f"': 's', '"ld.global is no instruction here"': 's',
  });
  has('cuda', 'asm(\n  "wgmma.fence.sync.aligned;\\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "\n  "{%0}, 1;\\n"  // d += a\n  "ret;");', {
    'wgmma.fence.sync.aligned': 'k', 'wgmma.mma_async.sync.aligned.m64n8k16': 'k', '.f32.bf16.bf16': 't', '// d += a': 'c', ret: 'k',
  });
});

test('C++: keywords, types, calls, directives', () => {
  has('cpp', '#include <cmath>\n#define LIMIT 4\n// note\nauto x = static_cast<std::uint32_t>(1.5f + 0x7full);', {
    '#include': 'a', '<cmath>': 's', '#define': 'a', '// note': 'c', auto: 'k', static_cast: 'k', uint32_t: 't', '1.5f': 'n', '0x7full': 'n', std: '',
  });
  has('cpp', 'template <typename T> struct Row { float m = -1; };\nvoid fold(Row& row, std::span<const float> s) { return row.go(true); }', {
    template: 'k', typename: 'k', struct: 'k', Row: 't', fold: 'f', const: 'k', return: 'k', go: 'f', true: 'n', row: '',
  });
  has('cpp', 'auto y = std::bit_cast<float>(x) + least<int, 4>(x);\nstd::vector<float> z;', {
    bit_cast: 'f', least: 'f', vector: '', float: 't',
  });
  has('cpp', 'asm volatile("mov.u32 %0, 1;");\n/* two\nlines */ char c = \'x\';', { 'mov.u32': '', '/* two\nlines */': 'c', "'x'": 's' });
});

test('PTX: directives, instructions, types, special registers', () => {
  const code = [
    '.version 8.0', '.target sm_90a', '.address_size 64', '', '.visible .entry copy(.param .u64 copy_0)', '{',
    '  .reg .pred %p<2>;', '  .shared .align 16 .b8 tile[4096];', '  mov.u32 %r1, %tid.x;  // lane', '  setp.ge.s32 %p1, %r1, 0x20;', '  @%p1 bra $L__BB0_2;',
    '  ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16];', '  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd2], [%r3];',
    '  add.f32 %f5, %f1, 0f3F800000;', '$L__BB0_2:', '  ret;', '}',
  ].join('\n');
  has('ptx', code, {
    '.version': 'a', '.target': 'a', sm_90a: 't', '.address_size': 'a', '.visible .entry': 'a', copy: 'f', '.param': 'a', '.u64': 't', '.reg': 'a', '.pred': 't', '.shared .align': 'a', '.b8': 't',
    mov: 'k', '.u32': 't', '%tid.x': 'a', '// lane': 'c', 'setp.ge': 'k', '.s32': 't', '0x20': 'n', bra: 'k', '@%p1 bra': '', 'ld.global.nc.v4': 'k',
    'cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes': 'k', '0f3F800000': 'n', '$L__BB0_2': 'f', ret: 'k', '%r1': '', 1: '', '8.0': 'n', 16: 'n',
  });
});

test('Python, JSON, shell, and a terminal', () => {
  has('python', 'import torch\n@gluon.jit\ndef cap(score, b: int = 3):  # why\n    return 30.0 * torch.tanh(score) + "s" + str(None)', {
    import: 'k', '@gluon.jit': 'a', def: 'k', cap: 'f', '# why': 'c', return: 'k', '30.0': 'n', tanh: 'f', '"s"': 's', None: 'n', torch: '', int: 't',
  });
  has('json', '{"id": "warp", "year": 2023, "on": true, "none": null}', { '"id"': 'k', '"warp"': 's', 2023: 'n', true: 'n', null: 'n' });
  has('shell', 'M=sum\nncu --metrics $M ./first | tee "out" # log\nnvcc first.cu -o first && ./first', {
    ncu: 'f', '--metrics': 'k', $M: 'a', tee: 'f', '"out"': 's', '# log': 'c', nvcc: 'f', '-o': 'k', './first': 'f', first: '',
  });
  has('console', '$ loom-run a.cu --block 32\n 32  5  tile[y][x] = "in";\n\nNo findings.\n$ sed -i a', {
    $: 'c', 'loom-run': 'f', '--block': 'k', sed: 'f', '"in"': '',
  });
});

test('what is plain has no mark, and marks of one role with blanks between them are one', () => {
  assert.deepEqual(marked('cuda', 'a = b + c;\n'), []);
  assert.deepEqual(marked('cpp', 'static const int x;'), ['static const:k', 'int:t']);
  assert.deepEqual(marked('cpp', 'return\nbreak'), ['return:k', 'break:k']);
});

test('lengths count bytes, and a long, unfinished or empty text is answered', () => {
  assert.deepEqual(marked('cpp', '/* ä€🙂 */ int x;'), ['/* ä€🙂 */:c', 'int:t']);
  for (const language of ['cuda', 'cpp', 'ptx', 'python', 'json', 'shell', 'console'])
    for (const code of ['', '"', '/*', 'asm("', '$ "', '#', '<<<', '\r\n\r\n', '"""', 'asm volatile('.repeat(200), '('.repeat(5000), '\\'.repeat(5000)]) marked(language, code);
});

test('a language that is not known is an answer with an error', () => {
  assert.deepEqual(ask([{ language: 'constructor', code: '' }]), [{ error: "no grammar for the language 'constructor'" }]);
});
