// Formulas: TeX to MathML by tools/math.mjs, all of a build in one child process.
#pragma once

#include <filesystem>
#include <map>
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

// What has been rendered.
struct Formulas {
  std::map<Formula, Rendered> known;
};

// The child process, which may be started before it is needed. Without new formulas none is.
class MathProcess {
 public:
  MathProcess(std::filesystem::path script, Formulas& formulas)
      : script_(std::move(script)), formulas_(formulas) {}

  // Unless earlier builds have rendered formulas, and perhaps all. render() reports what is wrong.
  void start();

  // One answer per formula, in order; to be called once. Throws Failure when Node.js, the script or
  // its npm package is not there or does not work.
  std::vector<Rendered> render(const std::vector<Formula>& formulas);

 private:
  void launch();
  std::vector<Rendered> ask(const std::vector<Formula>& formulas);
  std::string exchange(const std::string& input);

  std::filesystem::path script_;
  Formulas& formulas_;
  std::unique_ptr<Child> child_;
};

}  // namespace loom::site
