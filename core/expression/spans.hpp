// Between which numbers an expression's values lie when its variables lie between others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/expression/tree.hpp"

namespace loom::expression {

// Whole numbers low … high.
struct Span {
  std::int64_t low = 0, high = 0;

  bool single() const { return low == high; }
  bool always() const { return low > 0 || high < 0; }   // never 0: true
  bool never() const { return low == 0 && high == 0; }  // 0: false
  bool fits() const { return low >= INT32_MIN && high <= INT32_MAX; }
};

// Bounds of every node's values, for variables within `variables`. False if an operation may be
// without a value there, such as a division by zero, or may leave 32 bits.
bool bound(const Tree& tree, std::span<const Span> variables, std::vector<Span>& found);

}  // namespace loom::expression
