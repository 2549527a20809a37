#include "tools/loom/text/number.hpp"

#include <charconv>
#include <cmath>

namespace loom::text {

std::string number_text(double value) {
  if (value == 0) return "0";
  const double size = std::fabs(value);
  const bool plain = size >= 1e-6 && size < 1e21;
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  return {text, end.ptr};
}

}  // namespace loom::text
