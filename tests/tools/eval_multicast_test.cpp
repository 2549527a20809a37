// loom eval gemm.multicast.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_multicast) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json multicast(const std::string& fields) {
  return ask("{\"op\": \"gemm.multicast\", " + fields + "}");
}

}  // namespace

TEST_CASE("eval: gemm.multicast") {
  const std::string small = R"("n": 256, "tile": [64, 128, 32], "cluster": [2, 1])";
  CHECK(multicast(small) == Json({{"asked", 8 * 8 * (4096 + 4096)},
                                  {"arriving", 8 * 8 * (4096 + 8192)},
                                  {"from_others", 8 * 8 * 4096},
                                  {"part_a", 4096},
                                  {"part_b", 4096},
                                  {"blocks", 8},
                                  {"steps", 8},
                                  {"partners", 1}}));
  const Json alone = multicast(small + R"(, "multicast": false, "element_bytes": 1)");
  CHECK(alone["asked"] == alone["arriving"]);
  CHECK(alone["arriving"] == 8 * 8 * (2048 + 4096));
  CHECK(multicast(R"("n": 256, "tile": [64, 128, 32], "cluster": [8, 4])")["error"] ==
        "blocks of a cluster: got 32, expected 1 to 16");
  CHECK(multicast(R"("n": 256, "tile": [64, 128], "cluster": [2, 1])")["error"] ==
        "field 'tile': expected 3 numbers, got an array of 2");
  CHECK(multicast(R"("n": 256, "tile": [64, 128, 0], "cluster": [2, 1])")["error"] ==
        "field 'tile[2]': expected a whole number from 1 to 65536, got 0");
}

}  // TESTS_OF(tools::eval_multicast)
