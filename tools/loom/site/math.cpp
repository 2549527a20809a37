#include "tools/loom/site/math.hpp"

#include <nlohmann/json.hpp>

#include "tools/loom/site/options.hpp"

namespace loom::site {

void MathProcess::start() {
  if (std::filesystem::exists(script_))
    child_ = std::make_unique<Child>(std::vector<std::string>{"node", script_.string()});
}

std::vector<Rendered> MathProcess::render(const std::vector<Formula>& formulas) {
  std::vector<Rendered> out;
  if (formulas.empty()) return out;
  if (!child_) start();
  if (!child_) throw Failure("no script '" + script_.string() + "' to turn formulas into MathML");
  std::string input;
  for (const Formula& formula : formulas)
    input += nlohmann::json{{"tex", formula.tex}, {"display", formula.display}}.dump() + "\n";
  const std::string output = child_->exchange(input);
  try {
    for (size_t at = 0; at < output.size();) {
      const size_t end = std::min(output.find('\n', at), output.size());
      const auto answer = nlohmann::json::parse(output.begin() + static_cast<std::ptrdiff_t>(at),
                                                output.begin() + static_cast<std::ptrdiff_t>(end));
      Rendered rendered;
      rendered.html = answer.value("html", "");
      rendered.error = answer.value("error", "");
      rendered.at = answer.value("at", size_t{0});
      out.push_back(std::move(rendered));
      at = end + 1;
    }
  } catch (const nlohmann::json::exception&) {
    out.clear();
  }
  if (out.size() != formulas.size())
    throw Failure("'" + script_.string() + "' did not answer every formula");
  return out;
}

}  // namespace loom::site
