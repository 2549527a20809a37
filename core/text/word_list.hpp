// Lists of words as one text. A program that is downloaded holds no pointer and length for each.
#pragma once

#include <string_view>
#include <vector>

namespace loom {

// The number of a word in a list, from 0; −1: it is not there. The words stand with one separator
// between them.
int number_in(std::string_view list, std::string_view word, char separator = ' ');

// Whether a word is one of a list: instead of comparisons with each, which are longer as a program,
// too.
bool is_one_of(const std::string_view& word, const char* list);

std::vector<std::string_view> words_in(std::string_view list, char separator = ' ');

}  // namespace loom
