// A number for programs: CSV, JSON, attributes.
#pragma once

#include <string>

namespace loom::text {

// The fewest digits that read back as the same double: 1200, 0.135, 1.5e+300, 0 for −0. Finite
// numbers only.
std::string number_text(double value);

}  // namespace loom::text
