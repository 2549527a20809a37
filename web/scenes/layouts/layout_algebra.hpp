// The picture of `layout-algebra`: the inputs, the result, and which elements belong together.
#pragma once

#include "core/layout/relation.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

using layout::Operation, layout::Relation;

struct LayoutAlgebraState {
  Operation operation = Operation::composition;
  layout::Layout a, b;  // b: of one tiler for each mode, all as a tuple; of a complement, it
  bool has_b = false, by_mode = false;
  std::int64_t cotarget = 1;
  Relation relation;
  std::string refusal;  // why there is no result
  int at = 0;           // x

  int in_a() const { return there(relation.in_a); }
  int in_b() const { return there(relation.in_b); }
  std::string formula() const;  // "A o B"
  std::string law() const;      // "A(B(x)) = R(x) for all 32 indices"
  std::string chosen() const;   // "B(5) = 20 and A(20) = 5."; empty where there is no function
  using Drawing = struct LayoutAlgebraDrawing;
  float picture(const Sheet& sheet) const;

 private:
  int there(const std::vector<int>& all) const { return all.empty() ? -1 : nth(all, at); }
};

}  // namespace loom::scenes
