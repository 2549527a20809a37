// The fields of layout.*, in requests and in answers.
#pragma once

#include "core/layout/parse.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {

// The most offsets that an answer lists.
inline constexpr std::int64_t most_listed = 1 << 16;

const std::string& text(const Value& value, const std::string& where);
layout::Layout layout_of(const Value& value, const std::string& where);
layout::SwizzledLayout swizzled_of(const Value& value, const std::string& where);
// A text; or a list, one tiler for each mode, of texts, numbers (4 is 4:1) and lists.
layout::Tiler tiler_of(const Value& value, const std::string& where);
// (1,(1,1)) as a text, or as [1, [1, 1]].
layout::IntTuple profile_of(const Value& value, const std::string& where);

// Refused with the name of the field, and the simulator's message.
template <class T>
T accept_field(Result<T> result, const std::string& where) {
  if (!result) throw Refused("field '" + where + "': " + result.error().message);
  return std::move(*result);
}

// Refused: more offsets than an answer lists.
Json offsets_of(const layout::Layout& layout);
Json offsets_of(const layout::SwizzledLayout& layout);
// {layout, offsets}
Json described(const layout::Layout& layout);
// The same and mode_offsets.
Json described_by_mode(const layout::Layout& layout);

inline constexpr Field layout_out[] = {
    {"layout", "the result, as (4,8):(8,1)"},
    {"offsets", "its offset for each index, the leftmost mode fastest"},
};
inline constexpr Field modes_out[] = {
    {"layout", "the result, as (4,8):(8,1)"},
    {"offsets", "its offset for each index, the leftmost mode fastest"},
    {"mode_offsets", "the same of each of its modes alone"},
};

}  // namespace loom::eval
