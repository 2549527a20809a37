// Against CUTLASS's layouts of accumulators, evaluated as CuTe does, and against what can be
// counted.
#include "core/gemm/tensor_memory.hpp"

#include <algorithm>
#include <vector>

#include "core/layout/fragment.hpp"
#include "core/layout/product.hpp"
#include "tests/core/layout/examples.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::gemm::tensor_memory) {

using namespace loom;
using namespace loom::gemm;

namespace {

std::vector<Accumulators> all() {
  std::vector<Accumulators> found;
  for (int sms : {1, 2})
    for (int m : {64, 128, 256})
      for (int n = 8; n <= 256; n += 8)
        for (int buffers = 1; buffers <= 4; ++buffers) {
          const Accumulators sums = {.m = m, .n = n, .buffers = buffers, .sms = sms};
          if (!refusal(sums)) found.push_back(sums);
        }
  return found;
}

// tmem_frg of mma_traits_sm100_frag.hpp, for FP32: the atom of (row, column), as an address that
// counts lanes first (128 to a column), repeated for the rows' products and for the buffers.
layout::Layout cutlass(const Accumulators& sums) {
  const int rows = std::min(sums.rows(), 128), products = sums.rows() / rows;
  // Three buffers of half the lanes are no layout; they are the first three of four.
  const int even = sums.buffers == 3 ? 4 : sums.buffers;
  const std::string n = std::to_string(sums.n), half = std::to_string(sums.n / 2),
                    atom = rows == 128     ? "(128," + n + "):(1,128)"
                           : sums.sms == 1 ? "((16,4)," + n + "):((1,32),128)"
                                           : "(64,(" + half + ",2)):(1,(128,64))",
                    times = "(" + std::to_string(products) + "," + std::to_string(even) + ")";
  return *logical_product(test::read(atom), test::read(times));
}

// Of a field of so many lanes (or threads) and columns (or registers): what is taken.
struct TakenCells {
  int rows, columns;
  int wrong = 0;  // outside, or taken before
  std::vector<char> cells = std::vector<char>(static_cast<size_t>(rows * columns)),
                    some_in_row = std::vector<char>(static_cast<size_t>(rows)),
                    some_in_column = std::vector<char>(static_cast<size_t>(columns));

  void take(int row, int column) {
    if (row < 0 || row >= rows || column < 0 || column >= columns) {
      ++wrong;
      return;
    }
    char& cell = cells[static_cast<size_t>(row * columns + column)];
    wrong += cell;
    cell = some_in_row[static_cast<size_t>(row)] = some_in_column[static_cast<size_t>(column)] = 1;
  }
};
int taken(const std::vector<char>& flags) {
  return static_cast<int>(std::count(flags.begin(), flags.end(), 1));
}

std::string said(const Accumulators& sums) {
  const auto refused = refusal(sums);
  return refused ? refused->message : "";
}

}  // namespace

TEST_CASE("tensor memory: every sum has the place that CUTLASS gives it") {
  CHECK(all().size() == 4 * (32 + 16 + 16 + 16 + 16));
  for (const Accumulators& sums : tried(all())) {
    CAPTURE(sums.sms);
    CAPTURE(sums.m);
    CAPTURE(sums.n);
    const std::vector<std::int64_t> addresses = offsets(cutlass(sums));
    size_t index = 0;
    int wrong = 0;
    const int rows = std::min(sums.rows(), 128);
    for (int buffer = 0; buffer < sums.buffers; ++buffer)
      for (int first = 0; first < sums.rows(); first += rows)
        for (int column = 0; column < sums.n; ++column)
          for (int row = 0; row < rows; ++row) {
            const std::int64_t address = addresses[index++];
            const TmemPlace expected = {static_cast<int>(address % 128),
                                        static_cast<int>(address / 128)};
            wrong += place(sums, buffer, first + row, column) != expected;
          }
    CHECK(index <= addresses.size());
    CHECK(wrong == 0);
  }
}

TEST_CASE("tensor memory: no two sums share a cell, and no column is taken for nothing") {
  for (const Accumulators& sums : tried(all())) {
    CAPTURE(sums.sms);
    CAPTURE(sums.m);
    CAPTURE(sums.n);
    CAPTURE(sums.buffers);
    TakenCells found = {tmem_lanes, tmem_need(sums).sums};
    for (int buffer = 0; buffer < sums.buffers; ++buffer)
      for (int row = 0; row < sums.rows(); ++row)
        for (int column = 0; column < sums.n; ++column) {
          const TmemPlace at = place(sums, buffer, row, column);
          found.take(at.lane, at.column);
        }
    CHECK(found.wrong == 0);
    CHECK(taken(found.cells) == sums.buffers * sums.rows() * sums.n);
    CHECK(found.some_in_row[0] == 1);
    const bool half = sums.rows() == 64 && sums.sms == 1 && sums.buffers == 1;
    CHECK(taken(found.some_in_row) == (half ? 64 : 128));
    CHECK(taken(found.some_in_column) == tmem_need(sums).sums);
  }
}

TEST_CASE("tensor memory: what has to be asked for") {
  const auto need = [](int m, int n, int buffers, int sms = 1, int scales = 0) {
    return tmem_need({m, n, buffers, sms, scales});
  };
  // Two tiles of 128 × 256 fill it.
  CHECK(need(128, 256, 2).used() == 512);
  CHECK(need(128, 256, 2).fits());
  CHECK(need(128, 160, 2).used() == 320);
  CHECK(need(128, 160, 2).allocated == 512);
  CHECK(need(128, 16, 1).allocated == 32);
  CHECK(need(64, 256, 2).used() == 256);
  CHECK(need(256, 256, 2, 2).used() == 512);
  CHECK(need(128, 256, 2, 2).used() == 256);
  CHECK(need(256, 256, 2).allocated == 1024);
  CHECK_FALSE(need(256, 256, 2).fits());
  // CUTLASS: rows / 32 columns for four scales of each; so 16 and 32 for NVFP4, 128 × 256 × 256.
  CHECK(need(128, 256, 1, 1, 16).scales == 16 + 32);
  CHECK(need(128, 256, 1, 1, 4).scales == 4 + 8);
  CHECK(need(128, 192, 1, 1, 4).scales == 4 + 8);
  CHECK_FALSE(need(128, 256, 2, 1, 4).fits());
  for (const Accumulators& sums : tried(all())) {
    const TmemNeed found = tmem_need(sums);
    int power = 32;
    while (power < found.used()) power *= 2;
    CHECK(found.allocated == power);
  }
}

TEST_CASE("tensor memory: what is refused") {
  CHECK(said({}) == "");
  CHECK(said({.m = 96}) == "m: expected 64, 128 or 256, got 96");
  CHECK(said({.m = 64, .sms = 2}) == "m: expected 128 or 256 for a pair, got 64");
  CHECK(said({.n = 24}) == "n: expected a multiple of 16 from 16 to 256, got 24");
  CHECK(said({.m = 64, .n = 24}) == "");
  CHECK(said({.m = 64, .n = 20}) == "n: expected a multiple of 8 from 8 to 256, got 20");
  CHECK(said({.n = 272}) == "n: expected a multiple of 16 from 16 to 256, got 272");
  CHECK(said({.buffers = 0}) == "buffers: expected 1 to 4, got 0");
  CHECK(said({.sms = 3}) == "sms: expected 1 or 2, got 3");
  CHECK(said({.scales = 17}) == "scales: expected 0 to 16, got 17");
  CHECK(said({.m = 64, .scales = 4}) ==
        "m: expected at least 128 rows an SM where blocks have scales, got 64");
}

TEST_CASE("tensor memory: Hopper's registers, as wgmma's fragments have them") {
  const layout::Atom* wgmma = nullptr;
  for (const layout::Atom& atom : layout::atoms())
    if (atom.id == "sm90_64xNx16") wgmma = &atom;
  REQUIRE(wgmma);
  for (int n = 16; n <= 256; n += 16) {
    const layout::Fragment fragment = *layout::fragment(*wgmma, layout::Operand::c, n);
    int wrong = 0;
    for (int row = 0; row < 64; ++row)
      for (int column = 0; column < n; ++column) {
        const layout::Slot holder = fragment.holder({row, column});
        const RegisterPlace found = register_place({.m = 64, .n = n}, 1, 0, row, column);
        wrong += found != RegisterPlace{0, holder.thread, holder.value};
      }
    CHECK(wrong == 0);
    CHECK(register_need({.m = 64, .n = n}, 1).held == fragment.values());
  }
}

TEST_CASE("tensor memory: every sum has a register of its own, and no thread more than it holds") {
  for (int m : {64, 128, 256})
    for (int n : {16, 96, 256})
      for (int warpgroups = 1; warpgroups <= 4; ++warpgroups)
        for (int buffers : {1, 2}) {
          const Accumulators sums = {.m = m, .n = n, .buffers = buffers};
          TakenCells found = {4 * 128, register_need(sums, warpgroups).held};
          int most = 0, last = 0;
          for (int buffer = 0; buffer < buffers; ++buffer)
            for (int row = 0; row < m; ++row)
              for (int column = 0; column < n; ++column) {
                const auto [warpgroup, thread, number] =
                    register_place(sums, warpgroups, buffer, row, column);
                found.take(warpgroup * 128 + thread, number);
                last = std::max(last, warpgroup);
                most = std::max(most, number + 1);
              }
          CHECK(found.wrong == 0);
          CHECK(taken(found.cells) == buffers * m * n);
          CHECK(most == register_need(sums, warpgroups).held);
          CHECK(last == std::min(warpgroups, m / 64) - 1);
        }
}

TEST_CASE("tensor memory: registers that a thread may have") {
  CHECK(register_need({}, 2).held == 128);
  CHECK(register_need({}, 2).spilled() == 0);
  CHECK(register_need({.buffers = 2}, 2).held == 256);
  CHECK(register_need({.buffers = 2}, 2).spilled() == 1);
  for (const auto& [warpgroups, available] :
       {std::pair{1, 255}, std::pair{2, 255}, std::pair{3, 168}, std::pair{4, 128}})
    CHECK(register_need({}, warpgroups).available == available);
}

}  // TESTS_OF(core::gemm::tensor_memory)
