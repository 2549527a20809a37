#include "tools/loom/site/parse/entities.hpp"

#include <charconv>
#include <cstdint>
#include <vector>

#include "core/text/nearest.hpp"
#include "core/text/utf8.hpp"

namespace loom::site {
namespace {

struct Entity {
  std::string_view name, text;
};

// Characters that cannot be typed, or are easily confused when typed. All others are written as
// themselves.
constexpr Entity entities[] = {
    {"amp", "&"},         {"lt", "<"},        {"gt", ">"},        {"quot", "\""},
    {"apos", "'"},        {"nbsp", "\u00A0"}, {"ensp", "\u2002"}, {"emsp", "\u2003"},
    {"thinsp", "\u2009"}, {"shy", "\u00AD"},  {"zwj", "\u200D"},  {"zwnj", "\u200C"},
    {"ndash", "–"},       {"mdash", "—"},     {"minus", "−"},     {"times", "×"},
    {"divide", "÷"},      {"middot", "·"},    {"sdot", "⋅"},      {"hellip", "…"},
    {"deg", "°"},         {"plusmn", "±"},    {"le", "≤"},        {"ge", "≥"},
    {"ne", "≠"},          {"asymp", "≈"},     {"infin", "∞"},     {"larr", "←"},
    {"rarr", "→"},        {"harr", "↔"},      {"copy", "©"},      {"lsquo", "‘"},
    {"rsquo", "’"},       {"ldquo", "“"},     {"rdquo", "”"},     {"micro", "µ"},
    {"sup2", "²"},        {"sup3", "³"},      {"frac12", "½"},    {"radic", "√"},
};

// Control characters, surrogates and numbers beyond Unicode are not allowed in HTML.
bool allowed(uint32_t code) {
  return (code >= 0x20 || code == '\n' || code == '\t') && (code < 0x7F || code > 0x9F) &&
         (code < 0xD800 || code > 0xDFFF) && code <= 0x10FFFF && (code & 0xFFFE) != 0xFFFE;
}

}  // namespace

std::optional<std::string> decode_entity(std::string_view entity) {
  if (entity.size() < 3 || entity.front() != '&' || entity.back() != ';') return std::nullopt;
  std::string_view name = entity.substr(1, entity.size() - 2);
  if (name.front() != '#') {
    for (const Entity& known : entities)
      if (known.name == name) return std::string(known.text);
    return std::nullopt;
  }
  name.remove_prefix(1);
  const bool hex = name.starts_with('x') || name.starts_with('X');
  if (hex) name.remove_prefix(1);
  uint32_t code = 0;
  const auto [end, status] =
      std::from_chars(name.data(), name.data() + name.size(), code, hex ? 16 : 10);
  if (status != std::errc() || end != name.data() + name.size() || !allowed(code))
    return std::nullopt;
  std::string out;
  utf8::append(out, code);
  return out;
}

std::string unknown_entity(std::string_view entity) {
  std::vector<std::string> names;
  for (const Entity& known : entities) names.push_back("&" + std::string(known.name) + ";");
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return "unknown character reference '" + std::string(entity) +
         "', expected the character itself" + did_you_mean(entity, candidates);
}

}  // namespace loom::site
