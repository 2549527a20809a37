#include "tools/loom/text/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace loom::text {

std::string number_text(double value) {
  if (value == 0) return "0";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::fabs(value),
                                 std::chars_format::scientific);
  const std::string text(buffer, end.ptr);
  const size_t e = text.find('e');
  const int exponent = std::atoi(text.c_str() + e + 1);
  std::string digits = text.substr(0, e);
  if (digits.size() > 1) digits.erase(1, 1);  // the point
  const int count = static_cast<int>(digits.size()), point = exponent + 1;
  if (point > 21 || point < -5) {
    if (count > 1) digits.insert(1, ".");
    digits += (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
  } else if (point <= 0) {
    digits.insert(0, "0." + std::string(static_cast<size_t>(-point), '0'));
  } else if (point < count) {
    digits.insert(static_cast<size_t>(point), ".");
  } else {
    digits.append(static_cast<size_t>(point - count), '0');
  }
  return (value < 0 ? "-" : "") + digits;
}

std::string grouped(std::string_view number) {
  constexpr std::string_view digits = "0123456789";
  const size_t begin = std::min(number.find_first_of(digits), number.size());
  const size_t end = std::min(number.find_first_not_of(digits, begin), number.size());
  std::string out(number);
  for (size_t at = end; at > begin + 3;) out.insert(at -= 3, ",");
  return out;
}

}  // namespace loom::text
