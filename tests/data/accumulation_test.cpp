// Tensor cores: every sum that an H200 made of known products, to the bit.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/numerics/convert.hpp"
#include "core/numerics/dot_data.hpp"
#include "core/numerics/tensor_core.hpp"
#include "core/random.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::accumulation) {

using namespace loom;
using namespace loom::numerics;
using loom::test::Json;

namespace {

// The units whose rule is known; `mma e4m3` runs as other instructions on this chip.
const std::map<std::string, TensorCore> units = {{"wgmma e4m3", hopper_e4m3},
                                                 {"wgmma e5m2", hopper_e5m2},
                                                 {"wgmma f16", hopper_fp16},
                                                 {"wgmma bf16", hopper_bf16}};

float as_float(const Json& number) { return static_cast<float>(number.get<double>()); }

// 32 products onto a start: one instruction of FP8, two of 16-bit operands.
float sum_of(const TensorCore& unit, float sum, const std::vector<float>& a,
             const std::vector<float>& b) {
  const auto step = static_cast<size_t>(unit.products);
  for (size_t k = 0; k < a.size(); k += step)
    sum = multiply_add(unit, sum, std::span(a).subspan(k, step), std::span(b).subspan(k, step));
  return sum;
}

float as_operand(double value) {
  const Format& e4m3 = *find_format("e4m3");
  const auto exact = static_cast<double>(static_cast<float>(value));
  return static_cast<float>(decode(e4m3, encode(e4m3, exact, Overflow::saturate)));
}

// The numbers of `dots`: a row or a column, from its seed.
std::vector<float> numbers(const std::string& kind, std::uint64_t seed, int count, bool row) {
  Random random(seed);
  std::vector<float> all;
  for (int i = 0; i < count; ++i) {
    double value = kind == "tenth" ? (row ? 0.1 : 1) : 0;
    if (kind == "positive") value = random.unit();
    if (kind == "normal") {
      for (int k = 0; k < 12; ++k) value += random.unit();
      value -= 6;
    }
    all.push_back(as_operand(value));
  }
  return all;
}

}  // namespace

TEST_CASE("tensor cores: sums made to show their bits") {
  const Json file = test::recorded("h200/accumulation.json");
  int compared = 0;
  for (const Json& row : file["cases"]) {
    std::vector<float> a(32, 0.f), b(32, 0.f);
    for (const Json& term : row[2])
      for (size_t i = 0; i < term[1].get<size_t>(); ++i) {
        a[term[0].get<size_t>() + i] = as_float(term[2]);
        b[term[0].get<size_t>() + i] = as_float(term[3]);
      }
    for (size_t i = 0; i < file["units"].size(); ++i) {
      const auto unit = units.find(file["units"][i]);
      if (unit == units.end() || row[3][i].is_null()) continue;
      const float sum = sum_of(unit->second, as_float(row[1]), a, b);
      if (sum != as_float(row[3][i]))
        FAIL_CHECK(row[0] << ", " << unit->first << ": " << sum << ", recorded " << row[3][i]);
      ++compared;
    }
  }
  MESSAGE(compared << " sums");
  CHECK(compared > 1000);
}

TEST_CASE("tensor cores: random products") {
  const Json file = test::recorded("h200/accumulation.json");
  for (const char* name : {"wgmma e4m3", "wgmma e5m2"}) {
    const bool e5m2 = std::string(name) == "wgmma e5m2";
    const Format& format = *find_format(e5m2 ? "e5m2" : "e4m3");
    Random random(3);
    const Json& sums = file["random"][name];
    for (size_t c = 0; c < sums.size(); ++c) {
      std::vector<float> a, b;
      for (int k = 0; k < 32; ++k)
        for (std::vector<float>* operand : {&a, &b}) {
          std::uint32_t code = random.below(256);
          if (c % 2 == 1) code = (code & 0x80) | ((e5m2 ? 0x28 : 0x20) + (code & 0x1f));
          if (!e5m2 && (code & 0x7f) == 0x7f) code ^= 1;
          if (e5m2 && (code & 0x7c) == 0x7c) code ^= 0x40;
          operand->push_back(static_cast<float>(decode(format, code)));
        }
      const double fraction = 1 + random.below(1u << 23) * 0x1p-23;
      const int exponent = static_cast<int>(random.below(40)) - 24;
      const bool negative = random.below(2) == 1;
      const auto start = static_cast<float>(
          c % 4 == 0 ? 0 : std::ldexp(negative ? -fraction : fraction, exponent));
      CHECK(multiply_add(units.at(name), start, a, b) == as_float(sums[c]));
    }
  }
}

TEST_CASE("tensor cores: long sums, promoted and not") {
  const Json file = test::recorded("h200/accumulation.json");
  int compared = 0;
  for (const Json& row : file["dots"]) {
    if (row[2] != "wgmma e4m3") continue;
    const std::string kind = row[0];
    const int k = row[1];
    const std::vector<float> column = numbers(kind, 2000, k, false);
    for (size_t r = 0; r < row[7].size(); ++r, ++compared) {
      const std::vector<float> line = numbers(kind, 1000 + r, k, true);
      CHECK_MESSAGE(dot(hopper_e4m3, line, column, row[3]) == as_float(row[7][r]),
                    row[0] << " " << k << " " << row[3]);
    }
  }
  MESSAGE(compared << " dot products");
  CHECK(compared > 100);
}

TEST_CASE("the numbers of the dot products, made again") {
  const std::map<std::string, DotData> kinds = {
      {"positive", DotData::positive}, {"normal", DotData::normal}, {"tenth", DotData::tenth}};
  for (const auto& [name, data] : kinds)
    for (bool row : {true, false}) {
      const std::uint64_t seed = row ? 1000 : 2000;
      CHECK(dot_data(data, *find_format("e4m3"), seed, 16384) == numbers(name, seed, 16384, row));
    }
}

TEST_CASE("mma keeps float32 where wgmma does not") {
  const Json file = test::recorded("h200/accumulation.json");
  int compared = 0;
  for (const Json& row : file["dots"]) {
    if (row[0] == "normal" || row[2] != "mma e4m3") continue;
    CHECK(std::fabs(row[6].get<double>()) < 1e-5);
    ++compared;
  }
  CHECK(compared > 5);
}

TEST_CASE("cuBLASLt promotes every 128 elements, and never with fast accumulation") {
  const Json file = test::recorded("h200/accumulation.json");
  int compared = 0;
  for (const Json& row : file["dots"]) {
    const std::string method = row[2];
    if (!method.starts_with("cublasLt") || row[0] == "tenth" || row[1] <= 128) continue;
    CHECK(row[8] == Json::array({method == "cublasLt" ? 128 : 0}));
    ++compared;
  }
  CHECK(compared > 20);
}

TEST_CASE("tensor cores: BF16 operands, to the bit") {
  const Json file = test::recorded("h200/accumulation.json");
  for (const Json& row : file["dots"]) {
    if (row[2] != "wgmma bf16") continue;
    const int k = row[1];
    const std::vector<float> column = numbers(row[0], 2000, k, false);
    for (size_t r = 0; r < row[7].size(); ++r)
      CHECK(dot(hopper_bf16, numbers(row[0], 1000 + r, k, true), column, 0) == as_float(row[7][r]));
  }
}

}  // TESTS_OF(data::accumulation)
