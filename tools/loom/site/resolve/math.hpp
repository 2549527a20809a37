// Formulas: tools/math.cjs turns TeX into MathML.
#pragma once

#include <string>

#include "tools/loom/site/resolve/script.hpp"

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

void to_json(nlohmann::json& question, const Formula& formula);
void from_json(const nlohmann::json& answer, Rendered& rendered);
bool fits(const Formula& formula, const Rendered& rendered);

using Formulas = Questions<Formula, Rendered>;

Script math_script(std::filesystem::path path);

}  // namespace loom::site
