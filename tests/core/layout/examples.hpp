// Layouts and results as their texts.
#pragma once

#include <string>

#include "core/layout/parse.hpp"
#include "tests/doctest.hpp"

namespace loom::test {

inline layout::Layout read(const std::string& text) {
  const Result<layout::Layout> found = layout::parse_layout(text);
  REQUIRE_MESSAGE(found, text);
  return *found;
}

inline layout::Tiler tiler(const std::string& text) {
  const Result<layout::Tiler> found = layout::parse_tiler(text);
  REQUIRE_MESSAGE(found, text);
  return *found;
}

inline std::string show(const layout::Layout& layout) { return layout::to_text(layout); }

// The result's text, or its error's.
template <class T>
std::string show(const Result<T>& result) {
  return result ? layout::to_text(*result) : result.error().message;
}

}  // namespace loom::test
