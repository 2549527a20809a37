// The C++ shown on the page /library does what the text says of it.
#include "tests/doctest.hpp"

// The page's functions have short names, so each block is in a namespace of its own. The headers
// that they include must come first.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

namespace fold_block {
#include "library/1.hpp"
}
namespace exp2_block {
#include "library/2.hpp"
}
namespace sum_block {
#include "library/3.hpp"
}

#include "core/kernels/online_softmax.hpp"
#include "core/numerics/accumulate.hpp"

TESTS_OF(readme::library) {

TEST_CASE("/library: the online softmax in 20 lines agrees with two passes in double precision") {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0, 4);
  for (int round = 0; round < 200; ++round) {
    const size_t tile = 1 + random() % 8, keys = tile * (1 + random() % 6);
    std::vector<float> scores(keys), values(keys);
    for (float& s : scores) s = normal(random);
    for (float& v : values) v = normal(random);
    fold_block::Row row;
    for (size_t k = 0; k < keys; k += tile)
      fold_block::fold(row, std::span(scores).subspan(k, tile), std::span(values).subspan(k, tile));
    const std::vector<double> s(scores.begin(), scores.end()), v(values.begin(), values.end());
    const auto wanted = loom::kernels::two_pass_softmax({s, v});
    CHECK(static_cast<double>(fold_block::output(row)) ==
          doctest::Approx(wanted->output).epsilon(1e-4));
  }
}

TEST_CASE("/library: the cubic 2^x has a relative error below 1e-4") {
  for (float x = -126; x <= 0; x += 0.001f) {
    const double wanted = std::exp2(static_cast<double>(x));
    CHECK(std::fabs(static_cast<double>(exp2_block::exp2_cubic(x)) - wanted) < 1e-4 * wanted);
  }
}

TEST_CASE("/library: the two-level sum rounds like the simulator and beats one narrow sum") {
  std::vector<double> terms;
  for (int i = 0; i < 512; ++i) terms.push_back((9 + i % 3) / 10.0);
  std::vector<float> narrow(terms.begin(), terms.end());
  for (int bits = 1; bits <= 13; ++bits) {
    const auto sums =
        loom::numerics::accumulate(std::vector<double>(narrow.begin(), narrow.end()), bits);
    const double one_level =
        static_cast<double>(sum_block::two_level_sum(narrow, bits, narrow.size() + 1));
    CHECK(one_level == doctest::Approx(sums->back()).epsilon(1e-6));
  }
  const double exact = 512.0;
  const double with =
      std::fabs(static_cast<double>(sum_block::two_level_sum(narrow, 5, 16)) - exact);
  const double without =
      std::fabs(static_cast<double>(sum_block::two_level_sum(narrow, 5, 1000)) - exact);
  CHECK(with < 0.05 * exact);
  CHECK(without > 0.5 * exact);
}

}  // TESTS_OF(readme::library)
