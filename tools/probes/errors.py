#!/usr/bin/env python3
"""The error messages that beginners meet, made on purpose: what CUDA, nvcc, PyTorch and compute-sanitizer say.

usage: tools/probes/errors.py [FILE]    (default core/recorded/h200/errors.json; needs nvcc, torch, compute-sanitizer and a GPU)

Each entry: the `name`, the program or command (`source`, `options`), what was printed (`said`: the lines that hold the
message), CUDA's number where there is one, and for errors on the GPU where compute-sanitizer finds the place (`found`).
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from recording import about_gpu

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAIN = """
int main() {
  BODY
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  std::printf("%d %s: %s\\n", error, cudaGetErrorName(error), cudaGetErrorString(error));
}
"""
HEAD = "#include <cassert>\n#include <cstdio>\n"
WRITE = "__global__ void write(int* out, int n) { out[blockIdx.x * blockDim.x + threadIdx.x] = n; }\n"

# name, kernels, main, more options of nvcc, whether compute-sanitizer shows the place
PROGRAMS = [
    ("no error", WRITE, "int* out; cudaMalloc(&out, 1024); write<<<1, 256>>>(out, 1);", [], False),
    ("out of bounds", WRITE, "int* out; cudaMalloc(&out, 4 << 20); write<<<1 << 20, 256>>>(out, 1);", [], True),
    ("a little out of bounds", WRITE, "int* out; cudaMalloc(&out, 1000); write<<<1, 256>>>(out, 1);", [], True),
    ("host pointer", WRITE, "static int out[256]; write<<<1, 256>>>(out, 1);", [], True),
    ("null pointer", WRITE, "write<<<1, 256>>>(nullptr, 1);", [], True),
    ("misaligned", "__global__ void wide(char* p) { *reinterpret_cast<float4*>(p + 4) = float4{}; }\n",
     "char* p; cudaMalloc(&p, 64); wide<<<1, 1>>>(p);", [], True),
    ("too many threads", WRITE, "int* out; cudaMalloc(&out, 1 << 20); write<<<1, 2048>>>(out, 1);", [], False),
    ("no blocks", WRITE, "int* out; cudaMalloc(&out, 1 << 20); int n = 0; write<<<n / 256, 256>>>(out, 1);", [], False),
    ("too many registers", "__global__ void big(float* p) {\n  float s[100];\n  for (int k = 0; k < 100; ++k) s[k] = p[k];\n"
     "  for (int r = 0; r < 9; ++r)\n#pragma unroll\n    for (int k = 0; k < 100; ++k) s[k] = s[k] * s[(k + 7) % 100] + 1;\n"
     "  for (int k = 0; k < 100; ++k) p[k + threadIdx.x] = s[k];\n}\n",
     "float* p; cudaMalloc(&p, 1 << 20); big<<<1, 1024>>>(p);", [], False),
    ("too much shared memory", "extern __shared__ float tile[];\n__global__ void use(float* p) { tile[threadIdx.x] = 1; p[0] = tile[0]; }\n",
     "float* p; cudaMalloc(&p, 64); use<<<1, 32, 100'000>>>(p);", [], False),
    ("too much shared memory, allowed", "extern __shared__ float tile[];\n__global__ void use(float* p) { tile[threadIdx.x] = 1; p[0] = tile[0]; }\n",
     "float* p; cudaMalloc(&p, 64); cudaFuncSetAttribute(use, cudaFuncAttributeMaxDynamicSharedMemorySize, 300'000); use<<<1, 32, 300'000>>>(p);", [], False),
    ("compiled for another GPU", WRITE, "int* out; cudaMalloc(&out, 1024); write<<<1, 256>>>(out, 1);",
     ["-gencode=arch=compute_80,code=sm_80"], False),
    ("compiled for a newer GPU", WRITE, "int* out; cudaMalloc(&out, 1024); write<<<1, 256>>>(out, 1);",
     ["-gencode=arch=compute_100,code=sm_100"], False),
    ("out of memory", WRITE, "int* out; cudaMalloc(&out, 1ull << 40);", [], False),
    ("assertion", "__global__ void check(int n) { assert(threadIdx.x < n); }\n", "check<<<1, 64>>>(32);", [], True),
    ("endless recursion", "__global__ void deep(int* p);\n__device__ __noinline__ int down(volatile int* p, int n) { volatile int a[64]; a[n & 63] = n; return *p ? 0 : down(p, n + 1) + a[n & 63]; }\n"
     "__global__ void deep(int* p) { *p = down(p, 0); }\n", "int* p; cudaMalloc(&p, 64); cudaMemset(p, 0, 64); deep<<<1, 1>>>(p);", [], True),
    ("trap", "__global__ void stop() { __trap(); }\n", "stop<<<1, 1>>>();", [], True),
    ("wrong direction of a copy", WRITE, "int* out; cudaMalloc(&out, 1024); static int host[256]; cudaMemcpy(host, out, 2048, cudaMemcpyDeviceToHost);", [], False),
    ("freed twice", WRITE, "int* out; cudaMalloc(&out, 1024); cudaFree(out); cudaFree(out);", [], False),
    ("no such device", WRITE, "cudaSetDevice(7);", [], False),
    ("too large a cluster", "__global__ void __cluster_dims__(16) many(int* p) { p[0] = 1; }\n", "int* p; cudaMalloc(&p, 64); many<<<32, 32>>>(p);", [], False),
    ("uninitialized and races", "__global__ void sum(int* p) { __shared__ int s; if (threadIdx.x == 0) s = 0; s += threadIdx.x; p[0] = s; }\n",
     "int* p; cudaMalloc(&p, 64); sum<<<1, 64>>>(p);", [], "racecheck"),
    ("barrier not reached by all", "__global__ void half(int* p) { if (threadIdx.x < 16) __syncthreads(); p[threadIdx.x] = 1; }\n",
     "int* p; cudaMalloc(&p, 256); half<<<1, 64>>>(p);", [], "synccheck"),
    ("not initialized", "__global__ void copy(int* p) { p[0] = p[1]; }\n", "int* p; cudaMalloc(&p, 64); copy<<<1, 1>>>(p);", [], "initcheck"),
]

# What nvcc refuses.
REFUSED = [
    ("host function in a kernel", "int twice(int x) { return 2 * x; }\n__global__ void k(int* p) { *p = twice(*p); }\nint main() {}\n", []),
    ("std::vector in a kernel", "#include <vector>\n__global__ void k(int* p) { std::vector<int> v(3); *p = v[0]; }\nint main() {}\n", []),
    ("kernel called as a function", "__global__ void k() {}\nint main() { k(); }\n", []),
    ("kernel that returns", "__global__ int k() { return 1; }\nint main() {}\n", []),
    ("compiled as C++", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n", ["-x", "c++"]),
    ("unknown GPU", "int main() {}\n", ["-arch=sm_42"]),
    ("too much static shared memory", "__global__ void k(int* p) { __shared__ int s[20000]; s[threadIdx.x] = p[2]; __syncthreads(); p[0] = s[p[1]]; }\nint main() {}\n", []),
    ("undefined function", "__device__ int twice(int);\n__global__ void k(int* p) { *p = twice(*p); }\nint main() {}\n", []),
]

TORCH = [
    ("torch: index too large", "x = torch.zeros(10, device='cuda'); i = torch.tensor([11], device='cuda'); print(x[i])"),
    ("torch: labels too large", "print(torch.nn.functional.cross_entropy(torch.randn(4, 10, device='cuda'), torch.tensor([1, 2, 3, 10], device='cuda')))"),
    ("torch: out of memory", "torch.zeros(1 << 40, device='cuda')"),
    ("torch: two devices", "torch.zeros(3, device='cuda') + torch.zeros(3)"),
    ("torch: two types", "torch.zeros(3, 3, device='cuda') @ torch.zeros(3, 3, device='cuda').half()"),
    ("torch: shapes", "torch.zeros(3, 4, device='cuda') @ torch.zeros(3, 4, device='cuda')"),
    ("torch: numpy of a GPU's tensor", "torch.zeros(3, device='cuda').numpy()"),
    ("torch: after a fork", "import multiprocessing as m\ntorch.zeros(3, device='cuda')\ndef f(): torch.zeros(3, device='cuda')\np = m.get_context('fork').Process(target=f); p.start(); p.join()"),
]


def run(*command, environment=None):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120, env=environment)
    return done.returncode, done.stdout + done.stderr


def cuda(folder: pathlib.Path, name, kernels, body, options, place) -> dict:
    source = HEAD + kernels + MAIN.replace("BODY", body)
    file, program = folder / "program.cu", folder / "program"
    file.write_text(source)
    options = options or ["-arch=sm_90a"]
    status, text = run("nvcc", "-lineinfo", "-std=c++20", "-w", *options, "-o", program, file)
    entry = {"name": name, "source": source, "options": options}
    if status:
        return entry | {"refused": text.replace(str(folder) + "/", "")}
    status, text = run(program)
    entry |= {"status": status, "said": text.replace(str(folder) + "/", "").strip()}
    if found := re.search(r"^(\d+) (cuda\w+)", text, re.M):
        entry |= {"number": int(found[1]), "code": found[2]}
    if place:
        tool = place if isinstance(place, str) else "memcheck"
        _, text = run("compute-sanitizer", "--tool", tool, program)
        lines = [line.replace(str(folder) + "/", "") for line in text.splitlines()]
        entry |= {"tool": tool, "found": lines[:24], "summary": lines[-1]}
    return entry


def main() -> None:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "core/recorded/h200/errors.json"
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for each in PROGRAMS:
            rows.append(cuda(folder, *each))
        for each, environment in (("no GPU", {"CUDA_VISIBLE_DEVICES": ""}), ("waits at each launch", {"CUDA_LAUNCH_BLOCKING": "1"})):
            (folder / "program.cu").write_text(HEAD + WRITE + MAIN.replace("BODY", PROGRAMS[1][2]))
            run("nvcc", "-arch=sm_90a", "-o", folder / "program", folder / "program.cu")
            status, text = run(folder / "program", environment=os.environ | environment)
            rows.append({"name": each, "environment": environment, "status": status, "said": text.strip()})
        newer = folder / "newer.ptx"
        newer.write_text(".version 99.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n")
        loader = "#include <cuda.h>\n#include <cstdio>\nint main() {\n  cuInit(0); CUdevice d; cuDeviceGet(&d, 0); CUcontext c; cuDevicePrimaryCtxRetain(&c, d); cuCtxSetCurrent(c);\n" \
                 "  CUmodule m; CUresult r = cuModuleLoad(&m, \"" + str(newer) + "\"); const char *n, *s; cuGetErrorName(r, &n); cuGetErrorString(r, &s);\n  std::printf(\"%d %s: %s\\n\", r, n, s);\n}\n"
        (folder / "program.cu").write_text(loader)
        status, text = run("nvcc", "-o", folder / "program", folder / "program.cu", "-lcuda")
        status, text = run(folder / "program") if status == 0 else (status, text)
        rows.append({"name": "PTX of a newer toolkit", "status": status, "said": text.strip()})
        for each, source, options in REFUSED:
            (folder / "program.cu").write_text(source)
            status, text = run("nvcc", *(options or ["-arch=sm_90a"]), "-o", folder / "program", folder / "program.cu")
            rows.append({"name": each, "source": source, "options": options, "status": status,
                         "said": text.replace(str(folder) + "/", "").strip()[:2000]})
        for each, source in TORCH:
            status, text = run(sys.executable, "-c", "import torch\n" + source)
            rows.append({"name": each, "source": source, "status": status, "said": "\n".join([line for line in text.splitlines() if "Error" in line or "Assertion" in line][-2:])})
    text = ",\n".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in rows)
    path.write_text('{"about":' + json.dumps(about_gpu("tools/probes/errors.py"), separators=(",", ":")) + ',\n"errors":[\n' + text + "]}\n")
    print(f"{len(rows)} errors")


if __name__ == "__main__":
    main()
