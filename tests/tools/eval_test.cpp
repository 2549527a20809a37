// loom eval: right answers, and an answer to every wrong line.
#include <sstream>

#include "tests/tools/ask.hpp"
#include "tools/loom/eval/operation.hpp"

TESTS_OF(tools::eval) {

using loom::test::ask;
using loom::test::Json;

namespace {

std::string error(const std::string& line) {
  const Json answer = ask(line);
  REQUIRE(answer.contains("error"));
  CHECK(answer.size() == 1);
  return answer["error"];
}

std::string accumulate(const std::string& fields) {
  return "{\"op\": \"numerics.accumulate\", " + fields + "}";
}

}  // namespace

TEST_CASE("eval: numerics.accumulate") {
  // 1, 1.125, 1.25 are whole eighths; 1.25 + 0.0625 is a tie and goes to even.
  CHECK(ask(accumulate(R"("mantissa_bits": 3, "terms": [1, 0.125, 0.125, 0.0625])"))["sums"] ==
        Json({1.0, 1.125, 1.25, 1.25}));
  CHECK(ask(accumulate(R"("mantissa_bits": 23, "terms": [])"))["sums"] == Json::array());
  CHECK(ask(accumulate(R"("mantissa_bits": 3.0, "terms": [16, 1, 1])"))["sums"] ==
        Json({16.0, 16.0, 16.0}));  // 17 is a tie
}

TEST_CASE("eval: a float may be given by its bits, and what is not finite is spelled out") {
  CHECK(
      ask(accumulate(
          R"("mantissa_bits": 23, "terms": ["0x3f800000", "0x40000000", "0xc0400000"])"))["sums"] ==
      Json({1.0, 3.0, 0.0}));
  CHECK(ask(accumulate(R"("mantissa_bits": 23, "terms": ["0x7f800000", "-inf"])"))["sums"] ==
        Json({"inf", "nan"}));
  CHECK(ask(accumulate(R"("mantissa_bits": 23, "terms": ["-inf", "nan", 1])"))["sums"] ==
        Json({"-inf", "nan", "nan"}));
}

TEST_CASE("eval: kernels.online_softmax gives the documented rows") {
  const Json rows = ask(R"({"op": "kernels.online_softmax", "tiles": [
    {"scores": [1, 3, 0.5, 2], "values": [10, 12, 8, 11]}, {"scores": [2.5, 0, 5, 1], "values": [9, 7, 14, 10]},
    {"scores": [3, 1, 4, 2], "values": [12, 9, 13, 8]}, {"scores": [0, 2, 6, 1], "values": [6, 10, 15, 9]}]})")
      ["rows"];
  const double l[] = {1.585300, 1.321686, 1.893003, 1.723929},
               output[] = {11.390090, 13.174689, 12.880270, 14.054202};
  REQUIRE(rows.size() == 4);
  for (size_t i = 0; i < 4; ++i) {
    CHECK(rows[i]["l"].get<double>() == doctest::Approx(l[i]).epsilon(1e-6));
    CHECK(rows[i]["output"].get<double>() == doctest::Approx(output[i]).epsilon(1e-7));
  }
  CHECK(rows[1]["tile_max"] == 5);
  CHECK(rows[2]["m"] == 5);
  CHECK(rows[2]["rescale"] == 1);
  CHECK(rows[3]["rescale"].get<double>() == doctest::Approx(0.36788).epsilon(1e-5));
  // With the switch nothing is rescaled here, and the result is the same.
  const Json lazy =
      ask(R"({"op": "kernels.online_softmax", "conditional": true, "threshold": 8, "tiles": [
    {"scores": [1, 3], "values": [10, 12]}, {"scores": [5], "values": [14]}]})")["rows"];
  CHECK(lazy[1]["rescale"] == 1);
  CHECK(lazy[1]["m"] == 3);
}

TEST_CASE("eval: a masked key has the score -inf") {
  const Json rows = ask(
      R"({"op": "kernels.online_softmax", "tiles": [{"scores": ["-inf"], "values": [1]}, {"scores": [0], "values": [7]}]})")
      ["rows"];
  CHECK(rows[0]["output"] == "nan");
  CHECK(rows[0]["m"] == "-inf");
  CHECK(rows[1]["output"] == 7);
}

TEST_CASE("eval: kernels.moe_route gives the documented rows") {
  const Json answer = ask(
      R"({"op": "kernels.moe_route", "tokens": 32, "experts": 4, "top_k": 1, "routing": "skewed", "capacity_factor": 1.25})");
  const Json& rows = answer["rows"];
  REQUIRE(rows.size() == 4);
  CHECK(rows[0] ==
        Json({{"expert", 0}, {"kept", 10}, {"tiles", 2}, {"padded", 6}, {"dropped", 6}}));
  CHECK(answer["totals"]["capacity"] == 10);
  CHECK(answer["totals"]["dropped"] == 6);
  CHECK(answer["totals"]["padded"] == 14);
  CHECK(answer["totals"]["slots"] == 40);
  CHECK(answer["totals"]["useful"].get<double>() == doctest::Approx(0.65));
  CHECK(answer["totals"]["busiest"] == 10);
  CHECK(
      ask(R"({"op": "kernels.moe_route", "tokens": 32, "experts": 4, "top_k": 1, "routing": "balanced", "capacity_factor": null})")
          ["totals"]["capacity"]
              .is_null());
}

TEST_CASE("eval: wrong fields are named") {
  CHECK(error(accumulate(R"("mantissa_bits": 0, "terms": [])")) ==
        "field 'mantissa_bits': expected a whole number from 1 to 50, got 0");
  CHECK(error(accumulate(R"("mantissa_bits": 3.5, "terms": [])")) ==
        "field 'mantissa_bits': expected a whole number from 1 to 50, got 3.5");
  CHECK(error(accumulate(R"("mantissa_bits": 1e300, "terms": [])")) ==
        "field 'mantissa_bits': expected a whole number from 1 to 50, got 1e+300");
  CHECK(error(accumulate(R"("mantissa_bits": "3", "terms": [])")) ==
        "field 'mantissa_bits': expected a whole number from 1 to 50, got \"3\"");
  CHECK(error(accumulate(R"("mantissa_bits": 3, "terms": [1, true])")) ==
        "field 'terms[1]': expected a number, or float32 bits like \"0x3f800000\", or \"nan\", "
        "\"inf\", \"-inf\", got true");
  CHECK(error(accumulate(R"("mantissa_bits": 3, "terms": ["0x3f8000"])"))
            .starts_with("field 'terms[0]': expected a number"));
  CHECK(error(accumulate(R"("mantissa_bits": 3, "terms": ["0x3f80000g"])"))
            .starts_with("field 'terms[0]': expected a number"));
  CHECK(error(accumulate(R"("mantissa_bits": 3, "terms": 1)")) ==
        "field 'terms': expected an array, got 1");
  CHECK(error(accumulate(R"("mantissa_bits": 3)")) ==
        "missing field 'terms', expected array of numbers, added in order, not rounded themselves");
  CHECK(error(accumulate(R"("mantisa_bits": 3, "terms": [])")) ==
        "unknown field \"mantisa_bits\", numerics.accumulate expects mantissa_bits, terms; did you "
        "mean 'mantissa_bits'?");
  CHECK(error(R"({"op": "kernels.online_softmax", "tiles": [{"scores": [1], "value": [1]}]})") ==
        "field 'tiles[0]': expected {\"scores\": […], \"values\": […]}, got other fields");
  CHECK(error(R"({"op": "kernels.online_softmax", "tiles": [{"scores": [1], "values": [1, 2]}]})")
            .find("tile 0") != std::string::npos);
  CHECK(
      error(
          R"({"op": "kernels.moe_route", "tokens": 32, "experts": 4, "top_k": 5, "routing": "skewed"})") ==
      "field 'top_k': expected a whole number from 1 to 4, got 5");
  CHECK(
      error(
          R"({"op": "kernels.moe_route", "tokens": 32, "experts": 4, "top_k": 1, "routing": "skewd"})") ==
      "field 'routing': expected one of \"balanced\", \"skewed\", got \"skewd\"; did you mean "
      "'skewed'?");
  CHECK(
      error(
          R"({"op": "kernels.moe_route", "tokens": 32, "experts": 4, "top_k": 1, "routing": "skewed", "capacity_factor": "nan"})") !=
      "");
}

TEST_CASE("eval: wrong lines are told what was wrong") {
  const std::string unknown = error("{\"op\": \"numerics.acumulate\"}");
  CHECK(unknown.rfind("unknown op \"numerics.acumulate\", expected one of attention.", 0) == 0);
  CHECK(unknown.find(", numerics.accumulate") != std::string::npos);
  CHECK(unknown.substr(unknown.find(';')) == "; did you mean 'numerics.accumulate'?");
  CHECK(error("{}") ==
        "missing field 'op', expected the name of an operation; 'loom eval --list' prints them");
  CHECK(error("{\"op\": 3}") == "field 'op': expected the name of an operation, got 3");
  CHECK(error("[]") ==
        "expected a JSON object like {\"op\": \"numerics.accumulate\", …}, got an array of 0");
  CHECK(
      error("{\"op\": ") ==
      "malformed JSON at byte 8: expected a value: a number, a text in quotes, true, false, null, "
      "a list or {…}, got the end");
  CHECK(error("{\"op\": \"\xFF\"}").starts_with("malformed JSON at byte 9: "));
  CHECK(error("nonsense").starts_with("malformed JSON at byte 1: "));
}

TEST_CASE("eval: huge, deep and odd input is answered, not died of") {
  const std::string deep = ": expected brackets at most 64 deep, got '";
  CHECK(error(std::string(1000000, '[')) == "malformed JSON at byte 65" + deep + "['");
  CHECK(error(std::string(200000, '[') + std::string(200000, ']')) ==
        "malformed JSON at byte 65" + deep + "['");
  std::string objects = "1";
  for (int i = 0; i < 1000; ++i) objects = "{\"a\": " + objects + "}";
  CHECK(error(accumulate("\"mantissa_bits\": " + objects + ", \"terms\": []"))
            .ends_with(deep + "{'"));
  CHECK(error(accumulate("\"mantissa_bits\": 3, \"terms\": [1e999]"))
            .ends_with(": expected a number within double precision, got '1e999'"));
  CHECK(error("{\"op\": \"" + std::string(1000000, 'x') + "\"}").size() < 1200);
  CHECK(error(accumulate("\"" + std::string(100000, 'y') + "\": 1")).size() < 400);
  CHECK(error("{\"op\": \"a\\u0000b\\n\\\"\"}").starts_with("unknown op"));
  std::string many = "1";
  for (int i = 0; i < 100000; ++i) many += ",1";
  CHECK(ask(accumulate("\"mantissa_bits\": 23, \"terms\": [" + many + "]"))["sums"].size() ==
        100001);
}

TEST_CASE("eval: answers come in order, and a bad line does not end the run") {
  std::istringstream in(accumulate(R"("mantissa_bits": 3, "terms": [1])") + "\n\n  \nbad\r\n" +
                        accumulate(R"("mantissa_bits": 3, "terms": [2])"));
  std::ostringstream out;
  CHECK_FALSE(loom::eval::run(in, out));
  std::istringstream lines(out.str());
  std::string first, second, third, more;
  std::getline(lines, first);
  std::getline(lines, second);
  std::getline(lines, third);
  CHECK(first == "{\"sums\":[1.0]}");
  CHECK(second.starts_with("{\"error\":"));
  CHECK(third == "{\"sums\":[2.0]}");
  CHECK_FALSE(std::getline(lines, more));
}

TEST_CASE("eval: the list names every operation and field") {
  const std::string list = loom::eval::list_operations();
  for (const loom::eval::Operation& operation : loom::eval::operations()) {
    CHECK(list.find(std::string(operation.name) + ": ") != std::string::npos);
    for (const loom::eval::Field& field : operation.in)
      CHECK(list.find("    " + std::string(field.name)) != std::string::npos);
  }
}

}  // TESTS_OF(tools::eval)
