// Arithmetic over origins: "measured:snippets.coalesced-copy.gb_per_s / 1000", "min(a, b)",
// "count(measured:sectors.patterns)".
//
// An operator has spaces around it, since an origin may contain '-', '*' and '/'. A comma or a ')'
// ends an origin if a space, a ')' or the end follows. Parentheses inside an origin are
// percent-encoded.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::numbers {

// One number, or a list, which a function reduces to one.
struct Value {
  std::vector<double> numbers;
  bool list = false;
};

using Lookup = std::function<Result<Value>(std::string_view origin)>;

// One finite number. Refuses what cannot be read, with the place in the expression; what `lookup`
// refuses; a list that is not reduced; and a division by zero.
Result<double> evaluate(std::string_view expression, const Lookup& lookup);

}  // namespace loom::numbers
