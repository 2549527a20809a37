"""numba_sim.py NAME SIZE: seconds that Numba's CUDA simulator takes for a kernel of kernels.mjs, and a sum of its result."""
import os
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np  # noqa: E402
from numba import cuda, float32  # noqa: E402


@cuda.jit
def product(a, b, c, n):
    tile_a = cuda.shared.array((16, 16), float32)
    tile_b = cuda.shared.array((16, 16), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    row, column = cuda.blockIdx.y * 16 + y, cuda.blockIdx.x * 16 + x
    total = float32(0)
    for t in range(0, n, 16):
        tile_a[y, x] = a[row * n + t + x]
        tile_b[y, x] = b[(t + y) * n + column]
        cuda.syncthreads()
        for k in range(16):
            total += tile_a[y, k] * tile_b[k, x]
        cuda.syncthreads()
    c[row * n + column] = total


@cuda.jit
def reduction(values, out, n):
    part = cuda.shared.array(256, float32)
    lane = cuda.threadIdx.x
    i = cuda.blockIdx.x * 256 + lane
    part[lane] = values[i] if i < n else 0
    cuda.syncthreads()
    step = 128
    while step > 0:
        if lane < step:
            part[lane] += part[lane + step]
        cuda.syncthreads()
        step //= 2
    if lane == 0:
        out[cuda.blockIdx.x] = part[0]


@cuda.jit
def stencil(values, out, n):
    x = cuda.blockIdx.x * 16 + cuda.threadIdx.x
    y = cuda.blockIdx.y * 16 + cuda.threadIdx.y
    if 0 < x < n - 1 and 0 < y < n - 1:
        at = y * n + x
        out[at] = (values[at] + values[at - 1] + values[at + 1] + values[at - n] + values[at + n]) / 5


def launch(name, n):
    """Its kernel, grid, block and arrays; the last one is the result."""
    side = (n // 16, n // 16)
    ones = np.ones(n * n, np.float32)
    if name == "product":
        return product, side, (16, 16), [ones, ones * 2, ones * 0]
    if name == "reduction":
        return reduction, (n * n // 256,), (256,), [ones, np.zeros(n * n // 256, np.float32)]
    return stencil, side, (16, 16), [ones, ones * 0]


kernel, grid, block, arrays = launch(sys.argv[1], int(sys.argv[2]))
scalar = int(sys.argv[2]) ** 2 if sys.argv[1] == "reduction" else int(sys.argv[2])
start = time.perf_counter()
kernel[grid, block](*arrays, scalar)
print(f"{time.perf_counter() - start}\t{arrays[-1].sum()}")
