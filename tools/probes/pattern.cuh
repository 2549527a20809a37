// One warp's addresses, as patterns.py writes them: a line is `load|store WIDTH OFFSET×32`, offsets
// in bytes from an aligned base, `-` for an inactive lane.
#pragma once

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "common.cuh"

struct Pattern {
  bool store = false;
  int width = 0;
  struct Offsets {
    int32_t lane[32];  // negative: inactive
  } offsets;
};

inline std::vector<Pattern> read_patterns(const char* path, int bytes) {
  std::ifstream file(path);
  REQUIRE(file, "cannot read the pattern file");
  std::vector<Pattern> patterns;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string op, word;
    Pattern pattern;
    words >> op >> pattern.width;
    pattern.store = op == "store";
    for (int32_t& offset : pattern.offsets.lane) {
      words >> word;
      offset = word == "-" ? -1 : std::stoi(word);
      REQUIRE(offset + pattern.width <= bytes, "an offset lies outside the buffer");
    }
    REQUIRE(words, "a pattern needs an operation, a width and 32 offsets");
    patterns.push_back(pattern);
  }
  return patterns;
}

// All bits of a loaded value folded into one word, so that no part of the load can be dropped.
template <typename T>
__device__ uint32_t fold(T value) {
  return value;
}
inline __device__ uint32_t fold(uint2 value) { return value.x ^ value.y; }
inline __device__ uint32_t fold(uint4 value) { return value.x ^ value.y ^ value.z ^ value.w; }

// Calls launch(T{}) with the type that is `width` bytes wide.
template <typename Launch>
void with_type(int width, Launch launch) {
  switch (width) {
    case 1:
      return launch(uint8_t{});
    case 2:
      return launch(uint16_t{});
    case 4:
      return launch(uint32_t{});
    case 8:
      return launch(uint2{});
    case 16:
      return launch(uint4{});
  }
  REQUIRE(false, "the width must be 1, 2, 4, 8 or 16");
}

// Runs launch(pattern, T{}) for every pattern of the file, or with --single for the first one
// alone, which may fail: then CUDA's name of what happened is printed as JSON.
template <typename Launch>
int run_patterns(int argc, char** argv, int bytes, Launch launch) {
  const bool single = argc == 3 && std::strcmp(argv[1], "--single") == 0;
  REQUIRE(argc == 2 || single, "usage: [--single] PATTERNS");
  std::vector<Pattern> patterns = read_patterns(argv[argc - 1], bytes);
  if (single) patterns.resize(1);
  for (const Pattern& pattern : patterns) {
    with_type(pattern.width, [&](auto zero) { launch(pattern, zero); });
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t status = launched != cudaSuccess ? launched : cudaDeviceSynchronize();
    if (single) {
      std::printf("\"%s\"\n", cudaGetErrorName(status));
      return 0;
    }
    CHECK(status);
  }
  return 0;
}
