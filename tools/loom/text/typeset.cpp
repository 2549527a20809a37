#include "tools/loom/text/typeset.hpp"

namespace loom::text {
namespace {

constexpr std::string_view marks = "'\"";

}  // namespace

std::string Typesetter::set(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\'')
      out += opens_ ? "‘" : "’";
    else if (text[at] == '"')
      out += opens_ ? "“" : "”";
    else
      out += text[at];
    pass(text.substr(at, 1));
  }
  return out;
}

void Typesetter::pass(std::string_view text) {
  constexpr std::string_view open_behind = " \t\n([{/";
  const size_t last = text.find_last_not_of(marks);  // behind a mark that opens, another one opens
  if (last != text.npos) opens_ = open_behind.find(text[last]) != open_behind.npos;
}

}  // namespace loom::text
