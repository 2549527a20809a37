// Formulas: tools/math.cjs turns TeX into MathML, in one child process for a whole build.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tools/loom/base/process.hpp"

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

// The formulas that have been rendered.
struct Formulas {
  std::map<Formula, Rendered> known;
};

// The child process. It is started before it is needed and works while the builder does other
// things. If no formula is new, none is started.
class MathProcess {
 public:
  MathProcess(std::filesystem::path script, Formulas& formulas)
      : script_(std::move(script)), formulas_(formulas) {}

  // Not started if earlier builds have rendered all formulas. answers() reports errors.
  void start();

  // Sends all formulas of a site; call it once. It does not wait.
  void ask(std::vector<Formula> formulas);

  // The results, in order, once they have arrived. Throws Failure if Node.js, the script or its npm
  // package is missing or fails.
  using Answers = std::vector<const Rendered*>;
  const Answers& answers() const { return answers_.get(); }

 private:
  void launch();
  Answers render(const std::vector<Formula>& formulas);
  std::vector<Rendered> run(const std::vector<Formula>& formulas);
  std::string exchange(const std::string& input);

  std::filesystem::path script_;
  Formulas& formulas_;
  std::unique_ptr<Child> child_;
  std::shared_future<Answers> answers_;  // last, because it uses the other members
};

}  // namespace loom::site
