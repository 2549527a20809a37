// The languages of listings. tools/highlight/languages.cjs has the grammar of each but `text`.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace loom::site {

struct Language {
  std::string_view name, label;  // behind a fence; above the listing
};

inline constexpr Language languages[] = {
    {"cuda", "CUDA C++"}, {"cpp", "C++"},     {"ptx", "PTX"},          {"python", "Python"},
    {"json", "JSON"},     {"shell", "Shell"}, {"console", "Terminal"}, {"text", "Text"},
};

// None if it is unknown.
constexpr const Language* find_language(std::string_view name) {
  const auto found = std::find_if(std::begin(languages), std::end(languages),
                                  [&](const Language& each) { return each.name == name; });
  return found == std::end(languages) ? nullptr : found;
}

// Whether its words have colors.
constexpr bool is_colored(std::string_view language) {
  return language != "text" && find_language(language);
}

}  // namespace loom::site
