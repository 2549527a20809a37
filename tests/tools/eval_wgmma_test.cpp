// loom eval gemm.wgmma.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_wgmma) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json wgmma(const std::string& fields) { return ask("{\"op\": \"gemm.wgmma\", " + fields + "}"); }

}  // namespace

TEST_CASE("eval: gemm.wgmma") {
  CHECK(wgmma(R"("n": 32, "type": "bf16")") == Json({{"k", 16},
                                                     {"flops", 65536},
                                                     {"shared_bytes", 3072},
                                                     {"math_cycles", 16},
                                                     {"shared_cycles", 24},
                                                     {"cycles", 24},
                                                     {"bound", "shared memory"},
                                                     {"peak", 2. / 3},
                                                     {"sums", 16}}));
  CHECK(wgmma(R"("n": 16, "type": "e4m3", "a": "registers")")["cycles"] == 13);
  CHECK(wgmma(R"("n": 16, "type": "e4m3", "a": "registers")")["bound"] == "registers");
  CHECK(wgmma(R"("n": 256, "type": "tf32")")["k"] == 8);
  CHECK(wgmma(R"("n": 12, "type": "bf16")")["error"] ==
        "field n: expected a multiple of 8 from 8 to 256, got 12");
  CHECK(wgmma(R"("n": 40, "type": "int8")")["error"] ==
        "field n: expected 8, 16, 24 or a multiple of 16 up to 256 for integers, got 40");
  CHECK(wgmma(R"("n": 4, "type": "bf16")")["error"] ==
        "field 'n': expected a whole number from 8 to 256, got 4");
}

}  // TESTS_OF(tools::eval_wgmma)
