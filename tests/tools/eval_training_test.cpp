// `loom eval`, numerics.dot and numerics.range: answers and errors.
#include <string>

#include "tests/doctest.hpp"
#include "tools/loom/eval/run.hpp"

TESTS_OF(tools::eval_training) {

namespace {

std::string eval(const std::string& op, const std::string& fields) {
  bool good = true;
  std::string answer =
      loom::eval::evaluate("{\"op\":\"numerics." + op + "\"," + fields + "}", good);
  CHECK(good == (answer.find("\"error\"") == std::string::npos));
  return answer;
}

// "0.1,0.1,…"
std::string times(const char* number, int count) {
  std::string list = number;
  for (int i = 1; i < count; ++i) list += std::string(",") + number;
  return "[" + list + "]";
}

}  // namespace

TEST_CASE("numerics.dot") {
  const std::string tenths = "\"a\":" + times("0.1", 4096) + ",\"b\":" + times("1", 4096);
  CHECK(eval("dot", "\"operand\":\"e4m3\"," + tenths) == R"({"sum":394.0})");
  CHECK(eval("dot", "\"operand\":\"e4m3\"," + tenths + ",\"interval\":128") == R"({"sum":416.0})");
  CHECK(eval("dot", R"("operand":"bf16","a":[1,2,-3],"b":[4,5,6])") == R"({"sum":-4.0})");
  CHECK(eval("dot", R"("operand":"bf16","a":[3e38],"b":[-3e38])") == R"({"sum":"-inf"})");
  CHECK(eval("dot", R"("operand":"fp16","a":[],"b":[])") == R"({"sum":0.0})");
  const struct {
    const char *fields, *error;
  } refused[] = {
      {R"("operand":"e4m4","a":[1],"b":[1])", "did you mean 'e4m3'"},
      {R"("operand":"e4m3","a":[1],"b":[1,2])",
       "field 'b': 2 numbers, expected as many as in 'a', 1"},
      {R"("operand":"e4m3","a":["nan"],"b":[1])", "field 'a[0]': expected a finite number, got "},
      {R"("operand":"e4m3","a":[1],"b":["x"])", "b[0]"},
      {R"("operand":"e4m3","a":[1],"b":[1],"interval":100)", "expected a multiple of 32, got 100"},
      {R"("operand":"fp16","a":[1],"b":[1],"interval":-16)", "interval"},
      {R"("operand":"e4m3","a":[1])", "missing field 'b'"},
  };
  for (const auto& row : refused)
    CHECK_MESSAGE(eval("dot", row.fields).find(row.error) != std::string::npos,
                  eval("dot", row.fields));
}

TEST_CASE("numerics.range") {
  const std::string answer = eval("range", R"("format":"fp16","median":-23,"spread":4)");
  CHECK(answer.starts_with(R"({"zero":0.30853753)"));
  CHECK(eval("range", R"("format":"fp16","median":-33,"spread":4,"scale":10)")
            .starts_with(R"({"zero":0.30853753)"));
  const struct {
    const char *fields, *error;
  } refused[] = {
      {R"("format":"e8m0","median":0,"spread":1)", "format"},
      {R"("format":"fp16","median":"inf","spread":1)",
       "field 'median': expected a number from -1000"},
      {R"("format":"fp16","median":0,"spread":0)", "field 'spread': expected a number above 0"},
      {R"("format":"fp16","median":0,"spread":-1)", "field 'spread': expected a number above 0"},
      {R"("format":"fp16","median":0,"spread":1,"scale":1e9)", "field 'scale'"},
      {R"("format":"fp16","median":0)", "missing field 'spread'"},
  };
  for (const auto& row : refused)
    CHECK_MESSAGE(eval("range", row.fields).find(row.error) != std::string::npos,
                  eval("range", row.fields));
}

}  // TESTS_OF(tools::eval_training)
