"""How long something takes on the GPU, for the scripts that time PyTorch."""
import torch


def median_us(run, cold: bool = True, runs: int = 21) -> float:
    """Median microseconds between CUDA events; cold: L2 written over before each run."""
    flush = torch.empty(256 << 20, dtype=torch.int8, device="cuda")
    for _ in range(3):
        run()
    times = []
    for _ in range(runs):
        if cold:
            flush.zero_()
        torch.cuda._sleep(400_000)  # the host gets ahead: the GPU's time, not Python's
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run()
        stop.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(stop) * 1e3)
    return sorted(times)[len(times) // 2]
