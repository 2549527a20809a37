// loom eval, the operations of subject `sm`.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_sm) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json occupancy(const std::string& capability, int threads, int registers, long long shared,
               const std::string& more = "") {
  return ask("{\"op\": \"sm.occupancy\", \"compute_capability\": \"" + capability +
             "\", \"threads\": " + std::to_string(threads) +
             ", \"registers\": " + std::to_string(registers) +
             ", \"shared_bytes\": " + std::to_string(shared) + more + "}");
}

}  // namespace

TEST_CASE("eval: sm.occupancy") {
  CHECK(occupancy("9.0", 256, 64, 32768) ==
        Json({{"blocks", 4}, {"warps", 32}, {"occupancy", 0.5}, {"limiter", "registers"}}));
  CHECK(occupancy("8.6", 128, 32, 24577) ==
        Json({{"blocks", 3}, {"warps", 12}, {"occupancy", 0.25}, {"limiter", "shared_memory"}}));
  CHECK(occupancy("9.0", 32, 16, 0)["limiter"] == "blocks");
  // Several that tie, in a fixed order.
  CHECK(occupancy("8.0", 256, 32, 0)["limiter"] == Json({"warps", "registers"}));
  CHECK(occupancy("9.0", 512, 32, 57344 - 1024)["limiter"] ==
        Json({"warps", "registers", "shared_memory"}));
  // Nothing fits.
  CHECK(occupancy("9.0", 64, 32, 232449) ==
        Json({{"blocks", 0}, {"warps", 0}, {"occupancy", 0}, {"limiter", "shared_memory"}}));
  CHECK(occupancy("9.0", 1025, 16, 0)["limiter"] == "warps");
  CHECK(occupancy("9.0", 2000000000, 256, 2000000000)["blocks"] == 0);
  // Optional fields.
  CHECK(occupancy("9.0", 32, 32, 1000, ", \"static_shared_bytes\": 48000") ==
        occupancy("9.0", 32, 32, 49000));
  CHECK(occupancy("9.0", 32, 32, 0, ", \"barriers\": 16") ==
        Json({{"blocks", 4}, {"warps", 4}, {"occupancy", 0.0625}, {"limiter", "barriers"}}));
}

TEST_CASE("eval: sm.occupancy refuses with a reason") {
  CHECK(occupancy("9.1", 32, 32, 0)["error"] ==
        "field 'compute_capability': expected one of \"7.0\", \"7.5\", \"8.0\", \"8.6\", \"8.9\", "
        "\"9.0\", \"10.0\", \"10.3\", "
        "\"12.0\", got \"9.1\"; did you mean '9.0'?");
  CHECK(occupancy("9.0", 0, 32, 0)["error"] ==
        "field 'threads': expected a whole number from 1 to 2147483647, got 0");
  CHECK(occupancy("9.0", 32, -1, 0)["error"] ==
        "field 'registers': expected a whole number from 0 to 2147483647, got -1");
  CHECK(occupancy("9.0", 32, 32, -1)["error"] ==
        "field 'shared_bytes': expected a whole number from 0 to 2147483647, got -1");
  CHECK(occupancy("9.0", 32, 32, 1LL << 40)["error"] ==
        "field 'shared_bytes': expected a whole number from 0 to 2147483647, got 1099511627776");
  CHECK(occupancy("9.0", 32, 32, 2147483647)["error"] ==
        "shared memory: expected at most 2147479551 bytes in all");
  CHECK(
      ask(R"({"op": "sm.occupancy", "compute_capability": 9.0, "threads": 32, "registers": 32, "shared_bytes": 0})")
          .contains("error"));
  CHECK(
      ask(R"({"op": "sm.occupancy", "compute_capability": "9.0", "threads": 32, "registers": 32})")
          ["error"]
              .get<std::string>()
              .rfind("missing field 'shared_bytes'", 0) == 0);
}

TEST_CASE("eval: sm.schedule") {
  CHECK(ask(R"({"op": "sm.schedule", "warps": 2, "latency": 400, "between": 8, "turns": 1})") ==
        Json::parse(R"({"rows": [{"warp": 0, "issued": 9, "eligible": 8, "stalled": 399},
                                 {"warp": 1, "issued": 9, "eligible": 8, "stalled": 399}],
                        "totals": {"cycles": 416, "issued": 18, "idle": 398, "utilization": 0.04326923076923077,
                                   "littles_law_warps": 46}})"));
  const Json full = ask(
      R"({"op": "sm.schedule", "warps": 13, "latency": 400, "between": 8, "in_flight": 4, "policy": "greedy"})");
  CHECK(full["totals"] == Json({{"cycles", 864},
                                {"issued", 864},
                                {"idle", 0},
                                {"utilization", 1},
                                {"littles_law_warps", 12}}));
  CHECK(full["rows"][12] == Json({{"warp", 12}, {"issued", 0}, {"eligible", 864}, {"stalled", 0}}));
}

TEST_CASE("eval: sm.schedule refuses with a reason") {
  CHECK(ask(R"({"op": "sm.schedule", "warps": 65, "latency": 400, "between": 8})")["error"] ==
        "field 'warps': expected a whole number from 1 to 64, got 65");
  CHECK(ask(R"({"op": "sm.schedule", "warps": 4, "latency": 0, "between": 8})")["error"] ==
        "field 'latency': expected a whole number from 1 to 10000, got 0");
  CHECK(ask(R"({"op": "sm.schedule", "warps": 4, "latency": 400, "between": 8.5})")
            .contains("error"));
  CHECK(ask(R"({"op": "sm.schedule", "warps": 4, "latency": 400, "between": 8, "in_flight": 9})")
            .contains("error"));
  CHECK(ask(R"({"op": "sm.schedule", "warps": 4, "latency": 400, "between": 8, "turns": 101})")
            .contains("error"));
  CHECK(
      ask(R"({"op": "sm.schedule", "warps": 4, "latency": 400, "between": 8, "policy": "gready"})")
          ["error"] ==
      "field 'policy': expected one of \"round-robin\", \"greedy\", got \"gready\"; did you mean "
      "'greedy'?");
  CHECK(
      ask(R"({"op": "sm.schedule", "warps": 4, "latency": 400})")["error"].get<std::string>().rfind(
          "missing field 'between'", 0) == 0);
}

TEST_CASE("eval: sm.divergence") {
  CHECK(ask(R"({"op": "sm.divergence", "then": 64, "otherwise": 64, "lanes": 16})") ==
        Json({{"warp_instructions", 133},
              {"lane_instructions", 32 * 2 + 16 * 65 + 16 * 66},
              {"utilization", 2160 / (32. * 133)},
              {"cycles", 570}}));
  CHECK(ask(R"({"op": "sm.divergence", "then": 256, "otherwise": 0, "lanes": 32})") ==
        Json({{"warp_instructions", 259},
              {"lane_instructions", 32 * 259},
              {"utilization", 1},
              {"cycles", 1059}}));
  CHECK(
      ask(R"({"op": "sm.divergence", "then": 6, "otherwise": 2, "lanes": 32, "predicated": true})") ==
      Json({{"warp_instructions", 8},
            {"lane_instructions", 32 * 6},
            {"utilization", 0.75},
            {"cycles", nullptr}}));
}

TEST_CASE("eval: sm.divergence refuses with a reason") {
  CHECK(ask(R"({"op": "sm.divergence", "then": 8, "otherwise": 8, "lanes": 33})")["error"] ==
        "field 'lanes': expected a whole number from 0 to 32, got 33");
  CHECK(ask(R"({"op": "sm.divergence", "then": 0, "otherwise": 8, "lanes": 3})")["error"] ==
        "field 'then': expected a whole number from 1 to 1000, got 0");
  CHECK(ask(R"({"op": "sm.divergence", "then": 8, "lanes": 3})")["error"].get<std::string>().rfind(
            "missing field 'otherwise'", 0) == 0);
}

}  // TESTS_OF(tools::eval_sm)
