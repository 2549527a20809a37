#include "web/scene/measure.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/text/utf8.hpp"
#include "web/scene/format.hpp"

namespace loom::scene {
namespace {

// Advance widths in thousandths of an em, from fonts-inter 4.0: the larger of Regular and SemiBold,
// with tabular figures.
constexpr std::array<uint16_t, 95> ascii = {
    281, 309, 403, 643, 649, 844, 663, 222, 393, 393, 543, 673, 291, 466, 290, 379, 670, 670,  670,
    670, 670, 670, 670, 670, 670, 670, 290, 289, 673, 673, 673, 544, 999, 724, 657, 744, 724,  608,
    587, 755, 744, 275, 561, 677, 566, 906, 753, 775, 643, 776, 651, 649, 660, 741, 724, 1007, 690,
    705, 653, 393, 379, 393, 481, 468, 497, 575, 630, 577, 630, 593, 377, 625, 613, 261, 261,  569,
    261, 898, 610, 608, 625, 625, 397, 549, 380, 608, 576, 837, 562, 576, 562, 393, 358, 393,  673};

// Beyond ASCII: the signs that pictures use, as UTF-8.
struct Sign {
  std::string_view text;
  int width;
};
constexpr Sign signs[] = {
    {"−", 673}, {"×", 673}, {"·", 290}, {"≥", 673}, {"≤", 673}, {"→", 955}, {"↑", 955}, {"↓", 955},
    {"’", 214}, {"≈", 673}, {"½", 926}, {"∞", 966}, {"–", 500}, {"√", 660}, {"⁰", 455}, {"¹", 318},
    {"²", 423}, {"³", 438}, {"⁴", 450}, {"⁵", 427}, {"⁶", 438}, {"⁷", 396}, {"⁸", 437}, {"⁹", 438},
    {"⁻", 445}, {"₀", 455}, {"₁", 318}, {"₂", 423}, {"π", 707}, {"±", 673}, {"σ", 657}, {"α", 648}};

int advance(std::string_view character) {
  const char c = character[0];
  if (character.size() == 1)
    return c >= ' ' && c <= '~' ? ascii[static_cast<size_t>(c - ' ')] : 1000;
  for (const Sign& sign : signs)
    if (sign.text == character) return sign.width;
  return 1000;
}

}  // namespace

float text_width(std::string_view text, Size size, Weight weight) {
  int thousandths = 0;
  while (!text.empty()) {
    const size_t length = std::max<size_t>(1, utf8::sequence(text, 0));
    thousandths += weight == Weight::mono ? 600 : advance(text.substr(0, length));
    text.remove_prefix(length);
  }
  return static_cast<float>(thousandths) * static_cast<float>(size) / 1000;
}

float widest(const std::vector<double>& numbers, int decimals) {
  float width = 0;
  for (double number : numbers)
    width = std::max(width, text_width(fixed(number, decimals), Size::small));
  return width;
}

int decimals_that_fit(const std::vector<double>& numbers, int most, float width) {
  while (most > 0 && widest(numbers, most) > width) --most;
  return most;
}

std::string fit(std::initializer_list<std::string> candidates, float width, Size size) {
  for (const std::string& candidate : candidates)
    if (text_width(candidate, size) <= width) return candidate;
  return "";
}

}  // namespace loom::scene
