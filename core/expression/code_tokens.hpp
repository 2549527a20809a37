// The words and signs of pasted lines of code, without comments and what the preprocessor reads.
#pragma once

#include <string_view>
#include <vector>

#include "core/expression/expression.hpp"

namespace loom::expression {

struct CodeToken {
  std::size_t begin = 0, end = 0;
  std::size_t partner = 0;  // of a bracket: the number of the other one
  bool word = false;        // a name, with what '.', '->' and '::' join to it
};

class CodeTokens {
 public:
  // `text` must outlive the result. Refused: texts longer than `longest`, brackets that do not
  // close; those of braces may be missing, since people paste parts of a kernel. The message names
  // the column, from 1.
  static Result<CodeTokens> of_text(std::string_view text);

  std::string_view text() const { return text_; }
  std::size_t size() const { return all_.size(); }
  const CodeToken& operator[](std::size_t token) const { return all_[token]; }

  std::string_view of(std::size_t token) const;  // "" behind the last
  bool is_word(std::size_t token) const { return token < size() && all_[token].word; }
  Piece piece(std::size_t first, std::size_t last) const;  // tokens first … last − 1
  // The first `sign` that is in no brackets; `last` if there is none.
  std::size_t next(std::size_t first, std::size_t last, std::string_view sign) const;

 private:
  explicit CodeTokens(std::string_view text) : text_(text) {}
  void split();
  bool skip_comment(std::size_t& at) const;
  std::size_t end_of_word(std::size_t at) const;
  std::string unpaired();

  std::string_view text_;
  std::vector<CodeToken> all_;
};

}  // namespace loom::expression
