// About how high a block of the text is before the browser lays it out: css/far.css, which waits
// with what is far from the screen.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// ` data-far="7 5"`: steps of height on a phone and on a wide screen. far_heights.css has the
// height of each step. Of a block of the text; "" for kinds whose height is in far.css.
std::string far_attribute(const Node& block);
// Of a figure between its head and its caption.
std::string far_attribute(const Figure& figure);

// Of a list of as many small pictures.
std::string far_gallery(int pictures);

bool is_wide_table(const Node& table);  // wider than a phone: tables.cpp

}  // namespace loom::site
