#include "core/numerics/scaling_ladder.hpp"

#include <cmath>
#include <set>
#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::numerics::scaling_ladder) {

using namespace loom::numerics;

namespace {

GroupScheme scheme(const char* name) {
  const std::string id = name;
  if (id == "int8") return {.bits = 8};
  if (id == "int4") return {.bits = 4};
  return {.element = find_format(id)};
}

bool is_outlier(int i) {
  for (int place : outlier_places)
    if (place == i) return true;
  return false;
}

}  // namespace

TEST_CASE("scaling ladder: the matrix is normal numbers but for four places") {
  double most = 0, sum = 0, squares = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const std::vector<double> plain = outlier_matrix(seed, 0), spiked = outlier_matrix(seed, 20);
    REQUIRE(plain.size() == 1024);
    for (int i = 0; i < 1024; ++i) {
      const auto at = static_cast<size_t>(i);
      most = std::max(most, std::fabs(plain[at]));
      sum += plain[at];
      squares += plain[at] * plain[at];
      CHECK((plain[at] == spiked[at]) == !is_outlier(i));
    }
    CHECK(spiked[139] == 20);
    CHECK(spiked[429] == -18);
  }
  CHECK(most < 6);
  CHECK(std::fabs(sum / 51200) < 0.02);
  CHECK(squares / 51200 == doctest::Approx(1).epsilon(0.03));
  CHECK(outlier_matrix(1, 0) != outlier_matrix(2, 0));
}

TEST_CASE("scaling ladder: who shares a scale with an outlier, counted one by one") {
  for (int group : ladder_groups) {
    std::set<int> spoiled;
    for (int i = 0; i < ladder_values; ++i)
      if (is_outlier(i)) spoiled.insert(i / group);
    int values = 0;
    for (int i = 0; i < ladder_values; ++i) values += spoiled.count(i / group) && !is_outlier(i);
    CHECK(sharing(group) == values);
  }
}

TEST_CASE("scaling ladder: every rung against a loop of its own") {
  for (const char* name : {"int8", "int4", "e4m3", "e2m1"})
    for (double size : {0., 5., 20., 64.}) {
      const std::vector<double> matrix = outlier_matrix(7, size);
      const Ladder ladder = climb(scheme(name), matrix);
      for (int r = 0; r < rung_count; ++r) {
        CAPTURE(name);
        CAPTURE(r);
        const Rung& rung = ladder[static_cast<size_t>(r)];
        CHECK(rung.bits == (name[0] == 'i'   ? scheme(name).bits
                            : name[1] == '4' ? 8
                                             : 4) +
                               16. / ladder_groups[r]);
        double signal = 0, noise = 0;
        int zeros = 0;
        for (size_t i = 0; i < matrix.size(); ++i) {
          const auto group = static_cast<size_t>(ladder_groups[r]);
          double most = 0;
          for (size_t k = i / group * group; k < (i / group + 1) * group; ++k)
            most = std::max(most, std::fabs(matrix[k]));
          CHECK(rung.quantized.scales[i / group] ==
                doctest::Approx(most / (name[0] == 'i'   ? std::pow(2, scheme(name).bits - 1) - 1
                                        : name[1] == '4' ? 448
                                                         : 6))
                    .epsilon(0x1p-11));
          const double error = matrix[i] - rung.quantized.values[i];
          if (name[0] == 'i') CHECK(std::fabs(error) <= 0.5 * rung.quantized.scales[i / group]);
          signal += matrix[i] * matrix[i];
          noise += error * error;
          zeros += rung.quantized.values[i] == 0;
        }
        CHECK(rung.zeros == zeros);
        CHECK(rung.sqnr == doctest::Approx(10 * (std::log10(signal) - std::log10(noise))));
      }
    }
}

TEST_CASE(
    "scaling ladder: with outliers, integers gain from every rung, FP8 half as much at most") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<double> matrix = outlier_matrix(seed, 20);
    for (const char* name : {"int8", "int4"}) {
      const Ladder ladder = climb(scheme(name), matrix);
      for (size_t r = 1; r < rung_count; ++r) CHECK(ladder[r].sqnr > ladder[r - 1].sqnr);
      CHECK(ladder[4].sqnr > ladder[0].sqnr + 10);
    }
    const Ladder fp8 = climb(scheme("e4m3"), matrix);
    for (const Rung& rung : fp8) CHECK(std::fabs(rung.sqnr - fp8[0].sqnr) < 5);
  }
}

}  // TESTS_OF(core::numerics::scaling_ladder)
