#include "core/layout/compose.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/layout/checked.hpp"
#include "core/layout/coalesce.hpp"

namespace loom::layout {
namespace {

using Path = std::string;  // of a mode of B: "0", "1.0"; empty for B itself

std::string named(const Path& path, const Leaf& leaf) {
  return "compose: " + (path.empty() ? "b" : "mode " + path + " of b") + " = " + to_text(leaf);
}

std::string shape_in_a(const std::vector<Leaf>& a, std::size_t k) {
  return "shape " + std::to_string(a[k].shape) + " of mode " + std::to_string(k) +
         " of a = " + to_text(flat(a)) + " (coalesced)";
}

// What both conditions need: A in the form in which it is applied, and the digits of B's last
// offsets so far.
struct Applied {
  std::vector<Leaf> a;
  std::vector<std::int64_t> digits;

  explicit Applied(const Layout& layout) : a(coalesced_with_tail(layout)), digits(a.size()) {}
};

std::optional<Error> count_digits(Applied& applied, const Leaf& leaf) {
  std::int64_t rest = (leaf.shape - 1) * leaf.stride;
  for (std::size_t k = 0; k + 1 < applied.a.size(); ++k) {
    applied.digits[k] += rest % applied.a[k].shape;
    rest /= applied.a[k].shape;
    if (applied.digits[k] >= applied.a[k].shape)
      return Error{"compose: the modes of b carry: together they reach " +
                   std::to_string(applied.digits[k]) + " in the " + shape_in_a(applied.a, k) +
                   ", expected less"};
  }
  return std::nullopt;
}

// A o s:d, by the two conditions of one mode.
Result<Layout> compose_leaf(Applied& applied, const Leaf& leaf, const Path& path) {
  if (leaf.shape == 1 || leaf.stride == 0) return mode(leaf.shape, 0);
  const std::vector<Leaf>& a = applied.a;
  if (leaf.stride < 0 && a.size() > 1)
    return Error{named(path, leaf) + " has stride " + std::to_string(leaf.stride) +
                 ", expected 0 or more: a = " + to_text(flat(a)) +
                 " (coalesced) has no indices below 0"};
  std::vector<Leaf> out;
  std::int64_t shape = leaf.shape, stride = leaf.stride;  // what remains
  for (std::size_t k = 0; k + 1 < a.size() && shape > 1; ++k) {
    const std::int64_t length = a[k].shape;
    if (stride % length != 0 && length % stride != 0)
      return Error{named(path, leaf) + ": the stride " + std::to_string(stride) + " meets the " +
                   shape_in_a(a, k) + ", expected one to divide the other"};
    const std::int64_t taken = std::min(std::max<std::int64_t>(1, length / stride), shape);
    if (shape % taken != 0)
      return Error{named(path, leaf) + ": of the shape " + std::to_string(shape) + ", " +
                   std::to_string(taken) + " fit into the " + shape_in_a(a, k) +
                   ", expected a divisor"};
    if (taken > 1) out.push_back({taken, product(stride, a[k].stride).value_or(most_number + 1)});
    shape /= taken;
    stride = ceil_div(stride, length);
  }
  if (shape > 1) out.push_back({shape, product(stride, a.back().stride).value_or(most_number + 1)});
  if (auto carry = count_digits(applied, leaf)) return *carry;
  return flat(out);
}

Result<Layout> compose_modes(Applied& applied, const Layout& b, const Path& path) {
  if (b.leaf()) return compose_leaf(applied, {b.shape, b.stride}, path);
  std::vector<Layout> modes;
  modes.reserve(b.modes.size());
  for (std::size_t k = 0; k < b.modes.size(); ++k) {
    Result<Layout> each = compose_modes(
        applied, b.modes[k], path.empty() ? std::to_string(k) : path + "." + std::to_string(k));
    if (!each) return each;
    modes.push_back(std::move(*each));
  }
  return tuple(std::move(modes));
}

// A at an index, or nothing if the offset does not fit.
std::optional<std::int64_t> offset_at(const std::vector<Leaf>& a, std::int64_t index) {
  std::int64_t offset = 0;
  for (std::size_t k = 0; k + 1 < a.size(); ++k) {
    offset += index % a[k].shape * a[k].stride;
    index /= a[k].shape;
  }
  const auto last = product(index, a.back().stride);
  return last ? sum(offset, *last) : std::nullopt;
}

// A o s:d, read off the function: a mode is as long as the function continues evenly. If a layout
// exists, this is its coalesced form.
std::optional<Layout> read_leaf(const std::vector<Leaf>& a, const Leaf& leaf) {
  std::vector<Leaf> out;
  for (std::int64_t step = 1; step < leaf.shape;) {
    const auto stride = offset_at(a, step * leaf.stride);
    if (!stride || std::abs(*stride) > most_number) return std::nullopt;
    std::int64_t length = 2;
    while (length * step < leaf.shape &&
           offset_at(a, length * step * leaf.stride) == product(length, *stride))
      ++length;
    if (leaf.shape / step % length != 0) return std::nullopt;
    out.push_back({length, *stride});
    step *= length;
  }
  return flat(out);
}

std::optional<Layout> read_modes(const std::vector<Leaf>& a, const Layout& b) {
  if (b.leaf()) return read_leaf(a, {b.shape, b.stride});
  std::vector<Layout> modes;
  for (const Layout& each : b.modes) {
    std::optional<Layout> read = read_modes(a, each);
    if (!read) return std::nullopt;
    modes.push_back(std::move(*read));
  }
  return tuple(std::move(modes));
}

// The layout in cases in which the conditions refuse one although it exists; compared at every
// index.
std::optional<Layout> read_off(const std::vector<Leaf>& a, const Layout& b) {
  for (const Leaf& leaf : leaves(b))
    if (leaf.stride < 0) return std::nullopt;
  std::optional<Layout> result = read_modes(a, b);
  if (!result || beyond_limits(*result)) return std::nullopt;
  const std::vector<std::int64_t> indices = offsets(b), found = offsets(*result);
  for (std::size_t x = 0; x < indices.size(); ++x)
    if (offset_at(a, indices[x]) != found[x]) return std::nullopt;
  return result;
}

}  // namespace

Result<Layout> compose(const Layout& a, const Layout& b) {
  Applied applied(a);
  Result<Layout> result = compose_modes(applied, b, "");
  if (!result) {
    if (size(b) > most_searched)
      return Error{result.error().message + "; b's size " + std::to_string(size(b)) +
                   " is beyond the " + std::to_string(most_searched) +
                   " at which another form would be looked for"};
    std::optional<Layout> read = read_off(applied.a, b);
    if (!read) return result;
    return std::move(*read);
  }
  if (auto error = beyond_limits(*result)) return *error;
  return result;
}

Result<Layout> compose(const Layout& a, const Tiler& tiler) {
  if (!tiler.by_mode()) return compose(a, tiler.layout);
  if (tiler.modes.size() != static_cast<std::size_t>(rank(a)))
    return Error{"compose: a tiler of " + std::to_string(tiler.modes.size()) +
                 " modes for a = " + to_text(a) + ", expected " + std::to_string(rank(a))};
  std::vector<Layout> modes;
  for (std::size_t k = 0; k < tiler.modes.size(); ++k) {
    Result<Layout> each = compose(mode_of(a, static_cast<int>(k)), tiler.modes[k]);
    if (!each) return Error{"mode " + std::to_string(k) + ": " + each.error().message};
    modes.push_back(std::move(*each));
  }
  Layout result = tuple(std::move(modes));
  if (auto error = beyond_limits(result)) return *error;
  return result;
}

Result<SwizzledLayout> compose(const SwizzledLayout& a, const Tiler& tiler) {
  Result<Layout> inside = compose(a.layout, tiler);
  if (!inside) return inside.error();
  return make(a.swizzle, a.offset, std::move(*inside));
}

}  // namespace loom::layout
