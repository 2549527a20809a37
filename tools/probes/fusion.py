#!/usr/bin/env python3
"""Chains of elementwise operations, timed in PyTorch: a kernel each, and as the one that torch.compile makes of them.

usage: tools/probes/fusion.py [FILE]    (default core/recorded/h200/fusion.json; needs torch and a GPU)

Chains: of 1 to 8 multiplications and additions in turn, and bias, GELU and residual. Each entry: the chain, its number of
`operations` and of further tensors that they read (`extra`), `n` BF16 elements of each, and median microseconds between
CUDA events: `eager_us` and `compiled_us` with what a run before left in L2, `eager_cold_us` and `compiled_cold_us` with L2
written over before. Outputs are allocated anew by every call, as programs do.
"""
import json
import pathlib
import sys

import torch
import torch.nn.functional as F

from recording import about_gpu
from timing import median_us

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def chain(length: int):
    def run(x):
        for i in range(length):
            x = x * 1.5 if i % 2 == 0 else x + 0.25
        return x
    return run


def bias_gelu_residual(x, bias, residual):
    return F.gelu(x + bias) + residual


def cases():
    for length in (1, 2, 4, 8):
        yield f"chain of {length}", length, 0, chain(length)
    # A bias of 4,096 numbers is next to nothing beside the tensors.
    yield "bias, GELU, residual", 3, 1, bias_gelu_residual


def main() -> None:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "core/recorded/h200/fusion.json"
    torch.manual_seed(1)
    rows = []
    for name, operations, extra, run in cases():
        for bits in (16, 18, 20, 22, 23, 24, 25, 26, 28):
            torch._dynamo.reset()
            compiled = torch.compile(run, dynamic=False)
            x = torch.randn(1 << (bits - 12), 4096, device="cuda").bfloat16()
            inputs = [x] if extra == 0 else [x, torch.randn(4096, device="cuda").bfloat16(), torch.randn_like(x)]
            off = (compiled(*inputs).float() - run(*inputs).float()).norm() / run(*inputs).float().norm()
            assert off < 1e-2, f"{name}: the compiled one differs by {off}"
            row = {"chain": name, "operations": operations, "extra": extra, "n": x.numel()}
            for way, program in (("eager", run), ("compiled", compiled)):
                for suffix, cold in (("us", False), ("cold_us", True)):
                    row[f"{way}_{suffix}"] = round(median_us(lambda: program(*inputs), cold), 2)
            rows.append(row)
            print(json.dumps(row), file=sys.stderr, flush=True)
    about = about_gpu("tools/probes/fusion.py") | {"torch": torch.__version__}
    text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    path.write_text('{"about":' + json.dumps(about, separators=(",", ":")) + ',\n"chains":[\n' + text + "]}\n")


if __name__ == "__main__":
    main()
