// Traffic of a tiled matrix product: the closed form against loop nests whose loads are counted.
#include "core/gemm/traffic.hpp"

#include <vector>

#include "core/gemm/measured.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::gemm::traffic) {

using namespace loom;
using gemm::Product;
using gemm::Tile;
using gemm::Traffic;

namespace {

Traffic simulate(const Product& product, const Tile& tile) {
  const auto found = gemm::traffic(product, tile);
  if (!found) FAIL(found.error().message);
  return *found;
}

// A matrix that counts how often its numbers are read.
struct Counted {
  int columns;
  std::vector<double> values;
  std::int64_t loads = 0;

  Counted(int height, int width, int seed) : columns(width) {
    for (int i = 0; i < height * width; ++i) values.push_back((i * 7 + seed) % 11 - 5);
  }
  double load(int row, int column) {
    ++loads;
    return values[static_cast<size_t>(row * columns + column)];
  }
};

struct Counts {
  std::int64_t loads_a = 0, loads_b = 0, blocks = 0, steps = 0, multiply_adds = 0, shared = 0;
  bool right = true;  // the product
};

// The kernel, block by block: copies into two buffers, multiplies from them.
Counts run(const Product& p, const Tile& t) {
  Counted a(p.m, p.k, 1), b(p.k, p.n, 3);
  Counts counts;
  for (int row = 0; row < p.m; row += t.rows)
    for (int column = 0; column < p.n; column += t.columns) {
      ++counts.blocks;
      counts.steps = 0;
      std::vector<double> sums(static_cast<size_t>(t.rows * t.columns));
      for (int at = 0; at < p.k; at += t.depth) {
        ++counts.steps;
        std::vector<double> left, right;  // the shared tiles
        for (int i = 0; i < t.rows; ++i)
          for (int j = 0; j < t.depth; ++j)
            left.push_back(row + i < p.m && at + j < p.k ? a.load(row + i, at + j) : 0);
        for (int i = 0; i < t.depth; ++i)
          for (int j = 0; j < t.columns; ++j)
            right.push_back(at + i < p.k && column + j < p.n ? b.load(at + i, column + j) : 0);
        counts.shared = static_cast<std::int64_t>(left.size() + right.size()) * p.element_bytes;
        for (int i = 0; i < t.rows; ++i)
          for (int j = 0; j < t.columns; ++j)
            for (int d = 0; d < t.depth; ++d) {
              ++counts.multiply_adds;
              sums[static_cast<size_t>(i * t.columns + j)] +=
                  left[static_cast<size_t>(i * t.depth + d)] *
                  right[static_cast<size_t>(d * t.columns + j)];
            }
      }
      for (int i = 0; i < t.rows && row + i < p.m; ++i)
        for (int j = 0; j < t.columns && column + j < p.n; ++j) {
          double expected = 0;
          for (int d = 0; d < p.k; ++d)
            expected += a.values[static_cast<size_t>((row + i) * p.k + d)] *
                        b.values[static_cast<size_t>(d * p.n + column + j)];
          counts.right &= sums[static_cast<size_t>(i * t.columns + j)] == expected;
        }
    }
  counts.loads_a = a.loads;
  counts.loads_b = b.loads;
  return counts;
}

void compare(const Product& p, const Tile& t) {
  CAPTURE(p.m);
  CAPTURE(p.n);
  CAPTURE(p.k);
  CAPTURE(t.rows);
  CAPTURE(t.columns);
  CAPTURE(t.depth);
  const Counts counted = run(p, t);
  const Traffic found = simulate(p, t);
  CHECK(counted.right);
  CHECK(found.loads_a == counted.loads_a);
  CHECK(found.loads_b == counted.loads_b);
  CHECK(found.loads() == counted.loads_a + counted.loads_b);
  CHECK(found.blocks == counted.blocks);
  CHECK(found.steps == counted.steps);
  CHECK(found.bytes == p.element_bytes * (counted.loads_a + counted.loads_b));
  if (!t.naive()) CHECK(found.shared_bytes == counted.shared);
  const double useful = static_cast<double>(p.m) * p.n * p.k;
  CHECK(found.useful == doctest::Approx(useful / static_cast<double>(counted.multiply_adds)));
  CHECK(found.reuse == doctest::Approx(2 * useful / static_cast<double>(found.loads())));
}

}  // namespace

TEST_CASE("traffic: square matrices and tiles, also where the tile does not divide the matrix") {
  for (int n : {1, 2, 3, 7, 8, 12, 16, 31, 32, 33})
    for (int tile : {1, 2, 3, 4, 5, 8, 16, 32, 40}) compare({n, n, n}, {tile, tile, tile});
}

TEST_CASE("traffic: any shape, any tile") {
  for (int m : {1, 5, 16, 21})
    for (int n : {1, 6, 16, 19})
      for (int k : {1, 9, 16, 23})
        for (const Tile& tile : {Tile{1, 1, 4}, Tile{4, 8, 2}, Tile{16, 5, 1}, Tile{3, 32, 7}})
          compare({m, n, k, 2}, tile);
}

TEST_CASE("traffic: the naive loop, counted without any tile") {
  for (int n : {1, 3, 10, 32}) {
    Counted a(n, n, 1), b(n, n, 2);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int d = 0; d < n; ++d) {
          a.load(i, d);
          b.load(d, j);
        }
    const Traffic found = simulate({n, n, n}, {1, 1, 1});
    CHECK(found.loads_a == a.loads);
    CHECK(found.loads_b == b.loads);
    CHECK(found.reuse == 1);
    CHECK(found.intensity == 0.25);
    CHECK(found.shared_bytes == 0);
    CHECK(found.useful == 1);
    CHECK(found.stores == n * n);
  }
}

TEST_CASE("traffic: reuse is the tile's edge where it divides the matrix") {
  for (int tile : {1, 2, 4, 8, 16, 32, 64, 128}) {
    const Traffic found = simulate({8192, 8192, 8192}, {tile, tile, tile});
    CHECK(found.reuse == tile);
    CHECK(found.intensity == tile / 4.0);
    CHECK(found.useful == 1);
    CHECK(found.bytes == 4 * (2LL * 8192 * 8192 * 8192 / tile));
  }
  CHECK(simulate({1024, 1024, 1024}, {1, 1, 1}).bytes == 8589934592);
  CHECK(simulate({1024, 1024, 1024}, {32, 32, 32}).intensity == 8);
  CHECK(simulate({1024, 1024, 1024, 2}, {128, 256, 64}).intensity == doctest::Approx(85.333333));
  CHECK(simulate({1024, 1024, 1024, 2}, {128, 256, 64}).shared_bytes == 48 * 1024);
}

TEST_CASE("traffic: a larger tile never loads more; one tile for all loads every number once") {
  for (int n : {1, 30, 64, 100, 1000}) {
    std::int64_t before = simulate({n, n, n}, {1, 1, 1}).loads();
    for (int tile = 2; tile <= 128; ++tile) {
      const std::int64_t loads = simulate({n, n, n}, {tile, tile, tile}).loads();
      CHECK(loads <= before);
      CHECK(loads >= 2 * n * n);
      before = loads;
    }
    CHECK(simulate({n, n, n}, {n, n, 1}).loads() == 2 * n * n);
  }
}

TEST_CASE("traffic: HBM feeds its bandwidth times the intensity, up to the FP32 peak") {
  // The naive loop of FP32: two operations for 8 bytes.
  CHECK(gemm::h200::fed_tflops(simulate({64, 64, 64}, {1, 1, 1})) ==
        doctest::Approx(device::h200::dram_gb_per_s / 4000));
  CHECK(gemm::h200::fed_tflops({.intensity = 1e6}) == gemm::h200::fp32_peak_tflops);
}

TEST_CASE("traffic: the largest sizes do not overflow") {
  const int side = gemm::max_side;
  const Traffic naive = simulate({side, side, side, 16}, {1, 1, 1});
  CHECK(naive.bytes == std::int64_t{1} << 53);
  CHECK(naive.reuse == 1);
  const Traffic one = simulate({side, side, side, 16}, {side, side, side});
  CHECK(one.blocks == 1);
  CHECK(one.shared_bytes == (std::int64_t{1} << 37));
  CHECK(one.reuse == side);
}

TEST_CASE("traffic: refuses what is out of range, by name") {
  const auto message = [](const Product& p, const Tile& t) {
    const auto found = gemm::traffic(p, t);
    return found ? std::string() : found.error().message;
  };
  CHECK(message({0, 1, 1}, {}) == "m: expected 1 to 65536, got 0");
  CHECK(message({1, 65537, 1}, {}) == "n: expected 1 to 65536, got 65537");
  CHECK(message({1, 1, -1}, {}) == "k: expected 1 to 65536, got -1");
  CHECK(message({1, 1, 1, 17}, {}) == "element_bytes: expected 1 to 16, got 17");
  CHECK(message({1, 1, 1}, {0, 1, 1}) == "rows: expected 1 to 65536, got 0");
  CHECK(message({1, 1, 1}, {1, 0, 1}) == "columns: expected 1 to 65536, got 0");
  CHECK(message({1, 1, 1}, {1, 1, 65537}) == "depth: expected 1 to 65536, got 65537");
  CHECK(message({1, 1, 1}, {}) == "");
}

}  // TESTS_OF(core::gemm::traffic)
