"""What the recording scripts share: running a command, and JSON that a reader and a diff can bear."""
import datetime
import json
import subprocess
import sys


def output_of(*command, given: str | None = None) -> str:
    """What a command prints; stops with its words when it fails."""
    done = subprocess.run([str(c) for c in command], input=given, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def compact(value, depth: int = 2) -> str:
    """JSON with one line per entry of the outer `depth` levels."""
    nested = isinstance(value, dict) or isinstance(value, list) and any(isinstance(v, (dict, list)) for v in value)
    if depth == 0 or not nested:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if isinstance(value, dict):
        parts = [f"{json.dumps(k)}:{compact(v, depth - 1)}" for k, v in value.items()]
        return "{" + ",\n".join(parts) + "}"
    return "[\n" + ",\n".join(compact(v, depth - 1) for v in value) + "]"


def about_gpu(command: str) -> dict:
    """The GPU that measured, its driver, CUDA and the date: what every recording begins with."""
    query = "name,driver_version,clocks.max.sm"
    gpu = output_of("nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader").splitlines()[0].split(", ")
    release = next(line for line in output_of("nvcc", "--version").splitlines() if "release" in line)
    return {
        "device": gpu[0],
        "driver": gpu[1],
        "max_clock": gpu[2],
        "cuda": release.split("release ")[1].split(",")[0],
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "command": command,
    }
