// The scene under test, and what every scene's test asks of it.
#pragma once

#include <string>
#include <vector>

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

using Rows = std::vector<std::vector<std::string>>;

class Subject {
 public:
  explicit Subject(const scene::Description& description) : description_(description) {}

  const scene::Description& description() const { return description_; }

  scene::State load(const std::string& query) const {
    scene::State state(description_);
    const auto error = state.load(query);
    REQUIRE_MESSAGE(!error, query);
    return state;
  }

  // The sentence at the step that the query names, or where the scene opens.
  std::string status(const std::string& query) const {
    const scene::State state = load(query);
    return state.scene().status(state.step());
  }

  Rows table(const std::string& query) const { return load(query).scene().table().rows; }

  double metric(const std::string& query, const std::string& key) const {
    for (const scene::Metric& metric : load(query).scene().metrics())
      if (metric.key == key) return metric.value;
    FAIL("no metric " << key);
    return 0;
  }

 private:
  scene::Description description_;
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A label that found no room would be an empty text.
inline bool all_labeled(const scene::Scene& scene, const scene::View& view) {
  for (const scene::Mark& mark : scene::record(scene, view).of(scene::Mark::Kind::text))
    if (mark.text.empty()) return false;
  return true;
}

}  // namespace loom::scenes
