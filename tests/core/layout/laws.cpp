#include "tests/core/layout/laws.hpp"

#include <algorithm>
#include <numeric>

namespace loom::laws {
namespace {

constexpr std::int64_t shapes[] = {1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 8, 9, 10, 12, 16};

std::vector<Leaf> random_leaves(Random& random, const Kind& kind) {
  std::vector<Leaf> out(static_cast<std::size_t>(1 + below(random, kind.leaves)));
  std::int64_t left = kind.size;
  for (Leaf& leaf : out) {
    leaf.shape = shapes[below(random, std::ssize(shapes))];
    if (leaf.shape > left) leaf.shape = 1;
    left /= leaf.shape;
  }
  return out;
}

// As if the modes lay in some order one behind the other, now and then with room between.
void stride_in_order(Random& random, std::vector<Leaf>& leaves) {
  std::vector<std::size_t> order(leaves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (below(random, 2) == 0) random.shuffle(std::span(order));
  std::int64_t next = 1;
  for (std::size_t i : order) {
    if (below(random, 4) == 0) next *= 1 + below(random, 4);
    leaves[i].stride = below(random, 10) == 0 ? 0 : next;
    if (leaves[i].stride != 0) next *= leaves[i].shape;
  }
}

Layout nested(Random& random, std::vector<Layout> modes, int depth) {
  if (modes.size() == 1 && (depth > 2 || below(random, 4) != 0)) return modes[0];
  if (depth > 2 || modes.size() < 3 || below(random, 2) == 0)
    return layout::tuple(std::move(modes));
  const auto cut = 1 + static_cast<std::ptrdiff_t>(below(random, std::ssize(modes) - 1));
  std::vector<Layout> head(modes.begin(), modes.begin() + cut),
      tail(modes.begin() + cut, modes.end());
  return layout::tuple(std::vector{nested(random, std::move(head), depth + 1),
                                   nested(random, std::move(tail), depth + 1)});
}

bool fits(const Values& function, const std::vector<Leaf>& leaves) {
  return values(layout::flat(leaves)) == function;
}

// Shapes from left to right; each one's stride is what the function says.
bool any_from(const Values& function, std::vector<Leaf>& leaves, std::int64_t done) {
  const std::int64_t size = std::ssize(function);
  if (done == size) return fits(function, leaves);
  for (std::int64_t shape = 2; shape <= size / done; ++shape) {
    if (size / done % shape != 0) continue;
    leaves.push_back({shape, function[static_cast<std::size_t>(done)]});
    if (any_from(function, leaves, done * shape)) return true;
    leaves.pop_back();
  }
  return false;
}

}  // namespace

Layout random_layout(Random& random, const Kind& kind) {
  std::vector<Leaf> leaves = random_leaves(random, kind);
  if (kind.tractable || below(random, 2) == 0)
    stride_in_order(random, leaves);
  else
    for (Leaf& leaf : leaves) leaf.stride = below(random, below(random, 2) == 0 ? 9 : 64);
  if (kind.negative && below(random, 2) == 0)
    for (Leaf& leaf : leaves)
      if (below(random, 2) == 0) leaf.stride = -leaf.stride;
  std::vector<Layout> modes;
  for (const Leaf& leaf : leaves) modes.push_back(layout::mode(leaf.shape, leaf.stride));
  return nested(random, std::move(modes), 0);
}

std::int64_t value(const std::vector<Leaf>& all, std::int64_t x) {
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool last = i + 1 == all.size();
    offset += (last ? x : x % all[i].shape) * all[i].stride;
    x /= all[i].shape;
  }
  return offset;
}

std::int64_t count(const Layout& layout) {
  std::int64_t out = 1;
  for (const Leaf& leaf : layout::leaves(layout)) out *= leaf.shape;
  return out;
}

Values values(const Layout& layout) {
  Values out(static_cast<std::size_t>(count(layout)));
  const std::vector<Leaf> all = layout::leaves(layout);
  for (std::size_t x = 0; x < out.size(); ++x) out[x] = value(all, static_cast<std::int64_t>(x));
  return out;
}

Values sorted(Values values) {
  std::sort(values.begin(), values.end());
  return values;
}

bool distinct(const Values& values) {
  const Values in_order = sorted(values);
  return std::adjacent_find(in_order.begin(), in_order.end()) == in_order.end();
}

bool refines(const Layout& fine, const Layout& coarse) {
  if (coarse.leaf()) return count(fine) == coarse.shape;
  if (fine.modes.size() != coarse.modes.size()) return false;
  for (std::size_t k = 0; k < coarse.modes.size(); ++k)
    if (!refines(fine.modes[k], coarse.modes[k])) return false;
  return true;
}

std::optional<Layout> any_layout(const Values& function) {
  std::vector<Leaf> leaves;
  if (function[0] != 0 || !any_from(function, leaves, 1)) return std::nullopt;
  return layout::flat(leaves);
}

}  // namespace loom::laws
