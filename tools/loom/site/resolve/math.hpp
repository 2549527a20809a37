// Formulas: TeX to MathML by tools/math.cjs, all of a build in one child process.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tools/loom/base/process.hpp"
#include "tools/loom/site/parse/node.hpp"

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

// formulas.cpp: the formulas of a site, each once. Their nodes get the numbers.
std::vector<Formula> number_formulas(std::span<const Tree> texts);

// What has been rendered.
struct Formulas {
  std::map<Formula, Rendered> known;
};

// The child process, which is started before it is needed and answers while other things are done.
// Without new formulas there is none.
class MathProcess {
 public:
  MathProcess(std::filesystem::path script, Formulas& formulas)
      : script_(std::move(script)), formulas_(formulas) {}

  // Unless earlier builds have rendered formulas, and perhaps all. answers() reports what is wrong.
  void start();

  // Asks for all formulas of a site; to be called once. Does not wait.
  void ask(std::vector<Formula> formulas);

  // One for each, in order, once they are there. Throws Failure when Node.js, the script or its npm
  // package is not there or does not work.
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
  std::shared_future<Answers> answers_;  // last: what makes them uses the others
};

}  // namespace loom::site
