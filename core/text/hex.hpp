// Hexadecimal digits.
#pragma once

namespace loom {

// 0 to 15, for letters of either case; −1: it is no digit.
constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 32);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace loom
