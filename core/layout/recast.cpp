#include "core/layout/recast.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/layout/checked.hpp"

namespace loom::layout {
namespace {

// Replaces the leaves from left to right.
Layout with_leaves(const Layout& layout, const std::vector<Leaf>& leaves, std::size_t& next) {
  if (layout.leaf()) {
    const Leaf& leaf = leaves[next++];
    return mode(leaf.shape, leaf.stride);
  }
  std::vector<Layout> modes;
  for (const Layout& each : layout.modes) modes.push_back(with_leaves(each, leaves, next));
  return tuple(std::move(modes));
}

Result<Layout> rebuilt(const Layout& layout, const std::vector<Leaf>& leaves) {
  std::size_t next = 0;
  Layout result = with_leaves(layout, leaves, next);
  if (auto error = beyond_limits(result)) return *error;
  return result;
}

std::optional<Error> bad_factor(std::int64_t n) {
  if (n >= 1 && n <= most_number) return std::nullopt;
  return Error{"factor " + std::to_string(n) + ": expected 1 to 2^53"};
}

// The part of a leaf that lies inside the larger element, and that the leaf loses: parts:stride.
Result<Leaf> take_parts(Leaf& leaf, std::int64_t n) {
  if (leaf.shape == 1) return Leaf{};
  if (leaf.stride % n == 0) {
    leaf.stride /= n;
    return Leaf{};
  }
  if (leaf.stride < 0 || n % leaf.stride != 0)
    return Error{"upcast: mode " + to_text(leaf) + " has stride " + std::to_string(leaf.stride) +
                 ", expected a multiple of " + std::to_string(n) + " or a divisor of it"};
  const std::int64_t most = n / leaf.stride, parts = std::min(leaf.shape, most);
  if (leaf.shape % parts != 0 || most % parts != 0)
    return Error{"upcast: mode " + to_text(leaf) + " has shape " + std::to_string(leaf.shape) +
                 ", expected a multiple of " + std::to_string(most) + " or a divisor of it"};
  const Leaf inside{parts, leaf.stride};
  leaf = {leaf.shape / parts, 1};
  return inside;
}

}  // namespace

Result<Layout> upcast(const Layout& layout, std::int64_t n) {
  if (auto error = bad_factor(n)) return *error;
  std::vector<Leaf> all = leaves(layout), inside;
  for (Leaf& leaf : all) {
    const Result<Leaf> parts = take_parts(leaf, n);
    if (!parts) return parts.error();
    if (parts->shape > 1) inside.push_back(*parts);
  }
  std::sort(inside.begin(), inside.end(),
            [](const Leaf& a, const Leaf& b) { return a.stride < b.stride; });
  std::int64_t end = 1;
  for (const Leaf& parts : inside)
    if (parts.stride == end)
      end *= parts.shape;
    else
      return Error{"upcast: mode " + to_text(parts) + " inside an element has stride " +
                   std::to_string(parts.stride) + ", expected " + std::to_string(end)};
  if (end != n)
    return Error{"upcast: " + std::to_string(end) + " of an element's " + std::to_string(n) +
                 " parts are there"};
  return rebuilt(layout, all);
}

Result<Layout> downcast(const Layout& layout, std::int64_t n) {
  if (auto error = bad_factor(n)) return *error;
  std::vector<Leaf> all = leaves(layout);
  Leaf* unit = nullptr;
  for (Leaf& leaf : all)
    if (leaf.stride == 1 && (!unit || (unit->shape == 1 && leaf.shape > 1))) unit = &leaf;
  if (!unit && n > 1)
    return Error{"downcast: " + to_text(layout) + " has no mode of stride 1, where the " +
                 std::to_string(n) + " parts would be counted"};
  for (Leaf& leaf : all) {
    const auto scaled = product(&leaf == unit ? leaf.shape : leaf.stride, n);
    if (!scaled) return Error{"downcast: mode " + to_text(leaf) + " would end beyond 2^53"};
    (&leaf == unit ? leaf.shape : leaf.stride) = *scaled;
  }
  return rebuilt(layout, all);
}

Result<Layout> recast(const Layout& layout, std::int64_t from_bits, std::int64_t to_bits) {
  if (from_bits < 1 || to_bits < 1 || (from_bits % to_bits != 0 && to_bits % from_bits != 0))
    return Error{"recast from " + std::to_string(from_bits) + " bits to " +
                 std::to_string(to_bits) + ": expected one to divide the other"};
  return to_bits >= from_bits ? upcast(layout, to_bits / from_bits)
                              : downcast(layout, from_bits / to_bits);
}

}  // namespace loom::layout
