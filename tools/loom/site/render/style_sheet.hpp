// Reads the site's own style sheets: what they say in CSS is not said again in C++.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace loom::site {

struct StyleRule {
  std::string_view condition;  // "@media (min-width: 48rem)", or ""
  std::string_view selector;   // as it is written
  std::string_view text;       // from the selector to '}'
  std::string_view body;       // between the braces
};

// In the sheet's order, which must outlive them. These functions throw std::logic_error for what
// they would read wrongly: a string without an end, an address without quotes, a rule or a
// condition within another.
std::vector<StyleRule> style_rules(std::string_view sheet);

struct StyleDeclaration {
  std::string_view property, value;
};

std::vector<StyleDeclaration> declarations(const StyleRule& rule);

// "36.5rem", whose unit must be this one; "" for none.
float number_in(const StyleDeclaration& declaration, std::string_view unit);

// A token of web/shell/css/tokens.css. Throws if there is none under this condition.
float token(std::string_view name, std::string_view unit, std::string_view condition = "");

struct LightDark {
  std::string_view light, dark;
};

// Nothing if the value has no light-dark(); if it has, it must be that of two plain colors.
std::optional<LightDark> light_dark(const StyleDeclaration& declaration);

}  // namespace loom::site
