// Counted element by element, with the owners that CUTLASS's layouts name.
#include "core/gemm/two_sm.hpp"

#include <algorithm>
#include <vector>

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::gemm::two_sm) {

using namespace loom;
using namespace loom::gemm;

namespace {

// Which elements of an operand are needed.
struct Needed {
  int k;
  std::vector<char> flags;
  Needed(int rows, int columns) : k(columns), flags(static_cast<size_t>(rows * columns)) {}
  void insert(int row, int i) { flags[static_cast<size_t>(row * k + i)] = 1; }
  int size() const { return static_cast<int>(std::count(flags.begin(), flags.end(), 1)); }
};

// Which SM keeps a row of an operand, of `rows` over both: (SM, row of its own) → row, from the
// ALayout, BLayout and CLayout of SM100_MMA_F16BF16_2x1SM_SS with K = 1.
std::vector<int> owners(int rows) {
  const std::string all = std::to_string(rows / 2);
  const auto layout = test::read("(2," + all + "):(" + all + ",1)");
  std::vector<int> found(static_cast<size_t>(rows));
  const auto offsets = layout::offsets(layout);
  for (size_t i = 0; i < offsets.size(); ++i)
    found[static_cast<size_t>(offsets[i])] = static_cast<int>(i % 2);
  return found;
}

// What the shared memory of SM 0 has to deliver for one instruction of each SM, by going through
// all products of numbers that the instructions make.
struct Counted {
  Needed a, b;
  long long products = 0;  // of SM 0's sums
};
Counted count(const TwoSm& product, int k) {
  const std::vector<int> a_owner = owners(256), b_owner = owners(product.n), c_owner = owners(256);
  Counted found = {{256, k}, {product.n, k}};
  for (int row = 0; row < 256; ++row)
    for (int column = 0; column < product.n; ++column) {
      const int maker = c_owner[static_cast<size_t>(row)];
      // Apart, the SM that makes a sum keeps all its operands.
      const bool pair = product.sms == 2;
      const int from_a = pair ? a_owner[static_cast<size_t>(row)] : maker,
                from_b = pair ? b_owner[static_cast<size_t>(column)] : maker;
      for (int i = 0; i < k; ++i) {
        if (from_a == 0 && !product.a_in_tensor_memory) found.a.insert(row, i);
        if (from_b == 0) found.b.insert(column, i);
        found.products += maker == 0;
      }
    }
  return found;
}

}  // namespace

TEST_CASE("two SMs: bytes that an SM reads, element by element") {
  for (int sms : {1, 2})
    for (int n : {32, 96, 128, 256})
      for (int bits : {8, 16, 32})
        for (bool a_in_tensor_memory : {false, true}) {
          const TwoSm product = {sms, n, bits, a_in_tensor_memory};
          REQUIRE_FALSE(refusal(product));
          const Feeding found = feeding(product);
          CHECK(found.k * bits == 256);
          const Counted counted = count(product, found.k);
          CHECK(found.a_bytes == counted.a.size() * bits / 8);
          CHECK(found.b_bytes == counted.b.size() * bits / 8);
          CHECK(found.flops == 2 * counted.products);
        }
}

TEST_CASE("two SMs: the closed forms") {
  for (int sms : {1, 2})
    for (int n = 32; n <= 256; n += 32)
      for (int bits : {4, 8, 16, 32}) {
        const Feeding found = feeding({sms, n, bits, false});
        CHECK(found.math_cycles == n / 2);
        CHECK(found.a_cycles == 32);
        CHECK(found.b_cycles == n / 4 / sms);
        CHECK(found.flops == 2ll * 128 * n * (256 / bits));
        CHECK(found.stage_a == 16 * 1024);
        CHECK(found.stage_b == n * 128 / sms);
        CHECK(found.stages == 227 * 1024 / (found.stage_a + found.stage_b));
        // From tensor memory A costs nothing here, and the multiply-adds are never slower.
        const Feeding bare = feeding({sms, n, bits, true});
        CHECK(bare.a_bytes == 0);
        CHECK(bare.stages == 0);
        CHECK(bare.shared_cycles() == n / 4 / sms);
        CHECK(bare.busy() == 1);
      }
}

TEST_CASE("two SMs: apart, N below 128 is bound by shared memory; a pair is free from 96 on") {
  for (int n = 32; n <= 256; n += 32) {
    const Feeding apart = feeding({1, n, 16, false}), pair = feeding({2, n, 16, false});
    CHECK((apart.shared_cycles() > apart.math_cycles) == (n < 128));
    CHECK((pair.shared_cycles() > pair.math_cycles) == (n < 96));
  }
  CHECK(feeding({1, 128, 16, false}).shared_cycles() == 64);
  CHECK(feeding({2, 128, 16, false}).shared_cycles() == 48);
  CHECK(feeding({1, 256, 16, false}).bytes() == 12 * 1024);
  CHECK(feeding({2, 256, 16, false}).bytes() == 8 * 1024);
  CHECK(feeding({1, 256, 16, false}).stages == 4);
  CHECK(feeding({2, 256, 16, false}).stages == 7);
}

TEST_CASE("two SMs: what is refused") {
  const auto said = [](const TwoSm& product) {
    const auto refused = refusal(product);
    return refused ? refused->message : "";
  };
  CHECK(said({}) == "");
  CHECK(said({.sms = 3}) == "sms: expected 1 or 2, got 3");
  CHECK(said({.n = 48}) == "n: expected a multiple of 32 from 32 to 256, got 48");
  CHECK(said({.bits = 6}) == "bits: expected 4, 8, 16 or 32, got 6");
}

}  // TESTS_OF(core::gemm::two_sm)
