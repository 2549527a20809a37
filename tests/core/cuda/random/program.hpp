// A kernel in CUDA C++ with a launch: text that a C++ compiler takes too, and what it gets.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/core/cuda/random/type.hpp"

namespace loom::random_kernels {

struct Given {
  Scalar type = Scalar::i32;
  bool pointer = false;
  std::vector<std::uint8_t> bytes;  // of the array, or of the value
};

struct Program {
  std::string text;  // its kernel is called `k`
  std::vector<Given> given;
  std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
  bool meets = false;  // threads wait for each other
  long long statements = 0;

  long long threads() const {
    long long all = 1;
    for (int i = 0; i < 3; ++i)
      all *= grid[static_cast<unsigned>(i)] * block[static_cast<unsigned>(i)];
    return all;
  }
};

// The same for the same seed, everywhere. No thread does what C++ does not define, none reads what
// another one writes without a barrier between, and integers never overflow with a sign.
Program random_program(std::uint64_t seed);

}  // namespace loom::random_kernels
