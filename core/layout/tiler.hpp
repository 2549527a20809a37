// What divides a layout, or is composed with it: one layout for the whole, or one tiler for each
// mode.
#pragma once

#include "core/layout/layout.hpp"

namespace loom::layout {

struct Tiler {
  Layout layout;             // for the whole; unused where there are modes
  std::vector<Tiler> modes;  // one tiler each

  Tiler() = default;
  Tiler(Layout whole) : layout(std::move(whole)) {}
  explicit Tiler(std::vector<Tiler> by_mode) : modes(std::move(by_mode)) {}  // not empty

  bool by_mode() const { return !modes.empty(); }
};

}  // namespace loom::layout
