#include "tools/loom/site/render/style_sheet.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "tools/loom/base/embedded.hpp"

namespace loom::site {
namespace {

// Where a comment or a string at `at` ends; `at` itself if there is none.
size_t behind_quoted(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  const bool comment = rest.starts_with("/*");
  if (!comment && !rest.starts_with('"') && !rest.starts_with('\'')) return at;
  const size_t end = comment ? rest.find("*/", 2) : rest.find(rest[0], 1);
  return end == rest.npos ? text.size() : at + end + (comment ? 2 : 1);
}

// The next of these characters that is in no comment, string or inner block.
size_t next_of(std::string_view characters, std::string_view text, size_t at) {
  for (int depth = 0; at < text.size();) {
    if (const size_t behind = behind_quoted(text, at); behind > at) {
      at = behind;
      continue;
    }
    if (depth == 0 && characters.find(text[at]) != characters.npos) return at;
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    ++at;
  }
  return text.size();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(space), text.size()));
    if (!text.starts_with("/*")) break;
    text.remove_prefix(behind_quoted(text, 0));
  }
  return text.substr(0, text.find_last_not_of(space) + 1);
}

void read_rules(std::string_view text, std::string_view condition, std::vector<StyleRule>& out) {
  for (size_t at = 0; at < text.size();) {
    const size_t open = next_of("{;", text, at);
    if (open == text.size()) return;
    const std::string_view selector = trimmed(text.substr(at, open - at));
    at = open + 1;
    if (text[open] == ';') continue;  // @import
    const size_t close = next_of("}", text, at);
    const std::string_view body = text.substr(at, close - at);
    at = std::min(close + 1, text.size());
    const size_t begin = static_cast<size_t>(selector.data() - text.data());
    if (selector.starts_with('@'))
      read_rules(body, selector, out);
    else
      out.push_back({condition, selector, text.substr(begin, at - begin), body});
  }
}

}  // namespace

std::vector<StyleRule> style_rules(std::string_view sheet) {
  std::vector<StyleRule> out;
  read_rules(sheet, "", out);
  return out;
}

std::vector<StyleDeclaration> declarations(const StyleRule& rule) {
  std::vector<StyleDeclaration> out;
  for (size_t at = 0; at < rule.body.size();) {
    const size_t end = next_of(";", rule.body, at);
    const std::string_view text = trimmed(rule.body.substr(at, end - at));
    if (const size_t colon = text.find(':'); colon != text.npos)
      out.push_back({trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1))});
    at = end + 1;
  }
  return out;
}

float token(std::string_view name, std::string_view condition) {
  for (const StyleRule& rule : style_rules(embedded_tokens()))
    if (rule.condition == condition)
      for (const StyleDeclaration& each : declarations(rule))
        if (each.property == name) {
          const std::string value(each.value);
          char* end = nullptr;
          const float number = std::strtof(value.c_str(), &end);
          if (end == value.c_str())
            throw std::logic_error("tokens.css: " + std::string(name) + " is no number");
          return number;
        }
  throw std::logic_error("tokens.css has no " + std::string(name));
}

}  // namespace loom::site
