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

  // Every order equally likely (Fisher and Yates).
  template <class T>
  constexpr void shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left)
      std::swap(items[left - 1], items[below(static_cast<std::uint32_t>(left))]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace loom
