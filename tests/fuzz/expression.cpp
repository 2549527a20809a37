// Indices that readers type: an expression has a value in a lane, or a reason with a place in the
// text, and parentheses around it change neither. Layouts are recognized and read.
#include "core/expression/expression.hpp"

#include <charconv>

#include "core/memory/own_index.hpp"
#include "tests/fuzz/harness.hpp"

namespace {

using namespace loom;
using fuzz::expect;

// "column 7: …": a place in the text, or just behind it.
void check_reason(const std::string& reason, std::string_view text) {
  expect(!reason.empty(), "refused without a reason", text);
  constexpr std::string_view begin = "column ";
  if (!reason.starts_with(begin)) {
    expect(text.size() > static_cast<size_t>(expression::longest), "no column", reason);
    return;
  }
  size_t column = 0;
  std::from_chars(reason.data() + begin.size(), reason.data() + reason.size(), column);
  expect(column >= 1 && column <= text.size() + 1, "a column outside of the text", reason);
}

std::string value(const expression::Expression& parsed, int lane, std::string_view text) {
  const auto found = parsed.at({.lane = lane, .warp = lane % 3});
  if (!found) check_reason(found.error().message, text);
  return found ? std::to_string(*found) : "none";
}

}  // namespace

void try_input(std::string_view input) {
  for (const int which : {1, 2}) {
    const auto own = memory::own_index(input, memory::usual_names, which);
    expect(own || !own.error().message.empty(), "refused without a reason", input);
    if (own) expect(own->which <= own->of, "an access that is not there", input);
  }
  const auto named = memory::own_index("a[lane]", input);
  expect(named || !named.error().message.empty(), "a list refused without a reason", input);
  const auto parsed = expression::parse(input);
  if (!parsed) return check_reason(parsed.error().message, input);
  const std::string inside = "( " + std::string(input) + "\n)";
  const auto again = expression::parse(inside);
  for (const int lane : {0, 1, 7, 31}) {
    const std::string once = value(*parsed, lane, input);
    if (again) expect(value(*again, lane, inside) == once, "parentheses change the value", input);
  }
  // Only a limit may be in the way.
  expect(again || again.error().message.find("within one another") != std::string::npos ||
             again.error().message.find("characters") != std::string::npos,
         "parentheses are refused", input);
}
