#include "tests/web/scenes/numbers.hpp"

#include <cstdlib>

namespace loom::scenes {
namespace {

constexpr std::string_view minus = "−";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_of_a_word(char c) {
  return is_digit(c) || c == '_' || c == '.' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

// The length of "1,234.5" at the start of a text. A comma or period that ends a clause is no part.
size_t digits_of(std::string_view text) {
  const auto digit = [&](size_t at) { return at < text.size() && is_digit(text[at]); };
  size_t at = 0;
  while (digit(at) || (at > 0 && at + 3 < text.size() && text[at] == ',' && digit(at + 1) &&
                       digit(at + 2) && digit(at + 3) && !digit(at + 4)))
    ++at;
  if (at > 0 && at < text.size() && text[at] == '.' && digit(at + 1))
    for (++at; digit(at);) ++at;
  return at;
}

// The exponent in raised digits, or "^38", at the start of `text`, which loses them.
int exponent(std::string_view& text) {
  constexpr std::string_view raised = "⁰¹²³⁴⁵⁶⁷⁸⁹", below = "⁻";
  constexpr size_t lengths[] = {3, 2, 2, 2, 3, 3, 3, 3, 3, 3};  // bytes of a raised digit
  const bool small = text.starts_with(below);
  if (small) text.remove_prefix(below.size());
  int found = 0;
  if (text.starts_with('^')) {
    found = std::atoi(std::string(text.substr(1)).c_str());
    text = {};
  }
  for (bool more = true; more;) {
    more = false;
    for (size_t digit = 0, from = 0; digit < 10; from += lengths[digit++])
      if (text.starts_with(raised.substr(from, lengths[digit]))) {
        found = 10 * found + static_cast<int>(digit);
        text.remove_prefix(lengths[digit]);
        more = true;
        break;
      }
  }
  return small ? -found : found;
}

// The length of " × 10⁻³⁸" there.
size_t power_of(std::string_view text) {
  constexpr std::string_view times = " × 10", below = "⁻";
  if (!text.starts_with(times)) return 0;
  std::string_view after = text.substr(times.size());
  if (after.starts_with(below)) after.remove_prefix(below.size());
  const size_t all = after.size();
  (void)exponent(after);
  return after.size() == all ? 0 : text.size() - after.size();
}

}  // namespace

Said said_number(std::string_view text, std::string& rest) {
  constexpr std::string_view times = " × 10";
  const bool negative = text.starts_with(minus);
  if (negative) text.remove_prefix(minus.size());
  std::string digits;
  size_t decimals = 0, at = 0;
  for (bool point = false; at < text.size(); ++at) {
    if (text[at] == ',') continue;
    if (text[at] != '.' && !is_digit(text[at])) break;
    decimals += point;
    point = point || text[at] == '.';
    digits += text[at];
  }
  text.remove_prefix(at);
  int power = 0;
  if (text.starts_with(times)) {
    text.remove_prefix(times.size());
    power = exponent(text);
  }
  rest = text;
  if (digits.empty()) return {};
  const auto ten_to = [&](const std::string& factor) {
    return std::strtod((factor + "e" + std::to_string(power)).c_str(), nullptr);
  };
  const double size = ten_to(digits);
  return {negative ? -size : size,
          ten_to("0.5") * std::pow(10., -static_cast<double>(decimals)) * (1 + 1e-6)};
}

std::vector<Figure> figures(std::string_view text) {
  std::vector<Figure> found;
  for (size_t at = 0; at < text.size();) {
    const size_t sign = text.substr(at).starts_with(minus) ? minus.size() : 0;
    const std::string_view digits = text.substr(at + sign);
    size_t length = digits_of(digits);
    const bool apart = at == 0 || !is_of_a_word(text[at - 1]);
    if (length == 0 || !apart) {
      ++at;
      continue;
    }
    std::string_view above = digits.substr(length);
    const int raised = exponent(above);  // "2⁻¹⁴"
    const bool is_power = above.size() < digits.size() - length;
    length += is_power ? digits.size() - length - above.size() : power_of(above);
    const size_t end = at + sign + length;
    const bool whole = end == text.size() || text[end] == '.' || !is_of_a_word(text[end]);
    std::string rest;
    Said said = said_number(text.substr(at, sign + length), rest);
    if (is_power) said = {std::copysign(std::pow(std::fabs(said.number), raised), said.number), 0};
    if (whole) found.push_back({said, std::string(text.substr(end))});
    at = end;
  }
  return found;
}

Numbers numbers(std::string_view text) {
  Numbers found;
  for (const Figure& each : figures(text)) found.push_back(each.said.number);
  return found;
}

std::ostream& operator<<(std::ostream& out, const Numbers& numbers) {
  out << '{';
  for (size_t i = 0; i < numbers.size(); ++i) out << (i > 0 ? ", " : "") << numbers[i];
  return out << '}';
}

}  // namespace loom::scenes
