#include "core/layout/layout.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/layout/checked.hpp"

namespace loom::layout {
namespace {

using Number = std::int64_t Layout::*;

template <Number Member>
IntTuple part_of(const Layout& layout) {
  if (layout.leaf()) return number(layout.*Member);
  std::vector<IntTuple> items;
  items.reserve(layout.modes.size());
  for (const Layout& each : layout.modes) items.push_back(part_of<Member>(each));
  return tuple(std::move(items));
}

void gather(const Layout& layout, std::vector<Leaf>& out) {
  if (layout.leaf())
    out.push_back({layout.shape, layout.stride});
  else
    for (const Layout& each : layout.modes) gather(each, out);
}

Result<Layout> paired(const IntTuple& shape, const IntTuple& stride, int depth) {
  if (depth > most_depth)
    return Error{"a nesting deeper than " + std::to_string(most_depth) + ", the most there is"};
  if (shape.items.size() != stride.items.size())
    return Error{"shape " + to_text(shape) + " and stride " + to_text(stride) +
                 ": expected the same nesting"};
  if (shape.leaf()) return mode(shape.value, stride.value);
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < shape.items.size(); ++i) {
    Result<Layout> each = paired(shape.items[i], stride.items[i], depth + 1);
    if (!each) return each.error();
    modes.push_back(std::move(*each));
  }
  return tuple(std::move(modes));
}

// Strides from `step` on; `step` then continues after this part.
Layout counted(const IntTuple& shape, std::int64_t& step) {
  if (shape.leaf()) {
    const std::int64_t stride = step;
    step = product(step, std::max<std::int64_t>(shape.value, 1)).value_or(most_number + 1);
    return mode(shape.value, stride);
  }
  std::vector<Layout> modes;
  for (const IntTuple& item : shape.items) modes.push_back(counted(item, step));
  return tuple(std::move(modes));
}

// The quantities that are compared with the limits.
struct Reach {
  int leaves = 0;
  std::int64_t size = 1, last = 0;  // Σ (sᵢ − 1)·|dᵢ|
};

std::optional<Error> add(const Leaf& leaf, Reach& reach) {
  const std::string where = std::to_string(leaf.shape) + ":" + std::to_string(leaf.stride);
  if (leaf.shape < 1) return Error{where + ": expected a shape of 1 or more"};
  if (leaf.stride > most_number || leaf.stride < -most_number)
    return Error{where + ": expected a stride of at most 2^53 in size"};
  if (++reach.leaves > most_leaves)
    return Error{"more than " + std::to_string(most_leaves) + " modes, the most there are"};
  reach.size = product(reach.size, leaf.shape).value_or(most_number + 1);
  if (reach.size > most_number) return Error{where + ": expected a size of at most 2^53 in all"};
  const auto far = product(leaf.shape - 1, std::abs(leaf.stride));
  reach.last = sum(reach.last, far.value_or(most_number)).value_or(most_number);
  if (reach.last >= most_number) return Error{where + ": expected offsets below 2^53 in all"};
  return std::nullopt;
}

std::optional<Error> add(const Layout& layout, int depth, Reach& reach) {
  if (layout.leaf()) return add(Leaf{layout.shape, layout.stride}, reach);
  if (depth >= most_depth)
    return Error{"a nesting deeper than " + std::to_string(most_depth) + ", the most there is"};
  for (const Layout& each : layout.modes)
    if (auto error = add(each, depth + 1, reach)) return error;
  return std::nullopt;
}

Result<std::int64_t> index_in(const Layout& layout, const IntTuple& coordinate) {
  if (coordinate.leaf()) {
    const std::int64_t most = size(layout);
    if (coordinate.value < 0 || coordinate.value >= most)
      return Error{"coordinate " + std::to_string(coordinate.value) + " in " + to_text(layout) +
                   ": expected 0 to " + std::to_string(most - 1)};
    return coordinate.value;
  }
  if (coordinate.items.size() != static_cast<std::size_t>(rank(layout)))
    return Error{"coordinate " + to_text(coordinate) + " in " + to_text(layout) + ": expected " +
                 std::to_string(rank(layout)) + " of them or one number"};
  std::int64_t index = 0, step = 1;
  for (std::size_t k = 0; k < coordinate.items.size(); ++k) {
    const Layout& part = mode_of(layout, static_cast<int>(k));
    const Result<std::int64_t> each = index_in(part, coordinate.items[k]);
    if (!each) return each.error();
    index += step * *each;
    step *= size(part);
  }
  return index;
}

IntTuple natural(const Layout& layout, std::int64_t& index) {
  if (layout.leaf()) {
    const std::int64_t here = index % layout.shape;
    index /= layout.shape;
    return number(here);
  }
  std::vector<IntTuple> items;
  for (const Layout& each : layout.modes) items.push_back(natural(each, index));
  return tuple(std::move(items));
}

}  // namespace

std::int64_t Layout::operator()(std::int64_t index) const {
  if (leaf()) return index * stride;
  std::int64_t offset = 0;
  for (std::size_t k = 0; k + 1 < modes.size(); ++k) {
    const std::int64_t length = size(modes[k]);
    offset += modes[k](index % length);
    index /= length;
  }
  return offset + modes.back()(index);
}

Layout tuple(std::vector<Layout> modes) { return {1, 0, std::move(modes)}; }

Layout flat(std::span<const Leaf> leaves) {
  if (leaves.empty()) return mode(1, 0);
  if (leaves.size() == 1) return mode(leaves[0].shape, leaves[0].stride);
  std::vector<Layout> modes;
  modes.reserve(leaves.size());
  for (const Leaf& leaf : leaves) modes.push_back(mode(leaf.shape, leaf.stride));
  return tuple(std::move(modes));
}

Result<Layout> make(const IntTuple& shape, const IntTuple& stride) {
  Result<Layout> out = paired(shape, stride, 0);
  if (!out) return out;
  if (auto error = beyond_limits(*out)) return *error;
  return out;
}

Result<Layout> compact(const IntTuple& shape) {
  std::int64_t step = 1;
  Layout out = counted(shape, step);
  if (auto error = beyond_limits(out)) return *error;
  return out;
}

std::optional<Error> beyond_limits(const Layout& layout) {
  Reach reach;
  return add(layout, 0, reach);
}

IntTuple shape_of(const Layout& layout) { return part_of<&Layout::shape>(layout); }
IntTuple stride_of(const Layout& layout) { return part_of<&Layout::stride>(layout); }

int rank(const Layout& layout) { return layout.leaf() ? 1 : static_cast<int>(layout.modes.size()); }

int depth(const Layout& layout) {
  if (layout.leaf()) return 0;
  int deepest = 0;
  for (const Layout& each : layout.modes) deepest = std::max(deepest, depth(each));
  return deepest + 1;
}

std::int64_t size(const Layout& layout) {
  if (layout.leaf()) return layout.shape;
  std::int64_t out = 1;
  for (const Layout& each : layout.modes) out *= size(each);
  return out;
}

std::int64_t cosize(const Layout& layout) {
  if (layout.leaf()) return 1 + (layout.shape - 1) * std::abs(layout.stride);
  std::int64_t out = 1;
  for (const Layout& each : layout.modes) out += cosize(each) - 1;
  return out;
}

std::vector<Leaf> leaves(const Layout& layout) {
  std::vector<Leaf> out;
  out.reserve(8);
  gather(layout, out);
  return out;
}

const Layout& mode_of(const Layout& layout, int k) {
  return layout.leaf() ? layout : layout.modes[static_cast<std::size_t>(k)];
}

std::vector<std::int64_t> offsets(const Layout& layout) {
  std::vector<std::int64_t> out = {0};
  out.reserve(static_cast<std::size_t>(size(layout)));
  for (const Leaf& leaf : leaves(layout)) {
    const std::size_t before = out.size();
    for (std::int64_t c = 1; c < leaf.shape; ++c)
      for (std::size_t i = 0; i < before; ++i) out.push_back(out[i] + c * leaf.stride);
  }
  return out;
}

IntTuple coordinate_of(const Layout& layout, std::int64_t index) { return natural(layout, index); }

Result<std::int64_t> offset_of(const Layout& layout, const IntTuple& coordinate) {
  const Result<std::int64_t> index = index_in(layout, coordinate);
  if (!index) return index.error();
  return layout(*index);
}

std::string to_text(const Leaf& leaf) { return to_text(mode(leaf.shape, leaf.stride)); }

std::string to_text(const Layout& layout) {
  return to_text(shape_of(layout)) + ":" + to_text(stride_of(layout));
}

}  // namespace loom::layout
