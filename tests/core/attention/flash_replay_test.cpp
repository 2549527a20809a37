// Bytes of masked attention: against loops that compute it in a memory that counts every number.
#include "tests/core/attention/flash_replay.hpp"

#include <string>

#include "core/attention/mask_expression.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::attention::flash_replay) {

using namespace loom;
using namespace loom::attention;
using kernels::FlashIoOptions, kernels::FlashLoop;
using replay::Matrix, replay::Problem;

namespace {

Matrix drawn(Random& random, int rows, int columns) {
  Matrix made(rows, columns);
  for (double& number : made.numbers) number = 2 * random.unit() - 1;
  return made;
}

void check_same(const Matrix& found, const Matrix& wanted) {
  REQUIRE(found.numbers.size() == wanted.numbers.size());
  for (size_t i = 0; i < found.numbers.size(); ++i)
    CHECK(found.numbers[i] == doctest::Approx(wanted.numbers[i]).epsilon(1e-9));
}

// Whether some pair of the block is one.
template <class Pair>
bool any(const Problem& p, int first_q, int first_k, Pair pair) {
  for (int q = first_q; q < std::min(p.n, first_q + p.block_q); ++q)
    for (int k = first_k; k < std::min(p.n, first_k + p.block_k); ++k)
      if (pair(q, k)) return true;
  return false;
}

std::string random_mask(Random& random) {
  const auto number = [&](int least, std::uint32_t count) {
    return std::to_string(least + static_cast<int>(random.below(count)));
  };
  switch (random.below(6)) {
    case 0:
      return "q - k < " + number(1, 12) + " && k - q < " + number(1, 12);
    case 1:
      return "q / " + number(1, 9) + " == k / " + number(1, 9);
    case 2:
      return "(q / 4 ^ k / 4 & (q / 4 ^ k / 4) - 1) == 0";
    case 3:
      return "(q * 7919 + k * 104729 + q * k) % 11 < " + number(0, 4);
    case 4:
      return "k < " + number(0, 5) + " || q - k == " + number(0, 9);
    default:
      return number(0, 2);
  }
}

struct Case {
  FlashIoOptions options;
  Problem problem;
  std::string text;
};

Case random_case(Random& random) {
  const int n = 1 + static_cast<int>(random.below(24)), d = 1 + static_cast<int>(random.below(5));
  Case made{{},
            {.n = n,
             .d = d,
             .block_q = 1 + static_cast<int>(random.below(9)),
             .block_k = 1 + static_cast<int>(random.below(30)),
             .q = drawn(random, n, d),
             .k = drawn(random, n, d),
             .v = drawn(random, n, d),
             .d_out = drawn(random, n, d),
             .allowed = {},
             .visited = {}},
            random_mask(random)};
  const bool causal = random.below(3) == 0;
  const auto mask = ExpressionMask::parse(made.text);
  REQUIRE(mask);
  const auto seen = [mask = *mask](std::int64_t q, std::int64_t k) {
    const std::int64_t at[] = {0, 0, q, k};
    return *mask.allows.at(at) != 0;
  };
  made.problem.allowed = [seen, causal](int q, int k) { return seen(q, k) && (!causal || k <= q); };
  made.problem.visited = [p = made.problem, seen, causal](int q, int k) {
    return any(p, q, k, seen) && (!causal || any(p, q, k, [](int a, int b) { return b <= a; }));
  };
  const Problem& p = made.problem;
  const auto kept = visited_blocks(*mask, n, {p.block_q, p.block_k});
  REQUIRE(kept);
  made.options = {.n = n, .d = d, .block_q = p.block_q, .block_k = p.block_k, .causal = causal};
  made.options.kept = *kept;
  return made;
}

}  // namespace

TEST_CASE("flash io: the loops compute attention and its gradients, in just these transfers") {
  Random random(2205);
  for (int i = 0; i < tries(150); ++i) {
    Case each = random_case(random);
    CAPTURE(each.text);
    CAPTURE(each.options.n);
    CAPTURE(each.options.block_q);
    CAPTURE(each.options.block_k);
    CAPTURE(each.options.causal);
    const Matrix wanted = replay::defined(each.problem).out;
    const replay::Backward gradients = replay::defined_gradients(each.problem);
    for (const FlashLoop loop : {FlashLoop::standard, FlashLoop::fa1, FlashLoop::fa2}) {
      FlashIoOptions options = each.options;
      options.loop = loop;
      if (loop == FlashLoop::standard) options.kept.clear();
      const replay::Forward forward = replay::forward(each.problem, loop);
      check_same(forward.out, wanted);
      const auto found = kernels::flash_io(options);
      REQUIRE(found);
      CHECK(found->reads == forward.counts.reads);
      CHECK(found->writes == forward.counts.writes);
      const replay::Backward backward = replay::backward(each.problem, loop);
      check_same(backward.d_q, gradients.d_q);
      check_same(backward.d_k, gradients.d_k);
      check_same(backward.d_v, gradients.d_v);
      const auto back = kernels::flash_backward_io(options);
      REQUIRE(back);
      CHECK(back->reads == backward.counts.reads);
      CHECK(back->writes == backward.counts.writes);
    }
  }
}

TEST_CASE("flash io: ranges of visited blocks are the visited blocks") {
  Random random(14135);
  for (int i = 0; i < tries(300); ++i) {
    const Case each = random_case(random);
    CAPTURE(each.text);
    const Problem& p = each.problem;
    for (const bool rows_first : {true, false}) {
      const int outer = rows_first ? p.block_q : p.block_k,
                inner = rows_first ? p.block_k : p.block_q;
      for (int a = 0; a * outer < p.n; ++a) {
        std::vector<bool> met(static_cast<size_t>((p.n - 1) / inner + 1));
        std::int64_t before = -1;
        for (const kernels::FlashSpan& span : kernels::flash_met(each.options, rows_first, a)) {
          CHECK(span.begin > before);  // they do not touch
          CHECK(span.end > span.begin);
          before = span.end;
          for (auto b = span.begin; b < span.end; ++b) met.at(static_cast<size_t>(b)) = true;
        }
        for (int b = 0; b * inner < p.n; ++b)
          CHECK(met[static_cast<size_t>(b)] ==
                p.visited(rows_first ? a * outer : b * inner, rows_first ? b * inner : a * outer));
      }
    }
  }
}

TEST_CASE("visited blocks: what is refused") {
  const auto mask = ExpressionMask::parse("q / (k - 3)");
  REQUIRE(mask);
  const auto message = [&](int n, const BlockShape& shape) {
    const auto found = visited_blocks(*mask, n, shape);
    return found ? "" : found.error().message;
  };
  CHECK(message(0, {1, 1}) == "n: expected 1 to 8192, got 0");
  CHECK(message(8193, {1, 1}) == "n: expected 1 to 8192, got 8193");
  CHECK(message(8, {0, 1}) == "block_q: expected 1 to 9007199254740992, got 0");
  CHECK(message(8, {1, -1}) == "block_k: expected 1 to 9007199254740992, got -1");
  CHECK(message(8, {4, 4}).ends_with("at b = 0, h = 0, q = 0, k = 3"));
  CHECK(visited_blocks(*mask, 3, {2, 1000000})->size() == 2);
}

}  // TESTS_OF(core::attention::flash_replay)
