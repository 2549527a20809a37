#include "tests/tools/hostile.hpp"

#include <algorithm>

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

void check_hostile_fields(const eval::Json& line, const std::vector<std::string>& needed) {
  CAPTURE(line["op"]);
  std::string answered, promised;
  const eval::Json answer = strict_answer(line.dump());
  for (const auto& [name, value] : answer.items()) answered += name + " ";
  for (const eval::Field& field : operation(line).out) promised += std::string(field.name) + " ";
  CHECK(answered == promised);
  CHECK(line.size() == operation(line).in.size() + 1);
  for (const eval::Field& field : operation(line).in) {
    const std::string name(field.name), start = "field '" + name;
    CAPTURE(name);
    for (const char* text :
         {"\"\"", "\"nan\"", "\"-inf\"", "\"inf\"", "{}", "[[]]", "-1", "-1e300", "1e300", "null",
          "-9223372036854775808", "18446744073709551616", "\"\\u0000\""})
      CHECK_MESSAGE(error(with(line, name, text)).starts_with(start), std::string(text));
    CHECK(error(with(line, name, "1e999")).ends_with("within double precision, got '1e999'"));
    eval::Json without = line;
    without.erase(name);
    const bool may_miss =
        field.optional && std::find(needed.begin(), needed.end(), name) == needed.end();
    if (may_miss)
      CHECK_FALSE(strict_answer(without.dump()).contains("error"));
    else
      CHECK(error(without.dump()).starts_with("missing field '" + name + "', "));
    std::string twice = line.dump();
    twice.insert(twice.size() - 1, ",\"" + name + "\":" + line[name].dump());
    CHECK(error(twice).ends_with(": the key \"" + name + "\" is given twice"));
    if (name.size() < 3) continue;
    eval::Json misspelt = without;
    misspelt[name + "s"] = line[name];
    CHECK(error(misspelt.dump()).ends_with("did you mean '" + name + "'?"));
  }
}

}  // namespace loom::test
