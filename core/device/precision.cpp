#include "core/device/precision.hpp"

#include <algorithm>

namespace loom::device {
namespace {

constexpr Precision precision_table[] = {
    {"fp32", "FP32", 32, 1, "fp32"}, {"tf32", "TF32", 32, 1, "tf32"},
    {"fp16", "FP16", 16, 2, "fp16"}, {"bf16", "BF16", 16, 2, "bf16"},
    {"int8", "INT8", 8, 4, "int8"},  {"fp8", "FP8", 8, 4, "fp8"},
    {"fp6", "FP6", 6, 4, "fp8"},     {"fp4", "FP4", 4, 8, "fp4"},
};

// FP6 came with the B200, at the rate of FP8; NVIDIA's paper on GeForce gives no rate for it.
bool has(const Peaks& gpu, const Precision& precision) {
  return precision.id != "fp6" || gpu.id == "b200";
}

}  // namespace

std::span<const Precision> precisions() { return precision_table; }

std::vector<Rung> precision_ladder(const Peaks& gpu, int n) {
  std::vector<Rung> ladder;
  for (const Precision& precision : precision_table) {
    const Sourced& rate = gpu.rate(*find_unit_format(precision.multiplied));
    if (!rate.known() || !has(gpu, precision)) continue;
    Rung rung{.precision = &precision, .rate = rate};
    if (gpu.id == "b200" && precision.id != "fp32") rung.higher = rate.value * gb200_factor;
    rung.ridge = 1e3 * rate.value / gpu.bandwidth.value;
    const double fed = 2. * n / (3 * rung.bytes()) * gpu.bandwidth.value / 1e3;
    rung.memory = fed < rate.value;
    rung.reached = std::min(fed, rate.value);
    ladder.push_back(rung);
  }
  return ladder;
}

}  // namespace loom::device
