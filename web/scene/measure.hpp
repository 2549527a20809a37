// How wide a text will be, so that scenes can lay out labels without a font.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "web/scene/names.hpp"  // IWYU pragma: export
#include "web/scene/painter.hpp"

namespace loom::scene {

// CSS px, never too small: the wider of Inter's two weights with tabular figures (mono: JetBrains
// Mono), without kerning. A character that the table lacks counts as one em.
float text_width(std::string_view text, Size size, Weight weight = Weight::regular);

// The widest of these numbers in small text; and so many decimals, or as many as fit into `width`.
float widest(const std::vector<double>& numbers, int decimals);
int decimals_that_fit(const std::vector<double>& numbers, int most, float width);

// The first candidate that fits into `width`, or "" when none does.
std::string fit(std::initializer_list<std::string> candidates, float width, Size size);

}  // namespace loom::scene
