// Writing HTML.
#pragma once

#include <string>
#include <string_view>

#include "web/scene/svg_painter.hpp"

namespace loom::site {

// Text with &, <, > and " escaped: good in elements and in quoted attributes.
inline void escape(std::string& out, std::string_view text) { out += scene::escape_markup(text); }

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
