// Question: how do FP8 tensor cores add? Which bits of products and of the running sum survive one
//           instruction, and what does that cost long dot products, with and without moving the
//           sum into FP32 registers every so many elements?
// Method:   sums built so that one bit of the result answers one question; random operands for one
//           instruction; long dot products of reproducible vectors beside their exact values (FP64
//           holds them exactly). Beside wgmma on FP8: mma.sync, wgmma on 16-bit types, cuBLASLt.
// Output:   JSON: "units"; "cases" [name, start, terms, sum of each unit]; "random": {unit: sums};
//           "dots" [vectors, K, method, interval, errors, sums]. core/recorded/h200/README.md has the
//           fields, and how the random operands are made.
#include <cuda_fp8.h>

#include <string>
#include <type_traits>

#include "accumulation_cases.hpp"
#include "core/random.hpp"
#include "cublas_fp8.hpp"
#include "tensor_units.cuh"

constexpr int kStep = 32;  // terms of a case, elements of one FP8 instruction
constexpr int kRows = 64, kColumns = 8, kRandom = 192;
constexpr int kLongest = 16384;

float value_of(uint8_t code, __nv_fp8_interpretation_t kind) {
  return __half2float(__nv_cvt_fp8_to_halfraw(code, kind));
}
uint8_t e4m3(float x) { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3); }

// An operand in a unit's type; false: the type cannot hold it.
template <typename Unit>
bool hold(float x, typename Unit::Element* element) {
  if constexpr (std::is_same_v<typename Unit::Element, uint8_t>) {
    const auto kind = std::is_same_v<Unit, WgmmaE5m2> ? __NV_E5M2 : __NV_E4M3;
    *element = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, kind);
    return value_of(*element, kind) == x;
  } else {
    *element = typename Unit::Element(x);
    return static_cast<float>(*element) == x;
  }
}

std::string text_of(float x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", x);
  return x == 0 && std::signbit(x) ? "-0.0" : text;
}

// What a unit makes of every case; null where it cannot hold an operand.
template <typename Unit>
std::vector<std::string> sums_of(const std::vector<Case>& cases) {
  std::vector<typename Unit::Element> a(cases.size() * kStep), b(a.size());
  std::vector<float> start(cases.size());
  std::vector<bool> held(cases.size(), true);
  for (size_t i = 0; i < cases.size(); ++i) {
    start[i] = cases[i].start;
    for (int k = 0; k < kStep; ++k) {
      typename Unit::Element zero;
      hold<Unit>(0, &zero);
      a[i * kStep + k] = b[i * kStep + k] = zero;
    }
    for (const Terms& terms : cases[i].terms) {
      for (int k = terms.first; k < terms.first + terms.count; ++k) {
        const bool fits =
            hold<Unit>(terms.a, &a[i * kStep + k]) && hold<Unit>(terms.b, &b[i * kStep + k]);
        held[i] = held[i] && fits;
      }
    }
  }
  const std::vector<float> sums = multiply_each<Unit>(kStep, a, b, start);
  std::vector<std::string> texts;
  for (size_t i = 0; i < cases.size(); ++i) texts.push_back(held[i] ? text_of(sums[i]) : "null");
  return texts;
}

void print_cases() {
  const std::vector<Case> cases = accumulation_cases();
  const std::vector<std::vector<std::string>> sums = {
      sums_of<WgmmaE4m3>(cases), sums_of<MmaE4m3>(cases), sums_of<WgmmaE5m2>(cases),
      sums_of<WgmmaF16>(cases), sums_of<WgmmaBf16>(cases)};
  std::printf("\"case_columns\":[\"name\",\"start\",\"terms\",\"sums\"],\"cases\":[");
  for (size_t i = 0; i < cases.size(); ++i) {
    std::printf("%s\n[\"%s\",%s,[", i ? "," : "", cases[i].name.c_str(),
                text_of(cases[i].start).c_str());
    const char* comma = "";
    for (const Terms& terms : cases[i].terms) {
      std::printf("%s[%d,%d,%s,%s]", comma, terms.first, terms.count, text_of(terms.a).c_str(),
                  text_of(terms.b).c_str());
      comma = ",";
    }
    std::printf("],[");
    for (size_t unit = 0; unit < sums.size(); ++unit)
      std::printf("%s%s", unit ? "," : "", sums[unit][i].c_str());
    std::printf("]]");
  }
  std::printf("],\n");
}

// A code that is a number: E4M3's NaN and E5M2's infinities and NaNs give way to a smaller one.
uint8_t finite(uint32_t code, bool e5m2) {
  if (e5m2 && (code & 0x7c) == 0x7c) code ^= 0x40;
  if (!e5m2 && (code & 0x7f) == 0x7f) code ^= 0x01;
  return static_cast<uint8_t>(code);
}

// Case i of seed 3: even: any codes; odd: exponent fields from the middle. Every fourth starts from
// nothing, the others from a float32 between 2^-24 and 2^16.
template <typename Unit>
std::vector<float> random_sums() {
  constexpr bool wide = std::is_same_v<Unit, WgmmaE5m2>;
  loom::Random random(3);
  std::vector<uint8_t> a, b;
  std::vector<float> start;
  for (int i = 0; i < kRandom; ++i) {
    for (int k = 0; k < kStep; ++k) {
      for (std::vector<uint8_t>* codes : {&a, &b}) {
        uint32_t code = random.below(256);
        if (i % 2 == 1) code = (code & 0x80) | (wide ? 0x28 : 0x20) + (code & 0x1f);
        codes->push_back(finite(code, wide));
      }
    }
    const float fraction = static_cast<float>(random.below(1 << 23)) * 0x1p-23f;
    const int exponent = static_cast<int>(random.below(40)) - 24;
    const float size = std::ldexp(1.0f + fraction, exponent);
    const float sign = random.below(2) ? -1.0f : 1.0f;
    start.push_back(i % 4 == 0 ? 0.0f : sign * size);
  }
  return multiply_each<Unit>(kStep, a, b, start);
}

void print_random(const char* name, const std::vector<float>& sums, const char* after) {
  std::printf("\"%s\":[", name);
  for (size_t i = 0; i < sums.size(); ++i)
    std::printf("%s%s", i ? "," : "", text_of(sums[i]).c_str());
  std::printf("]%s\n", after);
}

struct Vectors {
  std::string name;
  std::vector<uint8_t> a, b;  // rows and columns of kLongest codes
};

// One of a row's or column's numbers, before it is rounded to float32 and then to E4M3.
double draw(const std::string& name, loom::Random& random) {
  if (name == "tenth") return 0.1;
  if (name == "positive") return random.unit();
  double sum = 0;  // nearly normal
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum - 6;
}

Vectors vectors_of(const std::string& name) {
  Vectors vectors{name, {}, {}};
  for (int row = 0; row < kRows; ++row) {
    loom::Random random(1000 + row);
    for (int k = 0; k < kLongest; ++k)
      vectors.a.push_back(e4m3(static_cast<float>(draw(name, random))));
  }
  for (int column = 0; column < kColumns; ++column) {
    loom::Random random(2000 + column);
    for (int k = 0; k < kLongest; ++k) {
      const double b = name == "tenth" ? 1.0 : draw(name, random);
      vectors.b.push_back(e4m3(static_cast<float>(b)));
    }
  }
  return vectors;
}

// The first k of every row.
std::vector<uint8_t> first(const std::vector<uint8_t>& rows, int k) {
  std::vector<uint8_t> found;
  for (size_t row = 0; row < rows.size() / kLongest; ++row)
    found.insert(found.end(), rows.begin() + row * kLongest, rows.begin() + row * kLongest + k);
  return found;
}

struct Result {
  std::string method;
  int interval;
  std::vector<float> sums;  // row-major, of the first rows
};

// Errors over all sums: the greatest relative one; ‖sum − exact‖ / ‖exact‖; and how far sums lie
// nearer to zero (negative) or farther than they should, over the mean size.
void print_result(const std::string& vectors, int k, const Result& result,
                  const std::vector<double>& exact, const std::vector<Result>& all) {
  double greatest = 0, squares = 0, exact_squares = 0, outward = 0, size = 0;
  for (size_t i = 0; i < result.sums.size(); ++i) {
    const double error = result.sums[i] - exact[i];
    greatest = std::max(greatest, std::fabs(error / exact[i]));
    squares += error * error;
    exact_squares += exact[i] * exact[i];
    outward += exact[i] < 0 ? -error : error;
    size += std::fabs(exact[i]);
  }
  std::printf("[\"%s\",%d,\"%s\",%d,%.3g,%.3g,%.3g,[", vectors.c_str(), k, result.method.c_str(),
              result.interval, greatest, std::sqrt(squares / exact_squares), outward / size);
  const int shown = vectors == "tenth" ? 1 : 8;
  for (int row = 0; row < shown; ++row)
    std::printf("%s%s", row ? "," : "", text_of(result.sums[row * kColumns]).c_str());
  std::printf("]");
  if (result.method.starts_with("cublasLt")) {  // which intervals give the same sums, all of them
    std::printf(",[");
    const char* comma = "";
    for (const Result& other : all) {
      if (other.method != "wgmma e4m3" || other.sums != result.sums) continue;
      std::printf("%s%d", comma, other.interval);
      comma = ",";
    }
    std::printf("]");
  }
  std::printf("]");
}

void print_dots(const Vectors& vectors, int k, const char*& separator) {
  const std::vector<uint8_t> a = first(vectors.a, k), b = first(vectors.b, k);
  std::vector<double> exact(kRows * kColumns);
  std::vector<float> fp32(exact.size());
  for (int at = 0; at < kRows * kColumns; ++at) {
    for (int i = 0; i < k; ++i) {
      const float x = value_of(a[at / kColumns * k + i], __NV_E4M3);
      const float y = value_of(b[at % kColumns * k + i], __NV_E4M3);
      exact[at] += static_cast<double>(x) * y;
      fp32[at] = std::fmaf(x, y, fp32[at]);
    }
  }
  std::vector<__nv_bfloat16> wide_a, wide_b;
  for (const uint8_t code : a) wide_a.push_back(value_of(code, __NV_E4M3));
  for (const uint8_t code : b) wide_b.push_back(value_of(code, __NV_E4M3));
  std::vector<Result> results;
  for (const int interval : {0, 32, 64, 128, 256, 512, 1024}) {
    if (interval < k)
      results.push_back({"wgmma e4m3", interval,
                         multiply<WgmmaE4m3>({kRows, kColumns, k, interval, nullptr}, a, b)});
  }
  results.push_back({"mma e4m3", 0, multiply<MmaE4m3>({16, kColumns, k, 0, nullptr}, a, b)});
  results.push_back(
      {"wgmma bf16", 0, multiply<WgmmaBf16>({kRows, kColumns, k, 0, nullptr}, wide_a, wide_b)});
  results.push_back({"fma", 0, fp32});
  for (const bool fast : {true, false})
    results.push_back(
        {fast ? "cublasLt fast" : "cublasLt", 0, library_product(a, b, kRows, kColumns, k, fast)});
  for (const Result& result : results) {
    std::printf("%s\n", separator);
    print_result(vectors.name, k, result, exact, results);
    separator = ",";
  }
}

int main() {
  std::printf(
      "{\"units\":[\"wgmma e4m3\",\"mma e4m3\",\"wgmma e5m2\",\"wgmma f16\",\"wgmma bf16\"],");
  print_cases();
  std::printf("\"random\":{");
  print_random("wgmma e4m3", random_sums<WgmmaE4m3>(), ",");
  print_random("mma e4m3", random_sums<MmaE4m3>(), ",");
  print_random("wgmma e5m2", random_sums<WgmmaE5m2>(), "},");
  std::printf(
      "\"dot_columns\":[\"vectors\",\"k\",\"method\",\"interval\",\"greatest\",\"rms\",\"bias\","
      "\"sums\",\"intervals\"],\"dots\":[");
  const char* separator = "";
  for (const char* name : {"normal", "positive", "tenth"}) {
    const Vectors vectors = vectors_of(name);
    for (int k = kStep; k <= kLongest; k *= 2) print_dots(vectors, k, separator);
  }
  std::printf("]}\n");
}
