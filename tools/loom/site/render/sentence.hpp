// How many lines a figure's sentence takes: room for the likely ones keeps what is below them in
// its place while the reader plays. A longer one takes more once, and that stays (readout.js).
#pragma once

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

struct Lines {
  int narrow = 1, wide = 1;  // on a phone; where the wide picture is shown, on a small screen
};

// Of this sentence, in the style sheets' measure, broken between words.
Lines lines(std::string_view sentence);

// As many as it takes as it opens, and as half of its steps (or 64 of them) and presets do.
Lines likely_lines(const Figure& figure);

}  // namespace loom::site
