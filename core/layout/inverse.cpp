#include "core/layout/inverse.hpp"

#include <algorithm>

#include "core/layout/coalesce.hpp"

namespace loom::layout {
namespace {

struct Strided {
  Leaf leaf;
  std::int64_t step = 1;  // of the index, from one of its coordinates to the next
};

// The coalesced modes by stride.
std::vector<Strided> by_stride(const Layout& layout) {
  std::vector<Strided> out;
  std::int64_t step = 1;
  for (const Leaf& leaf : leaves(coalesce(layout))) {
    out.push_back({leaf, step});
    step *= leaf.shape;
  }
  std::stable_sort(out.begin(), out.end(), [](const Strided& a, const Strided& b) {
    return a.leaf.stride < b.leaf.stride;
  });
  return out;
}

}  // namespace

Layout right_inverse(const Layout& layout) {
  std::vector<Leaf> out;
  std::int64_t next = 1;
  for (const Strided& each : by_stride(layout)) {
    if (each.leaf.stride != next) continue;
    out.push_back({each.leaf.shape, each.step});
    next = each.leaf.shape * each.leaf.stride;
  }
  return coalesce(flat(out));
}

// The offset Σ cᵢ·dᵢ, in digits of base dᵢ₊₁/dᵢ, gives the coordinates again; digit i counts step
// i.
Result<Layout> left_inverse(const Layout& layout) {
  const std::vector<Strided> sorted = by_stride(layout);
  if (sorted.size() == 1 && sorted[0].leaf.shape == 1) return mode(1, 0);
  if (sorted[0].leaf.stride <= 0)
    return Error{"left inverse: mode " + to_text(sorted[0].leaf) + " has stride " +
                 std::to_string(sorted[0].leaf.stride) + ", expected 1 or more" +
                 (sorted[0].leaf.stride == 0 ? ": all its indices have one offset" : "")};
  std::vector<Leaf> out = {{sorted[0].leaf.stride, 0}};
  for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
    const Leaf &here = sorted[i].leaf, &above = sorted[i + 1].leaf;
    if (above.stride % here.stride != 0)
      return Error{"left inverse: mode " + to_text(above) + " has stride " +
                   std::to_string(above.stride) + ", expected a multiple of " +
                   std::to_string(here.stride) + ", the stride of mode " + to_text(here)};
    const std::int64_t base = above.stride / here.stride;
    if (base < here.shape)
      return Error{"left inverse: mode " + to_text(above) + " has stride " +
                   std::to_string(above.stride) + ", expected " +
                   std::to_string(here.shape * here.stride) + " or more, where mode " +
                   to_text(here) + " ends"};
    out.push_back({base, sorted[i].step});
  }
  out.push_back({sorted.back().leaf.shape, sorted.back().step});
  Layout result = coalesce(flat(out));
  if (auto error = beyond_limits(result)) return *error;
  return result;
}

}  // namespace loom::layout
