// How names, ids and titles compare and show words.
#pragma once

#include <string>
#include <string_view>

namespace loom::text {

// What separates words, in Markdown as in XML.
inline constexpr std::string_view spaces = " \t\r\n";

// ASCII letters in lower case: terms are found by name, whatever the case.
std::string lower_case(std::string_view text);

// The characters of an id: letters, digits, '-', '_', '.'.
bool is_id(std::string_view text);

// Words, as a reader counts them: runs that contain a letter or a digit.
int count_words(std::string_view text);

// One space for every run of spaces, and none at the ends.
std::string collapse(std::string_view text);

// The whole sentences at the start of a collapsed text that together have at most so many
// characters, and at least the first. A sentence ends with '.', '?' or '!' before a space.
std::string whole_sentences(std::string_view text, size_t most);

}  // namespace loom::text
