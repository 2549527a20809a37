// The launches of tests/data/cuda as requests of `cuda.run`. How an array begins is described in
// tools/probes/own_kernels/arguments.py.
import { readFileSync } from 'node:fs';

/** Numbers of an element. @type {Record<string, number>} */
const sizes = { __half2: 2 };
for (const name of ['float', 'double', 'int', 'longlong', 'uchar']) for (const count of [2, 3, 4]) sizes[`${name}${count}`] = count;

/** SplitMix64. @param {bigint} seed */
function* random(seed) {
  const cut = (/** @type {bigint} */ value) => BigInt.asUintN(64, value);
  for (let state = seed; ; ) {
    state = cut(state + 0x9e3779b97f4a7c15n);
    let z = cut((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = cut((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    yield z ^ (z >> 31n);
  }
}

/** @param {string} text */
const number = (text) => (/^-?\d{16,}$/.test(text) ? BigInt(text) : Number(text));

/** @param {string} how @param {number} count */
function initial(how, count) {
  const [, name, rest = ''] = /^(\w+)(?:\((.*)\))?$/.exec(how) ?? [];
  const given = rest ? rest.split(',').map(number) : [];
  const [first = 1] = given;
  switch (name) {
    case 'zero':
      return Array(count).fill(0);
    case 'index':
      return Array.from({ length: count }, (_, i) => i * Number(first));
    case 'constant':
      return Array(count).fill(first);
    case 'list':
      return Array.from({ length: count }, (_, i) => given[i % given.length]);
    case 'random': {
      const [seed = 0, low = 0, high = 0, scale = 1] = given;
      const numbers = random(BigInt(seed)), span = BigInt(high) - BigInt(low) + 1n;
      return Array.from({ length: count }, () => Number(BigInt(low) + (numbers.next().value ?? 0n) % span) * Number(scale));
    }
  }
  throw new Error(`an array cannot begin with '${how}'`);
}

/** @param {string} text @param {Record<string, string>} structures */
function argument(text, structures) {
  const [, type = '', count = '', how = ''] = /^([\w ]+)\[(\d+)\]:(.+)$/.exec(text) ?? [];
  if (how === 'none') return { type, count: Number(count) };
  if (type) return { type, values: initial(how, Number(count) * (structures[type]?.length ?? sizes[type] ?? 1)) };
  const [, target] = /^(.*)\*:null$/.exec(text) ?? [];
  if (target) return { type: target, values: null };
  const [, kind = '', value = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  const list = value.replace(/[{}]/g, '').split(',').map(number);
  return { type: kind, value: list.length === 1 ? list[0] : list };
}

const file = (/** @type {string} */ path) => readFileSync(new URL(`cuda/${path}`, import.meta.url), 'utf8');

/** Every launch of right kernels and of faulty ones, with a name for messages. @returns {{name: string, path: string, request: any}[]} */
export function requests() {
  const right = JSON.parse(file('launches.json')), faulty = JSON.parse(file('faults.json'));
  /** @type {{name: string, path: string, kernel?: string, launch: any, structures: Record<string, string>}[]} */
  const all = [];
  for (const [kernel, { file, launches }] of Object.entries(right.kernels))
    for (const launch of launches) all.push({ name: kernel, path: `kernels/${file}`, kernel, launch, structures: right.structures });
  for (const [name, { launch }] of Object.entries(faulty.faults)) all.push({ name, path: `faults/${name}.cu`, launch, structures: faulty.structures });
  return all.map(({ name, path, kernel, launch, structures }) => ({
    name,
    path,
    request: {
      source: file(path),
      ...(kernel && { kernel }),
      grid: launch.grid,
      block: launch.block,
      shared: launch.shared,
      arguments: launch.arguments.map((/** @type {string} */ text) => argument(text, structures)),
    },
  }));
}
