// One JSON object per line in, one per line out, in order.
#pragma once

#include <iosfwd>
#include <string>

namespace loom::eval {

// The maximum length of a line in bytes: some million numbers.
inline constexpr size_t longest_line = 16 << 20;

// The answer to one line, without a newline. `good` becomes false for {"error": …}.
std::string evaluate(const std::string& line, bool& good);

// Answers every line and skips empty ones. False if one of them was bad.
bool run(std::istream& in, std::ostream& out);

}  // namespace loom::eval
