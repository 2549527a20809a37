"""Records what kernels of ours do on a GPU: memory bit for bit, the profiler's counters by line, and the sanitizer's reports.

usage: python3 tools/probes/own_kernels/record.py tests/data/cuda OUT [NAME…]
Writes OUT/own_kernels.json and OUT/raw.tar.gz (what the tools printed). Needs nvcc, ncu and compute-sanitizer. NAMEs: of files and faults,
to record these alone."""
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

import counters  # noqa: E402
import reports  # noqa: E402
from recording import about_gpu, compact  # noqa: E402

WORK = "/tmp/own_kernels"
FLAGS = ["-O3", "-lineinfo", "-fmad=false", "-arch=sm_90"]
TOOLS = ["memcheck", "racecheck", "synccheck", "initcheck"]
SECONDS = 45  # for one run of a tool; a kernel that waits forever ends so


def shell(command: list[str], log: str, seconds: int = SECONDS) -> str:
    """What a command prints, kept as a file too. Ends it with all that it started when its time is over."""
    path = f"{WORK}/logs/{log}.txt"
    with open(path, "w") as file:
        run = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            status = str(run.wait(seconds))
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            status = "timeout"
    with open(path, errors="replace") as file:
        return file.read() + f"[status {status}]"


def build(source: str) -> str:
    """Compiles a file; what the compiler says if it does not."""
    name = os.path.basename(source)[:-3]
    cubin = f"{WORK}/{name}.cubin"
    text = shell(["nvcc", *FLAGS, "-cubin", "-o", cubin, source], f"nvcc.{name}")
    return "" if os.path.exists(cubin) else text


def launching(name: str, items: list[dict]) -> list[str]:
    with open(f"{WORK}/{name}.list.json", "w") as file:
        json.dump(items, file)
    return [sys.executable, f"{HERE}/launch.py", f"{WORK}/{name}.list.json", f"{WORK}/{name}.out.json"]


def results(name: str, count: int) -> list[dict]:
    try:
        done = json.load(open(f"{WORK}/{name}.out.json"))
    except (OSError, ValueError):
        done = []
    return done + [{"status": "no result", "memory": []}] * (count - len(done))


def item(source: str, kernel: str, launch: dict, structures: dict) -> dict:
    return {"cubin": f"{WORK}/{source[:-3]}.cubin", "kernel": kernel, "structures": structures, "launch": launch}


def planned(kernels: dict) -> list:
    return [(kernel, launch) for kernel, each in kernels.items() for launch in each["launches"]]


def items_of(file: str, kernels: dict, structures: dict) -> list[dict]:
    return [item(file, kernel, launch, structures) for kernel, launch in planned(kernels)]


def memory_of(file: str, kernels: dict, structures: dict) -> list:
    items = items_of(file, kernels, structures)
    shell(launching(file[:-3], items), f"run.{file[:-3]}")
    return results(file[:-3], len(items))


def counters_of(file: str, kernels: dict, structures: dict) -> list:
    run = launching(file[:-3] + ".ncu", items_of(file, kernels, structures))
    return counters.counters(shell, WORK, file[:-3], run)


def clean(file: str, kernels: dict, structures: dict, tool: str) -> dict:
    """What the sanitizer says of right kernels: nothing."""
    run = launching(f"{file[:-3]}.{tool}", items_of(file, kernels, structures))
    return reports.parsed(shell(["compute-sanitizer", "--tool", tool, *run], f"{tool}.{file[:-3]}"), tool)


def faulty(name: str, fault: dict, structures: dict) -> dict:
    tool = fault["tool"]
    more = {"memcheck": ["--padding", "256"], "racecheck": ["--racecheck-report", "all", "--print-limit", "0"]}.get(tool, [])
    run = launching(f"{name}.{tool}", [item(f"{name}.cu", name, fault["launch"], structures)])
    return reports.parsed(shell(["compute-sanitizer", "--tool", tool, *more, *run], f"{tool}.{name}", 20), tool)


class Recording:
    """Writes what is known so far after each phase, in case a later one fails."""

    def __init__(self, out: str, files: dict):
        self.out, self.files = out, files
        columns = {"accesses": ["line", "instruction", *counters.MEMORY], "lines": ["line", "instructions", "executed", "lanes"]}
        self.data = {"about": {**about_gpu("tools/probes/own_kernels/record.py"), "flags": " ".join(FLAGS)}, "columns": columns}
        self.data["kernels"] = {k: {"file": f, "launches": [{} for _ in e["launches"]]} for f, ks in files.items() for k, e in ks.items()}

    def of_launches(self, file: str, rows: list):
        for (kernel, _), row, target in zip(planned(self.files[file]), rows, self.targets(file)):
            target.update(row)

    def targets(self, file: str) -> list[dict]:
        return [target for kernel in self.files[file] for target in self.data["kernels"][kernel]["launches"]]

    def write(self, phase: str):
        os.makedirs(self.out, exist_ok=True)
        with open(f"{self.out}/own_kernels.json", "w") as file:
            file.write(compact(self.data, 4) + "\n")
        with tarfile.open(f"{self.out}/raw.tar.gz", "w:gz") as tar:
            tar.add(f"{WORK}/logs", "logs")
        print(phase, f"{time.monotonic() - BEGIN:.0f} s", flush=True)


def main():
    folder, out, *names = sys.argv[1:]
    os.makedirs(f"{WORK}/logs", exist_ok=True)
    right = json.load(open(f"{folder}/launches.json"))
    wrong = json.load(open(f"{folder}/faults.json"))
    files: dict = {}
    for kernel, each in right["kernels"].items():
        if not names or each["file"][:-3] in names:
            files.setdefault(each["file"], {})[kernel] = each
    faults = {name: each for name, each in wrong["faults"].items() if not names or name in names}
    sources = [f"{folder}/kernels/{file}" for file in files] + [f"{folder}/faults/{name}.cu" for name in faults]
    with ThreadPoolExecutor(14) as many, ThreadPoolExecutor(3) as few, ThreadPoolExecutor(6) as some:
        failed = {os.path.basename(s): text for s, text in zip(sources, many.map(build, sources)) if text}
        print("did not compile:", json.dumps(failed, indent=1), flush=True)
        files = {file: each for file, each in files.items() if file not in failed}
        recording = Recording(out, files)
        for file, rows in zip(files, many.map(lambda f: memory_of(f, files[f], right["structures"]), files)):
            recording.of_launches(file, rows)
        recording.write("memory")
        for file, rows in zip(files, few.map(lambda f: counters_of(f, files[f], right["structures"]), files)):
            recording.of_launches(file, rows)
            recording.write("counters of " + file)
        waits = [name for name, each in faults.items() if each["kind"] in ("barrier_divergence", "inactive_shuffle")]
        plain = [name for name in faults if name not in waits]
        recording.data["faults"] = {}
        for group, pool in ((plain, many), (waits, some)):
            for name, found in zip(group, pool.map(lambda n: faulty(n, faults[n], wrong["structures"]), group)):
                recording.data["faults"][name] = found
            recording.write("faults")
        recording.data["sanitizer"] = {}
        for tool in TOOLS:
            found = many.map(lambda f: clean(f, files[f], right["structures"], tool), files)
            recording.data["sanitizer"][tool] = dict(zip(files, found))
            recording.write(tool)


BEGIN = time.monotonic()
main()
