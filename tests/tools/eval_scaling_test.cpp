// loom eval scaling.pipeline, .all_reduce, .memory and .ring.
#include "tests/tools/ask.hpp"
#include "tests/tools/hostile.hpp"

TESTS_OF(tools::eval_scaling) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json scaling(const std::string& operation, const std::string& fields) {
  return ask("{\"op\": \"scaling." + operation + "\", " + fields + "}");
}

std::string error(const std::string& operation, const std::string& fields) {
  return scaling(operation, fields).value("error", "none");
}

}  // namespace

TEST_CASE("eval: scaling.pipeline") {
  const std::string times = R"("stages": 4, "microbatches": 8, "forward": 1, "backward": 2)";
  CHECK(scaling("pipeline", "\"schedule\": \"gpipe\", " + times) ==
        Json({{"time", 33.0}, {"bubble", 3.0 / 11}, {"peak_activations", 8.0}}));
  CHECK(scaling("pipeline", "\"schedule\": \"1f1b\", " + times) ==
        Json({{"time", 33.0}, {"bubble", 3.0 / 11}, {"peak_activations", 4.0}}));
  const Json zero = scaling("pipeline", "\"schedule\": \"zero_bubble\", " + times);
  CHECK(zero["time"] == 27.0);
  CHECK(zero["bubble"].get<double>() == doctest::Approx(1 / 9.0));
  CHECK(zero["peak_activations"] == 4.0);
  CHECK(scaling("pipeline", "\"schedule\": \"dualpipe\", " + times)["time"] == 26.0);
  const Json cut = scaling("pipeline", "\"schedule\": \"interleaved\", \"chunks\": 2, " + times);
  CHECK(cut["bubble"].get<double>() == doctest::Approx(3 / 19.0));
  CHECK(cut["peak_activations"] == 5.5);

  CHECK(error("pipeline", "\"schedule\": \"interleaved\", " + times) ==
        "missing field 'chunks', which the schedule \"interleaved\" needs");
  CHECK(error("pipeline", "\"schedule\": \"1f1b\", \"chunks\": 2, " + times)
            .starts_with("chunks: expected 1, as only"));
  CHECK(error("pipeline", "\"schedule\": \"1f1\", " + times).ends_with("did you mean '1f1b'?"));
  CHECK(
      error(
          "pipeline",
          R"("schedule": "gpipe", "stages": 1024, "microbatches": 65536, "forward": 1, "backward": 1)")
          .starts_with("passes of all stages: expected at most 1048576"));
}

TEST_CASE("eval: scaling.all_reduce") {
  CHECK(scaling(
            "all_reduce",
            R"("algorithm": "ring", "gpus": 4, "bytes": 1000, "bandwidth": 500, "latency": 0.5)") ==
        Json({{"steps", 6}, {"bytes_sent", 1500.0}, {"seconds", 6.0}}));
  CHECK(scaling(
            "all_reduce",
            R"("algorithm": "tree", "gpus": 8, "bytes": 1000, "bandwidth": 1000, "latency": 0)") ==
        Json({{"steps", 6}, {"bytes_sent", 2000.0}, {"seconds", 2.0}}));
  CHECK(
      scaling(
          "all_reduce",
          R"("algorithm": "one_shot", "gpus": 8, "bytes": 1000, "bandwidth": 1000, "latency": 1)") ==
      Json({{"steps", 1}, {"bytes_sent", 7000.0}, {"seconds", 8.0}}));
  CHECK(
      scaling(
          "all_reduce",
          R"("algorithm": "in_switch", "gpus": 8, "bytes": 1000, "bandwidth": 1000, "latency": 1)") ==
      Json({{"steps", 2}, {"bytes_sent", 1000.0}, {"seconds", 3.0}}));
  CHECK(
      scaling("all_reduce",
              R"("algorithm": "ring", "gpus": 1, "bytes": 1000, "bandwidth": 500, "latency": 1)") ==
      Json({{"steps", 0}, {"bytes_sent", 0.0}, {"seconds", 0.0}}));
  CHECK(
      error(
          "all_reduce",
          R"("algorithm": "ring", "gpus": 8, "bytes": 1e18, "bandwidth": 1e-307, "latency": 0)") ==
      "bandwidth: so small that the seconds are beyond every number");
}

TEST_CASE("eval: scaling.memory") {
  const std::string model =
      R"("parameters": 7.5e9, "layers": 32, "hidden": 4096, "optimizer": "adam_mixed", "data": 64,
         "tensor": 1, "pipeline": 1, "sequence": 2048, "microbatch": 1)";
  const Json none = scaling("memory", model + ", \"zero\": 0"),
             all = scaling("memory", model + ", \"zero\": 3");
  CHECK(none["parameters"] == 15e9);
  CHECK(none["gradients"] == 15e9);
  CHECK(none["optimizer"] == 90e9);
  CHECK(none["activations"] == 34.0 * 2048 * 4096 * 32);
  CHECK(all["parameters"] == 15e9 / 64);
  CHECK(all["optimizer"] == 90e9 / 64);
  CHECK(all["activations"] == none["activations"]);
  CHECK(scaling("memory",
                model + R"(, "zero": 0, "recompute": "none", "heads": 32)")["activations"] ==
        2048.0 * 4096 * 32 * (34 + 5.0 * 32 * 2048 / 4096));
  CHECK(error("memory", model + R"(, "zero": 0, "recompute": "none")") ==
        "missing field 'heads', which the recompute \"none\" needs");
}

TEST_CASE("eval: scaling.memory with experts, shared sequences, ends and other optimizers") {
  const std::string model =
      R"("parameters": 64e9, "layers": 16, "hidden": 4096, "zero": 0, "data": 8, "tensor": 2,
         "sequence": 8192, "microbatch": 1)";
  const auto of = [&](const std::string& rest) { return scaling("memory", model + ", " + rest); };
  const Json experts = of(
      R"("optimizer": "adam_no_copy", "pipeline": 1, "context": 4, "expert": 16,
         "expert_parameters": 48e9)");
  CHECK(experts["parameters"] == 2 * (8e9 + 1.5e9));
  CHECK(experts["optimizer"] == 8 * (8e9 + 1.5e9));
  CHECK(experts["activations"] == 34.0 * 8192 / 4 * 4096 / 2 * 16);
  const Json ends =
      of(R"("optimizer": "adam_short", "pipeline": 4, "first_stage": 3e9, "last_stage": 5e9)");
  CHECK(ends["parameters"] == 2 * (56e9 / 4 + 5e9) / 2);
  CHECK(ends["gradients"] == 4 * (56e9 / 4 + 5e9) / 2);
  CHECK(error("memory", model + R"(, "optimizer": "adam_mixed", "pipeline": 1, "expert": 2)") ==
        "expert: expected 1 where expert_parameters are 0, got 2");
  CHECK(error("memory", model + R"(, "optimizer": "adam", "pipeline": 1)").find("adam_mixed") !=
        std::string::npos);
  CHECK(error("memory", model + R"(, "optimizer": "sgd", "pipeline": 1, "last_stage": -1)") ==
        "field 'last_stage': expected a number from 0 to 1e15, got -1");
}

TEST_CASE("eval: scaling.ring") {
  CHECK(scaling("ring", R"("gpus": 2, "n": 8, "order": "plain")") ==
        Json({{"work", {{10, 0}, {10, 16}}}}));
  CHECK(scaling("ring", R"("gpus": 2, "n": 8, "order": "zigzag")") ==
        Json({{"work", {{10, 8}, {10, 8}}}}));
  CHECK(error("ring", R"("gpus": 2, "n": 7, "order": "plain")") ==
        "n: expected a multiple of 2, a piece for each GPU, got 7");
}

TEST_CASE("eval: scaling.collective and scaling.forward") {
  const auto fit = scaling(
      "collective", R"("operation": "all_gather", "way": "ring Simple", "runs": "in_place")");
  CHECK(fit["least"] == 3 << 20);
  CHECK(fit["most"] == 1 << 30);
  CHECK(fit["rate"].get<double>() > 200e9);
  CHECK(error("collective", R"("operation": "all_gather", "way": "tree LL")")
            .find("\"ring Simple\"") != std::string::npos);
  CHECK(
      error("collective", R"("operation": "all_to_all", "way": "sends LL", "runs": "in_place")") ==
      "field 'runs': \"in_place\" has no run of \"all_to_all\"");
  CHECK(scaling("forward", R"("parameters": 1e6, "layers": 2, "hidden": 64, "sequence": 128,
      "microbatches": 3, "tensor": 1, "pipeline": 1, "peak": 1e12, "efficiency": 0.5,
      "link": 1e9)")["seconds"] ==
        doctest::Approx(3 * 128 * (2e6 + 2. * 2 * 64 * 128) / 0.5e12).scale(0));
}

TEST_CASE("eval: scaling.* with every field missing, of another type, out of range") {
  const loom::eval::Json good[] = {
      {{"op", "scaling.pipeline"},
       {"schedule", "interleaved"},
       {"stages", 4},
       {"microbatches", 8},
       {"forward", 1},
       {"backward", 2},
       {"chunks", 2}},
      {{"op", "scaling.all_reduce"},
       {"algorithm", "tree"},
       {"gpus", 8},
       {"bytes", 100},
       {"bandwidth", 10},
       {"latency", 1}},
      {{"op", "scaling.memory"},
       {"parameters", 7e9},
       {"layers", 8},
       {"hidden", 64},
       {"optimizer", "sgd"},
       {"zero", 1},
       {"data", 2},
       {"tensor", 2},
       {"pipeline", 2},
       {"sequence", 128},
       {"microbatch", 1},
       {"recompute", "none"},
       {"heads", 4},
       {"sequence_parallel", false},
       {"context", 2},
       {"expert", 1},
       {"expert_parameters", 1e9},
       {"first_stage", 1e8},
       {"last_stage", 1e8}},
      {{"op", "scaling.ring"}, {"gpus", 2}, {"n", 8}, {"order", "plain"}},
      {{"op", "scaling.collective"},
       {"operation", "all_reduce"},
       {"way", "ring LL"},
       {"runs", "forced"}},
      {{"op", "scaling.forward"},
       {"parameters", 1e6},
       {"layers", 2},
       {"hidden", 64},
       {"sequence", 128},
       {"microbatches", 3},
       {"tensor", 4},
       {"pipeline", 2},
       {"peak", 1e12},
       {"efficiency", 0.5},
       {"link", 1e9}},
  };
  for (const auto& line : good) loom::test::check_hostile_fields(line, {"chunks", "heads"});
}

}  // TESTS_OF(tools::eval_scaling)
