// FlashAttention's forward pass on one multiprocessor: which unit works when, in versions 1 to 4.
//
// For each step a stream (a block or a warpgroup with its rows of Q) needs, of a block of keys and
// values: a copy; S = Q·K^T on the tensor cores; the rows' maxima and scaled differences, on the
// ordinary lanes; the exponentials, on their unit; O rescaled, on the lanes; PV on the tensor
// cores. A unit does one thing at a time, for operations / rate cycles; whatever can begin first
// does.
//
//   1  one stream, one thing after another; keys are the outer loop, so each step copies a block
//      of Q, and O in 32 bits there and back
//   2  two blocks, each one thing after another, whose next copy runs ahead; the products are of
//      the older, synchronous instruction, which reaches a part of the tensor cores' rate
//   3  two warpgroups that share the copies, and ask for the next S before this one's exponentials
//   4  two tiles likewise, twice as high; other warps rescale O, and only when it pays; a part of
//      the exponentials is computed on the lanes
//
// The costs of issuing instructions, of barriers, of power and of the loop's ends are not in it, so
// kernels should be slower; another order of the same work may be faster. What is not known makes
// errors of both signs: one chip's speed may agree with a published one by chance.
// Sources: FlashAttention 1 to 4, arXiv 2205.14135, 2307.08691, 2407.08608, 2603.05451 (rates
// of exponentials and tensor cores; emulation and conditional rescaling); arXiv 2402.13499 (62.9%
// of the rate with Hopper's synchronous instruction). Copies: what an H200's L2 gives each
// multiprocessor, core/recorded/h200/bandwidth.json; of a B200 that is not known here, and neither
// is the rate of the older instruction: it is taken to do as much in a cycle as on an H100.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::kernels {

enum class FlashUnit : unsigned char { copy, tensor, exponential, lanes };
enum class FlashPart : unsigned char {
  load,
  scores,
  maxima,
  exponentials,
  emulated,
  rescale,
  output
};

// Of one multiprocessor, in a cycle.
struct FlashChip {
  double tensor = 4096;  // floating-point operations in BF16
  double exponentials = 16;
  double lanes = 128;          // operations on 32 bits
  double copy = 34.7;          // bytes from L2
  double synchronous = 0.629;  // of `tensor`, with version 2's and 1's instructions
  int multiprocessors = 132;
  double peak = 989.4;         // TFLOP/s of all
  bool tensor_memory = false;  // where a B200's products go; then it has no wgmma
  bool operator==(const FlashChip&) const = default;
};
inline constexpr FlashChip flash_h100 = {};
inline constexpr FlashChip flash_b200 = {.tensor = 8192,
                                         .synchronous = flash_h100.synchronous / 2,
                                         .multiprocessors = 148,
                                         .peak = 2250,
                                         .tensor_memory = true};

// What the chip lacks of what the version's kernel is made of, so that it cannot run there: wgmma
// for version 3, Tensor Memory for version 4; "" if it can. Its schedule can be computed all the
// same. Source: research.colfax-intl.com, CUTLASS tutorial on Blackwell's Tensor Memory.
constexpr std::string_view flash_missing(int version, const FlashChip& chip) {
  if (version == 3 && chip.tensor_memory) return "wgmma";
  return version == 4 && !chip.tensor_memory ? "Tensor Memory" : "";
}

inline constexpr int flash_versions = 4;

struct FlashScheduleOptions {
  int version = 3;
  FlashChip chip = flash_h100;
  int width = 128;  // numbers of a query, key or value
  int keys = 128;   // of a step
  int steps = 32;
  double emulated = 0;  // version 4: share of the exponentials on the lanes
  double rescaled = 1;  // version 4: share of the steps in which O is rescaled
  bool operator==(const FlashScheduleOptions&) const = default;
};

struct FlashEvent {
  int stream = 0, step = 0;
  FlashPart part = FlashPart::load;
  FlashUnit unit = FlashUnit::copy;
  double start = 0, end = 0;  // cycles
};

struct FlashSchedule {
  std::vector<FlashEvent> events;  // in the order in which they begin
  double cycles = 0;
  std::array<double, 4> busy = {};  // share of the cycles, by FlashUnit
  FlashUnit bound = FlashUnit::tensor;
  double tflops = 0;  // of the chip at the clock that `peak` is for

  // Cycles until so many steps of all streams are done: 0, then one number for each step.
  std::vector<double> step_ends() const;
  // The share of the first `time` cycles, above 0, in which the unit works.
  double busy_until(FlashUnit unit, double time) const;
};

inline constexpr int most_flash_steps = 512;

// What the authors measured at best, forward, in 16 bits, with heads of 128 (version 2: about 35%
// of the peak); 0: not on this chip. Sources: as above.
constexpr double published_flash(int version, const FlashChip& chip) {
  const bool hopper = chip.multiprocessors == flash_h100.multiprocessors;
  if (version == 2) return hopper ? 0.35 * flash_h100.peak : 0;
  if (version == 3) return hopper ? 740 : 0;
  return version == 4 && !hopper ? 1613 : 0;
}

// Refused: a version outside 1…4, width outside 16…256, keys outside 16…256, steps outside 1…512,
// shares outside 0…1, rates that are not above 0 or above 1e9.
Result<FlashSchedule> flash_schedule(const FlashScheduleOptions& options);

// All versions with the same options, without their events, beside what was published.
struct FlashVersion {
  int version = 0;
  FlashSchedule run;
  double published = 0;                                        // TFLOP/s; 0: none
  std::string_view missing;                                    // as flash_missing() says
  double above() const { return run.tflops / published - 1; }  // share
};
Result<std::array<FlashVersion, flash_versions>> all_flash_versions(FlashScheduleOptions options);

}  // namespace loom::kernels
