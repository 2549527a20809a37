// JSON that records the position of each value, so that messages can point at a wrong field.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/loom/site/read/source.hpp"

namespace loom::site {

struct Member;

struct Json {
  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  size_t offset = 0;  // of the value's first character
  std::string text;   // string: its characters
  double number = 0;
  std::vector<Json> items;      // array
  std::vector<Member> members;  // object, in the file's order
};

struct Member {
  std::string key;
  size_t offset = 0;  // of the key's first quotation mark
  Json value;
};

// Malformed JSON, a duplicate key, and nesting deeper than 64 levels are reported, and nothing is
// returned.
std::optional<Json> parse_json(const Source& source, Diagnostics& diagnostics);

// "a string", "an array", …
std::string_view name(Json::Kind kind);

}  // namespace loom::site
