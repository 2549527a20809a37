#include "tools/loom/site/resolve/math.hpp"

namespace loom::site {

void to_json(nlohmann::json& question, const Formula& formula) {
  question = {{"tex", formula.tex}, {"display", formula.display}};
}

void from_json(const nlohmann::json& answer, Rendered& rendered) {
  rendered.html = answer.value("html", "");
  rendered.error = answer.value("error", "");
  rendered.at = answer.value("at", size_t{0});
}

bool fits(const Formula& formula, const Rendered& rendered) {
  return rendered.at <= formula.tex.size();
}

Script math_script(std::filesystem::path path) {
  return {std::move(path), {"turn formulas into MathML", "turns formulas into MathML", "formula"}};
}

}  // namespace loom::site
