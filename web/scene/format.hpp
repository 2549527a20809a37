// Numbers as the pages show them. Every table cell, sentence and label goes through here, so that
// the native build and WebAssembly print the same bytes.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace loom::scene {

std::string fixed(double value, int decimals);     // 0.135, -2.0; "−0.0" becomes "0.0"
std::string integer(long long value);              // 65,504
std::string percent(double share, int decimals);   // share 0.499 → 49.9%
std::string shortest(double value);                // fewest digits that read back as the same double
std::string significant(double value);             // three digits that count: 0.498, 9.00, 44.2, 591, 1,340
std::string brief(double value);                   // the same without zeros at the end: 9, 0.25
std::string binary_bytes(double bytes);            // 512 B, 1.5 KiB, 256 MiB, 4,096 TiB
std::string plural(long long count, std::string_view noun);  // "1 tile", "3 tiles"

// Each {} of a sentence replaced by the next value; one call is smaller than a chain of "+".
// fill("{} of {} warps", {"32", "64"}) is "32 of 64 warps". As many values as there are {}.
std::string fill(std::string_view sentence, std::initializer_list<std::string> values);

// The first `bytes` of a text, whole characters only, and "…" where more would follow: for messages.
std::string clipped(std::string_view text, size_t bytes);

}  // namespace loom::scene
