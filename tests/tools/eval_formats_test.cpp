// `loom eval`, numerics.format: the table of formats, as the standards print it.
#include "core/numerics/format.hpp"
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_formats) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json format(const std::string& id) {
  return ask(R"({"op":"numerics.format","format":")" + id + "\"}");
}

}  // namespace

TEST_CASE("numerics.format: one in full") {
  CHECK(format("e4m3") == Json::parse(R"({
    "format": "e4m3", "name": "FP8 E4M3", "bits": 8, "sign_bits": 1, "exponent_bits": 4,
    "mantissa_bits": 3, "bias": 7, "max": 448.0, "max_code": 126, "min_normal": 0.015625,
    "min_subnormal": 0.001953125, "epsilon": 0.125, "digits": 0.9030899869919435, "zero": true,
    "negative_zero": true, "infinity": false, "nan": true, "nan_code": 127, "finite_codes": 254,
    "distinct_values": 253})"));
}

TEST_CASE("numerics.format: all, in the numbers that tell them apart") {
  struct Row {
    const char* id;
    int bits, bias;
    double max;
    long long finite, distinct;
    bool infinity;
    double digits;
  };
  const Row rows[] = {
      {"fp32", 32, 127, 0x1.fffffep127, 4278190080, 4278190079, true, 6.924},
      {"tf32", 19, 127, 0x1.ffcp127, 522240, 522239, true, 3.010},
      {"fp16", 16, 15, 65504, 63488, 63487, true, 3.010},
      {"bf16", 16, 127, 0x1.fep127, 65280, 65279, true, 2.107},
      {"e4m3", 8, 7, 448, 254, 253, false, 0.903},
      {"e5m2", 8, 15, 57344, 248, 247, true, 0.602},
      {"e4m3fnuz", 8, 8, 240, 255, 255, false, 0.903},
      {"e5m2fnuz", 8, 16, 57344, 255, 255, false, 0.602},
      {"e3m2", 6, 3, 28, 64, 63, false, 0.602},
      {"e2m3", 6, 1, 7.5, 64, 63, false, 0.903},
      {"e2m1", 4, 1, 6, 16, 15, false, 0.301},
      {"e8m0", 8, 127, 0x1p127, 255, 255, false, 0},
      {"ue4m3", 7, 7, 448, 127, 127, false, 0.903},
  };
  CHECK(std::size(rows) == loom::numerics::formats().size());
  for (const Row& row : rows) {
    CAPTURE(row.id);
    const Json told = format(row.id);
    CHECK(told["bits"] == row.bits);
    CHECK(told["bias"] == row.bias);
    CHECK(told["max"] == row.max);
    CHECK(told["finite_codes"] == row.finite);
    CHECK(told["distinct_values"] == row.distinct);
    CHECK(told["infinity"] == row.infinity);
    CHECK(told["digits"].get<double>() == doctest::Approx(row.digits).epsilon(0.001));
  }
  CHECK(format("e8m0")["min_subnormal"].is_null());
  CHECK(format("e8m0")["zero"] == false);
  CHECK(format("e8m0")["sign_bits"] == 0);
  CHECK(format("e2m1")["nan_code"].is_null());
  CHECK(format("e4m3fnuz")["negative_zero"] == false);
  CHECK(format("e4m3fnuz")["nan_code"] == 128);
}

TEST_CASE("numerics.format refuses what is no format") {
  CHECK(format("e4m4")["error"].get<std::string>().ends_with("did you mean 'e4m3'?"));
  CHECK(ask(R"({"op":"numerics.format","format":4})").contains("error"));
}

}  // TESTS_OF(tools::eval_formats)
