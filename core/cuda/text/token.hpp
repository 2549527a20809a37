// The words of a source text, and their places.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/cuda/message.hpp"
#include "core/result.hpp"

namespace loom::cuda {

inline constexpr std::size_t longest_source = 1 << 20;  // bytes
inline constexpr int most_tokens = 1 << 20;             // after macros

// "LINE:COLUMN: message". A place without a line is our own text's: the message stands alone.
Error error_at(const Place& place, const char* pattern, const Parts& parts = {});

enum class Word : std::uint8_t { end, name, number, character, text, mark, other };

struct Token {
  Word word = Word::end;
  bool first = false;       // of its line
  bool spaced = false;      // after white space
  std::int32_t hidden = 0;  // preprocess: the set of macros that it is no longer expanded by
  std::string_view text;    // as written; strings and characters with their quotes
  Place place;

  bool is(const char* other) const { return word != Word::end && text == other; }
};

// The text must live as long as the tokens. The last token is Word::end.
Result<std::vector<Token>> words_of(std::string_view source);

// A number as written, and a character such as 'a' or '\n'.
struct Literal {
  std::uint64_t bits = 0;  // as a register holds it
  std::string_view type;   // as C++ spells it: "unsigned int", "float", "char"
};
Result<Literal> literal_of(const Token& token);

// The characters of a string literal, its escapes replaced.
Result<std::string> characters_of(const Token& token);

}  // namespace loom::cuda
