// Formulas: TeX to MathML by tools/math.mjs, all of a build in one child process.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tools/loom/site/process.hpp"

namespace loom::site {

struct Formula {
  std::string tex;
  bool display = false;
  auto operator<=>(const Formula&) const = default;
};

struct Rendered {
  std::string html;   // or
  std::string error;  // why it was refused,
  size_t at = 0;      // and where: bytes from the formula's start
};

// The child process, which may be started before it is needed. Without formulas none is.
class MathProcess {
 public:
  explicit MathProcess(std::filesystem::path script) : script_(std::move(script)) {}

  void start();  // render() reports what is wrong

  // One answer per formula, in order; to be called once. Throws Failure when Node.js or the script
  // does not work.
  std::vector<Rendered> render(const std::vector<Formula>& formulas);

 private:
  std::filesystem::path script_;
  std::unique_ptr<Child> child_;
};

}  // namespace loom::site
