// Compiles and runs a kernel of a test, with arrays that it may change.
#pragma once

#include <cstring>
#include <functional>
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

// What the kernel's `body` leaves in int o[count], run by so many threads, with `head` before it;
// or the error.
inline std::string left(const std::string& head, const std::string& body, int count = 4,
                        int threads = 1) {
  std::vector<int> out(static_cast<std::size_t>(count));
  const std::string error =
      Kernel(head + "\n__global__ void k(int* o) {\n" + body + "\n}").array(out).run({1, threads});
  if (!error.empty()) return error;
  std::string all;
  for (int each : out) all += (all.empty() ? "" : " ") + std::to_string(each);
  return all;
}

}  // namespace loom::tests::cuda
