// Compiles and runs a kernel of a test, with arrays that it may change.
#pragma once

#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "tests/doctest.hpp"

namespace loom::tests::cuda {

struct Size {
  int grid_x = 1, block_x = 1, grid_y = 1, block_y = 1;
  long long shared = 0;
};

class Kernel {
 public:
  explicit Kernel(std::string source, std::string name = "", bool fmad = false)
      : source_(std::move(source)), name_(std::move(name)), fmad_(fmad) {}

  template <class T>
  Kernel& array(std::vector<T>& values) {
    loom::cuda::Argument made;
    made.pointer = true;
    made.bytes.resize(values.size() * sizeof(T));
    std::memcpy(made.bytes.data(), values.data(), made.bytes.size());
    arguments_.push_back(std::move(made));
    results_.push_back([&values](const std::vector<std::uint8_t>& bytes) {
      std::memcpy(values.data(), bytes.data(), bytes.size());
    });
    return *this;
  }
  Kernel& number(int value) {
    return scalar(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
  }
  Kernel& real(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, 4);
    return scalar(bits);
  }
  Kernel& scalar(std::uint64_t bits) {
    loom::cuda::Argument made;
    made.scalars = {bits};
    arguments_.push_back(std::move(made));
    results_.push_back(nullptr);
    return *this;
  }

  // "" if it ran without findings; else the error, or the findings.
  std::string run(const Size& size) {
    const auto code = loom::cuda::compile(source_, {name_, fmad_});
    if (!code) return code.error().message;
    loom::cuda::Launch launch;
    launch.grid = {static_cast<unsigned>(size.grid_x), static_cast<unsigned>(size.grid_y), 1};
    launch.block = {static_cast<unsigned>(size.block_x), static_cast<unsigned>(size.block_y), 1};
    launch.dynamic_shared = size.shared;
    launch.arguments = arguments_;
    const auto outcome = loom::cuda::run(*code, launch);
    if (!outcome) return outcome.error().message;
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (results_[i]) results_[i](outcome->arguments[i]);
    printed = outcome->printed;
    std::string all;
    count = 0;
    for (const auto& finding : outcome->findings) {
      count += finding.count;
      all += std::to_string(finding.place.line) + ":" + std::to_string(finding.place.column) +
             ": " + finding.message + "\n";
    }
    return all;
  }

  std::string printed;
  long long count = 0;  // of all findings

 private:
  std::string source_, name_;
  bool fmad_;
  std::vector<loom::cuda::Argument> arguments_;
  std::vector<std::function<void(const std::vector<std::uint8_t>&)>> results_;
};

// Runs a kernel whose `body` writes int o[], with `head` before it. Returns the error, or "".
inline std::string run_body(const std::string& head, const std::string& body, std::vector<int>& o,
                            int threads = 1) {
  return Kernel(head + "\n__global__ void k(int* o) {\n" + body + "\n}").array(o).run({1, threads});
}

// Checks what it leaves in o[], value by value.
inline void check_left(const std::string& head, const std::string& body,
                       const std::vector<int>& expected, int threads = 1) {
  std::vector<int> o(expected.size());
  CAPTURE(body);
  REQUIRE(run_body(head, body, o, threads) == "");
  for (std::size_t i = 0; i < o.size(); ++i) {
    CAPTURE(i);
    CHECK(o[i] == expected[i]);
  }
}

// The same for a kernel in a file of this folder, whose comments tell the values: "o[2] is 7".
inline void check_file(const std::string& file) {
  std::ifstream in(std::string(LOOM_SOURCE_DIR "/tests/core/cuda/") + file, std::ios::binary);
  REQUIRE_MESSAGE(in, file << ": no such file");
  const std::string source{std::istreambuf_iterator<char>(in), {}};
  static const std::regex telling(R"(// o\[(\d+)\] is (-?\d+)\n)");
  const std::sregex_iterator begin(source.begin(), source.end(), telling), end;
  std::vector<int> o(static_cast<std::size_t>(std::distance(begin, end)));
  CAPTURE(file);
  REQUIRE(!o.empty());
  REQUIRE(Kernel(source).array(o).run({1, 1}) == "");
  for (auto told = begin; told != end; ++told) {
    const std::string line = told->str();
    CAPTURE(line);
    CHECK(o.at(std::stoul((*told)[1])) == std::stoi((*told)[2]));
  }
}

// The error of a kernel that is refused, or stopped.
inline std::string error_of(const std::string& head, const std::string& body) {
  std::vector<int> o(4);
  return run_body(head, body, o);
}

}  // namespace loom::tests::cuda
