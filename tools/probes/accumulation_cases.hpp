// Sums in which one bit answers one question about an accumulator. Products of at most 32 pairs of
// powers of two (or nearly), added to a start; every operand is a normal number of E4M3 and E5M2
// unless the name says otherwise. P is 2^16, the greatest power of two that E4M3 can multiply.
#pragma once

#include <cmath>
#include <string>
#include <vector>

struct Terms {  // `count` equal products a·b, from element `first` on
  int first, count;
  float a, b;
};

struct Case {
  std::string name;
  float start;
  std::vector<Terms> terms;
};

// The product significand · 2^exponent at elements `first` …, its exponent split between a and b.
inline Terms product(int first, float significand, int exponent, int count = 1) {
  const int half = exponent >= 0 ? (exponent + 1) / 2 : exponent / 2;
  return {first, count, std::ldexp(significand, half), std::ldexp(1.0f, exponent - half)};
}

inline std::string power(int below) { return "2^-" + std::to_string(below); }

// How far below the greatest product another one still counts, depending on its place, and how it
// is cut.
inline void add_alignment(std::vector<Case>& cases) {
  constexpr int top = 16;
  for (int s = 1; s <= 27; ++s)
    cases.push_back({"P + P " + power(s), 0, {product(0, 1, top), product(1, 1, top - s)}});
  for (const int at : {2, 3, 4, 7, 8, 15, 16, 24, 31})
    for (const int s : {12, 13, 14})
      cases.push_back({"P + P " + power(s) + " at " + std::to_string(at),
                       0,
                       {product(0, 1, top), product(at, 1, top - s)}});
  for (int s = 11; s <= 15; ++s) {
    cases.push_back({"P - P " + power(s), 0, {product(0, 1, top), product(1, -1, top - s)}});
    cases.push_back({"-P + P " + power(s), 0, {product(0, -1, top), product(1, 1, top - s)}});
    cases.push_back({"-P - P " + power(s), 0, {product(0, -1, top), product(1, -1, top - s)}});
    for (const float cut : {1.5f, 1.75f})
      for (const float sign : {1.0f, -1.0f})
        cases.push_back({std::string("P ") + (sign > 0 ? "+ " : "- ") +
                             (cut == 1.5f ? "1.5" : "1.75") + " P " + power(s),
                         0,
                         {product(0, 1, top), product(1, sign * cut, top - s)}});
  }
  for (int s = 22; s <= 27; ++s) {
    cases.push_back({"P - P " + power(s), 0, {product(0, 1, top), product(1, -1, top - s)}});
    cases.push_back({"P + 15 P " + power(s), 0, {product(0, 1, top), product(1, 1, top - s, 15)}});
  }
  for (int s = 12; s <= 18; ++s)
    cases.push_back({"P + 31 P " + power(s), 0, {product(0, 1, top), product(1, 1, top - s, 31)}});
  for (int s = 11; s <= 15; ++s) {
    cases.push_back({"(1.5 2^8)^2 + P " + power(s), 0, {{0, 1, 384, 384}, product(1, 1, top - s)}});
    cases.push_back(
        {"(1.75 2^8)^2 + P " + power(s), 0, {{0, 1, 448, 448}, product(1, 1, top - s)}});
  }
}

// Sums that outgrow their greatest product, and sums of which only the small one is left.
inline void add_growth(std::vector<Case>& cases) {
  constexpr int top = 16;
  for (const int n : {2, 3, 4, 8, 16, 31})
    for (const int s : {9, 10, 11, 12, 13, 14})
      cases.push_back({std::to_string(n) + " P + P " + power(s),
                       0,
                       {product(0, 1, top, n), product(31, 1, top - s)}});
  for (int s = 11; s <= 15; ++s)
    cases.push_back({"P - P + P " + power(s),
                     0,
                     {product(0, 1, top), product(1, -1, top), product(2, 1, top - s)}});
  for (int at = 3; at < 32; ++at)
    cases.push_back({"P - P + P 2^-16 at " + std::to_string(at),
                     0,
                     {product(0, 1, top), product(1, -1, top), product(at, 1, top - 16)}});
  for (const int other : {2, 4, 8, 16, 31})
    cases.push_back({"P + P 2^-16 - P at 0, 1, " + std::to_string(other),
                     0,
                     {product(0, 1, top), product(1, 1, top - 16), product(other, -1, top)}});
  cases.push_back({"P - P", 0, {product(0, 1, top), product(1, -1, top)}});
  cases.push_back({"nothing", -0.0f, {}});
}

// What happens to the running sum: its low bits, and whether it takes part in the alignment.
inline void add_start(std::vector<Case>& cases) {
  constexpr int top = 16;
  const float whole = std::ldexp(1.0f, top);
  for (int s = 10; s <= 25; ++s) {
    cases.push_back({"start P, + P " + power(s), whole, {product(0, 1, top - s)}});
    cases.push_back({"start P " + power(s) + ", + P", std::ldexp(whole, -s), {product(0, 1, top)}});
  }
  for (int s = 11; s <= 15; ++s) {
    cases.push_back({"start P, - P " + power(s), whole, {product(0, -1, top - s)}});
    cases.push_back(
        {"start -P " + power(s) + ", + P", -std::ldexp(whole, -s), {product(0, 1, top)}});
    cases.push_back(
        {"start P, - P + P " + power(s), whole, {product(0, -1, top), product(1, 1, top - s)}});
    cases.push_back({"start -1.75 P " + power(s) + ", + P",
                     -std::ldexp(1.75f * whole, -s),
                     {product(0, 1, top)}});
  }
  for (int s = 11; s <= 23; ++s) {
    const float start = 1 + std::ldexp(1.0f, -s);
    cases.push_back({"start 1 + " + power(s) + " alone", start, {}});
    cases.push_back({"start 1 + " + power(s) + ", + 2^-12", start, {product(0, 1, -12)}});
    cases.push_back({"start -(1 + " + power(s) + "), + 2^-12", -start, {product(0, 1, -12)}});
  }
  for (int s = 9; s <= 14; ++s) {  // do products of zeros have an exponent?
    const float start = 1 + std::ldexp(1.0f, -s);
    cases.push_back({"start 2^-20 (1 + " + power(s) + ") alone", std::ldexp(start, -20), {}});
    cases.push_back({"start 1 + " + power(s) + ", + 0 2^8", start, {{0, 1, 0, 256}}});
  }
  cases.push_back({"start 1.5 2^-128 alone", 0x1.8p-128f, {}});
  cases.push_back({"start 2^-140 alone", 0x1p-140f, {}});
  cases.push_back({"start the greatest float32 alone", 0x1.fffffep127f, {}});
  cases.push_back({"start 2 - 2^-23, + 1", 2 - 0x1p-23f, {product(0, 1, 0)}});
  cases.push_back({"start 1 - 2^-24, + 2^-12", 1 - 0x1p-24f, {product(0, 1, -12)}});
  for (int s = 9; s <= 15;
       ++s) {  // is a subnormal operand aligned by its value or by its exponent field?
    cases.push_back({"start 2^-12 " + power(s) + ", + 2^-12",
                     std::ldexp(1.0f, -12 - s),
                     {{0, 1, 0x1p-6f, 0x1p-6f}}});
    cases.push_back({"start 2^-15 " + power(s) + ", + 2^-15 of a subnormal",
                     std::ldexp(1.0f, -15 - s),
                     {{0, 1, 0x1p-9f, 0x1p-6f}}});
    cases.push_back({"start 2^-18 " + power(s) + ", + 2^-18 of two subnormals",
                     std::ldexp(1.0f, -18 - s),
                     {{0, 1, 0x1p-9f, 0x1p-9f}}});
  }
}

inline std::vector<Case> accumulation_cases() {
  std::vector<Case> cases;
  add_alignment(cases);
  add_growth(cases);
  add_start(cases);
  return cases;
}
