// The picture of `layout`: the elements at their coordinates, and the memory they lie in.
#pragma once

#include "core/layout/swizzle.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct LayoutState {
  layout::SwizzledLayout layout;
  std::vector<std::int64_t> offsets = {0};
  int at = 0;  // the chosen element's index
  std::int64_t least = 0, most = 0;
  std::int64_t taken = 1;  // places that have an element

  const layout::Layout& inner() const { return layout.layout; }
  int size() const { return static_cast<int>(offsets.size()); }
  std::int64_t places() const { return most - least + 1; }
  std::int64_t offset() const { return nth(offsets, at); }
  std::string coordinate() const;  // "(2, 5)"
  // "2·8 + 5·1 = 21"
  std::string sum() const;
  using Drawing = struct LayoutDrawing;
  float picture(const Sheet& sheet) const;
};

// "(2, 5)": a coordinate as the pages write it.
std::string coordinate_text(const layout::Layout& layout, std::int64_t index);

}  // namespace loom::scenes
