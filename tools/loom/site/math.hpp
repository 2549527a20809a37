// Formulas: TeX to MathML by tools/math.mjs, all of a build in one child process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

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

// One answer per formula, in order. Starts no process for none. Throws Failure when Node.js or the
// script does not work.
std::vector<Rendered> render_math(const std::vector<Formula>& formulas, const std::filesystem::path& script);

}  // namespace loom::site
