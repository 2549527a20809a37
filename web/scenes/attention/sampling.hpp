// The picture of `sampling`: logits to drag, what each cut leaves, and draws beside what is to be
// expected of them.
#pragma once

#include "core/attention/sampling.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int sampled_words = 10, sampling_steps = 4;
inline constexpr double logit_limit = 8;

struct Sampling {
  std::vector<double> logits;
  std::array<attention::SamplingStep, sampling_steps> steps;
  std::vector<attention::Sampled> stages;  // before all steps, then after each
  std::vector<int> drawn;
  std::vector<attention::CountBand> bands;  // of 95% of all series of draws
  int draws = 0;

  size_t tokens() const { return logits.size(); }
  const attention::Sampled& last() const { return stages.back(); }
  double probability(size_t stage, size_t token) const {
    return stages[stage].probabilities[token];
  }
  // Index of the step that cut the token; −1: it is left.
  int cut_by(size_t token) const;
  size_t likeliest() const;
  // A word of the built-in candidates; where the reader typed fewer, "token 1".
  std::string name(size_t token) const;
  using Drawing = struct SamplingDrawing;
  float picture(const Sheet& sheet) const;
};

std::string step_text(const attention::SamplingStep& step);  // "top-k 8"

}  // namespace loom::scenes
