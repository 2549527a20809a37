// Three kernels in CUDA C++ and how they are launched; kernels.cl and numba_sim.py have the same ones.

/** @param {string} name */
const array = (name) => `const float* ${name}`;

export const sources = {
  product: `__global__ void product(${array('a')}, ${array('b')}, float* c, int n) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
      tile_a[y][x] = a[row * n + t + x];
      tile_b[y][x] = b[(t + y) * n + column];
      __syncthreads();
      for (int k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];
      __syncthreads();
    }
    c[row * n + column] = sum;
  }`,
  reduction: `__global__ void reduction(${array('values')}, float* out, int n) {
    __shared__ float part[256];
    int lane = threadIdx.x, i = blockIdx.x * 256 + lane;
    part[lane] = i < n ? values[i] : 0;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
      if (lane < step) part[lane] += part[lane + step];
      __syncthreads();
    }
    if (lane == 0) out[blockIdx.x] = part[0];
  }`,
  stencil: `__global__ void stencil(${array('values')}, float* out, int n) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
      int at = y * n + x;
      out[at] = (values[at] + values[at - 1] + values[at + 1] + values[at - n] + values[at + n]) / 5;
    }
  }`,
};

/** @typedef {keyof typeof sources} Name */
export const names = /** @type {Name[]} */ (Object.keys(sources));

/** Of the arrays. @type {Record<Name, string[]>} */
const parameters = { product: ['a', 'b', 'c'], reduction: ['values', 'out'], stencil: ['values', 'out'] };

/** Floats of each array, and what they begin with. @param {Name} name @param {number} n @returns {{count: number, fill: number}[]} */
export function arrays(name, n) {
  const ones = { count: n * n, fill: 1 };
  if (name === 'product') return [ones, { count: n * n, fill: 2 }, { count: n * n, fill: 0 }];
  return [ones, { count: name === 'reduction' ? (n * n) / 256 : n * n, fill: 0 }];
}

/** @param {Name} name @param {number} n */
export const scalar = (name, n) => (name === 'reduction' ? n * n : n);

/** Blocks and threads. @param {Name} name @param {number} n */
export const sizes = (name, n) => (name === 'reduction' ? { grid: [(n * n) / 256], block: [256] } : { grid: [n / 16, n / 16], block: [16, 16] });

/** For `cuda.run`. @param {Name} name @param {number} n the matrices' side; the reduction takes n · n numbers */
export const request = (name, n) => ({
  source: sources[name],
  ...sizes(name, n),
  steps: 1e10,
  arguments: [
    ...arrays(name, n).map(({ count, fill }) => ({ type: 'float', values: Array(count).fill(fill) })),
    { type: 'int', value: scalar(name, n) },
  ],
});

/** For `loom run`. @param {Name} name @param {number} n */
export const loomArguments = (name, n) => [
  ...arrays(name, n).map(({ count, fill }, i) => `${parameters[name][i]}=float[${count}]:${fill}`),
  `n=${scalar(name, n)}`,
];
