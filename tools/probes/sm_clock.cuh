// The clock of the first multiprocessor while something runs: its cycles over the global timer's
// nanoseconds.
#pragma once

#include "common.cuh"

struct Stamp {
  long long cycles, nanoseconds;
};

__global__ void stamp(Stamp* to) {
  unsigned multiprocessor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  if (multiprocessor != 0) return;
  asm volatile("mov.u64 %0, %%clock64;\nmov.u64 %1, %%globaltimer;"
               : "=l"(to->cycles), "=l"(to->nanoseconds)::"memory");
}

class SmClock {
 public:
  SmClock() { CHECK(cudaMallocHost(&stamps_, 2 * sizeof *stamps_)); }
  ~SmClock() { cudaFreeHost(stamps_); }
  SmClock(const SmClock&) = delete;
  SmClock& operator=(const SmClock&) = delete;

  void start() { stamp<<<256, 1>>>(&stamps_[0]); }
  // Waits for the device; MHz since start().
  double stop() {
    stamp<<<256, 1>>>(&stamps_[1]);
    CHECK(cudaDeviceSynchronize());
    return 1e3 * static_cast<double>(stamps_[1].cycles - stamps_[0].cycles) /
           static_cast<double>(stamps_[1].nanoseconds - stamps_[0].nanoseconds);
  }

 private:
  Stamp* stamps_;
};
