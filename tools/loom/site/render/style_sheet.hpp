// Reads the site's own style sheets: what they say in CSS is not said again in C++.
#pragma once

#include <string_view>
#include <vector>

namespace loom::site {

struct StyleRule {
  std::string_view condition;  // "@media (min-width: 48rem)", or ""
  std::string_view selector;   // as it is written
  std::string_view text;       // from the selector to '}'
  std::string_view body;       // between the braces
};

// In the sheet's order, which must outlive them.
std::vector<StyleRule> style_rules(std::string_view sheet);

struct StyleDeclaration {
  std::string_view property, value;
};

std::vector<StyleDeclaration> declarations(const StyleRule& rule);

// A token of web/shell/css/tokens.css: the number that it begins with, "1.62" or "36.5rem". Throws
// std::logic_error if there is none under this condition.
float token(std::string_view name, std::string_view condition = "");

}  // namespace loom::site
