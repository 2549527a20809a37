#include "tools/loom/site/render/long_names.hpp"

#include <algorithm>

#include "tools/loom/site/render/html.hpp"

namespace loom::site {
namespace {

bool is_lower(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// A part of a name ends between two of its characters.
bool ends_part(char a, char b) {
  constexpr std::string_view joints = "_.:/";
  if (joints.find(a) != joints.npos) return is_lower(b) || is_upper(b);
  return is_lower(a) && is_upper(b);
}

void name(std::string& out, std::string_view name) {
  constexpr size_t fits = 24;  // letters, also in a narrow column of a table
  if (name.size() <= fits) return escape(out, name);
  size_t begin = 0;
  for (size_t at = 1; at < name.size(); ++at) {
    if (!ends_part(name[at - 1], name[at])) continue;
    escape(out, name.substr(begin, at - begin));
    out += "<wbr>";
    begin = at;
  }
  escape(out, name.substr(begin));
}

}  // namespace

std::string breakable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t blank = std::min(text.find(' '), text.size());
    name(out, text.substr(0, blank));
    text.remove_prefix(blank);
    const size_t next = std::min(text.find_first_not_of(' '), text.size());
    out += text.substr(0, next);
    text.remove_prefix(next);
  }
  return out;
}

}  // namespace loom::site
