// A training step of a model that is cut into stages, one for each GPU: which stage computes what
// and when, which waits, and how much has to be kept.
//
// A microbatch goes forward through all stages and backward again. Each stage has an order of
// passes; the replay starts a pass when the one before it in the order is done and what it needs
// has arrived, which takes no time of its own. With p stages, m microbatches, F forward and B
// backward of one microbatch in one stage, the idle time of a stage is
//
//   GPipe           (p − 1)(F + B)          all forward passes first; m microbatches are held
//   1F1B            (p − 1)(F + B)          one forward, one backward in turn; p are held
//   interleaved     (p − 1)(F + B) / v      a stage is v chunks from all over the model;
//                                           p + (p − 1) / v are held
//   zero bubble     (p − 1) max(F, B/2)     ZB-H1: a backward pass is two halves, the gradient of
//                                           the input, which the stage before waits for, and that
//                                           of the weights, which nobody does; p are held
//   DualPipe        (p/2 − 1)(F + B/2)      for F = B/2; microbatches enter from both ends, and a
//                                           GPU has a stage of each direction; a forward and a
//                                           backward pass of two microbatches are one block of
//                                           F + B; p + 1 are held
//
// which is p − 1 times the F + B − W of the paper where F ≥ B/2; where it is less, the first stage
// has to wait for the first gradient for longer than that unless it holds more than p.
// Sources: GPipe, arXiv 1811.06965; PipeDream-Flush (1F1B) and interleaving, Narayanan et al.,
// arXiv 2104.04473; zero bubble, arXiv 2401.10241; DualPipe, arXiv 2412.19437, and its reference
// code, https://github.com/deepseek-ai/DualPipe, whose steps the order has.
#pragma once

#include <optional>
#include <vector>

#include "core/result.hpp"

namespace loom::scaling {

enum class PipelineSchedule : unsigned char {
  gpipe,
  one_forward_one_backward,
  interleaved,
  zero_bubble,
  dual_pipe
};

struct PipelineOptions {
  PipelineSchedule schedule = PipelineSchedule::one_forward_one_backward;
  int stages = 4;
  int microbatches = 8;
  double forward = 1, backward = 2;  // of a microbatch in one stage, in any unit of time
  int chunks = 1;                    // of a stage, with `interleaved`
};

enum class PassKind : unsigned char { forward, backward, backward_input, backward_weight };

// `part` counts the pieces of the model that a microbatch goes through, from 0: stages, or chunks.
// Microbatches of DualPipe's other direction count from m/2 on, and its parts from the last stage.
struct PipelineEvent {
  int stage = 0;
  PassKind kind = PassKind::forward;
  int microbatch = 0, part = 0;
  double start = 0, end = 0;
  bool joined = false;  // two passes of one block have the same times
};

struct Pipeline {
  std::vector<PipelineEvent> events;  // stage after stage, each in the order of time
  double time = 0;                    // until the last pass is done
  double bubble = 0;                  // idle share of the total time of all stages
  double peak_activations = 0;  // microbatches held by the worst stage; a chunk holds 1/v of one
  std::vector<double> idle;     // time, per stage
  std::vector<double> held;     // microbatches at most, per stage
};

inline constexpr int most_pipeline_stages = 1024;
inline constexpr int most_microbatches = 65536;
inline constexpr int most_pipeline_chunks = 64;
inline constexpr int most_pipeline_passes = 1 << 20;
inline constexpr double most_pass_time = 1e12;

// Refused: numbers below 1 or above these limits; times that are not above 0; chunks without
// `interleaved`; microbatches that are no multiple of the stages with it; with DualPipe, stages or
// microbatches that are odd, or fewer than two microbatches a stage.
Result<Pipeline> pipeline(const PipelineOptions& options);

// The time by the formulas above; nothing for zero bubble with fewer microbatches than stages, and
// for DualPipe where a forward pass is not half as long as a backward pass.
// `options` are such that pipeline() accepts them.
std::optional<double> pipeline_formula(const PipelineOptions& options);

}  // namespace loom::scaling
