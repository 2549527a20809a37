#include "core/attention/step.hpp"

#include <cmath>

#include "core/kernels/online_softmax.hpp"
#include "core/random.hpp"
#include "tests/core/attention/random_matrix.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::step) {

using namespace loom;
using namespace loom::attention;

namespace {

Matrix matrix(int rows, int columns, std::vector<double> numbers) {
  Matrix out(rows, columns);
  out.numbers = std::move(numbers);
  return out;
}

const Masks causal = {};

}  // namespace

TEST_CASE("attention: three tokens by hand") {
  const Matrix q = matrix(3, 2, {1, 0, 0, 1, 1, 1});
  const Result<Step> step = attend({q, q, matrix(3, 2, {1, 2, 3, 4, 5, 6}), causal});
  REQUIRE(step);
  const double weights[] = {1, 0, 0, 0.330238, 0.669762, 0, 0.248255, 0.248255, 0.503490};
  const double out[] = {1, 2, 2.339523, 3.339523, 3.510470, 4.510470};
  const double lse[] = {0.707107, 1.107940, 2.100405};
  for (size_t i = 0; i < 9; ++i) CHECK(std::abs(step->weights.numbers[i] - weights[i]) < 0.0000006);
  for (size_t i = 0; i < 6; ++i) CHECK(std::abs(step->out.numbers[i] - out[i]) < 0.0000006);
  for (size_t i = 0; i < 3; ++i) CHECK(std::abs(step->rows[i].lse - lse[i]) < 0.0000006);
  CHECK(step->scores.at(0, 1) == no_sink);
  CHECK(step->scores.at(1, 1) == doctest::Approx(1 / std::sqrt(2)));
}

TEST_CASE("attention: online softmax over any tiling gives the same sums") {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const int queries = 1 + static_cast<int>(random.below(6)),
              keys = queries + static_cast<int>(random.below(6)),
              dim = 1 + static_cast<int>(random.below(5));
    Operands o{test::random_matrix(queries, dim, random), test::random_matrix(keys, dim, random),
               test::random_matrix(keys, 2, random), causal};
    if (random.below(2)) o.scale = random.normal();
    if (random.below(2)) o.masks.first = {.kind = Mask::Kind::causal_window, .window = 2};
    const Result<Step> step = attend(o);
    REQUIRE(step);
    for (int i = 0; i < queries; ++i)
      for (int column = 0; column < 2; ++column) {
        std::vector<double> scores, values;
        for (int j = 0; j < keys; ++j) {
          double sum = 0;
          for (int x = 0; x < dim; ++x) sum += o.q.at(i, x) * o.k.at(j, x);
          const bool seen = allows(o.masks, {queries, keys}, i, j);
          scores.push_back(seen ? sum * (o.scale ? *o.scale : std::pow(dim, -0.5)) : no_sink);
          values.push_back(o.v.at(j, column));
        }
        std::vector<kernels::SoftmaxTile> tiles;
        for (size_t begin = 0; begin < scores.size();) {
          const size_t size =
              std::min(scores.size() - begin, 1 + static_cast<size_t>(random.below(4)));
          tiles.push_back(
              {std::span(scores).subspan(begin, size), std::span(values).subspan(begin, size)});
          begin += size;
        }
        const auto rows = kernels::online_softmax(tiles);
        REQUIRE(rows);
        CHECK(step->out.at(i, column) == doctest::Approx(rows->back().output).epsilon(1e-12));
        CHECK(step->rows[static_cast<size_t>(i)].lse ==
              doctest::Approx(rows->back().lse).epsilon(1e-12));
      }
  }
}

TEST_CASE("attention: a row without any key is zeros") {
  const Matrix x = matrix(3, 1, {1, 2, 3}), two = matrix(2, 1, {4, 5});
  const Result<Step> step = attend({x, two, two, causal});
  REQUIRE(step);
  CHECK(step->rows[0].empty);
  CHECK(step->rows[0].lse == no_sink);
  CHECK(step->out.at(0, 0) == 0);
  CHECK(step->weights.at(0, 0) + step->weights.at(0, 1) == 0);
  CHECK_FALSE(step->rows[1].empty);
  CHECK(step->out.at(1, 0) == 4);
}

TEST_CASE("attention: a learned sink takes its share and gives nothing") {
  const double scores[] = {1, 2, 0.5};
  const struct {
    double sink, weights[3], sum;
  } rows[] = {{no_sink, {0.231224, 0.628532, 0.140244}, 1},
              {0, {0.213097, 0.579259, 0.129250}, 0.921606},
              {2, {0, 0, 0}, 0.614050},
              {4, {0, 0, 0}, 0.177171}};
  for (const auto& row : rows) {
    const Softmax found = softmax(scores, row.sink);
    double sum = 0;
    for (size_t i = 0; i < 3; ++i) {
      sum += found.weights[i];
      if (row.weights[0] > 0) CHECK(std::abs(found.weights[i] - row.weights[i]) < 0.0000006);
    }
    CHECK(std::abs(sum - row.sum) < 0.0000006);
    CHECK(found.sink == doctest::Approx(1 - sum).epsilon(1e-12));
  }
  // As one more key without a value.
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> keys;
    for (int i = 0; i < 5; ++i) keys.push_back(random.normal() * 20);
    const double sink = random.normal() * 20;
    const Softmax with = softmax(keys, sink);
    keys.push_back(sink);
    const Softmax longer = softmax(keys);
    for (size_t i = 0; i < 5; ++i)
      CHECK(with.weights[i] == doctest::Approx(longer.weights[i]).epsilon(1e-14));
    CHECK(with.sink == doctest::Approx(longer.weights[5]).epsilon(1e-14));
    CHECK(with.lse == doctest::Approx(longer.lse).epsilon(1e-14));
  }
  // All keys masked: the sink has it all, and the row is still empty.
  const double masked[] = {no_sink, no_sink};
  CHECK(softmax(masked, 1.).sink == 1);
  CHECK(softmax(masked, 1.).empty);
  CHECK(softmax(masked).weights == std::vector<double>{0, 0});
}

TEST_CASE("attention: a constant on all scores changes nothing, however large") {
  const double scores[] = {1, 2, 0.5}, far[] = {1001, 1002, 1000.5}, deep[] = {-999, -998, -999.5};
  for (size_t i = 0; i < 3; ++i) {
    CHECK(softmax(far).weights[i] == softmax(scores).weights[i]);
    CHECK(softmax(deep).weights[i] == softmax(scores).weights[i]);
  }
}

TEST_CASE("attention: the key with the largest weight") {
  // Four keys of one number each; the query before the first key sees none.
  const Matrix keys(1, {1, 3, 2, 3}), queries(1, {0, 1, -1, 1, 1});
  const Result<Step> step =
      attend({.q = queries, .k = keys, .v = keys, .masks = {{.kind = Mask::Kind::causal}}});
  REQUIRE(step);
  CHECK(step->strongest(0) == -1);
  CHECK(step->strongest(1) == 0);  // the only one
  CHECK(step->strongest(2) == 0);  // 1 · −1 is more than 3 · −1
  CHECK(step->strongest(3) == 1);
  CHECK(step->strongest(4) == 1);  // as large as the last one
}

TEST_CASE("attention: rows of a width, without what is left over") {
  const Matrix two(2, {1, 2, 3, 4, 5});
  CHECK(two.rows == 2);
  CHECK(two.numbers == std::vector<double>{1, 2, 3, 4});
  CHECK(two.at(1, 0) == 3);
}

TEST_CASE("attention: what is refused") {
  const Matrix one = matrix(1, 1, {1}), row = matrix(1, 2, {1, 2}), column = matrix(2, 1, {1, 2});
  const auto error = [](const Operands& operands) {
    const Result<Step> step = attend(operands);
    return step ? "answered" : step.error().message;
  };
  CHECK(error({Matrix(), one, one}) == "q: expected at least one row and one column, got 0 × 0");
  CHECK(error({one, row, one}) == "k: expected rows of 1 numbers, as q has, got 2");
  CHECK(error({one, one, column}) == "v: expected 1 rows, as k has, got 2");
  CHECK(error({matrix(1, 1, {NAN}), one, one}) == "q: expected finite numbers");
  CHECK(error({.q = one, .k = one, .v = one, .scale = INFINITY}) ==
        "scale: expected a finite number");
  for (const double sink : {double{INFINITY}, double{NAN}})
    CHECK(error({.q = one, .k = one, .v = one, .sink = sink}) ==
          "sink: expected a finite number, or −∞ for none");
  CHECK(error({matrix(1, 1, {1e200}), matrix(1, 1, {1e200}), one}).starts_with("scores: "));
  CHECK(error({matrix(2, 1, {0, 0}), column, matrix(2, 1, {1.7e308, 1.7e308})}) == "answered");
  CHECK(error({Matrix(2100, 1), Matrix(2100, 1), Matrix(2100, 1)}) ==
        "scores of q and k: expected 1 to 4194304, got 4410000");
  CHECK(error({Matrix(2100, 1), one, Matrix(1, 2100)}).starts_with("numbers in the sums: "));
  CHECK(error({Matrix(2000, 100), Matrix(2000, 100), Matrix(2000, 1)}).starts_with("products: "));
  CHECK(error({.q = one, .k = one, .v = one, .masks = {{.window = 0}}}).starts_with("window: "));
}

}  // TESTS_OF(core::attention::step)
