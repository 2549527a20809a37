// The climb from tensor cores to cuBLASLt with Hopper's asynchronous machines, measured on an H200
// while clocks had settled. A test compares every number with the recorded run
// (core/recorded/h200/gemm_climb_hopper.json, where README.md says what each rung is).
#pragma once

#include <cstdint>
#include <string_view>

#include "core/gemm/measured.hpp"

namespace loom::gemm::h200::climb {

enum class Type { fp32, bf16, fp8 };

// At the highest clock.
constexpr double peak_tflops(Type type) {
  return type == Type::fp32 ? fp32_peak_tflops : type == Type::bf16 ? bf16_peak_tflops : 2141.1;
}

// When the rungs of measured.hpp and these were recorded; the chip's limit.
inline constexpr const char *first_date = "2026-11-20", *date = "2026-11-22";
inline constexpr int power_limit = 700;  // W

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

inline constexpr int rungs_of_a_size = 13;
inline constexpr Rung rungs[] = {
    {"tensor cores", Type::bf16, false, 4096, 0.2679, 1.66e-03, 1463, 695},
    {"TMA", Type::bf16, false, 4096, 0.2315, 1.66e-03, 1364, 694},
    {"warp specialized", Type::bf16, false, 4096, 0.2357, 1.66e-03, 1347, 694},
    {"clusters", Type::bf16, false, 4096, 0.2369, 1.66e-03, 1381, 694},
    {"persistent", Type::bf16, false, 4096, 0.2135, 1.66e-03, 1306, 698},
    {"persistent clusters", Type::bf16, false, 4096, 0.2126, 1.66e-03, 1322, 693},
    {"library", Type::bf16, false, 4096, 0.2087, 1.66e-03, 1342, 699},
    {"persistent clusters", Type::bf16, true, 4096, 0.1698, 0.00e+00, 1665, 424},
    {"library", Type::bf16, true, 4096, 0.1703, 0.00e+00, 1658, 413},
    {"fine-grained scales", Type::fp8, false, 4096, 0.1361, 1.67e-03, 1420, 693},
    {"library, scaled", Type::fp8, false, 4096, 0.1323, 1.67e-03, 1322, 694},
    {"library", Type::fp8, false, 4096, 0.121, 1.67e-03, 1281, 696},
    {"library, fast sums", Type::fp8, false, 4096, 0.1115, 2.13e-03, 1250, 691},
    {"tensor cores",
     Type::bf16,
     false,
     8192,
     2.0606,
     1.66e-03,
     1401,
     697,
     {69.8, 307578188, 12884901888, 1493727744}},
    {"TMA",
     Type::bf16,
     false,
     8192,
     1.7533,
     1.66e-03,
     1301,
     691,
     {88.55, 300475904, 12884901888, 1493693440}},
    {"warp specialized",
     Type::bf16,
     false,
     8192,
     1.7771,
     1.66e-03,
     1286,
     682,
     {88.54, 325684740, 12884901888, 1493223424}},
    {"clusters",
     Type::bf16,
     false,
     8192,
     1.761,
     1.66e-03,
     1318,
     691,
     {86.8, 278147040, 12884901888, 1497058816}},
    {"persistent",
     Type::bf16,
     false,
     8192,
     1.6776,
     1.66e-03,
     1278,
     692,
     {94.08, 325282108, 12884901888, 1353072896}},
    {"persistent clusters",
     Type::bf16,
     false,
     8192,
     1.6574,
     1.66e-03,
     1297,
     701,
     {93.85, 269206760, 12884901888, 1253504512}},
    {"library",
     Type::bf16,
     false,
     8192,
     1.6178,
     1.66e-03,
     1326,
     708,
     {93.19, 214518976, 12213862272, 1254233856}},
    {"persistent clusters",
     Type::bf16,
     true,
     8192,
     1.3226,
     0.00e+00,
     1623,
     446,
     {94.6, 264839816, 12884901888, 1088483584}},
    {"library",
     Type::bf16,
     true,
     8192,
     1.3402,
     0.00e+00,
     1604,
     427,
     {96.25, 272002764, 15871330176, 1409199616}},
    {"fine-grained scales",
     Type::fp8,
     false,
     8192,
     1.0609,
     1.66e-03,
     1357,
     701,
     {70.23, 141267959, 6580862976, 607764992}},
    {"library, scaled",
     Type::fp8,
     false,
     8192,
     1.0078,
     1.66e-03,
     1266,
     689,
     {80.23, 168215041, 8725327744, 575297792}},
    {"library",
     Type::fp8,
     false,
     8192,
     0.9244,
     1.66e-03,
     1193,
     687,
     {91.98, 156560192, 8128673664, 553603328}},
    {"library, fast sums",
     Type::fp8,
     false,
     8192,
     0.8618,
     2.64e-03,
     1272,
     692,
     {92.31, 129737968, 6442512256, 591023360}},
};

// The same on zeros, which take less power.
constexpr const Rung& on_zeros(const Rung& rung) {
  for (const Rung& each : rungs)
    if (each.zeros && each.n == rung.n && each.name == std::string_view(rung.name)) return each;
  return rung;
}

// cuBLASLt's speed on the same numbers, of FP8 with fine-grained scales also with these.
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
