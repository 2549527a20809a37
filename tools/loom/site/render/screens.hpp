// The screens for which the builder guesses heights and widths: a phone of 390 CSS pixels, and a
// wide one.
#pragma once

namespace loom::site {

struct Screen {
  float rem;     // CSS pixels of the text's size
  float column;  // CSS pixels of a line of text
  float tables;  // the width that tables may have
  bool stacks;   // wide tables
};

const Screen& phone();
const Screen& desk();

}  // namespace loom::site
