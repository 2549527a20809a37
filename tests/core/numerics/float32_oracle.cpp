// Every float32 number, or every Nth, into the formats, against conversions written in other ways:
// - every format: a list of the numbers at which the code changes, walked along;
// - FP16: the compiler's own _Float16, and the processor's conversion where it has one;
// - BF16, TF32: the upper bits of the float32, after adding what rounds them.
// usage: float32_oracle STRIDE    1: all 2^32
#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "core/numerics/bits.hpp"
#include "core/numerics/convert.hpp"
#include "tests/tries.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif
// Clang 14 has the macro without the type.
#if defined(__FLT16_MANT_DIG__) && !defined(__clang__)
#define LOOM_COMPILER_HAS_FP16
#endif

using namespace loom;
using namespace loom::numerics;

namespace {

constexpr std::uint32_t infinity_bits = 0x7f800000;
constexpr std::uint64_t all_inputs = std::uint64_t{1} << 32;
constexpr std::size_t batch = 1 << 14;

// Where codes change: at[c] is the smallest size, as float32 bits, that rounds to code c or more;
// one past the largest code stands for overflow.
std::vector<std::uint32_t> changes(const Format& format) {
  std::vector<std::uint32_t> at = {0};
  const bool ties_up = format.specials == Specials::scale;
  for (std::uint32_t code = 1; code <= format.max_code() + 1; ++code) {
    const double below = decode(format, code - 1);
    // Past the largest number the last gap goes on, E8M0's doubled.
    const double gap = code <= format.max_code() ? decode(format, code) - below
                       : ties_up                 ? below
                                                 : below - decode(format, code - 2);
    const double middle = below + gap / 2;
    auto edge = static_cast<float>(middle);
    const bool included = ties_up || code % 2 == 0;
    if (std::isfinite(edge) &&
        (static_cast<double>(edge) < middle || (!included && static_cast<double>(edge) == middle)))
      edge = std::nextafter(edge, HUGE_VALF);
    at.push_back(to_bits(edge));
  }
  return at;
}

// One format by its list. `code` is where the walk is: give sizes that only grow.
struct Walk {
  const Format& format;
  std::span<const std::uint32_t> changes;
  Overflow overflow;
  std::uint32_t code = 0;

  std::uint32_t next(std::uint32_t bits) {
    const std::uint32_t size = bits & 0x7fffffff;
    if (size > infinity_bits) return format.has_nan() ? format.nan_code() : format.max_code();
    while (code + 1 < changes.size() && size >= changes[code + 1]) ++code;
    const bool negative = bits >> 31 != 0;
    if (negative && !format.has_sign && format.specials != Specials::scale) return 0;
    std::uint32_t result = code;
    if (size == infinity_bits || code > format.max_code()) {
      if (overflow == Overflow::saturate || !format.has_nan())
        result = format.max_code();
      else
        result = format.specials == Specials::ieee ? format.max_code() + 1 : format.nan_code();
    }
    if (format.specials == Specials::fnuz && result == 0) return 0;
    return negative ? result | format.sign_bit() : result;
  }
};

// What goes wrong first, and how often.
struct Tally {
  std::atomic<std::uint64_t> compared{0}, wrong{0};
  std::atomic<std::uint32_t> input{0}, code{0}, expected{0};

  void add(std::uint64_t count) { compared += count; }
  void differ(std::uint32_t from, std::uint32_t got, std::uint32_t wanted) {
    if (wrong++ == 0) input = from, code = got, expected = wanted;
  }
};

// Calls `work(bits)` with ascending inputs, `batch` at a time, on every core.
template <class Work>
void sweep(std::uint64_t stride, Work work) {
  const std::uint64_t inputs = (all_inputs + stride - 1) / stride;
  const std::uint64_t batches = (inputs + batch - 1) / batch;
  std::atomic<std::uint64_t> taken{0};
  const auto run = [&] {
    std::vector<std::uint32_t> bits;
    for (std::uint64_t mine; (mine = taken++) < batches;) {
      bits.clear();
      for (std::uint64_t i = mine * batch; i < std::min(inputs, (mine + 1) * batch); ++i)
        bits.push_back(static_cast<std::uint32_t>(i * stride));
      work(std::span<const std::uint32_t>(bits));
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(run);
  run();
  for (std::thread& thread : threads) thread.join();
}

// encode_all() for formats of at most 16 bits, encode() for the others.
void by_list(const Format& format, Overflow overflow, std::uint64_t stride, Tally& tally) {
  const std::vector<std::uint32_t> at = changes(format);
  sweep(stride, [&](std::span<const std::uint32_t> bits) {
    std::vector<float> values;
    for (std::uint32_t each : bits) values.push_back(float_from_bits(each));
    std::vector<std::uint16_t> codes(bits.size());
    if (format.bits() <= 16) encode_all(format, values, overflow, codes);
    Walk walk{format, at, overflow};
    std::uint32_t sign = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (i == 0 || bits[i] >> 31 != sign) {  // the sizes begin anew
        sign = bits[i] >> 31;
        const auto past = std::upper_bound(at.begin(), at.end(), bits[i] & 0x7fffffff);
        walk.code = static_cast<std::uint32_t>(past - at.begin()) - 1;
      }
      const std::uint32_t expected = walk.next(bits[i]);
      const std::uint32_t code =
          format.bits() <= 16 ? codes[i] : encode(format, static_cast<double>(values[i]), overflow);
      if (code != expected) tally.differ(bits[i], code, expected);
    }
    tally.add(bits.size());
  });
}

// The upper bits of a float32, rounded to nearest even; infinity comes out of overflow by itself.
template <int cut>
std::uint32_t upper_bits(std::uint32_t bits) {
  return (bits + (1u << (cut - 1)) - 1 + (bits >> cut & 1)) >> cut;
}

#if defined(LOOM_COMPILER_HAS_FP16)
std::uint32_t by_compiler(std::uint32_t bits) {
  const auto half = static_cast<_Float16>(float_from_bits(bits));
  std::uint16_t code = 0;
  std::memcpy(&code, &half, sizeof code);
  return code;
}
#endif

// encode() against another conversion; NaN stays NaN, whatever its bits.
template <class Oracle>
void by_oracle(const char* id, Oracle oracle, std::uint64_t stride, Tally& tally) {
  const Format& format = *find_format(id);
  sweep(stride, [&](std::span<const std::uint32_t> bits) {
    for (std::uint32_t each : bits) {
      const std::uint32_t code =
          encode(format, static_cast<double>(float_from_bits(each)), Overflow::ieee);
      const bool nan = (each & 0x7fffffff) > infinity_bits;
      const std::uint32_t expected = nan ? format.nan_code() : oracle(each);
      if (code != expected) tally.differ(each, code, expected);
    }
    tally.add(bits.size());
  });
}

#if defined(__x86_64__)
__attribute__((target("f16c"))) std::uint32_t by_processor(std::uint32_t bits) {
  const __m128i code = _mm_cvtps_ph(_mm_set_ss(float_from_bits(bits)),
                                    _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(code)) & 0xffff;
}
#endif

bool report(const char* what, std::string_view format, const Tally& tally) {
  std::printf("%-9.*s %-32s %llu inputs, %llu wrong\n", static_cast<int>(format.size()),
              format.data(), what, static_cast<unsigned long long>(tally.compared),
              static_cast<unsigned long long>(tally.wrong));
  if (tally.wrong == 0) return tally.compared > 0;
  std::printf("  one of them: float32 %08x became %x, expected %x\n", tally.input.load(),
              tally.code.load(), tally.expected.load());
  return false;
}

bool run(std::uint64_t stride) {
  bool good = true;
  for (const Format& format : formats()) {
    if (format.bits() > 19) continue;
    for (Overflow overflow : {Overflow::saturate, Overflow::ieee}) {
      Tally tally;
      by_list(format, overflow, stride, tally);
      good &=
          report(overflow == Overflow::ieee ? "list, ieee" : "list, saturate", format.id, tally);
    }
  }
  const auto each = [&](const char* what, const char* id, auto oracle) {
    Tally tally;
    by_oracle(id, oracle, stride, tally);
    good &= report(what, id, tally);
  };
  each("upper bits", "bf16", upper_bits<16>);
  each("upper bits", "tf32", upper_bits<13>);
#if defined(LOOM_COMPILER_HAS_FP16)
  each("compiler's _Float16", "fp16", by_compiler);
#endif
#if defined(__x86_64__)
  // Every processor with AVX2 has F16C, which clang 14 has no name for.
  if (__builtin_cpu_supports("avx2")) each("processor", "fp16", by_processor);
#endif
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t stride = 0;
  if (argc == 2) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), stride);
  if (stride < 1 || stride > all_inputs) {
    std::fprintf(stderr, "usage: float32_oracle STRIDE    1: all 2^32 numbers\n");
    return 2;
  }
  return run(stride * loom::one_of_so_many) ? 0 : 1;
}
