// Writing HTML.
#pragma once

#include <string>
#include <string_view>

#include "web/scene/svg_painter.hpp"

namespace loom::site {

// Text with &, <, > and " escaped: safe in elements and in quoted attributes.
inline void escape(std::string& out, std::string_view text) { scene::escape_markup(out, text); }

inline std::string escaped(std::string_view text) {
  std::string out;
  escape(out, text);
  return out;
}

// ` name="text"`
inline std::string attribute(std::string_view name, std::string_view text) {
  std::string out;
  out.reserve(name.size() + text.size() + 4);
  out.append(" ").append(name).append("=\"");
  escape(out, text);
  out += '"';
  return out;
}

}  // namespace loom::site
