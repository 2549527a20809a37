// Lines of `loom eval`: each gets one line with one JSON object, which has an error or the fields
// that the operation promises; time and memory stay limited.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/fuzz/harness.hpp"
#include "tools/loom/eval/operation.hpp"
#include "tools/loom/eval/run.hpp"

namespace {

using loom::fuzz::expect;
using Json = nlohmann::json;

bool promised(const Json& question, const std::string& field) {
  for (const loom::eval::Operation& operation : loom::eval::operations()) {
    if (operation.name != question["op"].get<std::string>()) continue;
    for (const loom::eval::Field& each : operation.out)
      if (each.name == field) return true;
  }
  return false;
}

// Whether the answer is good.
bool check(std::string_view question, const std::string& answer) {
  const Json object = Json::parse(answer, nullptr, false);
  expect(object.is_object() && !object.empty(), "the answer is no JSON object", answer);
  if (object.contains("error")) {
    expect(object.size() == 1 && object["error"].is_string() && object["error"] != "",
           "an error that is not only a reason", answer);
    return false;
  }
  const Json asked = Json::parse(question, nullptr, false);
  expect(asked.is_object(), "an answer to what is no JSON object", question);
  for (const auto& [field, value] : object.items())
    expect(promised(asked, field), "a field that is not promised", field);
  return true;
}

}  // namespace

void try_input(std::string_view input) {
  std::istringstream in{std::string(input)};
  std::ostringstream out;
  const bool good = loom::eval::run(in, out);
  std::istringstream answers(out.str());
  bool all = true;
  while (!input.empty()) {
    const std::string_view question = loom::fuzz::take_line(input);
    if (question.find_first_not_of(" \t\r") == question.npos) continue;
    std::string answer;
    expect(bool(std::getline(answers, answer)), "a line without an answer", question);
    all &= check(question, answer);
  }
  std::string rest;
  expect(!std::getline(answers, rest), "an answer too many", rest);
  expect(good == all, "the exit status does not tell whether a line was bad");
}
