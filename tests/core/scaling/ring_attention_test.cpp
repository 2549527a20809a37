// Ring attention: against a walk over every query and key.
#include "core/scaling/ring_attention.hpp"

#include <numeric>

#include "tests/doctest.hpp"

TESTS_OF(core::scaling::ring_attention) {

using namespace loom;
using namespace loom::scaling;

namespace {

RingAttention of(int gpus, int n, RingOrder order) {
  auto found = ring_attention(gpus, n, order);
  REQUIRE(found);
  return *found;
}

// Who has a token.
int owner(int token, int gpus, int n, bool zigzag) {
  if (!zigzag) return token * gpus / n;
  const int piece = token * 2 * gpus / n;
  return piece < gpus ? piece : 2 * gpus - 1 - piece;
}

}  // namespace

TEST_CASE("ring attention: every pair of a query and a key, by who has them") {
  for (const bool zigzag : {false, true})
    for (int gpus = 1; gpus <= 6; ++gpus)
      for (const int length : {1, 2, 5}) {
        const int n = length * (zigzag ? 2 : 1) * gpus;
        std::vector<std::vector<std::int64_t>> work(
            static_cast<size_t>(gpus), std::vector<std::int64_t>(static_cast<size_t>(gpus)));
        for (int q = 0; q < n; ++q)
          for (int k = 0; k <= q; ++k) {
            const int gpu = owner(q, gpus, n, zigzag), from = owner(k, gpus, n, zigzag);
            int step = 0;
            while ((from + step) % gpus != gpu) ++step;
            ++work[static_cast<size_t>(gpu)][static_cast<size_t>(step)];
          }
        const RingAttention found = of(gpus, n, zigzag ? RingOrder::zigzag : RingOrder::plain);
        CHECK(found.work == work);
        std::int64_t sum = 0;
        for (const auto& row : found.work) sum = std::accumulate(row.begin(), row.end(), sum);
        CHECK(sum == found.total);
      }
}

TEST_CASE("ring attention: zigzag gives everybody the same, plain half the chip") {
  for (const int gpus : {2, 4, 8, 64}) {
    const RingAttention zigzag = of(gpus, gpus * 2048, RingOrder::zigzag);
    for (const auto& row : zigzag.work) CHECK(row == zigzag.work[0]);
    CHECK(zigzag.efficiency() == 1);
    // The last GPU has a full block in every step but its own; large blocks: n / (2n − 1).
    const RingAttention plain = of(gpus, gpus * 2048, RingOrder::plain);
    CHECK(plain.efficiency() == doctest::Approx(gpus / (2.0 * gpus - 1)).epsilon(0.001));
    CHECK(plain.work[0][1] == 0);
    CHECK(plain.work.back()[1] == 2048ll * 2048);
  }
  CHECK(of(1, 7, RingOrder::plain).work[0][0] == 28);
}

TEST_CASE("ring attention: when the transfer hides") {
  CHECK(ring_overlap_tokens(989e12, 450e9, 1, RingOrder::plain) ==
        doctest::Approx(2198).epsilon(0.001));
  CHECK(ring_overlap_tokens(989e12, 50e9, 1, RingOrder::plain) ==
        doctest::Approx(19780).epsilon(0.001));
  CHECK(ring_overlap_tokens(989e12, 450e9, 8, RingOrder::plain) ==
        doctest::Approx(275).epsilon(0.002));
  // By the pairs themselves: in a step after the first, of as many tokens as the rule asks for.
  for (const RingOrder order : {RingOrder::plain, RingOrder::zigzag}) {
    const double tokens = ring_overlap_tokens(1e12, 1e9, 1, order);
    const auto ring = ring_attention(4, 4 * static_cast<int>(tokens), order);
    REQUIRE(ring);
    std::int64_t busiest = 0;
    for (const auto& gpu : ring->work) busiest = std::max(busiest, gpu[1]);
    CHECK(4000 * static_cast<double>(busiest) / 1e12 ==
          doctest::Approx(4000 * tokens / 1e9).scale(0));
  }
}

TEST_CASE("ring attention: what is refused") {
  const auto message = [](int gpus, int n, RingOrder order) {
    const auto found = ring_attention(gpus, n, order);
    return found ? "" : found.error().message;
  };
  CHECK(message(0, 8, RingOrder::plain) == "gpus: expected 1 to 1024, got 0");
  CHECK(message(4, 0, RingOrder::plain) == "n: expected 1 to 1073741824, got 0");
  CHECK(message(4, 10, RingOrder::plain) ==
        "n: expected a multiple of 4, a piece for each GPU, got 10");
  CHECK(message(4, 12, RingOrder::zigzag) ==
        "n: expected a multiple of 8, a piece for each GPU and each end, got 12");
  CHECK(of(1024, 1 << 30, RingOrder::zigzag).total == (1ll << 29) * ((1ll << 30) + 1));
}

}  // TESTS_OF(core::scaling::ring_attention)
