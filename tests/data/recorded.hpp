// Recorded measurements and answers, stored beside the tests that compare with them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace loom::test {

using Json = nlohmann::json;

// tests/data/PATH; stops the test when it is missing or malformed.
Json recorded(const std::string& path);

}  // namespace loom::test
