#include "tools/loom/site/resolve/formulas.hpp"

#include <string_view>
#include <unordered_map>

namespace loom::site {

std::vector<Formula> number_formulas(std::span<const Tree> texts) {
  std::vector<Formula> out;
  std::unordered_map<std::string_view, int> numbers[2];  // of those in the text, of those displayed
  for (const Tree& text : texts)
    for (const Node* node : text.formulas) {
      const auto [number, fresh] =
          numbers[node->display].try_emplace(node->text, static_cast<int>(out.size()));
      if (fresh) out.push_back({std::string(node->text), node->display});
      node->more->number = number->second;
    }
  return out;
}

void place_formulas(Site& site, const Formulas::Answers& answers, Diagnostics& diagnostics) {
  for (Page& page : site.pages)
    for (Node* node : page.text.formulas) {
      const Rendered& answer = *answers[static_cast<size_t>(node->more->number)];
      node->more->html = answer.html;
      if (!answer.error.empty())
        diagnostics.add(page.source(), source_offset(*node, answer.at),
                        "formula '" + std::string(node->text) + "': " + answer.error);
    }
}

}  // namespace loom::site
