#include "web/scene/decimal.hpp"

#include <cmath>
#include <cstdlib>

namespace loom::scene {
namespace {

constexpr std::string_view minus = "−";

double hexadecimal(std::string_view digits) {
  constexpr size_t most = 16;
  if (digits.empty() || digits.size() > most) return NAN;
  double value = 0;
  for (char c : digits) {
    const char letter = static_cast<char>(c | 32);
    const bool digit = c >= '0' && c <= '9';
    if (!digit && (letter < 'a' || letter > 'f')) return NAN;
    value = value * 16 + (digit ? c - '0' : letter - 'a' + 10);
  }
  return value;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const size_t first = text.find_first_not_of(space);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(space) - first + 1);
}

// Without spaces around and without a fraction.
double plain(std::string_view text) {
  if (text.starts_with(minus)) {
    const std::string_view size = text.substr(minus.size());
    const bool twice = size.starts_with('-') || size.starts_with('+') || size.starts_with(minus);
    return twice ? NAN : -plain(size);
  }
  if (text.starts_with("-0x") || text.starts_with("-0X")) return -hexadecimal(text.substr(3));
  if (text.starts_with("0x") || text.starts_with("0X")) return hexadecimal(text.substr(2));
  return decimal(std::string(text));
}

}  // namespace

// Letters other than the exponent's would mean hexadecimal, infinity or NaN.
double decimal(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != text.npos) return NAN;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() ? value : NAN;
}

double number(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == text.npos) return plain(trimmed(text));
  const double below = plain(trimmed(text.substr(slash + 1)));
  return below == 0 ? NAN : plain(trimmed(text.substr(0, slash))) / below;
}

}  // namespace loom::scene
