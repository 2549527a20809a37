#!/usr/bin/env python3
"""One operation at every rung: softmax of 16,384 rows of 4,096 BF16 numbers, as each way of writing kernels has it.

usage: CUTLASS=FOLDER tools/probes/ladder.py [FILE]    (default core/recorded/CARD/ladder.json; needs torch, triton 3.4 or
later, nvcc, the headers of CUTLASS 4 in FOLDER/include, and a GPU)

Rungs: PyTorch's operations one by one, the same through torch.compile, PyTorch's own softmax, Triton, Gluon, CuTe
(tools/probes/ladder_cute.cuh), CUDA, and CUDA with PTX (tools/probes/ladder.cuh). Each entry: `lines` of code without blank
ones and comments, median `us` between CUDA events with L2 written over before, `gb_per_s` of the numbers read and written
once, and `error`: ‖out − reference‖ / ‖reference‖ with the reference in FP64. A rung whose numbers are wrong stops the
program, and nothing is recorded.
"""
import ctypes
import json
import os
import pathlib
import re
import sys
import tempfile

import torch
import triton
import triton.language as tl
from triton.experimental import gluon
from triton.experimental.gluon import language as gl

from recording import about_gpu, output_of
from timing import median_us

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("ladder.py", "ladder.cuh", "ladder_cute.cuh")
CUTLASS = pathlib.Path(os.environ.get("CUTLASS", "/usr/share/cutlass")) / "include"
ROWS, COLUMNS = 16384, 4096


# [rung: PyTorch, step by step]
def softmax_steps(x):
    weights = torch.exp(x - x.amax(-1, keepdim=True))
    return weights / weights.sum(-1, keepdim=True)
# [end]


# [rung: PyTorch]
def softmax_torch(x):
    return torch.softmax(x, -1)
# [end]


# [rung: Triton]
@triton.jit
def softmax_kernel(out, x, columns: tl.constexpr):
    at = tl.program_id(0) * columns + tl.arange(0, columns)
    row = tl.load(x + at).to(tl.float32)
    weights = tl.exp(row - tl.max(row, 0))
    tl.store(out + at, (weights / tl.sum(weights, 0)).to(tl.bfloat16))


def softmax_triton(x):
    out = torch.empty_like(x)
    softmax_kernel[(x.shape[0],)](out, x, x.shape[1], num_warps=8)
    return out
# [end]


# [rung: Gluon]
@gluon.jit
def softmax_by_layout(out, x, columns: gl.constexpr, layout: gl.constexpr):
    at = gl.program_id(0) * columns + gl.arange(0, columns, layout=layout)
    row = gl.load(x + at).to(gl.float32)
    weights = gl.exp(row - gl.max(row, 0))
    gl.store(out + at, (weights / gl.sum(weights, 0)).to(gl.bfloat16))


def softmax_gluon(x):
    out = torch.empty_like(x)
    layout = gl.BlockedLayout([8], [32], [4], [0])  # numbers a thread, threads a warp, warps; the order
    softmax_by_layout[(x.shape[0],)](out, x, x.shape[1], layout, num_warps=4)
    return out
# [end]


def from_library(library, name):
    def run(x):
        out = torch.empty_like(x)
        stream = torch.cuda.current_stream().cuda_stream
        getattr(library, name)(*map(ctypes.c_void_p, (out.data_ptr(), x.data_ptr())), x.shape[0], ctypes.c_void_p(stream))
        return out
    return run


def lines(name: str) -> int:
    """Of a rung, and of the one whose help it takes."""
    found = 0
    for path in (HERE / program for program in PROGRAMS):
        for rung, text in re.findall(r"^(?:#|//) \[rung: ([^\n]*)\]\n(.*?)^(?:#|//) \[end\]", path.read_text(), re.M | re.S):
            if rung == "CUDA" and name in ("CuTe", "PTX"):
                text = text[: text.index("__global__")]  # the sum over a block
            elif rung != name:
                continue
            found += sum(1 for line in text.splitlines() if line.strip() and not re.match(r"\s*(#|//)", line))
    return found


def refuse_wrong(name, run) -> None:
    """Stops unless every number is right, on rows that no rung has seen: an output left from before is wrong here."""
    x = torch.randn(ROWS, COLUMNS, device="cuda").bfloat16() * 3
    want = torch.softmax(x.double(), -1)
    wrong = ~((run(x).double() - want).abs() <= 0.1 * want + 1e-9)  # steps in BF16 lose up to 8%
    if wrong.any():
        row, column = wrong.nonzero()[0].tolist()
        sys.exit(f"{name}: {wrong.sum()} wrong numbers, the first in row {row}, column {column}")


def library():
    """The programs in C++, compiled."""
    with tempfile.TemporaryDirectory() as folder:
        built = f"{folder}/ladder.so"
        output_of("nvcc", "-gencode=arch=compute_90a,code=sm_90a", "-O3", "-std=c++17", "--expt-relaxed-constexpr",
                  f"-I{CUTLASS}", "-shared", "-Xcompiler", "-fPIC", "-x", "cu", HERE / "ladder_cute.cuh", "-o", built)
        return ctypes.CDLL(built)


def cutlass_version() -> str:
    text = (CUTLASS / "cutlass/version.h").read_text()
    return ".".join(re.findall(r"^#define CUTLASS_(?:MAJOR|MINOR|PATCH) (\d+)", text, re.M))


def main() -> None:
    about = about_gpu("tools/probes/ladder.py") | {"torch": torch.__version__, "triton": triton.__version__,
                                                  "cutlass": cutlass_version()}
    card = re.search(r"H\d+", about["device"])[0].lower()
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent.parent / f"core/recorded/{card}/ladder.json"
    torch.manual_seed(1)
    compiled = library()
    rungs = [
        ("PyTorch, step by step", "PyTorch, step by step", softmax_steps),
        ("torch.compile", "PyTorch, step by step", torch.compile(softmax_steps)),
        ("PyTorch", "PyTorch", softmax_torch),
        ("Triton", "Triton", softmax_triton),
        ("Gluon", "Gluon", softmax_gluon),
        ("CuTe", "CuTe", from_library(compiled, "run_cute")),
        ("CUDA", "CUDA", from_library(compiled, "run_cuda")),
        ("PTX", "PTX", from_library(compiled, "run_ptx")),
    ]
    x = torch.randn(ROWS, COLUMNS, device="cuda").bfloat16() * 3
    reference = torch.softmax(x.double(), -1)
    rows = []
    for name, code, run in rungs:
        refuse_wrong(name, run)
        us = median_us(lambda: run(x), runs=41)
        error = ((run(x).double() - reference).norm() / reference.norm()).item()
        rows.append({"rung": name, "lines": lines(code), "us": round(us, 2),
                     "gb_per_s": round(4e-3 * x.numel() / us, 1), "error": float(f"{error:.2e}")})
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    path.write_text('{"about":' + json.dumps(about, separators=(",", ":")) +
                    f',\n"rows":{ROWS},"columns":{COLUMNS},\n"rungs":[\n' + text + "]}\n")


if __name__ == "__main__":
    main()
