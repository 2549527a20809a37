#include "core/memory/swizzle_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace loom::memory {
namespace {

Error refused(const std::string& what, std::int64_t got, const std::string& expected) {
  return {what + " " + std::to_string(got) + ": expected " + expected};
}

// The offsets of a mode's positions, each computed once.
std::vector<std::int64_t> offsets_of(const layout::Layout& mode) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < size(mode); ++i) all.push_back(mode(i));
  return all;
}

// Offsets of a tile's rows and columns, in elements.
struct TileOffsets {
  std::vector<std::int64_t> rows, columns;
};

// The byte offset of the vector at (row, first column), or why it is none.
Result<std::int64_t> vector_at(const TileOffsets& tile, int element_bytes, int elements,
                               std::int64_t row, std::int64_t column) {
  const auto offset = [&](std::int64_t c) {
    return tile.rows[static_cast<std::size_t>(row)] + tile.columns[static_cast<std::size_t>(c)];
  };
  const std::int64_t first = offset(column), bytes = first * element_bytes;
  const auto where = [&] {
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
  };
  if (bytes % (element_bytes * elements) != 0)
    return Error{where() + " lies at byte " + std::to_string(bytes) + ", expected a multiple of " +
                 std::to_string(element_bytes * elements) + ", the bytes of a lane"};
  for (int e = 1; e < elements; ++e)
    if (offset(column + e) != first + e)
      return Error{where() + " + " + std::to_string(e) + " lies at element " +
                   std::to_string(offset(column + e)) + ", expected " + std::to_string(first + e) +
                   ", the neighbor that one lane would take as well"};
  return bytes;
}

LineWalk walk_of(const layout::Layout& tile, int elements, Walk walk) {
  return line_walk(static_cast<int>(size(tile.modes[0])),
                   static_cast<int>(size(tile.modes[1])) / elements, walk);
}

std::optional<Error> unfit(const layout::Layout& tile, int element_bytes,
                           const TileAccess& access) {
  const auto power = [](int n) { return n >= 1 && n <= 16 && std::has_single_bit(unsigned(n)); };
  if (tile.modes.size() != 2) return refused("tile of rank", rank(tile), "2, rows and columns");
  if (!power(element_bytes)) return refused("element bytes", element_bytes, "1, 2, 4, 8 or 16");
  if (!power(access.width)) return refused("width", access.width, "1, 2, 4, 8 or 16");
  if (access.width % element_bytes != 0)
    return refused("width", access.width,
                   "a multiple of the " + std::to_string(element_bytes) + " bytes of an element");
  const std::int64_t width = size(tile.modes[1]), elements = access.width / element_bytes;
  if (width % elements != 0)
    return refused("columns", width,
                   "a multiple of the " + std::to_string(elements) + " elements of a lane");
  const std::int64_t most = std::int64_t{most_accesses} * warp_lanes;
  if (size(tile) / elements > most)
    return refused("vectors of the tile", size(tile) / elements, "at most " + std::to_string(most));
  const int warps = walk_of(tile, static_cast<int>(elements), access.walk).warps();
  if (warps > most_accesses)
    return refused("warps", warps, "at most " + std::to_string(most_accesses));
  return std::nullopt;
}

using Accesses = std::span<const WarpAccess>;

struct Repeated {
  WarpAccess access;
  int times = 1;
};

// A swizzle is linear over XOR, and an XOR of all addresses only renames words and banks, so
// accesses that differ by an XOR count as one.
std::vector<Repeated> without_repeats(Accesses accesses) {
  std::vector<Repeated> out;
  for (WarpAccess access : accesses) {
    const int first = std::countr_zero(access.active);
    const std::int64_t origin = access.active == 0 ? 0 : access.offsets[std::size_t(first)];
    for (std::size_t lane = 0; lane < access.offsets.size(); ++lane)
      access.offsets[lane] = (access.active >> lane & 1) != 0 ? access.offsets[lane] ^ origin : 0;
    const auto same = std::find_if(out.begin(), out.end(), [&](const Repeated& each) {
      return each.access.width == access.width && each.access.active == access.active &&
             each.access.offsets == access.offsets;
    });
    if (same == out.end())
      out.push_back({access});
    else
      ++same->times;
  }
  return out;
}

// Over all accesses; stops if there are more than `enough`.
int conflicts(std::span<const Repeated> accesses, const layout::Swizzle& swizzle, Access kind,
              int enough) {
  int sum = 0;
  for (const Repeated& each : accesses) {
    sum += each.times * count_turns(swizzled(each.access, swizzle), kind).conflicts();
    if (sum > enough) break;
  }
  return sum;
}

// If no bit of the bank's number is changed, each bank has as many words as before.
bool moves_banks(const layout::Swizzle& swizzle) {
  constexpr int first = std::countr_zero(unsigned{word_bytes}),
                end = first + std::countr_zero(unsigned{bank_count});
  const int changed = swizzle.base + std::max(-swizzle.shift, 0);
  return changed < end && changed + swizzle.bits > first;
}

struct Range {
  int lowest = 0, bits = 0;  // of addresses: those that a swizzle may touch
};

bool stays_within(Accesses accesses, const layout::Swizzle& swizzle, std::int64_t room) {
  return std::all_of(accesses.begin(), accesses.end(), [&](const WarpAccess& access) {
    for (std::size_t lane = 0; lane < access.offsets.size(); ++lane)
      if ((access.active >> lane & 1) != 0 && swizzle(access.offsets[lane]) + access.width > room)
        return false;
    return true;
  });
}

// From the smallest swizzle on.
std::vector<layout::Swizzle> candidates(const Range& range) {
  std::vector<layout::Swizzle> out;
  const int places = range.bits - range.lowest;  // for B + |S| and what M is above its lowest
  for (int bits = 1; 2 * bits <= places; ++bits)
    for (int far = bits; bits + far <= places; ++far)
      for (int shift : {far, -far})
        for (int base = range.lowest; base + bits + far <= range.bits; ++base)
          if (const layout::Swizzle swizzle{bits, base, shift}; moves_banks(swizzle))
            out.push_back(swizzle);
  return out;
}

Result<Range> range_of(Accesses accesses) {
  if (accesses.empty() || accesses.size() > most_accesses)
    return refused("accesses", static_cast<std::int64_t>(accesses.size()),
                   "1 to " + std::to_string(most_accesses));
  std::int64_t last = 0;
  int width = 1;
  for (const WarpAccess& access : accesses) {
    if (auto error = refused(access)) return *error;
    width = std::max(width, access.width);
    for (std::size_t lane = 0; lane < access.offsets.size(); ++lane) {
      if ((access.active >> lane & 1) == 0) continue;
      const std::int64_t offset = access.offsets[lane];
      if (offset < 0 || offset >= std::int64_t{1} << most_address_bits)
        return refused("lane " + std::to_string(lane) + ": offset", offset, "0 to 2^20 − 1 bytes");
      last = std::max(last, offset + access.width - 1);
    }
  }
  return Range{std::countr_zero(static_cast<unsigned>(width)),
               static_cast<int>(std::bit_width(static_cast<std::uint64_t>(last)))};
}

}  // namespace

LineWalk line_walk(int rows, int vectors_of_row, Walk walk) {
  return walk == Walk::along_row ? LineWalk{rows, vectors_of_row} : LineWalk{vectors_of_row, rows};
}

WarpAccess swizzled(const WarpAccess& access, const layout::Swizzle& swizzle) {
  WarpAccess out = access;
  for (std::int64_t& offset : out.offsets) offset = swizzle(offset);
  return out;
}

Result<std::vector<WarpAccess>> tile_accesses(const layout::Layout& tile, int element_bytes,
                                              const TileAccess& access) {
  if (auto error = unfit(tile, element_bytes, access)) return *error;
  const int elements = access.width / element_bytes;
  const LineWalk walk = walk_of(tile, elements, access.walk);
  const TileOffsets offsets = {offsets_of(tile.modes[0]), offsets_of(tile.modes[1])};
  std::vector<WarpAccess> out(static_cast<std::size_t>(walk.warps()),
                              {.width = access.width, .active = 0});
  for (int line = 0; line < walk.lines; ++line)
    for (int place = 0; place < walk.length; ++place) {
      const bool down = access.walk == Walk::along_column;
      const Result<std::int64_t> offset =
          vector_at(offsets, element_bytes, elements, down ? place : line,
                    std::int64_t{down ? line : place} * elements);
      if (!offset) return offset.error();
      WarpAccess& warp = out[static_cast<std::size_t>(walk.warp(line, place))];
      const int lane = walk.lane(line, place);
      warp.offsets[static_cast<std::size_t>(lane)] = *offset;
      warp.active |= 1u << lane;
    }
  return out;
}

Result<SwizzleSearch> find_swizzle(Accesses accesses, Access kind, std::int64_t room) {
  const Result<Range> range = range_of(accesses);
  if (!range) return range.error();
  SwizzleSearch out{.tried = 1, .address_bits = range->bits};
  const std::vector<Repeated> distinct = without_repeats(accesses);
  out.before = out.after = conflicts(distinct, {}, kind, std::numeric_limits<int>::max());
  out.found = out.before == 0;
  if (out.found) return out;
  const std::vector<layout::Swizzle> all = candidates(*range);
  for (const layout::Swizzle& swizzle : all) {
    ++out.tried;
    if (conflicts(distinct, swizzle, kind, 0) > 0 || !stays_within(accesses, swizzle, room))
      continue;
    out.found = true;
    out.after = 0;
    out.swizzle = swizzle;
    return out;
  }
  for (const layout::Swizzle& swizzle : all) {
    const int left = conflicts(distinct, swizzle, kind, out.after - 1);
    if (left >= out.after || !stays_within(accesses, swizzle, room)) continue;
    out.after = left;
    out.swizzle = swizzle;
  }
  return out;
}

}  // namespace loom::memory
