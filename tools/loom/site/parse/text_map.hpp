// The text of a block whose lines are apart in the source (inside a list or a quote), and the
// origin of each piece.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "tools/loom/site/parse/arena.hpp"

namespace loom::site {

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

  size_t source_offset(size_t at) const {
    auto next = std::upper_bound(pieces_.begin(), pieces_.end(), at,
                                 [](size_t a, const Piece& p) { return a < p.at; });
    if (next == pieces_.begin()) return pieces_.empty() ? 0 : pieces_.front().offset;
    --next;
    return next->offset + (at - next->at);
  }

 private:
  struct Piece {
    size_t at, offset;  // in the text; in the source
  };
  Arena& arena_;
  std::string_view text_;
  std::vector<Piece> pieces_;
};

}  // namespace loom::site
