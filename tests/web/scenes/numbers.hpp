// The numbers that a sentence, a label or a cell says.
#pragma once

#include <cmath>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace loom::scenes {

// A number in a text, and how far it may be from the true one because of rounding.
struct Said {
  double number = NAN, slack = 0;
};

// Reads "−1,234.5", "3.4 × 10⁻³⁸" or "2 × 10^38" at the start of a text; what follows goes to
// `rest`. No number there: NAN.
Said said_number(std::string_view text, std::string& rest);

// A number within a text, and what stands behind it.
struct Figure {
  Said said;
  std::string behind;
};

// The numbers of a text, in its order. Digits that belong to a name ("H100", "Q4_K", "8B") are
// none.
std::vector<Figure> figures(std::string_view text);

// The same without what stands around them, so that a test can compare all that a sentence says.
struct Numbers : std::vector<double> {
  using std::vector<double>::vector;
  friend std::ostream& operator<<(std::ostream& out, const Numbers& numbers);
};
Numbers numbers(std::string_view text);

}  // namespace loom::scenes
