// Reads layouts as people write them in C++, in Python and on paper.
//
//   (4,8):(8,1)  (_4,_8):(_8,_1)  4:1  ((2,2),8):((1,4),2)  (8,):(1,)
//   (4,8)                                      without strides: compact, leftmost mode fastest
//   Layout<Shape<_4,_8>,Stride<_8,_1>>         Int<4>, C<4>, cute::, {} and blanks anywhere
//   make_layout(make_shape(4,8), make_stride(8,1)), Layout((4,8),(8,1))
//   Sw<3,3,3> o 0 o (8,64):(64,1)              also Swizzle<3,3,3>, S<3,3,3>, and ∘
//
// An error names the character, counted from 1, what was expected, and what stands there.
#pragma once

#include <string_view>

#include "core/layout/swizzle.hpp"
#include "core/layout/tiler.hpp"

namespace loom::layout {

inline constexpr std::size_t longest_text = 2000;  // characters of an input

Result<IntTuple> parse_int_tuple(std::string_view text);  // coordinates and shapes
Result<Layout> parse_layout(std::string_view text);       // refuses a swizzle
Result<SwizzledLayout> parse_swizzled(std::string_view text);
Result<Swizzle> parse_swizzle(std::string_view text);  // Sw<3,3,3> alone
// A layout, or one tiler for each mode: <3:4, 8:2>, (3:4, (2,4):(1,8)), (4:1, (2:1, 2:1)).
Result<Tiler> parse_tiler(std::string_view text);

}  // namespace loom::layout
