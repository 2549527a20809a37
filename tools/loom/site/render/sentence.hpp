// How many lines a figure's sentence takes: room for the likely ones keeps what is below them in
// its place while the reader plays. A longer one takes more once, and that stays (readout.js).
#pragma once

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

struct Lines {
  int narrow = 1, wide = 1;  // on a phone; on a small screen that shows the wide picture
};

// The number of lines of this sentence, in the style sheets' measure, broken between words.
Lines lines(std::string_view sentence);

// The number of lines for the opening state, for half of its steps (or 64 of them), and for its
// presets.
Lines likely_lines(const Figure& figure);

}  // namespace loom::site
