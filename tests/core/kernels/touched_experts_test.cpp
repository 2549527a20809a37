// Experts that a batch reads: the closed form against all choices in small, and against the mean of
// random steps.
#include "core/kernels/touched_experts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "tests/doctest.hpp"

TESTS_OF(core::kernels::touched_experts) {

using namespace loom;
using namespace loom::kernels;

TEST_CASE("touched experts: every choice of two tokens, counted") {
  for (int experts = 1; experts <= 6; ++experts)
    for (int top_k = 1; top_k <= experts; ++top_k) {
      int pairs = 0, read = 0;
      for (unsigned a = 0; a < 1u << experts; ++a)
        for (unsigned b = 0; b < 1u << experts; ++b)
          if (std::popcount(a) == top_k && std::popcount(b) == top_k) {
            ++pairs;
            read += std::popcount(a | b);
          }
      CHECK(*expected_experts({experts, top_k, 2}) == doctest::Approx(1.0 * read / pairs));
      CHECK(*expected_experts({experts, top_k, 1}) == doctest::Approx(top_k));
    }
}

TEST_CASE("touched experts: random steps agree with the mean") {
  for (const ExpertChoice& choice :
       {ExpertChoice{128, 8, 16}, {128, 8, 64}, {32, 4, 3}, {8, 2, 1}}) {
    double sum = 0;
    constexpr int steps = 400;
    for (int seed = 0; seed < steps; ++seed) {
      const auto tokens = draw_experts(choice, static_cast<std::uint64_t>(seed));
      REQUIRE(tokens);
      CHECK(std::accumulate(tokens->begin(), tokens->end(), 0) == choice.batch * choice.top_k);
      CHECK(*std::max_element(tokens->begin(), tokens->end()) <= choice.batch);
      sum += static_cast<double>(tokens->size()) -
             static_cast<double>(std::count(tokens->begin(), tokens->end(), 0));
    }
    CHECK(sum / steps == doctest::Approx(*expected_experts(choice)).epsilon(0.01));
  }
}

TEST_CASE("touched experts: what is refused") {
  CHECK(expected_experts({0, 1, 1}).error().message == "experts: expected 1 to 4096, got 0");
  CHECK(expected_experts({4, 5, 1}).error().message == "top_k: expected 1 to 4, got 5");
  CHECK(draw_experts({4, 1, 0}, 1).error().message == "batch: expected 1 to 65536, got 0");
}

}  // TESTS_OF(core::kernels::touched_experts)
