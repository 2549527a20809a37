// The picture of `layout-algebra`: the inputs, the result, and which elements belong together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/layout/tiler.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

enum class Operation {
  coalesce,
  composition,
  complement,
  logical_divide,
  zipped_divide,
  logical_product,
  blocked_product,
  raked_product,
  left_inverse,
  right_inverse,
};

// The layouts are related at the indices x of the last of them.
struct Relation {
  std::optional<layout::Layout> result;
  std::string refusal;                 // why there is none
  std::vector<std::int64_t> offsets;   // that the function really has; empty: there is no function
  layout::Layout shown;                // the result, or what has the shape of the function
  std::vector<int> in_a, in_b;         // for each x: the index there; −1: none
  std::vector<int> group;              // for each x: its tile or copy; empty if there are none
  std::optional<std::int64_t> misfit;  // if there is no result: where no stride fits

  // The law, compared index by index.
  std::string law;  // "A(B(x)) = R(x)"
  int asked = 0, held = 0;
};

struct LayoutAlgebraState {
  Operation operation = Operation::composition;
  layout::Layout a, b;  // b: of one tiler for each mode, all as a tuple; of a complement, it
  bool has_b = false, by_mode = false;
  std::int64_t cotarget = 1;
  Relation relation;
  int at = 0;  // x

  int in_a() const { return there(relation.in_a); }
  int in_b() const { return there(relation.in_b); }
  std::string formula() const;  // "A o B"
  std::string law() const;      // "A(B(x)) = R(x) for all 32 indices"
  std::string chosen() const;   // "B(5) = 20 and A(20) = 5."; empty where there is no function

  float picture(const scene::Sheet& sheet) const;

 private:
  int there(const std::vector<int>& all) const { return all.empty() ? -1 : scene::nth(all, at); }
};

// The result of an operation on a and b, and whether its law holds. Sizes are at most
// most_elements.
Relation relate(Operation operation, const layout::Layout& a, const layout::Tiler& b,
                std::int64_t cotarget);

}  // namespace loom::scenes
