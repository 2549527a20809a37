// Numbers as printf writes them, without the C library's printf: its arithmetic of 128-bit floats
// would be a twentieth of the program that a browser fetches.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace loom::cuda {

// `conversion`: flags, width and precision, as between '%' and the letter: "-08.3".
// Letters d, u, o, x, X for a whole number (its sign counts for d only) and f, F, e, E, g, G, a, A
// for a real one.
std::string format_integer(std::string_view conversion, char letter, std::uint64_t bits);
std::string format_real(std::string_view conversion, char letter, double value);
// Precision: at most so many of its bytes.
std::string format_text(std::string_view conversion, std::string_view text);

}  // namespace loom::cuda
