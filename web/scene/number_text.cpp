#include "web/scene/number_text.hpp"

#include <algorithm>
#include <cmath>

#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"

namespace loom::scene {

std::optional<double> typed_number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  constexpr std::string_view typeset = "−";
  const bool negative = text.starts_with('-') || text.starts_with(typeset);
  if (text.starts_with(typeset))
    text.remove_prefix(typeset.size());
  else if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  const std::string size_text(text);
  if (size_text == "nan" || size_text == "NaN") return NAN;
  if (size_text == "inf" || size_text == "∞") return negative ? -HUGE_VAL : HUGE_VAL;
  if (text.starts_with('+') || text.starts_with('-') || text.starts_with(typeset))
    return std::nullopt;
  const bool power = text.starts_with("2^");
  const double found = number(power ? text.substr(2) : text);
  const double size = power ? std::exp2(found) : found;
  if (!power && size == 0 && !std::signbit(size)) {
    const std::string digits = size_text.substr(0, size_text.find_first_of("eE/"));
    if (digits.find_first_of("123456789") == digits.npos) return negative ? -0. : 0.;
  }
  if (!(size >= 1e-300 && size <= 1e300)) return std::nullopt;
  return negative ? -size : size;
}

// At most `digits` significant digits, `in_power` of them before a power of ten, without zeros at
// the end; whole numbers below 10⁹ have all digits.
static std::string counted(double value, int digits, int in_power) {
  if (value == 0) return std::signbit(value) ? "−0" : "0";
  const double size = std::fabs(value);
  const bool plain = size >= 1e-4 && size < 1e9;
  if (!std::isfinite(value) || (plain && size == std::floor(size)))
    return std::isfinite(value) ? integer(static_cast<long long>(value)) : fixed(value, 0);
  int decimals = digits - 1;  // with one before the point
  for (double left = size; plain && left >= 10; left /= 10) --decimals;
  for (double left = size; plain && left < 1; left *= 10) ++decimals;
  std::string text = plain ? fixed(value, std::max(decimals, 0)) : scientific(value, in_power - 1),
              power;
  if (const size_t times = text.find(" ×"); times != text.npos) {
    power = text.substr(times);
    text.resize(times);
  }
  if (text.find('.') != text.npos) text.erase(text.find_last_not_of('0') + 1);
  const size_t point = std::min(text.find('.'), text.size()), sign = value < 0 ? 3 : 0;
  if (text.back() == '.') text.pop_back();
  for (size_t i = point; i > sign + 3;) text.insert(i -= 3, ",");
  return text + power;
}

std::string exact_text(double value) { return counted(value, 12, 12); }

std::string short_text(double value) {
  const std::string exact = exact_text(value), brief = counted(value, 6, 4);
  return brief == exact ? exact : "≈" + brief;
}

std::string power_text(int exponent) { return exponent == 0 ? "1" : power(2, exponent); }

std::string relative_text(double share) {
  const double percents = 100 * share;
  return (percents == 0 || (percents >= 0.01 && percents < 1e6) ? brief(percents)
                                                                : scientific(percents, 1)) +
         "%";
}

std::string difference_text(double difference) {
  const bool small = std::fabs(difference) < 1e-4;
  return readable(small ? difference : std::round(difference * 1e6) / 1e6);
}

}  // namespace loom::scene
