// Numbers as prose writes them: "2,608", "12.5", "eight", "Thirty-two", "half".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loom::numbers {

struct Written {
  size_t begin = 0, end = 0;  // in the text, with a minus sign
  double value = 0;
  int decimals = 0;   // digits after the decimal point
  int share = 0;      // "half" 2, "quarter" 4, "eighth" 8: the number of equal parts; else 0
  bool word = false;  // "eight"

  // Words up to four, parts, 0 and 1 are often figures of speech, so they need no origin.
  bool counts() const {
    if (word) return share == 0 && value > 4;
    return decimals > 0 || value < 0 || value > 1;
  }
};

// All of them, in order. Digits in a name do not count: H100, E4M3, FlashAttention-2, 7B.
std::vector<Written> find_numbers(std::string_view text);

// Whether `value`, rounded like the text, equals what the text says.
bool says(const Written& written, double value);

// What the text should say instead: with the same number of decimals, and as a word if it was one.
std::string corrected(std::string_view text, const Written& written, double value);

}  // namespace loom::numbers
