// Random expressions in b, h, q and k.
#pragma once

#include <iterator>
#include <string>

#include "core/random.hpp"

namespace loom::test {

inline std::string random_text(Random& random, int depth) {
  constexpr const char* leaves[] = {
      "q", "k", "b", "h", "0", "1", "2", "7", "100", "4611686018427387904", "q", "k"};
  constexpr const char* binary[] = {"||", "&&", "|", "^", "&", "==", "!=", "<", "<=", ">",  ">=",
                                    "<<", ">>", "+", "-", "*", "/",  "%",  "+", "-",  "&&", "||"};
  constexpr const char* unary[] = {"-", "~", "!", "+"};
  const auto part = [&] { return random_text(random, depth - 1); };
  if (depth == 0 || random.below(6) == 0) return leaves[random.below(std::size(leaves))];
  switch (random.below(8)) {
    case 0:
      return std::string(unary[random.below(4)]) + "(" + part() + ")";
    case 1:
      return "(" + part() + " ? " + part() + " : " + part() + ")";
    case 2:
      return std::string(random.below(2) ? "min(" : "max(") + part() + ", " + part() + ")";
    default:
      return "(" + part() + " " + binary[random.below(std::size(binary))] + " " + part() + ")";
  }
}

}  // namespace loom::test
