// loom eval with lines that ask for more time or memory than an answer is worth.
#include <sstream>

#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_limits) {

using loom::eval::longest_line;
using loom::test::ask;
using loom::test::Json;

namespace {

std::string error(const std::string& line) { return ask(line).value("error", "none"); }

std::string smooth(size_t tokens, size_t outputs, size_t channels) {
  const Json row(channels, 1);
  return Json({{"op", "numerics.smooth"},
               {"activations", Json(tokens, row)},
               {"weights", Json(outputs, row)}})
      .dump();
}

}  // namespace

TEST_CASE("eval limits: a line that is too long is read over, not kept") {
  const std::string fits = "\"" + std::string(longest_line - 2, 'a') + "\"",
                    question = R"({"op":"numerics.format","format":"e4m3"})";
  std::istringstream in(fits + "\n" + fits + " \n" + std::string(3 * longest_line, '[') + "\n" +
                        question);
  std::ostringstream out;
  CHECK_FALSE(loom::eval::run(in, out));
  std::istringstream answers(out.str());
  std::string answer;
  std::getline(answers, answer);
  CHECK(Json::parse(answer)["error"].get<std::string>().starts_with("expected a JSON object"));
  for (int i = 0; i < 2; ++i) {
    std::getline(answers, answer);
    CHECK(Json::parse(answer) == Json({{"error", "a line of more than 16777216 bytes"}}));
  }
  std::getline(answers, answer);
  CHECK(Json::parse(answer)["format"] == "e4m3");
  CHECK_FALSE(std::getline(answers, answer));
}

TEST_CASE("eval limits: what is refused is not repeated in whole") {
  const std::string digits(1'000'000, '9');
  const std::string message = error("[" + digits + "e999]");
  CHECK(message.starts_with(
      "malformed JSON at byte 2: expected a number within double precision, got '9999"));
  CHECK(message.ends_with("9…'"));
  CHECK(message.size() < 100);
  CHECK(error("[1e999]") ==
        "malformed JSON at byte 2: expected a number within double precision, got '1e999'");
  // Nor compared with all possible names.
  const std::string name(1'000'000, 'e');
  for (const std::string& line :
       {R"({"op":")" + name + "\"}", R"({"op":"numerics.format","format":")" + name + "\"}",
        R"({"op":"numerics.format",")" + name + "\":1}"}) {
    const std::string refused = error(line);
    CHECK(refused.find("\"" + std::string(39, 'e') + "…") != refused.npos);
    CHECK(refused.size() < 1500);  // it lists the operations
  }
}

// 50 KB could ask for a matrix of 100 GB.
TEST_CASE("eval limits: numerics.smooth multiplies no more than it says") {
  CHECK(error(smooth(100'000, 100'000, 1)) ==
        "field 'weights': expected at most 16777216 products of a token, an output and a channel, "
        "got 10000000000");
  CHECK(error(smooth(257, 256, 256)).starts_with("field 'weights': expected at most 16777216"));
  CHECK(error(smooth(64, 64, 64)) == "none");
}

}  // TESTS_OF(tools::eval_limits)
