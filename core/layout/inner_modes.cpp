#include "core/layout/inner_modes.hpp"

#include <utility>

namespace loom::layout {
namespace {

// The text of strides with {} for the leaf that `left` counts down to.
std::string with_hole(const IntTuple& strides, int& left) {
  if (strides.leaf()) return left-- == 0 ? "{}" : std::to_string(strides.value);
  std::string text;
  for (const IntTuple& item : strides.items)
    text += (text.empty() ? "(" : ",") + with_hole(item, left);
  return text + ")";
}

void add_paths(const Layout& layout, const std::string& path, std::vector<std::string>& all) {
  if (layout.leaf()) all.push_back(path);
  for (std::size_t k = 0; k < layout.modes.size(); ++k)
    add_paths(layout.modes[k], path + (path.empty() ? "" : ".") + std::to_string(k), all);
}

}  // namespace

std::vector<InnerMode> inner_modes(const SwizzledLayout& layout) {
  std::vector<std::string> paths;
  add_paths(layout.layout, "", paths);
  const std::vector<Leaf> all = leaves(layout.layout);
  const IntTuple strides = stride_of(layout.layout);
  const std::string text = to_text(layout), front = text.substr(0, text.rfind(':') + 1);
  std::vector<InnerMode> modes;
  std::int64_t step = 1;
  for (std::size_t k = 0; k < all.size(); ++k) {
    int left = static_cast<int>(k);
    if (all[k].shape > 1)
      modes.push_back({paths[k], all[k].stride, step, front + with_hole(strides, left)});
    step *= all[k].shape;
  }
  return modes;
}

}  // namespace loom::layout
