// A figure of a GPU, with its source.
#pragma once

#include <string_view>

namespace loom::device {

enum class Standing : unsigned char {
  unknown,    // no figure that could be traced to a source
  published,  // as `source` has it
  measured,   // by this project, on an H200: see measured_h200.hpp
  derived,    // arithmetic on published figures
  assumed,    // taken over from another GPU
  contested,  // sources disagree: value…high
};

struct Figure {
  double value = 0;
  Standing standing = Standing::unknown;
  std::string_view source = {};  // id in references.json, for all but measured and unknown
  double high = 0;               // contested: the other end

  bool known() const { return standing != Standing::unknown; }
};

constexpr Figure published(double value, std::string_view source) {
  return {value, Standing::published, source};
}
constexpr Figure measured(double value) { return {value, Standing::measured}; }
constexpr Figure derived(double value, std::string_view source) {
  return {value, Standing::derived, source};
}
// For a peak rate: half of the rate with sparsity, which is what the source prints.
constexpr Figure halved(double sparse, std::string_view source) {
  return derived(sparse / 2, source);
}
constexpr Figure assumed(double value, std::string_view source) {
  return {value, Standing::assumed, source};
}
constexpr Figure contested(double low, double high, std::string_view source) {
  return {low, Standing::contested, source, high};
}

}  // namespace loom::device
