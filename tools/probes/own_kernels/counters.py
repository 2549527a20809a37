"""Counters by instruction, from Nsight Compute's report of a run; and as a program, what one report holds:
python3 counters.py REPORT OUT.json. In a process of its own, since the profiler's module may crash."""
import glob
import json
import os
import sys

# Of memory instructions: the source line (0: in a header of CUDA's), the instruction, how often warps and lanes executed it, and what it moved.
MEMORY = {
    "executed": "inst_executed",
    "lanes": "thread_inst_executed_true",
    "global_requests": "memory_l1_tag_requests_global",
    "global_sectors": "memory_l2_theoretical_sectors_global",
    "global_ideal": "memory_l2_theoretical_sectors_global_ideal",
    "shared_wavefronts": "memory_l1_wavefronts_shared",
    "shared_ideal": "memory_l1_wavefronts_shared_ideal",
}
ACCESSES = ("LD", "ST", "ATOM", "RED")
OTHERS = ("LDC", "LDCU", "LDGDEPBAR", "LDL", "STL", "REDUX", "STACK")


def by_address(action, name: str) -> dict:
    metric = action.metric_by_name(name)
    if not metric or not metric.has_correlation_ids():
        return {}
    places = metric.correlation_ids()
    return {places.as_uint64(i): metric.as_uint64(i) for i in range(metric.num_instances())}


def opcode(text: str) -> str:
    words = text.split()
    return words[1] if words[0].startswith("@") else words[0]


def of_launch(action) -> dict:
    """{accesses: rows of line, instruction, …; lines: rows of line, instructions, most executions, lanes then}."""
    values = {column: by_address(action, metric) for column, metric in MEMORY.items()}
    memory, lines = [], {}
    for address, executed in sorted(values["executed"].items()):
        place = action.source_info(address)
        own = place is not None and place.file_name().endswith(".cu")
        line = place.line() if own else 0
        name = opcode(action.sass_by_pc(address))
        lanes = values["lanes"].get(address, 0)
        count, most, active = lines.get(line, (0, 0, 0))
        lines[line] = (count + 1, max(most, executed), max(active, lanes))
        if name.startswith(ACCESSES) and name.split(".")[0] not in OTHERS:
            memory.append([line, name] + [values[column].get(address, 0) for column in MEMORY])
    return {"accesses": memory, "lines": [[line, *row] for line, row in sorted(lines.items())]}


def of_report(path: str) -> list:
    tools = ("/opt/nvidia/nsight-compute/*/extras/python", "/usr/local/cuda*/nsight-compute*/extras/python")
    sys.path[:0] = [each for pattern in tools for each in glob.glob(pattern)]
    import ncu_report

    return [of_launch(action) for each in ncu_report.load_report(path) for action in each]


def counters(shell, work: str, name: str, run: list[str]) -> list:
    """Of each launch that `run` makes, in order; [] if the profiler failed."""
    report, out = f"{work}/{name}.ncu-rep", f"{work}/{name}.counters.json"
    shell(["ncu", "--section", "SourceCounters", "--clock-control", "none", "-f", "-o", report, *run], f"ncu.{name}")
    shell([sys.executable, os.path.abspath(__file__), report, out], f"counters.{name}")
    try:
        return json.load(open(out))
    except (OSError, ValueError):
        return []


if __name__ == "__main__":
    with open(sys.argv[2], "w") as file:
        json.dump(of_report(sys.argv[1]), file)
