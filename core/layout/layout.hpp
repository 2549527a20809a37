// Layouts: functions from coordinates to offsets, written shape:stride.
//
// A layout is one mode s:d, or a tuple of layouts, its modes. (4,(2,2)):(2,(1,8)) is the tuple of
// 4:2 and of the tuple of 2:1 and 2:8: shape and stride have one nesting because they are stored
// as one tree. Every shape is at least 1; a stride may be 0 (every index has one offset) or
// negative.
//
//   size(L)    the product of all shapes
//   L(c)       Σ c_i·d_i over the innermost modes
//   index      coordinates are counted with the leftmost mode fastest (colexicographic):
//              c_i = ⌊x / Π s_j over j < i⌋ mod s_i, the last one without mod: past its
//              size a layout goes on along its last mode
//   cosize(L)  1 + Σ (s_i − 1)·|d_i|; without negative strides 1 + the largest offset
//
// Names and conventions are those of CuTe: https://github.com/NVIDIA/cutlass, media/docs/cpp/cute.
#pragma once

#include <optional>
#include <span>

#include "core/layout/int_tuple.hpp"
#include "core/result.hpp"

namespace loom::layout {

// The limits of a layout, so that no operation takes long or overflows. Beyond them it is refused.
inline constexpr int most_leaves = 64, most_depth = 16;
inline constexpr std::int64_t most_number = std::int64_t{1} << 53;  // of a size, stride, cosize

struct Leaf {
  std::int64_t shape = 1, stride = 0;
  bool operator==(const Leaf&) const = default;
};

struct Layout {
  std::int64_t shape = 1, stride = 0;  // of one mode; unused where there are modes
  std::vector<Layout> modes;

  bool leaf() const { return modes.empty(); }
  bool operator==(const Layout&) const = default;

  // The offset of an index ≥ 0.
  std::int64_t operator()(std::int64_t index) const;
};

inline Layout mode(std::int64_t shape, std::int64_t stride) { return {shape, stride, {}}; }
Layout tuple(std::vector<Layout> modes);  // modes: not empty
// One mode for each leaf; a lone one is no tuple; 1:0 for none.
Layout flat(std::span<const Leaf> leaves);

// Refused: not the same nesting, a shape below 1, more than the limits above.
Result<Layout> make(const IntTuple& shape, const IntTuple& stride);
// Strides that count the offsets 0, 1, 2 … in the order of the index.
Result<Layout> compact(const IntTuple& shape);
// Why a layout is beyond the limits above; every operation checks its result with this.
std::optional<Error> beyond_limits(const Layout& layout);

IntTuple shape_of(const Layout& layout);
IntTuple stride_of(const Layout& layout);

int rank(const Layout& layout);   // modes; 1 for a leaf
int depth(const Layout& layout);  // of nesting; 0 for a leaf
std::int64_t size(const Layout& layout);
std::int64_t cosize(const Layout& layout);
std::vector<Leaf> leaves(const Layout& layout);  // from left to right
// The k-th of rank(layout) modes; a leaf is its own.
const Layout& mode_of(const Layout& layout, int k);

// The offsets of the indices 0 … size − 1. For layouts whose size is small enough to list.
std::vector<std::int64_t> offsets(const Layout& layout);

// An index, 0 ≤ index < size, as the coordinate with the nesting of the layout's shape.
IntTuple coordinate_of(const Layout& layout, std::int64_t index);
// The offset there. A number may stand for a whole tuple: it counts that tuple's indices.
// Refused: another nesting, a number outside of its mode.
Result<std::int64_t> offset_of(const Layout& layout, const IntTuple& coordinate);

// The canonical spelling: 4:1, (4,8):(8,1), ((2,4),8):((1,16),2), (8):(1).
std::string to_text(const Leaf& leaf);
std::string to_text(const Layout& layout);

}  // namespace loom::layout
