#!/usr/bin/env python3
"""Where the time of one step goes: traces of a small transformer that writes a token, and of one that learns.

usage: tools/probes/steps.py [FILE]    (default core/recorded/h200/steps.json; needs torch and a GPU)

The transformer: `layers` blocks of grouped attention and a gated MLP, as in Llama, with `parameters` weights. One entry for
each way of running a step. `step_us`: the median time of 21 steps without the profiler, by the host's clock, each waited
for, with the fastest and slowest as `step_range_us`. The rest is of one step under torch.profiler: `profiled_us`;
`work`: what the GPU did, each [when the host asked for it, how long the host's call took, start, duration, stream, name,
operation], and `host`: the outermost operations of PyTorch, each [start, duration, name]. Times in nanoseconds since the
step's start; names are numbers of entries in `names`; an operation of -1 is none.
"""
import json
import pathlib
import sys
import tempfile
import time

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile, record_function

from recording import about_gpu

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DIM, LAYERS, HEADS, KV_HEADS, HIDDEN, VOCAB, CONTEXT = 1024, 8, 16, 4, 2816, 32_000, 2048
HEAD = DIM // HEADS


def rotate(x, cos, sin):
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.before, self.behind = nn.RMSNorm(DIM), nn.RMSNorm(DIM)
        self.qkv = nn.Linear(DIM, (HEADS + 2 * KV_HEADS) * HEAD, bias=False)
        self.out = nn.Linear(DIM, DIM, bias=False)
        self.up = nn.Linear(DIM, 2 * HIDDEN, bias=False)
        self.down = nn.Linear(HIDDEN, DIM, bias=False)

    def forward(self, x, cos, sin, cache, at):
        batch, length, _ = x.shape
        q, k, v = self.qkv(self.before(x)).split((DIM, KV_HEADS * HEAD, KV_HEADS * HEAD), -1)
        q = rotate(q.view(batch, length, HEADS, HEAD), cos, sin).transpose(1, 2)
        k = rotate(k.view(batch, length, KV_HEADS, HEAD), cos, sin).transpose(1, 2)
        v = v.view(batch, length, KV_HEADS, HEAD).transpose(1, 2)
        if cache is not None:  # one new token
            keys, values, visible = cache
            keys.index_copy_(2, at, k)
            values.index_copy_(2, at, v)
            y = F.scaled_dot_product_attention(q, keys, values, attn_mask=visible, enable_gqa=True)
        else:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, DIM))
        gate, up = self.up(self.behind(x)).chunk(2, -1)
        return x + self.down(F.silu(gate) * up)


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, DIM)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.RMSNorm(DIM)
        self.head = nn.Linear(DIM, VOCAB, bias=False)
        angles = torch.outer(torch.arange(CONTEXT).float(), 10_000.0 ** (-torch.arange(0, HEAD, 2).float() / HEAD))
        self.register_buffer("cos", angles.cos()[:, None], persistent=False)
        self.register_buffer("sin", angles.sin()[:, None], persistent=False)

    def forward(self, tokens, caches=None, at=None):
        x = self.embedding(tokens)
        where = slice(0, tokens.shape[1]) if at is None else at
        cos, sin = self.cos[where].to(x.dtype), self.sin[where].to(x.dtype)
        for i, block in enumerate(self.blocks):
            x = block(x, cos, sin, None if caches is None else caches[i], at)
        return self.head(self.norm(x))


def decode(batch: int, way: str):
    """A step that writes the next token after 1,024 that are known."""
    torch.manual_seed(1)
    model = Transformer().cuda().bfloat16().eval().requires_grad_(False)
    visible = torch.arange(CONTEXT, device="cuda").view(1, 1, 1, -1) <= 1024
    shape = (batch, KV_HEADS, CONTEXT, HEAD)
    caches = [(torch.randn(shape, device="cuda").bfloat16(), torch.randn(shape, device="cuda").bfloat16(), visible)
              for _ in range(LAYERS)]
    for keys, values, _ in caches:  # so that a graph may hold their addresses
        torch._dynamo.mark_static_address(keys)
        torch._dynamo.mark_static_address(values)
    at = torch.tensor([1024], device="cuda")
    token = torch.randint(VOCAB, (batch, 1), device="cuda")

    @torch.no_grad()
    def next_token():
        return model(token, caches, at)[:, -1].argmax(-1)

    if way == "compiled":
        return torch.compile(next_token)
    if way == "compiled, graph":
        return torch.compile(next_token, mode="reduce-overhead")
    if way == "graph":
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            for _ in range(3):
                next_token()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            chosen = next_token()
        def replay():
            graph.replay()
            return chosen
        return replay
    if way == "read back":  # the host looks at every token before it goes on
        return lambda: next_token().tolist()
    return next_token


def train(batch: int, way: str):
    """A step that learns from `batch` texts of 512 tokens, which the host holds."""
    torch.manual_seed(1)
    model = Transformer().cuda()
    fused = way != "one by one"
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=fused, foreach=False if not fused else None)
    texts = torch.randint(VOCAB, (batch, 513))
    half = way not in ("fp32", "one by one")
    run = torch.compile(model) if way == "compiled" else model

    def step():
        tokens = texts.cuda()
        with torch.autocast("cuda", torch.bfloat16, enabled=half):
            logits = run(tokens[:, :-1])
            loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        if way == "read back":
            loss.item()
    return step


def ways():
    for batch, way in ((1, "eager"), (1, "read back"), (1, "compiled"), (1, "graph"), (1, "compiled, graph"), (32, "eager"),
                       (32, "graph"), (32, "compiled, graph")):
        yield "decode", batch, way, decode
    for batch, way in ((8, "one by one"), (8, "fp32"), (8, "eager"), (8, "read back"), (8, "compiled"), (32, "eager"),
                       (32, "compiled")):
        yield "train", batch, way, train


def wall_us(step) -> list[float]:
    times = []
    for _ in range(21):
        torch.cuda.synchronize()
        start = time.perf_counter()
        step()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) * 1e6)
    return sorted(times)


class Names:
    def __init__(self):
        self.all = {}

    def __call__(self, name: str) -> int:
        return self.all.setdefault(name, len(self.all))


def trace(step, names: Names) -> dict:
    """One step under the profiler."""
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
        for _ in range(2):  # the first one warms the profiler
            torch.cuda.synchronize()
            with record_function("whole step"):
                step()
                torch.cuda.synchronize()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "trace.json"
        profiler.export_chrome_trace(str(file))
        events = [e for e in json.loads(file.read_text())["traceEvents"] if e.get("ph") == "X"]
    whole = max((e for e in events if e["name"] == "whole step" and e["cat"] == "user_annotation"), key=lambda e: e["ts"])
    begin, end = whole["ts"], whole["ts"] + whole["dur"]
    ns = lambda microseconds: round(microseconds * 1000)
    inside = [e for e in events if begin <= e["ts"] < end]
    host = sorted((e for e in inside if e["cat"] == "cpu_op"), key=lambda e: (e["ts"], -e["dur"]))
    outermost, last = [], {}
    for e in host:
        if e["ts"] >= last.get(e["tid"], 0):
            outermost.append(e)
            last[e["tid"]] = e["ts"] + e["dur"]
    calls = {e["args"]["correlation"]: e for e in inside if e["cat"] in ("cuda_runtime", "cuda_driver") and "correlation" in e["args"]}
    work = []
    for e in sorted((e for e in inside if e["cat"] in ("kernel", "gpu_memcpy", "gpu_memset")), key=lambda e: e["ts"]):
        call = calls.get(e["args"]["correlation"])
        around = next((o for o in reversed(outermost) if call and o["tid"] == call["tid"] and o["ts"] <= call["ts"] < o["ts"] + o["dur"]), None)
        work.append([ns(call["ts"] - begin) if call else -1, ns(call["dur"]) if call else 0, ns(e["ts"] - begin), ns(e["dur"]),
                     e["args"].get("stream", 0), names(e["name"]), names(around["name"]) if around else -1])
    waits = [[ns(e["ts"] - begin), ns(e["dur"]), names(e["name"])] for e in inside
             if e["cat"] == "cuda_runtime" and "ynchronize" in e["name"]]
    return {"profiled_us": round(whole["dur"], 1), "work": work,
            "host": [[ns(e["ts"] - begin), ns(e["dur"]), names(e["name"])] for e in outermost], "waits": waits}


def main() -> None:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "core/recorded/h200/steps.json"
    names, rows = Names(), []
    for task, batch, way, make in ways():
        torch._dynamo.reset()
        step = make(batch, way)
        for _ in range(8):
            step()
        times = wall_us(step)
        row = {"task": task, "batch": batch, "way": way, "step_us": round(times[10], 1),
               "step_range_us": [round(times[0], 1), round(times[-1], 1)]} | trace(step, names)
        rows.append(row)
        busy = sum(w[3] for w in row["work"]) / 1000
        print(f"{task} {batch} {way}: {row['step_us']} µs, profiled {row['profiled_us']}, {len(row['work'])} pieces of work, {busy:.0f} µs busy",
              file=sys.stderr, flush=True)
        del step
        torch.cuda.empty_cache()
    parameters = sum(p.numel() for p in Transformer().parameters())
    about = about_gpu("tools/probes/steps.py") | {"torch": torch.__version__, "layers": LAYERS, "dim": DIM, "parameters": parameters}
    line = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    path.write_text('{"about":' + line(about) + ',\n"names":' + line(list(names.all)) + ',\n"steps":[\n' + ",\n".join(map(line, rows)) + "]}\n")


if __name__ == "__main__":
    main()
