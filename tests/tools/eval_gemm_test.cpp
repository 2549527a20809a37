// loom eval, the operations of subject `gemm`.
#include <nlohmann/json.hpp>

#include "tests/doctest.hpp"
#include "tools/loom/eval/run.hpp"

namespace {

using Json = nlohmann::json;

Json traffic(const std::string& fields) {
  bool good = true;
  const Json answer =
      Json::parse(loom::eval::evaluate("{\"op\": \"gemm.traffic\", " + fields + "}", good));
  CHECK(good == !answer.contains("error"));
  return answer;
}

std::string refusal(const std::string& fields) { return traffic(fields)["error"]; }

}  // namespace

TEST_CASE("eval: gemm.traffic") {
  CHECK(traffic(R"("n": 64, "tile": 8)") == Json({{"loads", 65536},
                                                  {"bytes", 262144},
                                                  {"reuse", 8},
                                                  {"intensity", 2},
                                                  {"shared_bytes", 512},
                                                  {"blocks", 64},
                                                  {"steps", 8},
                                                  {"useful", 1}}));
  CHECK(traffic(R"("n": 1024, "tile": 1)")["bytes"] == 8589934592);
  // 13 tiles of 8 cover a side of 100.
  const Json ragged = traffic(R"("n": 100, "tile": 8)");
  CHECK(ragged["loads"] == 2 * 100 * 100 * 13);
  CHECK(ragged["blocks"] == 169);
  CHECK(ragged["useful"].get<double>() == doctest::Approx(1e6 / (104. * 104 * 104)));
  // Every field.
  const Json all = traffic(
      R"("m": 256, "n": 512, "k": 128, "tile": 1, "tile_rows": 128, "tile_columns": 256, "tile_depth": 64, "element_bytes": 2)");
  CHECK(all["loads"] == 256 * 128 * 2 + 128 * 512 * 2);
  CHECK(all["bytes"] == 2 * all["loads"].get<int>());
  CHECK(all["shared_bytes"] == 48 * 1024);
  CHECK(all["steps"] == 2);
  CHECK(traffic(R"("n": 65536, "tile": 1, "element_bytes": 16)")["bytes"] == 9007199254740992);
}

TEST_CASE("eval: gemm.traffic refuses with a reason") {
  CHECK(refusal(R"("n": 0, "tile": 8)") ==
        "field 'n': expected a whole number from 1 to 65536, got 0");
  CHECK(refusal(R"("n": 64, "tile": 8.5)") ==
        "field 'tile': expected a whole number from 1 to 65536, got 8.5");
  CHECK(refusal(R"("n": 64, "tile": 8, "element_bytes": 17)") ==
        "field 'element_bytes': expected a whole number from 1 to 16, got 17");
  CHECK(refusal(R"("n": 64, "tile": 8, "k": "64")") ==
        "field 'k': expected a whole number from 1 to 65536, got \"64\"");
  CHECK(refusal(R"("n": 64)").rfind("missing field 'tile'", 0) == 0);
  CHECK(refusal(R"("n": 64, "tile": 8, "tiles": 8)").find("did you mean 'tile'?") !=
        std::string::npos);
}
