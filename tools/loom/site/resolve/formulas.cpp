#include <string_view>
#include <unordered_map>

#include "tools/loom/site/resolve/math.hpp"

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

}  // namespace loom::site
