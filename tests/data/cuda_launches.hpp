// Launches of our own kernels (cuda/launches.json, cuda/faults.json), run by the interpreter.
#pragma once

#include <string>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/cuda/run/run.hpp"
#include "tests/data/recorded.hpp"

namespace loom::test {

// An argument's text, as tools/probes/own_kernels/arguments.py reads it: "float[9]:random(1,0,5)",
// "int=3", "Window={1,2,0.5}", "int*:null".
cuda::Argument launch_argument(const std::string& text, const cuda::Parameter& parameter);

struct Ran {
  cuda::Code code;
  std::vector<cuda::Argument> before;
  cuda::Outcome outcome;
};

// Compiles FOLDER/FILE of tests/data/cuda, and runs one launch; stops the test on an error.
Ran run_launch(const std::string& file, const std::string& kernel, const Json& launch);

// The bytes that base64 stands for.
std::vector<std::uint8_t> from_base64(const std::string& text);

// The members alone of an array in memory, one register's bits each.
std::vector<std::uint64_t> scalars_of(const std::vector<std::uint8_t>& memory,
                                      const cuda::Shape& element);
// The same from members that lie behind each other without gaps.
std::vector<std::uint64_t> packed_scalars(const std::vector<std::uint8_t>& bytes,
                                          const cuda::Shape& element);

}  // namespace loom::test
