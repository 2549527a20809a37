#include "core/device/roofline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "core/find.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::device::roofline) {

using namespace loom;
using namespace loom::device;

namespace {

// The textbook programs, run on numbers that count what is done with them.
double done = 0;
struct Number {
  double value = 1;
};
Number counted(double value) { return ++done, Number{value}; }
Number operator+(Number a, Number b) { return counted(a.value + b.value); }
Number operator-(Number a, Number b) { return counted(a.value - b.value); }
Number operator*(Number a, Number b) { return counted(a.value * b.value); }
Number operator/(Number a, Number b) { return counted(a.value / b.value); }
Number exponential(Number a) { return counted(std::exp(a.value)); }
Number root(Number a) { return counted(std::sqrt(a.value)); }
Number larger(Number a, Number b) { return counted(std::max(a.value, b.value)); }
using Row = std::vector<Number>;

Number sum(const Row& row) {
  Number total = row[0];
  for (size_t i = 1; i < row.size(); ++i) total = total + row[i];
  return total;
}

void softmax_row(Row row) {
  Number most = row[0];
  for (size_t i = 1; i < row.size(); ++i) most = larger(most, row[i]);
  for (Number& x : row) x = exponential(x - most);
  const Number total = sum(row);
  for (Number& x : row) x = x / total;
}

void layer_norm_row(Row row) {
  const Number count{static_cast<double>(row.size())}, mean = sum(row) / count;
  Row squares;
  for (Number& x : row) x = x - mean, squares.push_back(x * x);
  const Number scale = Number{1} / root(sum(squares) / count + Number{1e-5});
  for (Number& x : row) x = x * scale * Number{} + Number{};
}

void rms_norm_row(Row row) {
  Row squares;
  for (const Number x : row) squares.push_back(x * x);
  const Number count{static_cast<double>(row.size())};
  const Number scale = Number{1} / root(sum(squares) / count + Number{1e-5});
  for (Number& x : row) x = x * scale * Number{};
}

double operations_of(void run(Row), int rows, int columns) {
  done = 0;
  for (int i = 0; i < rows; ++i) run(Row(static_cast<size_t>(columns)));
  return done;
}

const Peaks& gpu(std::string_view id) { return *find_by_id(all_peaks(), id); }
const UnitFormat& format(std::string_view id) {
  return *find_by_id(std::span<const UnitFormat>(unit_formats), id);
}

}  // namespace

TEST_CASE("roofline: row by row operations are those of the textbook programs, counted") {
  for (const auto [rows, columns] : {std::array{1, 1}, {1, 7}, {3, 2}, {5, 64}, {4, 33}}) {
    CHECK(softmax(rows, columns).flops == operations_of(softmax_row, rows, columns));
    CHECK(layer_norm(rows, columns).flops == operations_of(layer_norm_row, rows, columns));
    CHECK(rms_norm(rows, columns).flops == operations_of(rms_norm_row, rows, columns));
    CHECK(softmax(rows, columns).numbers == 2. * rows * columns);
    CHECK(layer_norm(rows, columns).numbers == 2. * rows * columns + 2. * columns);
    CHECK(rms_norm(rows, columns).numbers == 2. * rows * columns + columns);
  }
}

TEST_CASE("roofline: products and sums by their definition") {
  CHECK(vector_add(1000).flops == 1000);
  CHECK(vector_add(1000).numbers == 3000);
  CHECK(matmul(3, 5, 7).flops == 2. * 3 * 5 * 7);
  CHECK(matmul(3, 5, 7).numbers == 3 * 7 + 7 * 5 + 3 * 5);
  CHECK(matvec(3, 7).flops == 2. * 3 * 7);
  CHECK(matvec(3, 7).numbers == 3 * 7 + 7 + 3);
}

TEST_CASE("roofline: attention multiplies the pairs that its mask lets through") {
  for (const int n : {1, 2, 17, 64}) {
    for (const bool causal : {false, true}) {
      double pairs = 0;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) pairs += !causal || j <= i;
      const Work fused =
          device::attention({.n = n, .d = 8, .heads = 3, .batch = 2, .causal = causal});
      CHECK(fused.flops == 4 * pairs * 8 * 6);
      CHECK(fused.numbers == 4. * n * 8 * 6);  // Q, K, V, O
      const Work naive = device::attention(
          {.n = n, .d = 8, .heads = 3, .batch = 2, .causal = causal, .naive = true});
      CHECK(naive.flops == 4. * n * n * 8 * 6);
      CHECK(naive.numbers == (4. * n * 8 + 4. * n * n) * 6);
      const Work decode = device::attention(
          {.n = n, .d = 8, .heads = 3, .batch = 2, .causal = causal, .decode = true});
      CHECK(decode.flops == 4. * n * 8 * 6);
      CHECK(decode.numbers == (2. * n * 8 + 2. * 8) * 6);
    }
  }
}

TEST_CASE("roofline: experts are read when a token goes to them") {
  for (int tokens = 1; tokens <= 20; ++tokens) {
    for (int top_k = 1; top_k <= 6; ++top_k) {
      std::set<int> asked;
      int copies = 0;
      for (int t = 0; t < tokens; ++t)
        for (int c = 0; c < top_k; ++c) asked.insert(copies++ % 6);  // spread evenly
      const Work found =
          moe({.tokens = tokens, .experts = 6, .top_k = top_k, .hidden = 10, .inner = 4});
      CHECK(found.flops == 2. * 3 * 10 * 4 * copies);
      CHECK(found.numbers == 3. * 10 * 4 * static_cast<double>(asked.size()) + 2. * tokens * 10);
    }
  }
}

TEST_CASE("roofline: the slowest of the three is the bound, and the ridge is where two meet") {
  const Peaks& h100 = gpu("h100");
  const UnitFormat& bf16 = format("bf16");
  CHECK(roofline(h100, bf16, matmul(8192, 8192, 8192), 0)->bound == Bound::compute);
  CHECK(roofline(h100, bf16, matvec(8192, 8192), 0)->bound == Bound::memory);
  CHECK(roofline(h100, bf16, vector_add(10), 1e-6)->bound == Bound::overhead);
  CHECK(roofline(h100, bf16, vector_add(10), 1e-6)->seconds == 1e-6);
  CHECK(roofline(h100, bf16, vector_add(10), 0)->ridge == doctest::Approx(989.4e12 / 3350e9));
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto size = [&] { return 1 + static_cast<std::int64_t>(random.below(5000)); };
    const Work work = matmul(size(), size(), size());
    const Roof roof = *roofline(h100, bf16, work, 0);
    CHECK((roof.bound == Bound::compute) == (roof.intensity > roof.ridge));
    // Attainable = min(peak, intensity · bandwidth).
    const double attainable = std::min(989.4, roof.intensity * 3.35);
    CHECK(roof.tflops() == doctest::Approx(attainable));
  }
}

TEST_CASE("roofline: a GPU without units for a format says which it has") {
  const auto none = roofline(gpu("v100"), format("bf16"), vector_add(1), 0);
  REQUIRE(!none);
  CHECK(none.error().message == "format: V100 has no units for BF16, expected fp32, fp16");
}

}  // TESTS_OF(core::device::roofline)
