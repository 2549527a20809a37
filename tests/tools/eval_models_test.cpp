// loom eval, `models.memory` and `gemm.roofline`.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_models) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json memory(const std::string& fields) {
  return ask("{\"op\": \"models.memory\", \"model\": \"llama-8b\", " + fields + "}");
}

Json roofline(const std::string& fields) {
  return ask("{\"op\": \"gemm.roofline\", \"machine\": \"h200\", " + fields + "}");
}

}  // namespace

TEST_CASE("eval: models.memory") {
  const Json found = memory(R"("type": "q4_k_m", "context": 8192)");
  CHECK(found["parameters"] == 8030261248);
  CHECK(found["bits_per_weight"].get<double>() == doctest::Approx(4.8944).epsilon(0.00001));
  CHECK(found["cache"] == 1073741824);
  long long sum = 0;
  for (const char* part : {"attention", "feed_forward", "embedding", "head", "rest"})
    sum += found["weights"][part].get<long long>();
  CHECK(found["weights"]["total"] == sum);
  CHECK(found["read"] == sum - found["weights"]["embedding"].get<long long>());
  CHECK_FALSE(found.contains("longest_context"));
  CHECK_FALSE(found.contains("tokens_per_second"));
  // Every field.
  const Json all = memory(
      R"("type": "bf16", "context": 1000, "batch": 4, "cache": "fp8", "memory_gib": 24, "gb_per_s": 1008)");
  CHECK(all["cache"] == 4 * 1000 * 65536);
  CHECK(all["longest_context"] == (24ll * 1024 * 1024 * 1024 - 2 * 8030261248) / (4 * 65536));
  CHECK(all["tokens_per_second"].get<double>() ==
        doctest::Approx(4 * 1008e9 / (2 * 7504924672. + 4 * 1000 * 65536)));
}

TEST_CASE("eval: models.memory of one's own config.json, with its state") {
  // Ten layers, of which eight have a state of 4 · 8 · 16 float32 and (32 + 2 · 2 · 16) · 4 numbers
  // of 16 bits; of a token 2 layers · 2 · 2 heads · 16 numbers of 16 bits.
  const std::string object =
      R"({"num_hidden_layers": 10, "hidden_size": 64, "num_attention_heads": 4, )"
      R"("num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 100, )"
      R"("full_attention_interval": 5, "linear_num_value_heads": 4, "linear_value_head_dim": 8, )"
      R"("linear_num_key_heads": 2, "linear_key_head_dim": 16, "linear_conv_kernel_dim": 4})";
  const double state = 8 * (4 * 8 * 16 * 4 + (32 + 2 * 2 * 16) * 4 * 2);
  const Json found =
      ask(R"({"op": "models.memory", "type": "bf16", "context": 100, "batch": 3, "config": )" +
          object + "}");
  CHECK(found["state"] == 3 * state);
  CHECK(found["cache"] == 3 * (state + 100 * 2 * 2 * 2 * 16 * 2));
  const auto refused = [](const std::string& fields) {
    return ask(R"({"op": "models.memory", "type": "bf16", "context": 1)" + fields + "}")["error"];
  };
  CHECK(refused("") == "missing field 'model', or 'config' in its place");
  CHECK(refused(R"(, "model": "llama-8b", "config": {})") ==
        "expected one of the fields 'model' and 'config', got both");
  CHECK(refused(R"(, "config": 5)") == "field 'config': expected an object, got 5");
  CHECK(refused(R"(, "config": {"num_hidden_layers": 1})") ==
        "field 'config': expected a number above 0 for 'hidden_size', which is missing");
}

TEST_CASE("eval: attention.cache with layers that keep a state") {
  const std::string fields =
      R"({"op": "attention.cache", "layers": 12, "kv_heads": 2, "head_dim": 256, "bytes": 2, )"
      R"("tokens": 1000, "batch": 2)";
  const Json found = ask(fields + R"(, "states": 36, "state_bytes": 2162688})");
  CHECK(found["bytes_per_token"] == 24576);
  CHECK(found["state"] == 2 * 77856768);
  CHECK(found["bytes"] == 2 * (77856768 + 1000 * 24576));
  CHECK(ask(fields + "}")["state"] == 0);
  CHECK(ask(fields + R"(, "states": 36})")["error"] ==
        "expected the fields 'states' and 'state_bytes' together, got one of them");
}

TEST_CASE("eval: models.memory refuses with a reason") {
  CHECK(
      ask(R"({"op": "models.memory", "model": "llama-7b", "type": "bf16", "context": 1})")["error"]
          .get<std::string>()
          .find("did you mean 'llama-1b'?") != std::string::npos);
  CHECK(memory(R"("type": "q4_k", "context": 1)")["error"].get<std::string>().find("'type'") !=
        std::string::npos);
  CHECK(memory(R"("type": "bf16", "context": -1)")["error"] ==
        "field 'context': expected a whole number from 0 to 100000000, got -1");
  CHECK(memory(R"("type": "bf16", "context": 1, "batch": 0)").contains("error"));
  CHECK(memory(R"("type": "bf16", "context": 1, "memory_gib": 0)")["error"] ==
        "field 'memory_gib': expected a number above 0, at most 1e12, got 0");
  CHECK(memory(R"("type": "bf16", "context": 1, "gb_per_s": "nan")").contains("error"));
  CHECK(memory(R"("type": "bf16")")["error"].get<std::string>().rfind("missing field 'context'",
                                                                      0) == 0);
}

TEST_CASE("eval: gemm.roofline") {
  const Json found = roofline(R"("scheme": "w16a16", "batch": 2, "inputs": 1000, "outputs": 500)");
  CHECK(found["math"] == "BF16");
  CHECK(found["flop"] == 2000000);
  CHECK(found["bytes"] == 2 * (1000 * 500 + 2 * 1000 + 2 * 500));
  CHECK(found["memory_us"].get<double>() == doctest::Approx(1006000 / 4.8e6));
  CHECK(found["math_us"].get<double>() == doctest::Approx(2e6 / 989.4e6));
  CHECK(found["time_us"] == found["memory_us"]);
  CHECK(found["tflop_per_s"].get<double>() == doctest::Approx(2e6 / (1006000 / 4.8e12) / 1e12));
  CHECK(found["ridge_batch"].get<double>() > 206);
  CHECK(roofline(R"("scheme": "w4a4", "batch": 1)")["math"] == "FP8");
}

TEST_CASE("eval: gemm.roofline refuses with a reason") {
  CHECK(roofline(R"("scheme": "w4a8", "batch": 1)")["error"].get<std::string>().find(
            "did you mean") != std::string::npos);
  CHECK(roofline(R"("scheme": "w4a4", "batch": 0)")["error"] ==
        "field 'batch': expected a whole number from 1 to 1000000, got 0");
  CHECK(ask(R"({"op": "gemm.roofline", "machine": "m4", "scheme": "w4a4", "batch": 1})")["error"]
            .get<std::string>()
            .find("a known peak") != std::string::npos);
  CHECK(roofline(R"("scheme": "w4a4", "batch": 1, "outputs": 65537)").contains("error"));
}

}  // TESTS_OF(tools::eval_models)
