#include "web/scene/decimal.hpp"

#include <cmath>
#include <cstdlib>

namespace loom::scene {

// Letters other than the exponent's would mean hexadecimal, infinity or NaN.
double decimal(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != text.npos) return NAN;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() ? value : NAN;
}

}  // namespace loom::scene
