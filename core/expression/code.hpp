// Lines of CUDA C++ as people paste them: which names they define, and which elements of arrays
// they access. Statements are told apart by how they begin; what has neither a definition nor a
// '[' has no meaning here and is skipped, so a line, a loop or a whole kernel can be read.
//
//   int i = …, j = …;  i = …;     definitions; of a loop's head, the values of its first round
//   __shared__ float a[32][33];   an array and the lengths of its dimensions
//   out[i] = in[i * stride];      accesses, in the order of the text; those within an index, too
//   if (i < n) … else …           a condition of the accesses in a branch; `if (c) return;`: of all
//                                 behind it; the condition of a loop, for its first round
//   i += 2; ++i; f(&i)            changes that are not followed: from there on, `i` is unclear
//   threadIdx.x * 4               a text that is no statement: a value
#pragma once

#include <string_view>
#include <vector>

#include "core/expression/expression.hpp"

namespace loom::expression {

enum class Sign { has, none, deduced };  // int; unsigned; auto
struct Definition {
  std::string_view name;
  Piece value;
  std::size_t from = 0;      // from this place of the text on; those of a loop's head: behind it
  std::size_t until = 0;     // the end of the braces, the branch or the loop that it stands in
  bool declares = false;     // rather than assigns
  std::string_view unclear;  // what is not followed: "i += 2", "char"; "": nothing
  Sign sign = Sign::has;     // of the type that it is declared with
  bool wide = false;         // of 64 bits, or it may be
};
struct Condition {
  Piece piece;
  bool holds = true;     // or not
  bool leaves = false;   // where it does not, a jump has left: also what is behind the braces
  bool followed = true;  // false: a switch, or a loop that may return in a later round
};
struct Array {
  std::string_view name;
  std::vector<Piece> lengths;
};
struct Access {
  std::string_view array;
  Piece place;                        // from the array's name to the last ']'
  std::vector<Piece> indices;         // one for each pair of brackets
  std::vector<Condition> conditions;  // under which it is made
};

// Everything is in the order of the text.
struct Code {
  std::vector<Definition> definitions;
  std::vector<Array> arrays;
  std::vector<Access> accesses;
  Piece value;
};

// `text` must outlive the result. Refused: texts longer than `longest`, brackets that do not close,
// a `for` without one. The message names the column, from 1.
Result<Code> read_code(std::string_view text);

}  // namespace loom::expression
