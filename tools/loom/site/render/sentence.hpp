// How many lines a figure's sentence takes: room for the longest one keeps what is below it in its
// place while the reader plays.
#pragma once

#include "tools/loom/site/site.hpp"

namespace loom::site {

struct Lines {
  int narrow = 1, wide = 1;  // on a phone; where the wide picture is shown, on a small screen
};

// Of this sentence, in the style sheets' measure, broken between words.
Lines lines(std::string_view sentence);

// The most that any sentence takes of: the figure's own state and every preset, at every step or
// 64 of them, and the state with one control at each of its choices or at either end.
Lines most_lines(const Figure& figure);

}  // namespace loom::site
