// What an operation of the algebra relates: which elements of its inputs belong to each element of
// its result, and whether the operation's law holds there. All by the laws in the operations' own
// headers, index by index; nothing here trusts the result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/layout/tiler.hpp"

namespace loom::layout {

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
  std::optional<Layout> result;
  std::string refusal;                 // why there is none; empty if it is too large
  std::optional<Layout> too_large;     // beyond the limits
  std::int64_t too_many = 0;           // offsets of a complement with its layout, beyond the limits
  std::vector<std::int64_t> offsets;   // that the function really has; empty: there is no function
  Layout shown;                        // the result, or what has the shape of the function
  std::vector<int> in_a, in_b;         // for each x: the index there; −1: none
  std::vector<int> group;              // for each x: its tile or copy; empty if there are none
  std::optional<std::int64_t> misfit;  // if there is no result: where no stride fits

  // The law, compared index by index: at so many, and true at so many of them.
  int asked = 0, held = 0;
};

// What a result may have: elements, and offsets from its first to its last one. Both are at most
// 2^24.
struct Limits {
  std::int64_t size = 4096, cosize = std::int64_t{1} << 24;
};

// The result of an operation on a and b, and whether its law holds. a and b keep to the limits.
// `cotarget`: of a complement, 1 or more.
Relation relate(Operation operation, const Layout& a, const Tiler& b, std::int64_t cotarget,
                const Limits& limits = {});

// "A(B(x)) = R(x)". That of a complement: A(i) + R(j) is each of 0 … asked − 1 once.
std::string_view law_of(Operation operation);

}  // namespace loom::layout
