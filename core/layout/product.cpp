#include "core/layout/product.hpp"

#include <algorithm>
#include <utility>

#include "core/layout/checked.hpp"
#include "core/layout/complement.hpp"
#include "core/layout/compose.hpp"

namespace loom::layout {
namespace {

// A tuple of at least so many modes.
Layout filled_up(const Layout& layout, std::size_t modes) {
  Layout out = layout.leaf() ? tuple(std::vector{layout}) : layout;
  while (out.modes.size() < modes) out.modes.push_back(mode(1, 0));
  return out;
}

Result<Layout> zipped(const Layout& a, const Layout& b, bool block_first) {
  const auto most = static_cast<std::size_t>(std::max(rank(a), rank(b)));
  Result<Layout> both = logical_product(filled_up(a, most), filled_up(b, most));
  if (!both) return both;
  std::vector<Layout> modes;
  for (std::size_t k = 0; k < most; ++k) {
    std::vector<Layout> pair = {std::move(both->modes[0].modes[k]),
                                std::move(both->modes[1].modes[k])};
    if (!block_first) std::swap(pair[0], pair[1]);
    modes.push_back(tuple(std::move(pair)));
  }
  Layout result = tuple(std::move(modes));
  if (auto error = beyond_limits(result)) return *error;
  return result;
}

}  // namespace

Result<Layout> logical_product(const Layout& a, const Layout& b) {
  for (const Leaf& leaf : leaves(b))
    if (leaf.stride < 0)
      return Error{"product: b = " + to_text(b) + " has stride " + std::to_string(leaf.stride) +
                   ", expected 0 or more"};
  const auto target = product(size(a), cosize(b));
  if (!target || *target > most_number)
    return Error{"product: size " + std::to_string(size(a)) + " of a times cosize " +
                 std::to_string(cosize(b)) + " of b: expected at most 2^53"};
  const Result<Layout> rest = complement(a, *target);
  if (!rest) return rest;
  Result<Layout> repeats = compose(*rest, b);
  if (!repeats)
    return Error{"product, a's complement " + to_text(*rest) + " as a: " + repeats.error().message};
  Layout result = tuple(std::vector{a, std::move(*repeats)});
  if (auto error = beyond_limits(result)) return *error;
  return result;
}

Result<Layout> blocked_product(const Layout& a, const Layout& b) { return zipped(a, b, true); }

Result<Layout> raked_product(const Layout& a, const Layout& b) { return zipped(a, b, false); }

}  // namespace loom::layout
