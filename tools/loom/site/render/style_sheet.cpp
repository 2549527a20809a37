#include "tools/loom/site/render/style_sheet.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "core/text/clipped.hpp"
#include "tools/loom/base/embedded.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

[[noreturn]] void refuse(std::string_view text, size_t at, std::string_view what) {
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
  const std::string_view rest = text.substr(at, text.find('\n', at) - at);
  throw std::logic_error("style sheet, line " + std::to_string(line) + ": " + std::string(what) +
                         ", got '" + clipped(rest, 40) + "'");
}

// Where a comment or a string at `at` ends; `at` itself if there is none.
size_t behind_quoted(std::string_view text, size_t at) {
  if (text.substr(at).starts_with("/*")) {
    const size_t end = text.find("*/", at + 2);
    if (end == text.npos) refuse(text, at, "expected the '*/' of a comment");
    return end + 2;
  }
  const char quote = at < text.size() ? text[at] : '\0';
  if (quote != '"' && quote != '\'') return at;
  for (size_t end = at + 1; end < text.size() && text[end] != '\n'; ++end) {
    if (text[end] == quote) return end + 1;
    end += text[end] == '\\';
  }
  refuse(text, at, "expected a string that ends in its line");
}

// The next of these characters that is in no comment, string or inner brackets.
size_t next_of(std::string_view characters, std::string_view text, size_t at) {
  constexpr std::string_view url = "url(";
  for (int depth = 0; at < text.size();) {
    if (const size_t behind = behind_quoted(text, at); behind > at) {
      at = behind;
      continue;
    }
    if (text.substr(at).starts_with(url) && text.find_first_of("\"'", at) != at + url.size())
      refuse(text, at, "expected an address in quotes");
    if (text[at] == '\\') refuse(text, at, "expected no escape outside of a string");
    if (depth == 0 && characters.find(text[at]) != characters.npos) return at;
    depth += std::string_view("([{").find(text[at]) != text.npos;
    depth -= std::string_view(")]}").find(text[at]) != text.npos;
    ++at;
  }
  return text.size();
}

std::string_view trimmed(std::string_view words) {
  while (true) {
    words.remove_prefix(std::min(words.find_first_not_of(text::spaces), words.size()));
    if (!words.starts_with("/*")) break;
    words.remove_prefix(behind_quoted(words, 0));
  }
  return words.substr(0, words.find_last_not_of(text::spaces) + 1);
}

// Those from `at` to `end`, which hold under a condition, or "" for always.
void read_rules(std::string_view sheet, size_t at, size_t end, std::string_view condition,
                std::vector<StyleRule>& out) {
  const std::string_view text = sheet.substr(0, end);
  while (at < end) {
    const size_t open = next_of("{;", text, at);
    if (open == end) return;
    const std::string_view selector = trimmed(text.substr(at, open - at));
    at = open + 1;
    if (text[open] == ';') continue;  // @import
    const size_t close = next_of("}", text, at);
    const size_t begin = static_cast<size_t>(selector.data() - text.data());
    const size_t behind = std::min(close + 1, end);
    if (!selector.starts_with('@'))
      out.push_back(
          {condition, selector, text.substr(begin, behind - begin), text.substr(at, close - at)});
    else if (condition.empty())
      read_rules(sheet, at, close, selector, out);
    else
      refuse(text, begin, "expected no condition within another");
    at = behind;
  }
}

}  // namespace

std::vector<StyleRule> style_rules(std::string_view sheet) {
  std::vector<StyleRule> out;
  read_rules(sheet, 0, sheet.size(), "", out);
  return out;
}

std::vector<StyleDeclaration> declarations(const StyleRule& rule) {
  std::vector<StyleDeclaration> out;
  for (size_t at = 0; at < rule.body.size();) {
    const size_t end = next_of(";", rule.body, at);
    const std::string_view text = trimmed(rule.body.substr(at, end - at));
    if (next_of("{", text, 0) < text.size()) refuse(text, 0, "expected no rule within another");
    if (const size_t colon = text.find(':'); colon != text.npos)
      out.push_back({trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1))});
    at = end + 1;
  }
  return out;
}

float number_in(const StyleDeclaration& declaration, std::string_view unit) {
  const std::string value(declaration.value);
  char* end = nullptr;
  const float number = std::strtof(value.c_str(), &end);
  if (end == value.c_str() || end != unit)
    throw std::logic_error(
        "style sheet: " + std::string(declaration.property) + ": expected a number" +
        (unit.empty() ? "" : " in " + std::string(unit)) + ", got '" + value + "'");
  return number;
}

float token(std::string_view name, std::string_view unit, std::string_view condition) {
  for (const StyleRule& rule : style_rules(embedded_tokens()))
    if (rule.condition == condition)
      for (const StyleDeclaration& each : declarations(rule))
        if (each.property == name) return number_in(each, unit);
  throw std::logic_error("tokens.css has no " + std::string(name));
}

std::optional<LightDark> light_dark(const StyleDeclaration& declaration) {
  constexpr std::string_view function = "light-dark(", between = ", ", not_plain = "(), \"'";
  std::string_view rest = declaration.value;
  if (rest.find(function) == rest.npos) return std::nullopt;
  const bool whole = rest.starts_with(function) && rest.ends_with(')');
  const size_t comma = rest.find(between);
  LightDark colors;
  if (whole && comma != rest.npos) {
    colors.light = rest.substr(function.size(), comma - function.size());
    colors.dark = rest.substr(comma + between.size());
    colors.dark.remove_suffix(1);
  }
  for (const std::string_view color : {colors.light, colors.dark})
    if (color.empty() || color.find_first_of(not_plain) != color.npos)
      throw std::logic_error("style sheet: " + std::string(declaration.property) +
                             ": expected light-dark(A, B) of two plain colors, got '" +
                             std::string(declaration.value) + "'");
  return colors;
}

}  // namespace loom::site
