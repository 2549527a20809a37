// A number as JavaScript writes it, which is how every reader of CSV, JSON and attributes knows it.
#pragma once

#include <string>
#include <string_view>

namespace loom::text {

// The fewest digits that read back as the same double: 1200, 0.135, 1e-7, 1.5e+300, 0 for −0.
// Finite numbers only. Source: ECMAScript, Number::toString.
std::string number_text(double value);

// A number for people: "65536.5" → "65,536.5", "−1024" → "−1,024". "∞" stays as it is.
std::string grouped(std::string_view number);

}  // namespace loom::text
