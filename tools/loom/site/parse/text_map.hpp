// A text whose lines are apart in the source (a code block or a formula inside a list or a quote),
// and the origin of each piece.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "tools/loom/site/parse/arena.hpp"

namespace loom::site {

struct TextPiece {
  size_t at, offset;  // in the text; in the source
};

// Of the first piece, or behind the end of the piece before; 0 without pieces.
inline size_t source_offset(std::span<const TextPiece> pieces, size_t at) {
  auto next = std::upper_bound(pieces.begin(), pieces.end(), at,
                               [](size_t a, const TextPiece& p) { return a < p.at; });
  if (next == pieces.begin()) return pieces.empty() ? 0 : pieces.front().offset;
  --next;
  return next->offset + (at - next->at);
}

class TextMap {
 public:
  explicit TextMap(Arena& arena) : arena_(arena) {}

  // A piece without a place of its own (indentation, newlines) belongs to the end of the piece
  // before.
  void append(std::string_view piece) { text_ = arena_.join(text_, piece); }
  void append(std::string_view piece, size_t offset) {
    pieces_.push_back({text_.size(), offset});
    append(piece);
  }
  void clear() {
    text_ = {};
    pieces_.clear();
  }

  std::string_view text() const { return text_; }
  bool empty() const { return pieces_.empty(); }

  std::span<const TextPiece> pieces() const { return pieces_; }
  size_t source_offset(size_t at) const { return site::source_offset(pieces_, at); }

 private:
  Arena& arena_;
  std::string_view text_;
  std::vector<TextPiece> pieces_;
};

}  // namespace loom::site
