#include "web/scene/format.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/logarithm.hpp"
#include "core/numerics/decimal.hpp"
#include "web/scene/decimal.hpp"

namespace loom::scene {
namespace {

void append_integer(std::string& text, long long value) {
  char digits[28];  // 19, and commas
  char* const end = digits + sizeof digits;
  char* begin = end;
  auto rest = static_cast<unsigned long long>(value);
  if (value < 0) rest = 0 - rest;
  int place = 0;
  do {
    if (place > 0 && place % 3 == 0) *--begin = ',';
    *--begin = static_cast<char>('0' + rest % 10);
    ++place;
  } while (rest /= 10);
  if (value < 0) text += "−";
  text.append(begin, end);
}

}  // namespace

std::string fixed(double value, int decimals) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  const std::string text = numerics::fixed_text(value, decimals);
  return text.front() == '-' ? "−" + text.substr(1) : text;
}

std::string integer(long long value) {
  std::string text;
  append_integer(text, value);
  return text;
}

int decimals_needed(const std::vector<double>& numbers, int least, int most) {
  for (int decimals = least; decimals < most; ++decimals) {
    const double scale = power_of(10, decimals);
    const bool enough = std::all_of(numbers.begin(), numbers.end(), [&](double number) {
      return std::fabs(number * scale - std::round(number * scale)) < 1e-6;
    });
    if (enough) return decimals;
  }
  return most;
}

std::string percent(double share, int decimals) { return fixed(100 * share, decimals) + "%"; }

std::string brief_percent(double share) {
  const double percents = 100 * share;
  return percent(share, percents == std::round(percents) ? 0 : 1);
}

std::string shortest(double value) {
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  if (std::fabs(value) < 1e15 && value == std::floor(value))
    return numerics::general_text(value, 16);
  for (int count = 1; count < 17; ++count) {
    std::string text = numerics::general_text(value, count);
    if (decimal(text) == value) return text;
  }
  return numerics::general_text(value, 17);
}

std::string significant(double value) {
  // A number that rounds up to the next power of ten has that power's digits: 0.9999 is 1.00, like
  // 1.
  const double size = std::fabs(value);
  if (size >= 999.5) return integer(std::llround(value));
  return fixed(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3);
}

std::string brief(double value) {
  std::string text = significant(value);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string power(int base, int exponent) {
  constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = std::to_string(base);
  if (exponent < 0) text += "⁻";
  for (char digit : std::to_string(std::abs(exponent))) text += raised[digit - '0'];
  return text;
}

std::string scientific(double value, int decimals) {
  if (!std::isfinite(value)) return fixed(value, 0);
  auto [digits, exponent] = numerics::significant_digits(value, decimals + 1);
  if (decimals > 0) digits.insert(1, ".");
  return (value < 0 ? "−" : "") + digits + " × " + power(10, exponent);
}

std::string readable(double value) {
  const double size = std::fabs(value);
  if (!std::isfinite(value) || value == 0) return fixed(value, 0);
  if (size >= 1e6 || size < 1e-4) return scientific(value, 3);
  if (size >= 1000) return integer(std::llround(value));
  const double millions = size * 1e6;
  int decimals = 6;
  if (millions == std::floor(millions)) {
    for (double rest = millions; decimals > 0 && std::fmod(rest, 10) == 0; rest /= 10) --decimals;
  } else {
    decimals = 3 - static_cast<int>(std::floor(std::log10(size)));
  }
  return fixed(value, decimals);
}

std::string binary_bytes(double bytes) {
  constexpr const char* units[] = {" B", " KiB", " MiB", " GiB", " TiB"};
  size_t unit = 0;
  for (; unit < 4 && bytes >= 1024; ++unit) bytes /= 1024;
  return brief(bytes) + units[unit];
}

std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

std::string plural(long long count, std::string_view noun) {
  return integer(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

void Word::append_to(std::string& text) const {
  if (size_ >= 0) {
    text.append(text_, static_cast<size_t>(size_));
    return;
  }
  append_integer(text, number_);
  if (text_ == nullptr) return;
  text.append(" ").append(text_);
  if (size_ != counted && number_ != 1) text += 's';
}

// A picture has thousands of such texts, so nothing here makes one of its own.
std::string filled(const char* sentence, size_t size, const Word* words) {
  const char *from = sentence, *const end = sentence + size;
  std::string text;
  if (size > 10) text.reserve(size + 12);  // shorter ones need no memory of their own
  for (const char* at = sentence; at + 1 < end; ++at) {
    if (at[0] != '{' || at[1] != '}') continue;
    text.append(from, at);
    (words++)->append_to(text);
    from = ++at + 1;
  }
  return text.append(from, end);
}

Cell cell(long long count) { return {integer(count), static_cast<double>(count)}; }

Cell cell(double value, int decimals) { return {fixed(value, decimals), value}; }

Cell cell(double value, std::string (*show)(double)) { return {show(value), value}; }

Cell cell(double value, std::string shown) { return {std::move(shown), value}; }

Cell percent_cell(double share, int decimals) { return {percent(share, decimals), 100 * share}; }

Cell no_cell() { return {"–"}; }

std::vector<Cell> written(const Entry* entries, size_t count) {
  std::vector<Cell> row;
  row.reserve(count);
  for (size_t i = 0; i < count; ++i) row.push_back(entries[i].written());
  return row;
}

void Table::add(const Entry* row, size_t count) { add(written(row, count)); }

}  // namespace loom::scene
