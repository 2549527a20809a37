#include "core/layout/morphism.hpp"

#include <algorithm>
#include <numeric>

namespace loom::layout {
namespace {

// The modes of every step-th offset of one mode. They are as coalesced as possible, so if such
// modes exist, these are they.
struct Read {
  std::vector<Leaf> leaves;
  std::optional<std::int64_t> misfit;
};

Read read(std::span<const std::int64_t> offsets, std::int64_t shape, std::int64_t step) {
  const auto at = [&](std::int64_t c) { return offsets[static_cast<std::size_t>(c * step)]; };
  Read found;
  for (std::int64_t done = 1; done < shape;) {
    const std::int64_t stride = at(done);
    std::int64_t length = 2;
    while (length * done < shape && at(length * done) == length * stride) ++length;
    if (shape / done % length != 0) {
      found.misfit = length * done * step;
      return found;
    }
    found.leaves.push_back({length, stride});
    done *= length;
  }
  if (found.leaves.empty()) found.leaves.push_back({1, 0});
  return found;
}

}  // namespace

std::optional<std::int64_t> misfit(std::span<const std::int64_t> offsets, const Layout& like) {
  if (offsets.front() != 0) return 0;
  std::vector<Leaf> all;
  std::int64_t step = 1;
  for (const Leaf& leaf : leaves(like)) {
    const Read mode = read(offsets, leaf.shape, step);
    if (mode.misfit) return mode.misfit;
    all.insert(all.end(), mode.leaves.begin(), mode.leaves.end());
    step *= leaf.shape;
  }
  const std::vector<std::int64_t> made = layout::offsets(flat(all));
  const auto differ = std::mismatch(made.begin(), made.end(), offsets.begin());
  if (differ.first == made.end()) return std::nullopt;
  return differ.first - made.begin();
}

std::optional<Morphism> morphism(const Layout& layout) {
  std::vector<Leaf> modes;
  for (const Leaf& leaf : leaves(layout))
    if (leaf.shape > 1) modes.push_back(leaf);
  std::vector<std::size_t> order(modes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return modes[i].stride < modes[j].stride; });
  Morphism found;
  for (const Leaf& leaf : modes) found.domain.push_back(leaf.shape);
  found.to.assign(modes.size(), -1);
  std::int64_t end = 1;
  for (std::size_t i : order) {
    const auto [shape, stride] = modes[i];
    if (stride == 0) continue;
    if (stride < end || stride % end != 0) return std::nullopt;
    if (stride > end) found.codomain.push_back(stride / end);
    found.to[i] = static_cast<int>(found.codomain.size());
    found.codomain.push_back(shape);
    end = shape * stride;
  }
  return found;
}

}  // namespace loom::layout
