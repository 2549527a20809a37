#include "web/scenes/formats/number_text.hpp"

#include <cmath>
#include <cstdlib>

#include "web/scene/format.hpp"

namespace loom::scenes {

using namespace scene;

std::optional<double> typed_number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  // strtod would skip other white space, and stop at a zero byte.
  if (copy.empty() || copy[0] <= ' ' || end != copy.c_str() + copy.size()) return std::nullopt;
  const double size = std::fabs(value);
  if (copy.find_first_of("nN") != copy.npos) return std::isnan(value) ? std::fabs(value) : value;
  const bool hexadecimal = copy.find_first_of("xX") != copy.npos;
  const std::string digits = copy.substr(0, copy.find_first_of(hexadecimal ? "pP" : "eE"));
  if (size == 0 && digits.find_first_of("123456789abcdefABCDEF") != digits.npos)
    return std::nullopt;
  if (size > 1e300 || (size > 0 && size < 1e-300)) return std::nullopt;
  return value;
}

std::string exact_text(double value) {
  if (value == 0) return std::signbit(value) ? "−0" : "0";
  const double size = std::fabs(value);
  const bool plain = size >= 1e-4 && size < 1e9;
  if (!std::isfinite(value) || (plain && size == std::floor(size)))
    return std::isfinite(value) ? integer(static_cast<long long>(value)) : fixed(value, 0);
  int decimals = 11;  // of twelve digits, with one before the point
  for (double left = size; plain && left >= 10; left /= 10) --decimals;
  for (double left = size; plain && left < 1; left *= 10) ++decimals;
  std::string text = plain ? fixed(value, decimals) : scientific(value, 11), power;
  if (const size_t times = text.find(" ×"); times != text.npos) {
    power = text.substr(times);
    text.resize(times);
  }
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + power;
}

}  // namespace loom::scenes
