// Input from readers: an index as a text, or addresses.
//
// The text says which element each lane of a warp names. It is lines of code, of which one access
// to an array is chosen, or an expression alone, both as core/expression/code.hpp reads them; or a
// layout, swizzled or not, as core/layout/parse.hpp reads it: lane l has the offset of its index l.
// A layout is what has a ':' and no '?', '[', ';' or '=', or a tuple of numbers alone, or begins
// with Layout, make_layout, Sw, S<, Swizzle or cute.
//
// Names of an expression have their values from the text's own definitions before it, from a list
// of names, or from the launch: threadIdx, blockIdx, blockDim and gridDim, each with .x, .y and .z;
// lane and warp, tid (the thread's number in its block) and warpSize. The warp is the first of
// block 0, which has 32 × 32 threads, in a grid of 32 × 32 blocks, unless the list says otherwise.
// An array of several dimensions of which no length is declared has rows of 32.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/memory/access_pattern.hpp"
#include "core/result.hpp"

namespace loom::memory {

// Definitions of what code often leaves open, to begin with.
inline constexpr std::string_view usual_names =
    "x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * blockDim.x + x, "
    "row = blockIdx.y * blockDim.y + y, i = col, me = col, k = 0, n = 1024, stride = 2";

struct OwnIndex {
  std::array<std::int64_t, warp_lanes> elements{};  // in the order of the lanes; may be negative
  std::string access;                               // the chosen one: "in[i * stride]"; "": none
  int which = 0, of = 0;                            // of the accesses, from 1
  bool rows_assumed = false;                        // of 32: nobody declares the array
};

// `names` is a list of definitions, "n = 1024, x = threadIdx.x". `which` access is taken: from 1,
// the last one if there are fewer. Refused: what the reader of that kind of text refuses, in its
// words; names without a value, calls, indices that are read from memory, an access that some lanes
// do not make; a layout with fewer places than lanes.
Result<OwnIndex> own_index(std::string_view text, std::string_view names = usual_names,
                           int which = 1);

// The same as elements of an array from 0 to `last`. Other elements are refused; the message names
// the lane.
Result<LaneIndices> own_elements(const OwnIndex& own, int last);

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
