// The picture of `matmul-climb`: a bar for every published step, and what the last one changed.
#pragma once

#include "core/gemm/published_climb.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// What a step changed, in our own words: a sentence, and how the bytes or the waiting changed.
struct MatmulStep {
  std::string_view why;
  std::string_view lines[4];
};
extern const MatmulStep matmul_steps[gemm::modular::steps];

struct MatmulClimb {
  bool logarithmic = false;

  static double tflops(int step) { return gemm::modular::climb[step - 1].tflops.value; }
  static double of_library(int step) { return tflops(step) / gemm::modular::library_tflops; }
  // Relative to the step before; step > 1. A multiple of ten if only one digit is known.
  static double factor(int step);

  static std::string factor_text(int step);  // "1.86", "about 30"
  static std::string rate(int step);  // as printed; with "*" if it is computed from printed numbers
  using Drawing = struct MatmulClimbDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
