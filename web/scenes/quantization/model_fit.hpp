// The picture of `model-fit`: what is in memory and what is read for a token, beside the memory
// that there is; and the same for every weight format.
#pragma once

#include "core/attention/cache.hpp"
#include "core/models/memory.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int fit_formats = 13, longest_fit_context = 131072;

struct ModelFit {
  struct Row {
    models::Parts weights;
    double read = 0, tokens = 0;  // bytes of weights for one step; tokens per second
    long long longest = 0;        // context
  };

  const models::Shape* shape = nullptr;
  const models::CacheFormat* cache = nullptr;
  std::string_view machine;
  double memory = 0, bandwidth = 0;  // bytes, GB/s
  int chosen = 0, context = 0, batch = 1;
  double kept = 0;     // bytes of keys and values, and of states
  double state = 0;    // of which the states, which do not depend on the context
  double longest = 0;  // bytes for the longest context that can be chosen
  std::array<Row, fit_formats> rows;

  const Row& row() const { return nth(rows, chosen); }
  double total(const Row& row) const { return static_cast<double>(row.weights.total()) + kept; }
  bool fits(const Row& row) const { return total(row) <= memory; }
  std::string told(int format) const;  // of a row, in a few words
  using Drawing = struct ModelFitDrawing;
  float picture(const Sheet& sheet) const;
};

std::string gib(double bytes);              // "4.58"
std::string token_rate(double per_second);  // "48.3", "1,340"

}  // namespace loom::scenes
