// Shared by the harnesses: an input, and the message when a property does not hold.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace loom::fuzz {

// Ends the program: libFuzzer keeps the input.
[[noreturn]] inline void found(const std::string& what) {
  std::fprintf(stderr, "\nERROR: %s\n", what.c_str());
  std::abort();
}

inline void expect(bool holds, std::string_view what, std::string_view where = "") {
  if (!holds) found(std::string(what) + ": " + std::string(where));
}

// Removes the first line and returns it.
inline std::string_view take_line(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

}  // namespace loom::fuzz

// Each harness defines this for one input; main.cpp is how libFuzzer calls it.
void try_input(std::string_view input);
