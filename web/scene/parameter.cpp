#include "web/scene/parameter.hpp"

#include <cmath>
#include <cstdlib>

#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"
#include "web/scene/nearest.hpp"

namespace loom::scene {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const size_t first = text.find_first_not_of(space);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::optional<double> parse_number(std::string_view text) {
  constexpr size_t longest = 64;
  text = trim(text);
  if (text.size() > longest) return std::nullopt;
  const double value = decimal(std::string(text));
  if (!std::isfinite(value)) return std::nullopt;
  return value == 0 ? 0.0 : value;  // "-0" is 0
}

Error refuse(const Parameter& parameter, std::string_view given, std::string_view hint = "") {
  return {"'" + std::string(parameter.key) + "': got '" + clipped(given, 40) + "', expected " +
          expected(parameter) + std::string(hint)};
}

std::string range(const Parameter& p) { return shortest(p.minimum) + " to " + shortest(p.maximum); }

Result<std::string> canonical_number(const Parameter& p, std::string_view text) {
  const std::optional<double> value = parse_number(text);
  if (!value || *value < p.minimum || *value > p.maximum) return refuse(p, text);
  if (p.kind == Kind::integer && *value != std::floor(*value)) return refuse(p, text);
  if (p.kind == Kind::integer) return std::to_string(static_cast<long long>(*value));
  return shortest(*value);
}

Result<std::string> canonical_choice(const Parameter& p, std::string_view text) {
  std::vector<std::string_view> values;
  for (const Choice& choice : p.choices) {
    if (choice.value == text) return std::string(text);
    values.push_back(choice.value);
  }
  return refuse(p, text, did_you_mean(text, values));
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> entries;
  for (size_t comma; (comma = text.find(',')) != text.npos; text.remove_prefix(comma + 1))
    entries.push_back(trim(text.substr(0, comma)));
  entries.push_back(trim(text));
  return entries;
}

Result<std::string> canonical_numbers(const Parameter& p, std::string_view text) {
  const std::vector<std::string_view> entries = split(text);
  const auto count = static_cast<int>(entries.size());
  if (count < p.count_min || count > p.count_max)
    return refuse(p, text, "; got " + std::to_string(count) + " of them");
  std::string out;
  for (int i = 0; i < count; ++i) {
    const std::string_view entry = entries[static_cast<size_t>(i)];
    const std::optional<double> value = parse_number(entry);
    if (!value || *value < p.minimum || *value > p.maximum)
      return refuse(p, text,
                    "; entry " + std::to_string(i + 1) + " is '" + clipped(entry, 20) + "'");
    if (i > 0) out += ',';
    out += shortest(*value);
  }
  return out;
}

}  // namespace

std::string expected(const Parameter& p) {
  const std::string unit = p.unit.empty() ? "" : " " + std::string(p.unit);
  switch (p.kind) {
    case Kind::choice: {
      std::string list = "one of ";
      for (const Choice& choice : p.choices)
        list += (&choice == p.choices.data() ? "" : ", ") + std::string(choice.value);
      return list;
    }
    case Kind::integer:
      return "a whole number from " + range(p) + unit;
    case Kind::real:
      return "a number from " + range(p) + unit;
    case Kind::toggle:
      return "on or off";
    case Kind::numbers:
      if (p.count_max == 1) return "a number from " + range(p) + unit;
      return (p.count_min < p.count_max ? std::to_string(p.count_min) + " to " : "") +
             std::to_string(p.count_max) + " comma-separated numbers from " + range(p) + unit;
    case Kind::text:
      return "text of at most " + std::to_string(p.count_max) + " bytes";
  }
  return "";
}

Result<std::string> canonical(const Parameter& p, std::string_view text) {
  switch (p.kind) {
    case Kind::choice:
      return canonical_choice(p, text);
    case Kind::integer:
    case Kind::real:
      return canonical_number(p, text);
    case Kind::toggle:
      if (text == "on" || text == "off") return std::string(text);
      return refuse(p, text);
    case Kind::numbers:
      return canonical_numbers(p, text);
    case Kind::text:
      if (text.size() <= static_cast<size_t>(p.count_max)) return std::string(text);
      return refuse(p, text);
  }
  return refuse(p, text);
}

Values::Values(std::span<const Parameter> parameters) : parameters_(parameters) {
  for (const Parameter& parameter : parameters) texts_.emplace_back(parameter.initial);
}

size_t Values::index(std::string_view key) const {
  size_t i = 0;
  while (i < parameters_.size() && parameters_[i].key != key) ++i;
  return i;
}

std::optional<Error> Values::set(std::string_view key, std::string_view text) {
  const size_t i = index(key);
  if (i == parameters_.size()) {
    std::vector<std::string_view> keys;
    std::string list;
    for (const Parameter& parameter : parameters_) {
      keys.push_back(parameter.key);
      list += (list.empty() ? "" : ", ") + std::string(parameter.key);
    }
    return Error{"unknown parameter '" + clipped(key, 40) + "', expected one of " + list +
                 did_you_mean(key, keys)};
  }
  Result<std::string> accepted = canonical(parameters_[i], text);
  if (!accepted) return accepted.error();
  texts_[i] = std::move(*accepted);
  return std::nullopt;
}

std::optional<Error> Values::set_query(std::string_view query) {
  Result<std::vector<Field>> fields = parse_query(query);
  if (!fields) return fields.error();
  Values changed = *this;
  for (const Field& field : *fields)
    if (auto error = changed.set(field.key, field.text)) return error;
  *this = std::move(changed);
  return std::nullopt;
}

std::string Values::query() const {
  std::string query;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    if (texts_[i] == parameters_[i].initial) continue;
    query += (query.empty() ? "" : "&") + std::string(parameters_[i].key) + "=" +
             percent_encode(texts_[i]);
  }
  return query;
}

bool offered(const Parameter& parameter, const Values& values) {
  const size_t equals = parameter.when.find('=');
  if (equals == std::string_view::npos) return true;
  const std::string_view actual = values.text(parameter.when.substr(0, equals));
  std::string_view rest = parameter.when.substr(equals + 1);
  while (true) {
    const size_t bar = rest.find('|');
    if (rest.substr(0, bar) == actual) return true;
    if (bar == std::string_view::npos) return false;
    rest.remove_prefix(bar + 1);
  }
}

std::string_view Values::text(std::string_view key) const { return texts_[index(key)]; }
int Values::integer(std::string_view key) const { return std::atoi(texts_[index(key)].c_str()); }
double Values::real(std::string_view key) const { return decimal(texts_[index(key)]); }
double Values::number(std::string_view key, int index) const {
  return numbers(key)[static_cast<size_t>(index)];
}
bool Values::toggle(std::string_view key) const { return text(key) == "on"; }

std::vector<double> Values::numbers(std::string_view key) const {
  std::vector<double> values;
  if (const std::string& text = texts_[index(key)]; !text.empty())
    for (std::string_view entry : split(text)) values.push_back(decimal(std::string(entry)));
  return values;
}

}  // namespace loom::scene
