"""Runs the probe `collectives` with each algorithm and protocol of NCCL, and as NCCL itself chooses."""
import json
import os
import pathlib
import re
import tempfile

from recording import output_of

# As NCCL's log names them.
OPERATIONS = {"AllReduce": "all_reduce", "ReduceScatter": "reduce_scatter", "AllGather": "all_gather"}
PROTOCOLS = ("LL", "LL128", "Simple")
CALL = re.compile(r"(AllReduce|ReduceScatter|AllGather): (\d+) Bytes -> Algo (\w+) proto (\w+) channel\{Lo\.\.Hi\}=\{(\d+)\.\.(\d+)\}")
MODEL = re.compile(r"(AllReduce|ReduceScatter|AllGather) \|(.*)\|")


def choices(log: str, gpus: int) -> dict:
    """What NCCL chose, by operation and bytes: its log counts what a GPU gets or gives where that is a part."""
    found = {}
    for call, size, algorithm, protocol, first, last in CALL.findall(log):
        parts = 1 if call == "AllReduce" else gpus
        protocol = {"SIMPLE": "Simple"}.get(protocol, protocol)
        found[OPERATIONS[call], int(size) * parts] = {"way": f"{algorithm.lower()} {protocol}", "channels": int(last) - int(first) + 1}
    return found


def model(log: str) -> list:
    """The latencies and rates by which NCCL chooses: the first table of its log has trees and rings."""
    rows: dict = {}
    for call, cells in MODEL.findall(log):
        rows.setdefault(call, [tuple(map(float, cell.split("/"))) for cell in cells.split("|")[:6]])
    ways = [f"{algorithm} {protocol}" for algorithm in ("tree", "ring") for protocol in PROTOCOLS]
    return [{"operation": OPERATIONS[call], "way": way, "latency_us": us, "gb_per_s": rate}
            for call, cells in rows.items() for way, (us, rate) in zip(ways, cells, strict=True) if rate > 0]


def measure(program: pathlib.Path, gpus: int, operations, options=(), **environment) -> dict:
    kept = dict(os.environ)
    os.environ.update(environment)
    try:
        return json.loads(output_of(program, *options, gpus, *operations))
    finally:
        os.environ.clear()
        os.environ.update(kept)


def collect(program: pathlib.Path, gpus: int) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "nccl"
        chosen = measure(program, gpus, (*OPERATIONS.values(), "all_to_all"), ["--launched"], NCCL_DEBUG="INFO",
                         NCCL_DEBUG_SUBSYS="TUNING,INIT", NCCL_DEBUG_FILE=f"{log}.%p")
        text = "".join(file.read_text() for file in pathlib.Path(folder).iterdir())
    known = choices(text, gpus)
    for run in chosen["runs"]:
        run |= known.get((run["operation"], run["bytes"]), {})
    forced = []
    for protocol in PROTOCOLS:
        for algorithm, operations in (("Ring", OPERATIONS.values()), ("Tree", ["all_reduce"])):
            runs = measure(program, gpus, operations, NCCL_ALGO=algorithm, NCCL_PROTO=protocol)["runs"]
            forced += [{"way": f"{algorithm.lower()} {protocol}"} | run for run in runs]
    wires = next(line for line in output_of("nvidia-smi", "topo", "-m").splitlines() if line.startswith("GPU0"))
    about = chosen["about"] | {"wires": next(word for word in wires.split() if word.startswith(("NV", "P", "S")))}
    return {"about": about, "model": model(text), "chosen": chosen["runs"], "forced": forced} | json.loads(output_of(program, "--copies"))
