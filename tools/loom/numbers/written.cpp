#include "tools/loom/numbers/written.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "tools/loom/text/number.hpp"
#include "tools/loom/text/strings.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"

namespace loom::numbers {
namespace {

constexpr std::string_view minus = "−";

constexpr std::string_view small[] = {"zero",    "one",     "two",       "three",    "four",
                                      "five",    "six",     "seven",     "eight",    "nine",
                                      "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                      "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::string_view tens[] = {"twenty", "thirty",  "forty",  "fifty",
                                     "sixty",  "seventy", "eighty", "ninety"};

struct Share {
  std::string_view name;
  int share;
};
constexpr Share shares[] = {{"half", 2},   {"halves", 2},  {"third", 3},
                            {"thirds", 3}, {"quarter", 4}, {"quarters", 4},
                            {"eighth", 8}, {"eighths", 8}, {"sixteenth", 16}};
constexpr Share times[] = {{"once", 1}, {"twice", 2}, {"thrice", 3}};

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool word_character(char c) { return digit(c) || letter(c) || c == '_'; }

template <size_t count>
std::optional<int> place_in(const std::string_view (&names)[count], std::string_view name) {
  const auto found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<int>(found - std::begin(names));
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  std::vector<Written> run() {
    while (at_ < text_.size())
      if (digit(text_[at_]))
        digits();
      else if (letter(text_[at_]))
        letters();
      else
        ++at_;
    return std::move(found_);
  }

 private:
  char before(size_t at) const { return at > 0 ? text_[at - 1] : ' '; }
  char after(size_t at) const { return at < text_.size() ? text_[at] : ' '; }

  // "[\d,.]*\d", which ends before the comma or the period of the sentence.
  void digits() {
    const size_t begin = at_;
    while (digit(after(at_)) || ((text_[at_] == ',' || text_[at_] == '.') && digit(after(at_ + 1))))
      if (++at_ >= text_.size()) break;
    const char first = before(begin);
    const bool named = word_character(first) || first == '.' ||
                       (first == '-' && begin > 1 && letter(before(begin - 1)));
    if (letter(after(at_)) || after(at_) == '_') {
      while (word_character(after(at_))) ++at_;
      return;
    }
    if (named) return;
    add_digits(begin);
  }

  void add_digits(size_t begin) {
    Written written{.begin = begin, .end = at_};
    std::string plain;
    for (char c : text_.substr(begin, at_ - begin))
      if (c != ',') plain += c;
    if (std::count(plain.begin(), plain.end(), '.') > 1) return;  // a version
    const size_t point = plain.find('.');
    written.decimals = point == plain.npos ? 0 : static_cast<int>(plain.size() - point - 1);
    written.value = scene::decimal(plain);
    if (text_.substr(0, begin).ends_with(minus)) take_minus(written, minus.size());
    if (before(begin) == '-') take_minus(written, 1);
    found_.push_back(written);
  }

  // A sign, not the dash between two numbers.
  void take_minus(Written& written, size_t size) {
    const size_t sign = written.begin - size;
    if (word_character(before(sign)) || before(sign) == ')' || before(sign) == '}') return;
    written.begin = sign;
    written.value = -written.value;
  }

  std::string next_word() {
    const size_t begin = at_;
    while (letter(after(at_))) ++at_;
    return text::lower_case(text_.substr(begin, at_ - begin));
  }

  void letters() {
    const size_t begin = at_;
    const std::string name = next_word();
    if (word_character(after(at_)) || word_character(before(begin))) {
      while (word_character(after(at_)) && !digit(text_[at_])) ++at_;
      return;
    }
    Written written{.begin = begin, .end = at_, .word = true};
    for (const Share& each : shares)
      if (name == each.name) written.share = each.share;
    for (const Share& each : times)
      if (name == each.name) written.value = each.share;
    if (written.share > 0) {
      written.value = 1. / written.share;
      take_count(written);
    } else if (const auto ten = place_in(tens, name)) {
      written.value = 10 * (*ten + 2) + units();
    } else if (const auto number = place_in(small, name)) {
      written.value = *number;
    }
    written.end = at_;
    if (written.value > 0 || name == "zero") found_.push_back(written);
  }

  // "thirty-two"
  int units() {
    if (after(at_) != '-') return 0;
    const size_t back = at_++;
    const auto unit = place_in(small, next_word());
    if (unit && *unit > 0 && *unit < 10) return *unit;
    at_ = back;
    return 0;
  }

  // "three quarters", "seven eighths": one number.
  void take_count(Written& written) {
    if (found_.empty() || !found_.back().word || found_.back().share > 0) return;
    if (found_.back().end + 1 != written.begin) return;
    written.value *= found_.back().value;
    written.begin = found_.back().begin;
    found_.pop_back();
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Written> found_;
};

std::string in_words(long number) {
  if (number < 20) return std::string(small[number]);
  std::string text(tens[number / 10 - 2]);
  if (number % 10 > 0) text.append("-").append(small[number % 10]);
  return text;
}

}  // namespace

std::vector<Written> find_numbers(std::string_view text) { return Finder(text).run(); }

bool says(const Written& written, double value) {
  if (!std::isfinite(value)) return false;
  if (written.share > 0 && (value <= 1e-6 || value >= 1e6)) return false;
  // "an eighth" is any number that is nearer to an eighth than to a seventh or a ninth.
  if (written.share > 0 && std::abs(written.value - 1. / written.share) < 1e-9 && value > 0)
    return std::llround(1 / value) == written.share;
  if (written.share > 0)
    return std::llround(value * written.share) == std::llround(written.value * written.share);
  const double half = 0.5 * std::pow(10., -written.decimals);
  const double noise = 1e-9 * std::max(1., std::abs(value));
  return std::abs(value - written.value) <= half + noise;
}

std::string corrected(std::string_view text, const Written& written, double value) {
  if (!std::isfinite(value)) return "no number";
  const std::string_view typed = text.substr(written.begin, written.end - written.begin);
  const long whole = std::abs(value) < 1000 ? std::lround(value) : 1000;
  if (written.word && written.share == 0 && whole >= 0 && whole < 100 &&
      std::abs(value - static_cast<double>(whole)) < 0.5) {
    std::string word = in_words(whole);
    if (typed[0] >= 'A' && typed[0] <= 'Z') word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word;
  }
  return text::grouped(scene::fixed(value, written.share > 0 ? 3 : written.decimals));
}

}  // namespace loom::numbers
