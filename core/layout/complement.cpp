#include "core/layout/complement.hpp"

#include <algorithm>

#include "core/layout/checked.hpp"
#include "core/layout/coalesce.hpp"

namespace loom::layout {
namespace {

Error no_room(const Leaf& leaf, const Leaf& before) {
  const std::int64_t end = before.shape * before.stride;
  return {"complement: mode " + to_text(leaf) + " has stride " + std::to_string(leaf.stride) +
          ", expected a multiple of " + std::to_string(end) + ", where mode " + to_text(before) +
          " ends"};
}

}  // namespace

Result<Layout> complement(const Layout& layout, std::int64_t cotarget) {
  if (cotarget < 1 || cotarget > most_number)
    return Error{"cotarget " + std::to_string(cotarget) + ": expected 1 to 2^53"};
  const Layout filtered = filter(layout);
  std::vector<Leaf> sorted = leaves(filtered);
  std::sort(sorted.begin(), sorted.end(), [](const Leaf& a, const Leaf& b) {
    return a.stride != b.stride ? a.stride < b.stride : a.shape < b.shape;
  });
  std::vector<Leaf> out;
  std::int64_t end = 1;
  const Leaf* before = nullptr;
  for (const Leaf& leaf : sorted) {
    if (leaf.shape == 1) continue;
    if (leaf.stride < 0)
      return Error{"complement: mode " + to_text(leaf) + " has stride " +
                   std::to_string(leaf.stride) + ", expected 0 or more"};
    if (leaf.stride % end != 0) return no_room(leaf, *before);
    out.push_back({leaf.stride / end, end});
    const auto next = product(leaf.shape, leaf.stride);
    if (!next || *next > most_number)
      return Error{"complement: mode " + to_text(leaf) + " ends beyond 2^53"};
    end = *next;
    before = &leaf;
  }
  out.push_back({ceil_div(cotarget, end), end});
  Layout result = coalesce(flat(out));
  if (auto error = beyond_limits(result)) return *error;
  return result;
}

Result<Layout> complement(const Layout& layout) { return complement(layout, cosize(layout)); }

}  // namespace loom::layout
