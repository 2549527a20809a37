// Masks as expressions: against the masks of mask.hpp, and against looking at every pair.
#include "core/attention/mask_expression.hpp"

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::attention::mask_expression) {

using namespace loom;
using namespace loom::attention;

namespace {

MaskedPairs counted(const std::string& text, int n, int block, int b = 0, int h = 0,
                    bool with_kinds = false) {
  CAPTURE(text);
  const auto mask = ExpressionMask::parse(text);
  REQUIRE(mask);
  auto found = count_masked(*mask, n, block, b, h, with_kinds);
  REQUIRE(found);
  return *found;
}

std::string refused(const std::string& text, int n = 8, int block = 4, int b = 0, int h = 0) {
  const auto mask = ExpressionMask::parse(text);
  if (!mask) return mask.error().message;
  const auto found = count_masked(*mask, n, block, b, h);
  return found ? "" : found.error().message;
}

}  // namespace

TEST_CASE("mask expression: the masks that have a name") {
  const struct {
    const char* text;
    Mask mask;
  } same[] = {
      {"1", {.kind = Mask::Kind::full}},
      {"q >= k", {.kind = Mask::Kind::causal}},
      {"q - k < 20 && k - q < 20", {.kind = Mask::Kind::window, .window = 20}},
      {"q >= k && q - k < 33", {.kind = Mask::Kind::causal_window, .window = 33}},
      {"q >= k && (q - k < 17 || k < 4)",
       {.kind = Mask::Kind::sinks_window, .window = 17, .sinks = 4}},
      {"(q < 30 ? 0 : q < 90 ? 1 : 2) == (k < 30 ? 0 : k < 90 ? 1 : 2)",
       {.kind = Mask::Kind::documents, .cuts = {30, 90}}},
      {"(q >= 30) + (q >= 90) == (k >= 30) + (k >= 90) && k <= q",
       {.kind = Mask::Kind::causal_documents, .cuts = {30, 90}}},
      {"q >= k || k < 50", {.kind = Mask::Kind::prefix, .prefix = 50}},
      {"k < 50", {.kind = Mask::Kind::first, .prefix = 50}},
      {"q / 16 == k / 16 || k / 16 % 3 == 0",
       {.kind = Mask::Kind::block_sparse, .block = 16, .stride = 3}},
  };
  for (const auto& [text, mask] : same)
    for (const int n : {1, 97, 128, 200})
      for (const int block : {1, 16, 31, 128, 1000}) {
        const MaskedPairs found = counted(text, n, block, 0, 0, true);
        const auto counts = count_blocks({mask}, {n, n}, block);
        REQUIRE(counts);
        CAPTURE(n);
        CAPTURE(block);
        CHECK(found.pairs == count_pairs({mask}, {n, n}));
        CHECK(found.blocks.full == counts->full);
        CHECK(found.blocks.partial == counts->partial);
        CHECK(found.blocks.skipped == counts->skipped);
        CHECK(found.kinds == *classify_blocks({mask}, {n, n}, block));
      }
}

TEST_CASE("mask expression: every pair of every block, whatever the expression") {
  Random random(8);
  for (int i = 0; i < tries(60); ++i) {
    const int n = 1 + static_cast<int>(random.below(70)),
              block = 1 + static_cast<int>(random.below(40));
    const int b = static_cast<int>(random.below(4)), h = static_cast<int>(random.below(9));
    const int step = 2 + static_cast<int>(random.below(5)),
              limit = static_cast<int>(random.below(30));
    const auto allowed = [&](int q, int k) {
      return ((q * 3 + k + b) % step == 0 || q - k < limit + h) && k != q + 1;
    };
    // With a number that 32 bits cannot hold, pairs are looked at one by one.
    const std::string text = "((q * 3 + k + b) % " + std::to_string(step) + " == 0 || q - k < " +
                             std::to_string(limit) + " + h) && k != q + 1" +
                             (random.below(2) ? " || q > 4000000000" : "");
    const MaskedPairs found = counted(text, n, block, b, h, true);
    const int row = static_cast<int>(random.below(static_cast<unsigned>(n)));
    const auto seen = seen_keys(*ExpressionMask::parse(text), n, row, b, h);
    REQUIRE(seen);
    REQUIRE(static_cast<int>(seen->size()) == n);
    for (int k = 0; k < n; ++k) CHECK((*seen)[static_cast<size_t>(k)] == allowed(row, k));
    long long pairs = 0;
    size_t at = 0;
    for (int y = 0; y < n; y += block)
      for (int x = 0; x < n; x += block) {
        long long inside = 0;
        for (int q = y; q < y + block; ++q)
          for (int k = x; k < x + block; ++k) inside += q < n && k < n && allowed(q, k);
        pairs += inside;
        REQUIRE(at < found.kinds.size());
        CHECK(found.kinds[at++] == (inside == 0                     ? BlockKind::skipped
                                    : inside == 1ll * block * block ? BlockKind::full
                                                                    : BlockKind::partial));
      }
    CHECK(at == found.kinds.size());
    CHECK(pairs == found.pairs);
  }
}

TEST_CASE("mask expression: FlexAttention's own example, and a block over the edge") {
  const MaskedPairs causal = counted("q >= k", 1024, 128);
  CHECK(causal.blocks.full == 28);
  CHECK(causal.blocks.partial == 8);
  CHECK(causal.blocks.skipped == 28);
  const MaskedPairs window = counted("q >= k && q - k < 256", 1024, 128);
  CHECK(window.blocks.full == 7);
  CHECK(window.blocks.partial == 14);
  const MaskedPairs edge = counted("1", 130, 128);
  CHECK(edge.blocks.full == 1);
  CHECK(edge.blocks.partial == 3);
  CHECK(counted("0", 10, 4).blocks.skipped == 9);
  CHECK(counted("1", 10, 1 << 20).blocks.partial == 1);
  CHECK(counted("q >= k", 8192, 128).pairs == 8192ll * 8193 / 2);
}

TEST_CASE("mask expression: C's division, and what has no value") {
  // (k − q) / 4 is 0 from −3 to 3: in Python it would be −1 below 0.
  CHECK(counted("(k - q) / 4 == 0", 16, 16).pairs == 16 + 2 * (15 + 14 + 13));
  CHECK(counted("(k - q) % 3 == -1", 4, 4).pairs == 3);
  CHECK(seen_keys(*ExpressionMask::parse("q / k"), 8, 5).error().message ==
        "column 3: a division by zero, at b = 0, h = 0, q = 5, k = 0");
  CHECK(seen_keys(*ExpressionMask::parse("q"), 8, 8).error().message ==
        "q: expected 0 to 7, got 8");
  CHECK(refused("q / k > 0") == "column 3: a division by zero, at b = 0, h = 0, q = 0, k = 0");
  CHECK(refused("k == 0 || q % (k - 3) > 0", 8, 4, 2, 7) ==
        "column 13: a remainder by zero, at b = 2, h = 7, q = 0, k = 3");
  CHECK(refused("q < 6 || 1 << 63 + k") ==
        "column 12: overflow, 1 << 63 does not fit into 64 bits, at b = 0, h = 0, q = 6, k = 0");
  CHECK(refused("k == 0 || q / k >= 0") == "");
  CHECK(refused("q >= k", 8193) == "n: expected 1 to 8192, got 8193");
  CHECK(refused("q >= k", 0) == "n: expected 1 to 8192, got 0");
  CHECK(refused("q >= k", 8, 0) == "block: expected 1 to 2147483647, got 0");
  CHECK(refused("q >= k", 8, 4, -1) == "b: expected 0 to 2147483647, got -1");
  std::string sum = "q + k", of_each = "q";
  for (int i = 0; i < 63; ++i) sum += " + k";
  for (int i = 0; i < 200; ++i) of_each += " + 1";
  CHECK(refused(of_each + " > k + 1 + 2 + 3", 8192, 128) == "");
  CHECK(refused(sum + " + k", 8192, 128) ==
        "the expression joins q and k in 65 operations, expected at most 64 with n = 8192");
  CHECK(refused(sum + " + k", 512, 128) == "");
  CHECK(refused("q = k") == "column 3: expected an operator, got '='; to compare, write '=='");
}

}  // TESTS_OF(core::attention::mask_expression)
