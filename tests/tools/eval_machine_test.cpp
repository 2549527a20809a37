// loom eval, the operations of subject `machine`.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_machine) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json roofline(const std::string& fields) {
  return ask(R"({"op": "machine.roofline", )" + fields + "}");
}
std::string refusal(const std::string& fields) { return roofline(fields)["error"]; }

}  // namespace

TEST_CASE("eval: machine.roofline") {
  const Json product = roofline(
      R"("gpu": "h100", "format": "bf16", "operation": "matmul", "m": 4096, "n": 2048, "k": 1024)");
  CHECK(product["flops"] == 2. * 4096 * 2048 * 1024);
  CHECK(product["bytes"] == 2 * (4096 * 1024 + 1024 * 2048 + 4096 * 2048));
  CHECK(product["intensity"].get<double>() ==
        doctest::Approx(2. * 4096 * 2048 * 1024 / product["bytes"].get<double>()));
  CHECK(product["ridge"].get<double>() == doctest::Approx(989.4 / 3.35));
  CHECK(product["bound"] == "compute");
  CHECK(product["seconds"].get<double>() == doctest::Approx(2. * 4096 * 2048 * 1024 / 989.4e12));

  const Json sum =
      roofline(R"("gpu": "h200", "format": "fp32", "operation": "vector_add", "n": 100000000)");
  CHECK(sum["flops"] == 1e8);
  CHECK(sum["bytes"] == 1.2e9);
  CHECK(sum["bound"] == "memory");
  CHECK(sum["seconds"].get<double>() == doctest::Approx(1.2e9 / 4.8e12));

  const std::string small =
      R"("gpu": "h200", "format": "fp32", "operation": "vector_add", "n": 1000)";
  CHECK(roofline(small)["bound"] == "overhead");
  CHECK(roofline(small)["seconds"] == 5.012e-7);
  CHECK(roofline(small + R"(, "overhead": 0)")["bound"] == "memory");

  for (
      const char* rest :
      {R"("matvec", "m": 10, "k": 20)", R"("softmax", "rows": 10, "columns": 20)",
       R"("layer_norm", "rows": 10, "columns": 20)", R"("rms_norm", "rows": 10, "columns": 20)",
       R"("attention_naive", "n": 64, "d": 16)",
       R"("attention_fused", "n": 64, "d": 16, "heads": 2, "batch": 3, "causal": true, "phase": "decode")",
       R"("moe", "tokens": 4, "experts": 8, "top_k": 2, "hidden": 16, "inner": 32)"}) {
    CAPTURE(rest);
    const Json found =
        roofline(R"("gpu": "a100", "format": "fp16", "operation": )" + std::string(rest));
    CHECK(found["bytes"].get<double>() > 0);
  }
}

TEST_CASE("eval: machine.roofline says what is wrong") {
  const std::string on = R"("gpu": "h100", "format": "bf16", "operation": )";
  CHECK(refusal(on + R"("matmul", "m": 2, "n": 2)") ==
        "field 'k': missing, expected a whole number from 1");
  CHECK(refusal(on + R"("vector_add", "n": 2, "m": 3)") ==
        "field 'm': vector_add has none, expected n");
  CHECK(refusal(on + R"("vector_add", "n": 0)").find("field 'n': expected") == 0);
  CHECK(refusal(on + R"("vektor_add", "n": 2)").find("vector_add") != std::string::npos);
  CHECK(refusal(R"("gpu": "h10", "format": "bf16", "operation": "vector_add", "n": 2)")
            .find("h100") != std::string::npos);
  CHECK(refusal(R"("gpu": "h100", "format": "fp4", "operation": "vector_add", "n": 2)") ==
        "format: H100 has no units for FP4, expected fp32, tf32, fp16, bf16, fp8, int8");
  CHECK(
      refusal(on + R"("moe", "tokens": 4, "experts": 2, "top_k": 3, "hidden": 16, "inner": 32)") ==
      "field 'top_k': expected at most 'experts', 2, got 3");
}

}  // TESTS_OF(tools::eval_machine)
