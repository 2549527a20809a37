// The climb from tensor cores to cuBLASLt with Hopper's asynchronous units, measured on an H200
// after clocks had settled (core/recorded/h200/gemm_climb_hopper.json; README.md beside it
// describes each rung).
#pragma once

#include <cstdint>
#include <string_view>

#include "core/gemm/measured.hpp"

namespace loom::gemm::h200::climb {

enum class Type { fp32, bf16, fp8 };

struct Counters {
  double tensor_percent = 0;  // of the cycles, in which the tensor cores worked
  std::int64_t l2_sectors = 0, sm_bytes = 0, hbm_bytes = 0;  // read from L2, arrived, from memory
  constexpr std::int64_t l2_bytes() const { return 32 * l2_sectors; }
};

struct Rung {
  const char* name;
  Type type;   // of A and B
  bool zeros;  // as inputs; else normal random numbers
  int n;
  double ms, error;      // of one product; relative to one summed in FP64
  int clock_mhz, watts;  // these and ms are medians of five rounds
  Counters counters{};   // nothing but zeros where none were recorded

  constexpr double tflops() const { return 2. * n * n * n / ms * 1e-9; }
  constexpr bool counted() const { return counters.l2_sectors > 0; }
};

// rungs, rungs_of_a_size at each size. first_date and date: when those of measured.hpp and these
// were recorded. power_limit: the chip's, in watts.
#include "core/recorded/climb.inc"  // IWYU pragma: export

// At the highest clock.
constexpr double peak_tflops(Type type) {
  if (type == Type::fp8) return fp8_peak_tflops;
  return type == Type::fp32 ? fp32_peak_tflops : bf16_peak_tflops;
}

// The same with zeros as inputs, which take less power.
constexpr const Rung& on_zeros(const Rung& rung) {
  for (const Rung& each : rungs)
    if (each.zeros && each.n == rung.n && each.name == std::string_view(rung.name)) return each;
  return rung;
}

// cuBLASLt's speed on the same numbers; for FP8 with fine-grained scales, with these scales, too.
constexpr const Rung& library(const Rung& rung) {
  const std::string_view name = rung.name;
  const bool scaled = name == "fine-grained scales" || name == "library, scaled";
  for (const Rung& each : rungs)
    if (each.type == rung.type && each.zeros == rung.zeros && each.n == rung.n &&
        each.name == std::string_view(scaled ? "library, scaled" : "library"))
      return each;
  return rung;
}

}  // namespace loom::gemm::h200::climb
