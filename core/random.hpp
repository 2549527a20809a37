// The one random number generator of the project: small, fast, and the same everywhere, so that a
// seed in a link reproduces a picture. Not for secrets.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace loom {

// SplitMix64: a counter that steps by the golden ratio, and a mixing function on it. Every seed
// gives another stretch of one sequence with period 2^64. Source: Steele, Lea, Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014, with the constants of Vigna's reference
// code (https://prng.di.unimi.it/splitmix64.c).
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

  // Uniform in 0…bound − 1, without bias; bound > 0. Multiply and reject: Lemire, "Fast random
  // integer generation in an interval", ACM TOMACS 2019.
  constexpr std::uint32_t below(std::uint32_t bound) {
    const std::uint32_t rejected = (0u - bound) % bound;
    std::uint64_t product = 0;
    do product = (next() >> 32) * bound;
    while (static_cast<std::uint32_t>(product) < rejected);
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1), in steps of 2^−53.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // Normal with mean 0 and deviation 1, from comparisons and one addition alone, so that it has the
  // same bits wherever it is built. Source: Karney, "Sampling exactly from the normal
  // distribution", ACM TOMS 2016, algorithm N, with doubles for its digits.
  constexpr double normal() {
    while (true) {
      int whole = 0;
      while (survives(0.5)) ++whole;
      bool kept = true;
      for (int i = 0; kept && i < whole * (whole - 1); ++i) kept = survives(0.5);
      const double part = unit();
      for (int i = 0; kept && i < whole; ++i) kept = survives(part);
      if (kept && survives(part * part / 2)) return next() >> 63 ? -(whole + part) : whole + part;
    }
  }

  // Every order equally likely (Fisher and Yates).
  template <class T>
  constexpr void shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left)
      std::swap(items[left - 1], items[below(static_cast<std::uint32_t>(left))]);
  }

 private:
  // With probability exp(−x), 0 ≤ x ≤ 1: numbers drawn below x and below each other, until one is
  // not, are even in count (von Neumann 1951).
  constexpr bool survives(double x) {
    bool even = true;
    for (double drawn = unit(); drawn < x; drawn = unit()) {
      x = drawn;
      even = !even;
    }
    return even;
  }

  std::uint64_t state_;
};

}  // namespace loom
