// Fusion: against a chain that is carried out on a small memory, which counts.
#include "core/kernels/fusion.hpp"

#include <cmath>
#include <set>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::kernels::fusion) {

using namespace loom;
using namespace loom::kernels;

namespace {

Fusion of(const FusionOptions& options) {
  auto found = fusion(options);
  REQUIRE(found);
  return *found;
}

// Tensors by number: 0 is the input, the results follow, then the further ones.
struct Counted {
  int moved = 0, kernels = 0;
  // Operations first … last as one kernel: what is made inside stays inside.
  void run(const std::vector<int>& extra, size_t first, size_t last) {
    std::set<int> made, outside;
    int further = 1000;
    for (size_t i = 0; i < first; ++i) further += extra[i];
    for (size_t i = first; i <= last; ++i) {
      const int input = static_cast<int>(i);
      if (!made.contains(input)) outside.insert(input);
      for (int e = 0; e < extra[i]; ++e) outside.insert(further++);
      made.insert(input + 1);
    }
    moved += static_cast<int>(outside.size()) + 1;
    ++kernels;
  }
};

}  // namespace

TEST_CASE("fusion: random chains, carried out") {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    std::vector<int> extra;
    for (unsigned k = 0; k <= random.below(12); ++k)
      extra.push_back(static_cast<int>(random.below(4)));
    Counted one_by_one, as_one;
    for (size_t k = 0; k < extra.size(); ++k) one_by_one.run(extra, k, k);
    as_one.run(extra, 0, extra.size() - 1);
    const double bytes = 1000.0 * 4;
    const Fusion found =
        of({.elements = 1000, .width = 4, .extra = extra, .bandwidth = 1e9, .launch = 2e-6});
    CHECK(found.unfused.tensors == one_by_one.moved);
    CHECK(found.unfused.launches == one_by_one.kernels);
    CHECK(found.unfused.bytes == one_by_one.moved * bytes);
    CHECK(found.fused.tensors == as_one.moved);
    CHECK(found.fused.launches == 1);
    CHECK(found.fused.seconds == doctest::Approx(2e-6 + as_one.moved * bytes / 1e9).scale(0));
    CHECK(found.unfused.seconds ==
          doctest::Approx(2e-6 * one_by_one.kernels + one_by_one.moved * bytes / 1e9).scale(0));
  }
}

TEST_CASE("fusion: bias, GELU and residual of 8192 × 4096 in 16 bits") {
  const int extra[] = {0, 0, 1};
  const Fusion found = of({.elements = 8192 * 4096, .extra = extra, .bandwidth = 3.35e12});
  CHECK(found.unfused.bytes / 1e6 == doctest::Approx(469.8).epsilon(0.001));
  CHECK(found.fused.bytes / 1e6 == doctest::Approx(201.3).epsilon(0.001));
  CHECK(found.unfused.seconds / found.fused.seconds == doctest::Approx(7 / 3.0));
  CHECK(found.unfused.seconds * 1e6 == doctest::Approx(140).epsilon(0.01));
}

TEST_CASE("fusion: what fits in L2") {
  const int extra[] = {0, 0};
  FusionOptions o{.elements = 1000,
                  .width = 2,
                  .extra = extra,
                  .bandwidth = 1e9,
                  .l2_bytes = 4000,
                  .l2_bandwidth = 4e9};
  CHECK(of(o).unfused.seconds == doctest::Approx(2e-6).scale(0));
  o.l2_bytes = 3999;
  CHECK(of(o).unfused.seconds == doctest::Approx(8e-6).scale(0));
}

TEST_CASE("fusion: what is refused") {
  const auto message = [](const FusionOptions& options) {
    const auto found = fusion(options);
    return found ? "" : found.error().message;
  };
  const int one[] = {0}, bad[] = {0, 65};
  const std::vector<int> many(1001, 0);
  CHECK(message({.elements = 0, .extra = one}) ==
        "elements: expected 1 to 9007199254740992, got 0");
  CHECK(message({.elements = 1, .width = 17, .extra = one}) == "width: expected 1 to 16, got 17");
  CHECK(message({.elements = 1, .extra = {}}) == "operations: expected 1 to 1000, got 0");
  CHECK(message({.elements = 1, .extra = many}) == "operations: expected 1 to 1000, got 1001");
  CHECK(message({.elements = 1, .extra = bad}) == "extra[1]: expected 0 to 64, got 65");
  CHECK(message({.elements = 1, .extra = one, .bandwidth = 0}) ==
        "bandwidth: expected bytes a second, above 0, up to 1e18");
  CHECK(message({.elements = 1, .extra = one, .launch = NAN}) ==
        "launch: expected 0 to 1e6 seconds");
  CHECK(message({.elements = 1ll << 53, .extra = one, .bandwidth = 1e-307}) ==
        "bandwidth: so small that the seconds are beyond every number");
}

}  // TESTS_OF(core::kernels::fusion)
