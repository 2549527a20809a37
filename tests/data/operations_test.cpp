// The roofline against what PyTorch takes on an H200: nothing is faster than its bound.
#include <algorithm>

#include "core/device/measured_h200.hpp"
#include "core/device/roofline.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::operations) {

using namespace loom;
using loom::test::Json;

namespace {

device::Work work(const Json& row) {
  const std::string name = row["operation"];
  const auto size = [&](const char* key) { return row.value(key, std::int64_t{1}); };
  if (name == "vector_add") return device::vector_add(size("n"));
  if (name == "matmul") return device::matmul(size("m"), size("n"), size("k"));
  if (name == "matvec") return device::matvec(size("m"), size("k"));
  if (name == "softmax") return device::softmax(size("rows"), size("columns"));
  if (name == "layer_norm") return device::layer_norm(size("rows"), size("columns"));
  if (name == "rms_norm") return device::rms_norm(size("rows"), size("columns"));
  if (name == "moe")
    return device::moe({.tokens = size("tokens"),
                        .experts = size("experts"),
                        .top_k = size("top_k"),
                        .hidden = size("hidden"),
                        .inner = size("inner")});
  return device::attention({.n = size("n"),
                            .d = size("d"),
                            .heads = size("heads"),
                            .batch = size("batch"),
                            .causal = row.value("causal", false),
                            .decode = row.value("phase", "") == "decode",
                            .naive = name == "attention_naive"});
}

}  // namespace

TEST_CASE("operations: none beats its roof on an H200, and the large ones come near it") {
  const auto& h200 = *std::ranges::find(device::all_peaks(), "h200", &device::Peaks::id);
  const auto& bf16 = *std::ranges::find(device::unit_formats, "bf16", &device::UnitFormat::id);
  const Json recorded = test::recorded("h200/operations.json");
  int near = 0, launched = 0;
  for (const Json& row : recorded["operations"]) {
    CAPTURE(row.dump());
    const device::Roof roof = *device::roofline(h200, bf16, work(row), device::h200::graph_launch);
    // Compiled, the naive program is recognized and fused: it is no longer the naive one.
    const bool fused = row["operation"] == "attention_naive";
    const double eager = row["eager_us"].get<double>() / 1e6,
                 compiled = row["compiled_us"].get<double>() / 1e6;
    CHECK(eager >= roof.seconds);
    if (!fused) CHECK(compiled >= roof.seconds);
    near += roof.seconds / std::min(eager, compiled) > 0.6;
    launched += roof.bound == device::Bound::overhead;
  }
  CHECK(recorded["operations"].size() == 14);
  CHECK(near >= 8);
  CHECK(launched == 2);  // 4,096 sums, and matrices of 512 × 512
}

}  // TESTS_OF(data::operations)
