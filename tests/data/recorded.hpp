// Recorded measurements, and answers of other tools, which are stored beside the tests that compare
// with them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "core/memory/sectors.hpp"

namespace loom::test {

using Json = nlohmann::json;

// core/recorded/PATH, tests/data/PATH; they stop the test when it is missing or malformed.
Json recorded(const std::string& path);
std::string recorded_text(const std::string& path);
Json answered(const std::string& path);
std::string answered_text(const std::string& path);

// Number `index` in a text of hexadecimal numbers without gaps, each with that many digits.
std::uint32_t word(const std::string& hex, size_t index, size_t digits);

// A row of sectors.json or wavefronts.json: name, op, width, offsets, …
memory::WarpAccess access_of(const Json& row);

}  // namespace loom::test
