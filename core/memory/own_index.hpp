// Input from readers: an index as a text, or addresses.
//
// The text says which element each lane of a warp names. It is an expression of
// core/expression/expression.hpp, or a layout, swizzled or not, as core/layout/parse.hpp reads it:
// lane l has the offset of its index l. A layout is what has a ':' and no '?', or a tuple of
// numbers alone, or begins with Layout, make_layout, Sw, S<, Swizzle or cute.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/memory/access_pattern.hpp"
#include "core/result.hpp"

namespace loom::memory {

// For the block's first warp, in the order of its lanes; numbers may be negative. Refused: what the
// reader of that kind of text refuses, in its words; a layout with fewer places than lanes.
Result<std::array<std::int64_t, warp_lanes>> own_indices(std::string_view text);

// The same as elements of an array from 0 to `last`. Other elements are refused; the message names
// the lane.
Result<LaneIndices> own_elements(std::string_view text, int last);

// Addresses as a profiler or debugger prints them, as elements after the nearest address below all
// of them that begins a line. So sectors and lines are those of the addresses.
struct FromAddresses {
  LaneIndices elements{};
  std::int64_t base = 0;  // a multiple of 128
};
// Refused: an address below 0 or not a multiple of the width, elements beyond 2^31 − 1. The message
// names the entry, from 1. width: a power of two, at most 128.
Result<FromAddresses> from_addresses(const std::array<std::int64_t, warp_lanes>& addresses,
                                     int width);

}  // namespace loom::memory
