// JSON as text (RFC 8259), in UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "core/json/value.hpp"
#include "core/result.hpp"

namespace loom::json {

// Refused, with the byte: what is no JSON; brackets deeper than 64; an object with a key twice,
// because it is unclear which counts, or with more than 100 keys, which take too long to search.
Result<Value> read(std::string_view text);

// How whole numbers beyond ±2^53 are written, which a script's numbers do not hold.
enum class Large { digits, text };

// On one line, without spaces. Doubles read back as the same double, with a point or an exponent;
// what is not finite is null.
std::string write(const Value& value, Large large = Large::digits);

// In quotes, escaped. A byte that is not UTF-8 becomes U+FFFD.
std::string quoted(std::string_view text);

}  // namespace loom::json
