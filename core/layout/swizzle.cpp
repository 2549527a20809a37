#include "core/layout/swizzle.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "core/layout/checked.hpp"

namespace loom::layout {

std::int64_t Swizzle::operator()(std::int64_t offset) const {
  if (bits == 0) return offset;
  const std::int64_t mask = (std::int64_t{1} << bits) - 1;
  const int read = base + std::max(shift, 0), changed = base + std::max(-shift, 0);
  return offset ^ (offset >> read & mask) << changed;
}

Result<Swizzle> make_swizzle(std::int64_t bits, std::int64_t base, std::int64_t shift) {
  const std::string text = "Sw<" + std::to_string(bits) + "," + std::to_string(base) + "," +
                           std::to_string(shift) + ">: ";
  if (bits < 0) return Error{text + "B = " + std::to_string(bits) + ", expected 0 or more"};
  if (base < 0) return Error{text + "M = " + std::to_string(base) + ", expected 0 or more"};
  for (std::int64_t each : {bits, base, shift})
    if (each > most_swizzle_bits || each < -most_swizzle_bits)
      return Error{text + std::to_string(each) + ", expected at most " +
                   std::to_string(most_swizzle_bits) + " in size"};
  if (std::abs(shift) < bits)
    return Error{text + "|S| = " + std::to_string(std::abs(shift)) +
                 ", expected at least B = " + std::to_string(bits)};
  if (bits + base + std::abs(shift) > most_swizzle_bits)
    return Error{text + "B + M + |S| = " + std::to_string(bits + base + std::abs(shift)) +
                 ", expected at most " + std::to_string(most_swizzle_bits)};
  return Swizzle{static_cast<int>(bits), static_cast<int>(base), static_cast<int>(shift)};
}

Result<Swizzle> recast(const Swizzle& swizzle, std::int64_t from, std::int64_t to) {
  for (std::int64_t unit : {from, to})
    if (unit < 1 || !std::has_single_bit(static_cast<std::uint64_t>(unit)))
      return Error{"unit " + std::to_string(unit) + ": expected a power of two"};
  const int places = std::countr_zero(static_cast<std::uint64_t>(from)) -
                     std::countr_zero(static_cast<std::uint64_t>(to));
  if (swizzle.base + places < 0)
    return Error{to_text(swizzle) + " in units of " + std::to_string(to) + " instead of " +
                 std::to_string(from) + ": M = " + std::to_string(swizzle.base + places) +
                 ", expected 0 or more"};
  return make_swizzle(swizzle.bits, swizzle.base + places, swizzle.shift);
}

std::string to_text(const Swizzle& swizzle) {
  return "Sw<" + std::to_string(swizzle.bits) + "," + std::to_string(swizzle.base) + "," +
         std::to_string(swizzle.shift) + ">";
}

std::int64_t SwizzledLayout::operator()(std::int64_t index) const {
  return swizzle(offset + layout(index));
}

Result<SwizzledLayout> make(const Swizzle& swizzle, std::int64_t offset, Layout layout) {
  std::int64_t least = 0, most = 0;
  for (const Leaf& leaf : leaves(layout)) {
    const std::int64_t last = (leaf.shape - 1) * leaf.stride;
    (last < 0 ? least : most) += last;
  }
  const auto low = sum(offset, least), high = sum(offset, most);
  if (!low || !high || *low < 0 || *high >= most_number)
    return Error{"offset " + std::to_string(offset) + " and " + to_text(layout) +
                 ": expected 0 to 2^53 − 1 together, got " +
                 (low && *low < 0 ? std::to_string(*low)
                  : high          ? std::to_string(*high)
                                  : "more")};
  return SwizzledLayout{swizzle, offset, std::move(layout)};
}

std::vector<std::int64_t> offsets(const SwizzledLayout& layout) {
  std::vector<std::int64_t> out = offsets(layout.layout);
  for (std::int64_t& each : out) each = layout.swizzle(layout.offset + each);
  return out;
}

std::int64_t cosize(const SwizzledLayout& layout) {
  if (layout.plain()) return cosize(layout.layout);
  const std::vector<std::int64_t> all = offsets(layout);
  return 1 + *std::max_element(all.begin(), all.end());
}

std::string to_text(const SwizzledLayout& layout) {
  if (layout.plain()) return to_text(layout.layout);
  return to_text(layout.swizzle) + " o " + std::to_string(layout.offset) + " o " +
         to_text(layout.layout);
}

}  // namespace loom::layout
