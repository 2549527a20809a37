#include "core/text/word_list.hpp"

#include <algorithm>

namespace loom {

std::vector<std::string_view> words_in(std::string_view list, char separator) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(separator, at), list.size());
    out.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

int number_in(std::string_view list, std::string_view word, char separator) {
  if (word.empty() || word.find(separator) != word.npos) return -1;
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == separator) && (end == list.size() || list[end] == separator))
      return static_cast<int>(
          std::count(list.begin(), list.begin() + static_cast<long>(at), separator));
  }
  return -1;
}

bool is_one_of(const std::string_view& word, const char* list) {
  return number_in(list, word) >= 0;
}

}  // namespace loom
