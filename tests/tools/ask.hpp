// `loom eval`, asked by a test.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/doctest.hpp"
#include "tools/loom/eval/run.hpp"

namespace loom::test {

using Json = nlohmann::json;

// The answer to one line; what is said of its success is true.
inline Json ask(const std::string& line) {
  bool good = true;
  Json answer = Json::parse(eval::evaluate(line, good));
  CHECK(good == !answer.contains("error"));
  return answer;
}

}  // namespace loom::test
