"""Ten operations of a model, timed in PyTorch, for the roofline: eager and compiled.

usage: tools/probes/operations.py [FILE]    (default core/recorded/h200/operations.json; needs torch and a GPU)

Each entry: the operation and its sizes as `loom eval machine.roofline` names them, the format, and median microseconds
between CUDA events over 21 runs, the L2 cache flushed before each: eager, and with torch.compile. Outputs are allocated
anew by every call, as programs do.
"""
import datetime
import json
import pathlib
import sys

import torch
import torch.nn.functional as F

from timing import median_us

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TYPES = {"bf16": torch.bfloat16, "fp32": torch.float32}


def random(*shape: int, kind: str = "bf16") -> torch.Tensor:
    return torch.randn(*shape, device="cuda", dtype=torch.float32).to(TYPES[kind])


def naive(q, k, v, mask):
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf"))
    return torch.softmax(scores, dim=-1) @ v


def experts(x, gate, up, down, top_k):
    # Every token goes to the experts t, t + 1, …: evenly spread, grouped by expert.
    tokens, count = x.shape[0], gate.shape[0]
    rows = x.repeat_interleave(top_k, 0).view(count, tokens * top_k // count, -1)
    return torch.bmm(F.silu(torch.bmm(rows, gate)) * torch.bmm(rows, up), down)


def cases():
    n = 1 << 26
    a, b = random(n), random(n)
    yield {"operation": "vector_add", "n": n}, lambda: a + b
    a, b = random(1 << 12), random(1 << 12)
    yield {"operation": "vector_add", "n": 1 << 12}, lambda: a + b
    x = random(16384, 4096)
    yield {"operation": "softmax", "rows": 16384, "columns": 4096}, lambda: torch.softmax(x, -1)
    w, bias = random(4096), random(4096)
    yield {"operation": "layer_norm", "rows": 16384, "columns": 4096}, lambda: F.layer_norm(x, (4096,), w, bias)
    yield {"operation": "rms_norm", "rows": 16384, "columns": 4096}, lambda: F.rms_norm(x, (4096,), w)
    for side in (512, 8192):
        a, b = random(side, side), random(side, side)
        yield {"operation": "matmul", "m": side, "n": side, "k": side}, lambda: a @ b
    m, k = 16384, 8192
    a, b = random(m, k), random(k)
    yield {"operation": "matvec", "m": m, "k": k}, lambda: a @ b
    size = {"n": 4096, "d": 128, "heads": 32, "batch": 1}
    q, k, v = (random(1, 32, 4096, 128) for _ in range(3))
    yield {"operation": "attention_naive", **size}, lambda: naive(q, k, v, None)
    yield {"operation": "attention_fused", **size}, lambda: F.scaled_dot_product_attention(q, k, v)
    yield {"operation": "attention_fused", **size, "causal": True}, lambda: F.scaled_dot_product_attention(q, k, v, is_causal=True)
    q, k, v = random(16, 32, 1, 128), random(16, 32, 4096, 128), random(16, 32, 4096, 128)
    yield {"operation": "attention_fused", **size, "batch": 16, "phase": "decode"}, lambda: F.scaled_dot_product_attention(q, k, v)
    for tokens in (64, 8192):
        gate, up = (random(8, 4096, 1792) / 64 for _ in range(2))
        down, t = random(8, 1792, 4096) / 64, random(tokens, 4096)
        yield {"operation": "moe", "tokens": tokens, "experts": 8, "top_k": 2, "hidden": 4096, "inner": 1792}, lambda: experts(t, gate, up, down, 2)


def main() -> None:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "core/recorded/h200/operations.json"
    torch.manual_seed(1)
    rows = []
    for case, run in cases():
        torch._dynamo.reset()
        row = {"format": "bf16", **case, "eager_us": round(median_us(run), 2)}
        try:
            row["compiled_us"] = round(median_us(torch.compile(run)), 2)
        except Exception as problem:  # no compiler on the machine
            print(case["operation"], str(problem)[:300], file=sys.stderr)
            row["compiled_us"] = None
        rows.append(row)
        print(json.dumps(row), file=sys.stderr, flush=True)
    about = {
        "device": torch.cuda.get_device_name(), "torch": torch.__version__, "cuda": torch.version.cuda,
        "date": datetime.date.today().isoformat(), "command": "tools/probes/operations.py",
    }
    text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    path.write_text('{"about":' + json.dumps(about, separators=(",", ":")) + ',\n"operations":[\n' + text + "]}\n")


if __name__ == "__main__":
    main()
