// An integer expression in the number of a thread, as a kernel writes an index:
// "lane % 8 * 32 + (lane / 8 ^ lane % 8)"; or in variables of other names, as a mask has them:
// "q >= k && q - k < 128". C's operators with C's precedence:
//
//   choice   := or [ '?' choice ':' choice ]
//   or       := operands between binary operators, from those that bind least to those that bind
//               most, each level from left to right:
//                 ||    &&    |    ^    &    == !=    < <= > >=    << >>    + -    * / %
//   operand  := ( '-' | '+' | '~' | '!' ) operand | number | name | '(' choice ')'
//             | ( 'min' | 'max' ) '(' choice ',' choice ')' | cast
//   cast     := '(' type ')' operand | 'static_cast' '<' type '>' '(' choice ')' | type '(' choice
//   ')' type     := words of C's integers of 32 and 64 bits: int, unsigned, long, size_t, int64_t …
//   number   := decimal digits without a zero in front (C would read octal) | '0x' hexadecimal
//               ones; with a suffix of C (u, l, ll, ul …) or without
//   name     := lane         0…31, of the thread in its warp
//             | warp         of the thread in its block, from 0
//             | tid, threadIdx.x   32 · warp + lane: in a block of one dimension
//             | warpSize     32
//             | instead of these, the variables that parse() is given
//
// Blanks and line ends may stand between all of these. As in C, `&&`, `||` and `?:` do not look at
// what they do not need, comparisons and `!` give 0 or 1, division cuts off toward zero, and `++`
// and `--` are something else than two signs. Numbers are exact in 64 bits, so casts and suffixes
// change nothing; what does not fit is refused, so where a kernel computes in 32 bits without
// overflow, the result is the kernel's. a << b is a · 2^b, a >> b is a / 2^b rounded down, negative
// a as well, for b in 0…63. Source: ISO/IEC 14882:2020, [expr.compound], for what is not said here.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::expression {

inline constexpr int longest = 1000;  // characters of a text
inline constexpr int deepest = 64;    // operands within one another

struct Thread {
  int lane = 0, warp = 0;
};

// Which numbers below 0 are refused, because an unsigned one is another number there.
enum class Wraps {
  none,   // all are signed
  some,   // operands of / % >> < <= > >= min and max: the last 32 bits of all others are the same
  mixed,  // all results: 64 bits keep what 32 made of them
};

class Expression {
 public:
  // Refused: overflow, division by zero, a shift by less than 0 or more than 63. The message names
  // the operator's column and the lane.
  Result<std::int64_t> at(const Thread& thread) const;
  // With a value for each variable, in their order; the message names the operator's column.
  Result<std::int64_t> at(std::span<const std::int64_t> values, Wraps numbers = Wraps::none) const;

 private:
  friend class Parser;
  friend class Sweep;
  friend struct Tree;

  // An instruction of a stack machine. Binary ones take two values and leave one.
  enum class Op : std::uint8_t {
    number,
    variable,  // leave a value
    negate,
    complement,
    invert,  // change the last
    logical_or,
    logical_and,  // see at()
    bit_or,
    bit_xor,
    bit_and,  //
    equal,
    unequal,
    less,
    less_equal,
    more,
    more_equal,
    shift_left,
    shift_right,
    add,
    subtract,
    multiply,
    divide,
    remainder,
    min,
    max,
    truth,  // the last becomes 0 or 1
    skip_unless,
    skip,  // ?:
  };
  struct Step {
    Op op;
    int column;            // of what it comes from, from 1
    std::int64_t operand;  // a number; which variable; how many steps to skip
  };
  static Result<std::int64_t> binary(const Step& step, std::int64_t a, std::int64_t b);
  static bool minds_sign(Op op);

  std::vector<Step> steps_;
};

// Refused: what the grammar does not have, texts that are too long or too deep. The message says at
// which column, from 1, what was expected and what stands there, with the nearest right name.
// In the variables of a thread; or in `variables`, which are letters.
Result<Expression> parse(std::string_view text);
Result<Expression> parse(std::string_view text, std::span<const std::string_view> variables);

// A part of a text.
struct Piece {
  std::size_t begin = 0, end = 0;
  bool empty() const { return begin == end; }
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};
// Why a name that is not one of the variables has no value; `called`: a '(' follows it.
using NoValue = std::function<std::string(std::string_view name, bool called)>;
// Of a piece of `text`; columns are those of the whole text.
Result<Expression> parse(std::string_view text, Piece piece,
                         std::span<const std::string_view> variables, const NoValue& no_value);

}  // namespace loom::expression
