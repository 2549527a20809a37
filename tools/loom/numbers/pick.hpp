// Numbers out of JSON by a path of names: "snippets.coalesced-copy.gb_per_s".
//
// A name is a key. In an array of objects it is a text that a row contains, or a field of the only
// row that is left; in an array of numbers it is an index from 0. '*' takes a field of all rows.
// Comparing names ignores case, '_' or '-', spaces and punctuation. If rows are arrays, the names
// of their fields are in "columns", or "KEY_columns", beside them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "tools/loom/numbers/expression.hpp"

namespace loom::numbers {

using Json = nlohmann::ordered_json;

// "n=4096": only rows that have this value.
using Filters = std::vector<std::pair<std::string, std::string>>;

// Refused, with a list of the existing names: an unknown name, a filter that no row matches, a path
// that matches several rows, an end that is not a number.
Result<Value> pick(const Json& root, std::string_view path, const Filters& filters);

// Whether a path into these rows may begin with the name: '*', a value of a row, or a field.
bool begins_path(const Json& rows, std::string_view name);

// "a, b, c", the first twenty.
std::string listed(const std::vector<std::string>& names);

// The form in which names are compared: "Register (FFMA)" is "register-ffma".
std::string plain_name(std::string_view name);

}  // namespace loom::numbers
