// Asks `loom eval` in a test.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/doctest.hpp"
#include "tools/loom/eval/run.hpp"

namespace loom::test {

using Json = nlohmann::json;

// The answer to one line; also checks that its success is reported correctly.
inline Json ask(const std::string& line) {
  bool good = true;
  Json answer = Json::parse(eval::evaluate(line, good));
  CHECK(good == !answer.contains("error"));
  return answer;
}

}  // namespace loom::test
