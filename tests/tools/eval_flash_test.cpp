// loom eval kernels.flash_io, .split_kv and .fusion.
#include <cmath>

#include "tests/tools/ask.hpp"
#include "tests/tools/hostile.hpp"

TESTS_OF(tools::eval_flash) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json kernel(const std::string& operation, const std::string& fields) {
  return ask("{\"op\": \"kernels." + operation + "\", " + fields + "}");
}

std::string error(const std::string& operation, const std::string& fields) {
  return kernel(operation, fields).value("error", "none");
}

}  // namespace

TEST_CASE("eval: kernels.flash_io") {
  CHECK(kernel("flash_io", R"("n": 10, "d": 4, "loop": "standard", "block_q": 3, "block_k": 3)") ==
        Json({{"reads", 120 + 200}, {"writes", 40 + 200}}));
  CHECK(kernel("flash_io", R"("n": 10, "d": 4, "loop": "fa1", "block_q": 3, "block_k": 4)") ==
        Json({{"reads", 80 + 3 * (40 + 60)}, {"writes", 3 * 60}}));
  CHECK(kernel("flash_io", R"("n": 10, "d": 4, "loop": "fa2", "block_q": 3, "block_k": 4)") ==
        Json({{"reads", 40 + 4 * 80}, {"writes", 50}}));
  // Blocks of 3 queries see 4, 8, 10 and 10 keys in blocks of 4.
  CHECK(kernel("flash_io",
               R"("n": 10, "d": 4, "loop": "fa2", "block_q": 3, "block_k": 4, "causal": true)") ==
        Json({{"reads", 40 + 8 * (4 + 8 + 10 + 10)}, {"writes", 50}}));
  CHECK(kernel("flash_io", R"("n": 10, "d": 4, "loop": "fa2", "block_q": 4096, "block_k": 128)") ==
        Json({{"reads", 120}, {"writes", 50}}));
  CHECK(error("flash_io", R"("n": 10, "d": 4, "loop": "fa3", "block_q": 1, "block_k": 1)")
            .starts_with(
                "field 'loop': expected one of \"standard\", \"fa1\", \"fa2\", got \"fa3\""));
}

TEST_CASE("eval: kernels.flash_io with a memory, a mask, and backward") {
  const auto flash = [](const std::string& more) {
    return kernel("flash_io", R"("n": 10, "d": 4, "loop": "fa2", )" + more);
  };
  // 48 numbers: ⌈48 / 16⌉ = 3 keys and as many queries.
  CHECK(flash(R"("memory": 48)") == flash(R"("block_q": 3, "block_k": 3)"));
  // 100: 7 keys, but 4 queries.
  CHECK(flash(R"("memory": 100)") == flash(R"("block_q": 4, "block_k": 7)"));
  // A size that is given stays.
  CHECK(flash(R"("memory": 100, "block_q": 9)") == flash(R"("block_q": 9, "block_k": 7)"));
  CHECK(flash(R"("block_k": 3)")["error"] ==
        "missing field 'block_q', expected 1 to 1099511627776, or 'memory'");
  const std::string blocks = R"("block_q": 3, "block_k": 4, )";
  CHECK(flash(blocks + R"("mask": "k <= q")") == flash(blocks + R"("causal": true)"));
  CHECK(flash(blocks + R"("mask": "k <= q", "backward": true)") ==
        flash(blocks + R"("causal": true, "backward": true)"));
  // Only the last block of queries, with the first of keys.
  CHECK(flash(blocks + R"("mask": "q == 9 && k < 2")") ==
        Json({{"reads", 40 + 8 * 4}, {"writes", 50}}));
  CHECK(flash(blocks + R"("mask": "q == 9 && k < 2", "causal": true)") ==
        flash(blocks + R"("mask": "q == 9 && k < 2")"));
  CHECK(flash(blocks + R"("backward": true)") ==
        Json({{"reads", 80 + 80 + 3 * 10 * (12 + 2)}, {"writes", 10 + 80 + 3 * 40}}));
  CHECK(kernel("flash_io", R"("n": 10, "d": 4, "loop": "standard", "memory": 9, "mask": "0")") ==
        kernel("flash_io", R"("n": 10, "d": 4, "loop": "standard", "block_q": 3, "block_k": 4)"));
  CHECK(flash(blocks + R"("mask": "q / (7 - k) == 1")")["error"].get<std::string>().starts_with(
      "field 'mask': "));
  CHECK(kernel("flash_io",
               R"("n": 8193, "d": 4, "loop": "fa1", "memory": 9, "mask": "1")")["error"] ==
        "field 'n': expected 1 to 8192 with 'mask', got 8193");
}

TEST_CASE("eval: kernels.split_kv") {
  const double wanted = (std::exp(1) * 3 + std::exp(2) * 5 + std::exp(0.5) * 7) /
                        (std::exp(1) + std::exp(2) + std::exp(0.5));
  for (const char* splits : {"1", "2", "3", "4", "65536"})
    CHECK(kernel("split_kv", R"("scores": [1, 2, 0.5], "values": [3, 5, 7], "splits": )" +
                                 std::string(splits))["merged"]
              .get<double>() == doctest::Approx(wanted).epsilon(1e-12));
  CHECK(kernel("split_kv", R"("scores": ["-inf", "-inf"], "values": [3, 5], "splits": 2)") ==
        Json({{"merged", "nan"}}));
  CHECK(error("split_kv", R"("scores": [1], "values": [3, 5], "splits": 2)") ==
        "1 scores but 2 values; expected one value per score");
  CHECK(error("split_kv", R"("scores": ["inf"], "values": [3], "splits": 2)")
            .starts_with("score 0 is +∞"));
  CHECK(error("split_kv", R"("scores": [], "values": [], "splits": 2)") ==
        "no keys; expected at least one score");
}

TEST_CASE("eval: kernels.fusion") {
  CHECK(kernel("fusion",
               R"("n": 1000, "width": 2, "extra": [0, 0, 1], "bandwidth": 1000, "launch": 1)") ==
        Json({{"unfused", {{"bytes", 14000.0}, {"launches", 3}, {"seconds", 17.0}}},
              {"fused", {{"bytes", 6000.0}, {"launches", 1}, {"seconds", 7.0}}}}));
  CHECK(error("fusion", R"("n": 1000, "width": 2, "extra": [], "bandwidth": 1000)") ==
        "field 'extra': expected 1 to 1000 operations, got an array of 0");
  CHECK(error("fusion", R"("n": 1000, "width": 2, "extra": [1, -1], "bandwidth": 1000)") ==
        "field 'extra[1]': expected a whole number from 0 to 64, got -1");
}

TEST_CASE("eval: kernels.flash_io, .split_kv and .fusion with every field missing or bad") {
  const loom::eval::Json good[] = {
      {{"op", "kernels.flash_io"},
       {"n", 64},
       {"d", 8},
       {"loop", "fa1"},
       {"block_q", 16},
       {"block_k", 16},
       {"causal", true},
       {"memory", 1024},
       {"mask", "q - k < 20"},
       {"backward", false}},
      {{"op", "kernels.split_kv"}, {"scores", {1, 2}}, {"values", {3, 4}}, {"splits", 2}},
      {{"op", "kernels.fusion"},
       {"n", 64},
       {"width", 2},
       {"extra", {0, 1}},
       {"bandwidth", 10},
       {"launch", 0}},
  };
  for (const auto& line : good) loom::test::check_hostile_fields(line);
}

}  // TESTS_OF(tools::eval_flash)
