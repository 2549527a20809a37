// loom eval, the operations of subject `gemm`.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_gemm) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json pipeline(const std::string& stages, const std::string& more = "") {
  return ask(R"({"op": "gemm.pipeline", "tiles": 8, "latency": 400, "compute": 150, "stages": )" +
             stages + more + "}");
}

Json traffic(const std::string& fields) {
  return ask("{\"op\": \"gemm.traffic\", " + fields + "}");
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

TEST_CASE("eval: gemm.pipeline") {
  CHECK(ask(R"({"op": "gemm.pipeline", "stages": 2, "tiles": 2, "latency": 400, "compute": 150,
                "interval": 100, "issue": 20})") ==
        Json::parse(R"({"rows": [{"tile": 0, "buffer": 0, "copy_start": 0, "copy_end": 400,
                                  "math_start": 420, "math_end": 570},
                                 {"tile": 1, "buffer": 1, "copy_start": 400, "copy_end": 800,
                                  "math_start": 800, "math_end": 950}],
                        "totals": {"total": 950, "busy": 300, "fill": 420, "drain": 150,
                                   "share": 0.3157894736842105, "stages_to_hide": 4}})"));
  const int totals[] = {4400, 3350, 1900, 1600};
  for (int stages = 1; stages <= 4; ++stages)
    CHECK(pipeline(std::to_string(stages), R"(, "interval": 100)")["totals"]["total"] ==
          totals[stages - 1]);
  const Json synchronous = pipeline("4", R"(, "mode": "synchronous", "issue": 50)");
  CHECK(synchronous["totals"]["total"] == 4400);
  CHECK(synchronous["rows"][7]["buffer"] == 0);
}

TEST_CASE("eval: gemm.pipeline refuses with a reason") {
  CHECK(pipeline("0")["error"] == "field 'stages': expected a whole number from 1 to 64, got 0");
  CHECK(pipeline("2", R"(, "interval": 0)")["error"] ==
        "field 'interval': expected a whole number from 1 to 100000, got 0");
  CHECK(pipeline("2", R"(, "issue": -1)").contains("error"));
  CHECK(pipeline("2", R"(, "issue": 1.5)").contains("error"));
  CHECK(pipeline("2", R"(, "mode": "tma")").contains("error"));
  CHECK(pipeline("2", R"(, "depth": 3)").contains("error"));
  CHECK(ask(R"({"op": "gemm.pipeline", "stages": 2, "tiles": 2, "latency": 400})")["error"]
            .get<std::string>()
            .rfind("missing field 'compute'", 0) == 0);
}

TEST_CASE("eval: gemm.climb") {
  const Json all = ask(R"({"op": "gemm.climb"})")["rungs"];
  CHECK(all.size() == 2 * (9 + 13));
  const auto only = [](const std::string& fields) {
    return ask("{\"op\": \"gemm.climb\", " + fields + "}")["rungs"];
  };
  CHECK(only(R"("n": 4096)").size() + only(R"("n": 8192)").size() == all.size());
  CHECK(only(R"("type": "fp32", "n": 8192)").size() == 7);
  CHECK(only(R"("type": "bf16")").size() == 2 * (2 + 9));
  for (const Json& row : only(R"("type": "fp8")")) CHECK(row["type"] == "fp8");
  for (const Json& row : all) {
    CAPTURE(row.dump());
    CHECK(row["tflops"] > 0);
    CHECK(row["peak"] < 1);
    CHECK(row["clock_mhz"].is_null() == (row["recorded"] == "2026-11-20"));
    CHECK(row["hbm_bytes"].is_null() == (row["clock_mhz"].is_null() || row["n"] == 4096));
    CHECK(row["tensor_pipe"].is_null() == row["hbm_bytes"].is_null());
    if (row["name"] == "library" || row["name"] == "library, scaled") CHECK(row["share"] == 1);
  }
  // 2 · 8192³ operations in 1.6574 and in the library's 1.6178 ms.
  const Json best = only(R"("type": "bf16", "n": 8192)")[7];
  CHECK(best["name"] == "persistent clusters");
  CHECK(best["inputs"] == "normal");
  CHECK(best["tflops"].get<double>() == doctest::Approx(663.395).epsilon(1e-5));
  CHECK(best["share"].get<double>() == doctest::Approx(1.6178 / 1.6574));
  CHECK(best["clock_mhz"] == 1297);
  CHECK(best["watts"] == 701);
  CHECK(best["tensor_pipe"].get<double>() == doctest::Approx(0.9385));
  CHECK(best["l2_bytes"] == 32LL * 269206760);
  CHECK(best["hbm_bytes"] == 1253504512);
}

TEST_CASE("eval: gemm.climb refuses with a reason") {
  const auto refused = [](const std::string& fields) {
    return ask("{\"op\": \"gemm.climb\", " + fields + "}")["error"];
  };
  for (const char* n : {"1024", "4096.5", "\"4096\"", "4294971392", "null"})
    CHECK(refused("\"n\": " + std::string(n)) ==
          "field 'n': expected 4096 or 8192, got " + std::string(n));
  CHECK(refused(R"("type": "bf17")").get<std::string>().find("did you mean") != std::string::npos);
}

TEST_CASE("eval: gemm.block_scaled") {
  const auto dot = [](const std::string& fields) {
    return ask("{\"op\": \"gemm.block_scaled\", " + fields + "}");
  };
  const Json small = dot(R"("kind": "mxf4", "a": [6, 3, 1], "b": [1, 1, 1])");
  CHECK(small["exact"] == 10);
  CHECK(small["result"] == 10);
  CHECK(small["block"] == 32);
  CHECK(small["a"]["scales"] == Json({127, 0}));
  CHECK(small["a"]["codes"].size() == 64);
  CHECK(small["a"]["codes"][0] == 7);
  CHECK(small["b"]["codes"][0] == 6);  // 4 under a scale of 2^-2
  CHECK(small["sums"] == Json({40.0, 0.0}));
  CHECK(small["padding"] == Json({0, 0}));
  // NVFP4's scales are those of numerics.quantize.
  const Json nv = dot(R"("kind": "mxf4nvf4", "a": [7, 0.5], "b": [1, -2])");
  const Json quantized =
      ask(R"({"op": "numerics.quantize", "scheme": "nvfp4", "values": [7, 0.5]})");
  CHECK(nv["a"]["scales"][0] == quantized["scales"][0]);
  CHECK(nv["a"]["tensor_scale"] == quantized["tensor_scale"]);
  CHECK(nv["totals"].size() == 4);
  const Json mixed = dot(
      R"("kind": "mxf8f6f4", "a": [1], "b": [1], "a_scheme": "mxfp6_e3m2", "b_scheme": "mxfp4")");
  CHECK(mixed["padding"] == Json({8, 16}));
  CHECK(dot(R"("kind": "mxf4", "a": [], "b": [1])")["error"] ==
        "field 'a': expected 1 to 64 numbers, got 0");
  CHECK(dot(R"("kind": "mxf4nvf4", "a": [1], "b": [1], "b_scheme": "mxfp4")")["error"] ==
        "expected one block size for both operands, got 16 and 32");
  CHECK(dot(R"("kind": "mxf5", "a": [1], "b": [1])")["error"].get<std::string>().find(
            "did you mean") != std::string::npos);
  CHECK(dot(R"("kind": "mxf4", "a": [1e39], "b": [1])").contains("error"));
}

}  // TESTS_OF(tools::eval_gemm)
