// A number about a GPU, with its source.
#pragma once

#include <string_view>

namespace loom::device {

enum class Standing : unsigned char {
  unknown,    // no number that could be traced to a source
  published,  // as `source` has it
  measured,   // by this project, on an H200: see measured_h200.hpp
  derived,    // arithmetic on published numbers
  assumed,    // taken over from another GPU
  contested,  // sources disagree: value…high
};

struct Sourced {
  double value = 0;
  Standing standing = Standing::unknown;
  std::string_view source = {};  // id in references.json, for all but measured and unknown
  double high = 0;               // contested: the other end

  bool known() const { return standing != Standing::unknown; }
};

constexpr Sourced published(double value, std::string_view source) {
  return {value, Standing::published, source};
}
constexpr Sourced measured(double value) { return {value, Standing::measured}; }
constexpr Sourced derived(double value, std::string_view source) {
  return {value, Standing::derived, source};
}
// For a peak rate: half of the rate with sparsity, which is what the source prints.
constexpr Sourced halved(double sparse, std::string_view source) {
  return derived(sparse / 2, source);
}
constexpr Sourced assumed(double value, std::string_view source) {
  return {value, Standing::assumed, source};
}
constexpr Sourced contested(double low, double high, std::string_view source) {
  return {low, Standing::contested, source, high};
}

}  // namespace loom::device
