#include "tests/tools/hostile.hpp"

#include "tools/loom/eval/run.hpp"

namespace loom::test {

eval::Json strict_answer(const std::string& line) {
  bool good = true;
  const std::string text = eval::evaluate(line, good);
  CHECK(text.find('\n') == text.npos);
  const auto answer = eval::Json::parse(text);
  CHECK(good == !answer.contains("error"));
  return answer;
}

std::string error(const std::string& line) {
  const eval::Json answer = strict_answer(line);
  if (!answer.contains("error")) return "answered " + answer.dump();
  CHECK(answer.size() == 1);
  return answer["error"];
}

const eval::Operation& operation(const eval::Json& line) {
  for (const eval::Operation& each : eval::operations())
    if (each.name == line["op"].get<std::string>()) return each;
  FAIL("no operation " << line["op"]);
  return eval::operations()[0];
}

std::string with(const eval::Json& line, const std::string& field, const std::string& text) {
  eval::Json marked = line;
  marked[field] = "HERE";
  std::string out = marked.dump();
  return out.replace(out.find("\"HERE\""), 6, text);
}

}  // namespace loom::test
