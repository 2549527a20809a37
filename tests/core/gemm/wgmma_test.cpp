// One warpgroup instruction: what it does counted one by one, and the rule's corners.
#include "core/gemm/wgmma.hpp"

#include <set>

#include "tests/doctest.hpp"

TESTS_OF(core::gemm::wgmma) {

using namespace loom;
using namespace loom::gemm;

TEST_CASE("wgmma: FLOPs, bytes and registers are those of its elements, counted") {
  for (const WgmmaType& type : wgmma_types())
    for (int n = 8; n <= 256; n += 8)
      for (const bool registers : {false, true}) {
        const auto made = wgmma(type, {n, registers});
        if (!made) continue;
        CAPTURE(n);
        std::int64_t flops = 0;
        for (int row = 0; row < 64; ++row)
          for (int column = 0; column < n; ++column)
            for (int byte = 0; byte < 32; byte += type.element_bytes) flops += 2;
        CHECK(made->flops == flops);
        CHECK(made->k * type.element_bytes == 32);
        CHECK(made->b_bytes == made->k * n * type.element_bytes);
        CHECK(made->a_bytes == (registers ? 0 : 64 * made->k * type.element_bytes));
        // Every sum has one register of one of 128 threads; A's elements share registers.
        CHECK(made->sums * 128 == 64 * n);
        CHECK(made->a_registers * 128 * 4 == (registers ? 64 * 32 : 0));
        CHECK(made->peak_share() <= 1);
        CHECK(made->cycles >= made->math);
      }
}

TEST_CASE("wgmma: from shared memory 64 columns are enough, from registers 32") {
  const WgmmaType& bf16 = wgmma_types()[0];
  for (int n = 8; n <= 256; n += 8) {
    CAPTURE(n);
    CHECK((wgmma(bf16, {n, false})->peak_share() == 1) == (n >= 64));
    CHECK((wgmma(bf16, {n, true})->peak_share() == 1) == (n >= 32));
    CHECK((wgmma(bf16, {n, false})->bound == WgmmaBound::shared_memory) == (n < 64));
    CHECK((wgmma(bf16, {n, true})->bound == WgmmaBound::registers) == (n < 32));
  }
  // At full speed, whatever N: 4,096 operations a cycle of 16-bit types, more of narrower ones.
  for (const WgmmaType& type : wgmma_types())
    CHECK(wgmma(type, {256, false})->flops_per_cycle() == 8192 / type.element_bytes);
}

TEST_CASE("wgmma: integers have fewer shapes, and a refusal says which") {
  std::set<int> shapes;
  for (int n = 8; n <= 256; n += 8)
    if (wgmma(wgmma_types()[4], {n, false})) shapes.insert(n);
  CHECK(shapes == std::set<int>{8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208,
                                224, 240, 256});
  CHECK(wgmma(wgmma_types()[4], {40, false}).error().message ==
        "n: expected 8, 16, 24 or a multiple of 16 up to 256 for integers, got 40");
  for (const int n : {0, -8, 12, 264})
    CHECK(wgmma(wgmma_types()[0], {n, true}).error().message ==
          "n: expected a multiple of 8 from 8 to 256, got " + std::to_string(n));
}

}  // TESTS_OF(core::gemm::wgmma)
