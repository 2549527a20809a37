// Writing HTML.
#pragma once

#include <string>
#include <string_view>

namespace loom::site {

// Text with &, <, > and " escaped: good in elements and in quoted attributes.
inline void escape(std::string& out, std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t special = text.find_first_of("&<>\"", at);
    out += text.substr(at, special - at);
    if (special == text.npos) return;
    switch (text[special]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += "&quot;";
    }
    at = special + 1;
  }
}

inline std::string escaped(std::string_view text) {
  std::string out;
  escape(out, text);
  return out;
}

// ` name="text"`
inline std::string attribute(std::string_view name, std::string_view text) {
  return " " + std::string(name) + "=\"" + escaped(text) + "\"";
}

}  // namespace loom::site
