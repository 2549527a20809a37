#include "tools/loom/text/strings.hpp"

#include <algorithm>

#include "core/text/utf8.hpp"

namespace loom::text {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool is_id(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

int count_words(std::string_view text) {
  int count = 0;
  bool in_word = false, counted = false;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (space)
      in_word = counted = false;
    else
      in_word = true;
    const auto u = static_cast<unsigned char>(c);
    const bool sign = (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z');
    if (in_word && !counted && sign) counted = true, ++count;
  }
  return count;
}

std::string collapse(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) out += c;
    if (space && !out.empty() && out.back() != ' ') out += ' ';
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string whole_sentences(std::string_view text, size_t most) {
  size_t fits = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find_first_of(".?!", at);
    end = end == text.npos ? text.size() : end + 1;
    at = end;
    if (end < text.size() && text[end] != ' ') continue;
    if (fits > 0 && utf8::count(text.substr(0, end)) > most) break;
    fits = end;
  }
  return std::string(text.substr(0, fits));
}

}  // namespace loom::text
