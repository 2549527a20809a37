// Resident blocks: every recorded answer of CUDA, exactly.
#include "core/sm/occupancy.hpp"

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::occupancy) {

using namespace loom;
using loom::test::Json;

namespace {

sm::Occupancy simulate(const device::Capability& capability, const sm::Kernel& kernel) {
  const auto found = sm::occupancy(capability, kernel);
  if (!found) FAIL(found.error().message);
  return *found;
}

int limiter_bits(const sm::Occupancy& found) {
  int bits = 0;
  for (int i = 0; i < sm::limiter_count; ++i)
    if (found.limited_by(static_cast<sm::Limiter>(i))) bits |= 1 << i;
  return bits;
}

}  // namespace

TEST_CASE("occupancy: what the CUDA runtime answers on an H200, exactly") {
  const Json recorded = test::recorded("h200/occupancy.json");
  const device::Capability& hopper = *device::find_capability("9.0");
  const Json& limits = recorded["limits"];
  CHECK(limits["threads"] == hopper.threads_per_sm);
  CHECK(limits["blocks"] == hopper.blocks_per_sm);
  CHECK(limits["registers"] == device::registers_per_sm);
  CHECK(limits["shared_bytes"] == hopper.shared_per_sm);
  CHECK(limits["shared_bytes_per_block"] == hopper.shared_per_block);
  CHECK(limits["shared_bytes_reserved"] == hopper.shared_reserved);
  int cases = 0;
  for (const Json& kernel : recorded["kernels"])
    for (const Json& row : kernel["cases"]) {
      const int blocks = simulate(hopper, {.threads = row[0],
                                           .registers = kernel["registers"],
                                           .static_shared = kernel["static_bytes"],
                                           .dynamic_shared = row[1]})
                             .blocks;
      ++cases;
      if (blocks != row[2])
        FAIL_CHECK(kernel["registers"] << " registers, " << kernel["static_bytes"]
                                       << " static bytes, " << row << ": " << blocks << " blocks");
    }
  CHECK(cases > 5000);
}

TEST_CASE("occupancy: CUDA's own calculator, every capability, blocks and limiting factors") {
  const Json rules = test::answered("cuda/occupancy_rules.json");
  int cases = 0;
  for (const auto& each : rules["capabilities"].items()) {
    const std::string& name = each.key();
    const Json& recorded = each.value();
    const device::Capability* capability = device::find_capability(name);
    REQUIRE_MESSAGE(capability, name);
    for (const Json& row : recorded) {
      const sm::Occupancy found = simulate(*capability, {.threads = row[0],
                                                         .registers = row[1],
                                                         .static_shared = row[2],
                                                         .dynamic_shared = row[3],
                                                         .dynamic_limit = row[4].get<int>(),
                                                         .barriers = row[5]});
      ++cases;
      const int bits = limiter_bits(found), theirs = row[7];
      // If barriers decide, the calculator still names the limit that would be the smallest without
      // them.
      const bool barriers_decide = bits == 1 << static_cast<int>(sm::Limiter::barriers);
      if (found.blocks != row[6] || (barriers_decide ? theirs & bits : theirs) != bits)
        FAIL_CHECK(name << " " << row << ": " << found.blocks << " blocks, limiters "
                        << limiter_bits(found));
    }
  }
  CHECK(cases == 9 * 900);
  CHECK(rules["capabilities"].size() == device::capabilities().size());
}

}  // TESTS_OF(data::occupancy)
