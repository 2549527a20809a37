#!/usr/bin/env python3
"""Layers of a model on two GPUs, forward: cut by matrices (tensor parallel), and as two stages of a pipeline.

usage: tools/probes/layer_split.py [FILE]    (default core/recorded/h200/layer_split.json; needs torch and two GPUs)

A layer is Llama's: norm, attention (causal, shared key and value heads), norm, gated feed-forward; BF16. `tensor`: one
layer on one GPU (`whole_us`) and cut over two (`split_us`), with an all-reduce after attention and one after the
feed-forward, which take `reduces_us` alone. `pipeline`: 8 layers and `microbatches`, each a sequence, one after the other
on one GPU (`whole_us`), and in two stages of 4 layers (`stages_us`). Medians over 15 rounds of the slower GPU, between
events after a barrier. The cut layer's output is compared with the whole one's.
"""
import json
import os
import pathlib
import sys

import torch
import torch.distributed as dist
import torch.nn.functional as F

from recording import about_gpu

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODELS = {"Llama 3.1 8B": (4096, 14336, 32, 8), "Llama 3.1 70B": (8192, 28672, 64, 8)}  # width, inner, heads, KV heads
HEAD = 128


class Layer:
    """A share of a layer: heads and inner columns `part` of `parts`. Equal seeds give equal whole weights."""

    def __init__(self, shape, seed: int, part: int = 0, parts: int = 1):
        width, inner, heads, kv = shape
        generator = torch.Generator("cuda").manual_seed(seed)

        def weights(rows, columns):
            return (torch.randn(rows, columns, device="cuda", generator=generator) * columns**-0.5).bfloat16()

        def rows(w):
            return w.chunk(parts, 0)[part].contiguous()

        self.heads, self.kv, self.parts = heads // parts, kv // parts, parts
        self.q, self.k, self.v = (rows(weights(n * HEAD, width)) for n in (heads, kv, kv))
        self.o = weights(width, heads * HEAD).chunk(parts, 1)[part].contiguous()
        self.gate, self.up = (rows(weights(inner, width)) for _ in range(2))
        self.down = weights(width, inner).chunk(parts, 1)[part].contiguous()
        self.norm = torch.ones(width, device="cuda", dtype=torch.bfloat16)

    def add(self, x, partial):
        if self.parts > 1:
            dist.all_reduce(partial)
        return x + partial

    def __call__(self, x):
        tokens = x.shape[0]
        y = F.rms_norm(x, x.shape[-1:], self.norm)
        q, k, v = ((y @ w.T).view(1, tokens, n, HEAD).transpose(1, 2)
                   for w, n in ((self.q, self.heads), (self.k, self.kv), (self.v, self.kv)))
        attention = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        x = self.add(x, attention.transpose(1, 2).reshape(tokens, -1) @ self.o.T)
        y = F.rms_norm(x, x.shape[-1:], self.norm)
        return self.add(x, (F.silu(y @ self.gate.T) * (y @ self.up.T)) @ self.down.T)


def slowest_us(run, rounds: int = 15) -> float:
    """Median microseconds of what all GPUs run together, on the slowest; all begin after a barrier."""
    ready = torch.zeros(1, device="cuda")
    times = []
    for _ in range(rounds + 3):
        dist.all_reduce(ready)
        torch.cuda._sleep(1_000_000)  # the host gets ahead
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run()
        stop.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(stop) * 1e3)
    slowest = torch.tensor(times[3:], device="cuda")
    dist.all_reduce(slowest, dist.ReduceOp.MAX)
    return round(slowest.median().item(), 1)


def tensor_row(rank: int, model: str, tokens: int) -> dict:
    shape = MODELS[model]
    whole, cut = Layer(shape, 1), Layer(shape, 1, rank, 2)
    x = torch.randn(tokens, shape[0], device="cuda", generator=torch.Generator("cuda").manual_seed(2)).bfloat16()
    expected, found = whole(x).float(), cut(x).float()
    error = ((found - expected).norm() / expected.norm()).item()
    assert error < 2e-2, f"{model}: the cut layer differs by {error}"
    partial = torch.zeros_like(x)

    def reduces():
        dist.all_reduce(partial)
        dist.all_reduce(partial)

    return {"model": model, "hidden": shape[0], "tokens": tokens, "error": float(f"{error:.2g}"),
            "weights": sum(w.numel() for w in (whole.q, whole.k, whole.v, whole.o, whole.gate, whole.up, whole.down)),
            "whole_us": slowest_us(lambda: whole(x)), "split_us": slowest_us(lambda: cut(x)), "reduces_us": slowest_us(reduces)}


def pipeline_row(rank: int, model: str, tokens: int, microbatches: int, layers: int) -> dict:
    shape = MODELS[model]
    own = [Layer(shape, 10 + i) for i in range(layers)]
    inputs = [torch.randn(tokens, shape[0], device="cuda").bfloat16() for _ in range(microbatches)]
    received = [torch.empty_like(x) for x in inputs]

    def through(x, some):
        for layer in some:
            x = layer(x)
        return x

    def whole():
        for x in inputs:
            through(x, own)

    def stages():
        for x, place in zip(inputs, received):
            if rank == 0:
                dist.send(through(x, own[:layers // 2]), 1)
            else:
                dist.recv(place, 0)
                through(place, own[layers // 2:])

    return {"model": model, "hidden": shape[0], "tokens": tokens, "layers": layers, "microbatches": microbatches,
            "whole_us": slowest_us(whole), "stages_us": slowest_us(stages)}


def work(rank: int, path: str) -> None:
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29511"}
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=2, device_id=torch.device("cuda", rank))
    found: dict = {"tensor": [], "pipeline": []}
    with torch.no_grad():
        for model in MODELS:
            for tokens in (512, 2048, 8192, 16384):
                found["tensor"].append(tensor_row(rank, model, tokens))
                torch.cuda.empty_cache()
        for microbatches in (1, 2, 4, 8, 16):
            found["pipeline"].append(pipeline_row(rank, "Llama 3.1 8B", 4096, microbatches, 8))
            torch.cuda.empty_cache()
    if rank == 0:
        about = about_gpu("tools/probes/layer_split.py") | {"torch": torch.__version__, "gpus": 2}
        parts = [json.dumps("about") + ":" + json.dumps(about, separators=(",", ":"))]
        for name, rows in found.items():
            lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
            parts.append(f'"{name}":[\n{lines}]')
        pathlib.Path(path).write_text("{" + ",\n".join(parts) + "}\n")
    dist.destroy_process_group()


if __name__ == "__main__":
    target = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "core/recorded/h200/layer_split.json")
    torch.multiprocessing.spawn(work, (target,), nprocs=2)
