#include "web/scene/parameter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/text/clipped.hpp"
#include "core/text/nearest.hpp"
#include "core/text/word_list.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"
#include "web/scene/query.hpp"

namespace loom::scene {
namespace {

std::optional<double> parse_number(std::string_view text) {
  constexpr size_t longest = 64;
  if (text.size() > longest) return std::nullopt;
  const double value = number(text);
  if (!std::isfinite(value)) return std::nullopt;
  return value == 0 ? 0.0 : value;  // "-0" is 0
}

// "'Stride'", as the page shows it.
std::string named(const Parameter& p) {
  return fill("'{}': ", {p.label.empty() ? p.key : p.label});
}

Error refuse(const Parameter& parameter, std::string_view given, std::string_view hint = "") {
  return {named(parameter) + "got '" + clipped(given, 40) + "', expected " + expected(parameter) +
          std::string(hint)};
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

// Entries of a list as people write it and programs print it, separated by commas, semicolons,
// blanks or brackets. Two commas have an empty entry between them; a comma at the end ends the last
// entry.
std::vector<std::string_view> split(std::string_view text) {
  constexpr std::string_view separators = ",; \t\r\n\v\f()[]{}";
  const auto comma = [](char c) { return c == ',' || c == ';'; };
  std::vector<std::string_view> entries;
  bool awaited = true;
  while (!text.empty()) {
    const size_t size = std::min(text.find_first_of(separators), text.size());
    if (size > 0 || (awaited && comma(text.front()))) {
      entries.push_back(text.substr(0, size));
      awaited = false;
    }
    text.remove_prefix(size);
    if (text.empty()) break;
    awaited = awaited || comma(text.front());
    text.remove_prefix(1);
  }
  return entries;
}

std::string one_number(const Parameter& p) {
  return fill("a number from {}{}{}", {range(p), p.unit.empty() ? "" : " ", p.unit});
}

Result<std::string> canonical_numbers(const Parameter& p, std::string_view text) {
  const std::vector<std::string_view> entries = split(text);
  const auto count = static_cast<int>(entries.size());
  std::string out;
  for (int i = 0; i < count; ++i) {
    const std::string_view entry = entries[static_cast<size_t>(i)];
    const std::optional<double> value = parse_number(entry);
    if (!value || *value < p.minimum || *value > p.maximum) {
      if (p.count_max == 1 && count == 1) return refuse(p, text);
      return Error{fill("{}entry {} is '{}', expected {}",
                        {named(p), i + 1, clipped(entry, 20), one_number(p)})};
    }
    if (i > 0) out += ',';
    out += shortest(*value);
  }
  if (count < p.count_min || count > p.count_max)
    return Error{fill("{}got {}, expected {}", {named(p), {count, "number"}, expected(p)})};
  return out;
}

Result<std::string> read(const Parameter& p, std::string_view text) {
  Result<std::string> kept = p.reader->canonical(text);
  if (!kept) return Error{named(p) + kept.error().message};
  return kept;
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
      return one_number(p);
    case Kind::toggle:
      return "on or off";
    case Kind::numbers:
      if (p.count_max == 1) return one_number(p);
      return (p.count_min < p.count_max ? std::to_string(p.count_min) + " to " : "") +
             std::to_string(p.count_max) + " numbers from " + range(p) + unit;
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
      if (text.size() > static_cast<size_t>(p.count_max)) return refuse(p, text);
      return p.reader ? read(p, text) : std::string(text);
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
  // The kept text no longer says what was left out of it.
  const Reader* reader = parameters_[i].reader;
  if (reader && texts_[i] != text) left_out_ = reader->left_out(text);
  texts_[i] = std::move(*accepted);
  return std::nullopt;
}

std::optional<Error> Values::set_query(std::string_view query) {
  Result<std::vector<Field>> fields = parse_query(query);
  if (!fields) return fields.error();
  Values changed = *this;
  for (const Field& field : *fields)
    if (auto error = changed.set(field.key, field.text)) return error;
  changed.follow(*fields);
  *this = std::move(changed);
  return std::nullopt;
}

void Values::follow(std::span<const Field> fields) {
  const auto named = [&](std::string_view key) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const Field& field) { return field.key == key; });
  };
  for (const Parameter& each : parameters_) {
    if (!each.leads || !named(each.key)) continue;
    const size_t equals = each.when.find('=');
    const std::string_view choice = each.when.substr(0, equals);
    if (!named(choice)) texts_[index(choice)] = each.when.substr(equals + 1);
  }
}

bool Values::misled(size_t choice) const {
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& each = parameters_[i];
    if (each.leads && texts_[i] != each.initial &&
        each.when.substr(0, each.when.find('=')) == parameters_[choice].key &&
        !offered(each, *this))
      return true;
  }
  return false;
}

std::string Values::query() const {
  std::vector<Field> fields;
  for (size_t i = 0; i < parameters_.size(); ++i)
    if (texts_[i] != parameters_[i].initial || misled(i))
      fields.push_back({std::string(parameters_[i].key), texts_[i]});
  return query_of(fields);
}

bool offered(const Parameter& parameter, const Values& values) {
  const auto holds = [&](std::string_view condition) {
    const size_t equals = condition.find('=');
    const std::string_view actual = values.text(condition.substr(0, equals));
    return number_in(condition.substr(equals + 1), actual, '|') >= 0;
  };
  const std::vector<std::string_view> conditions = query_parts(parameter.when);
  return std::all_of(conditions.begin(), conditions.end(), holds);
}

double slider_end(const Parameter& parameter, const Values& values) {
  if (parameter.most.empty()) return parameter.maximum;
  const size_t minus = parameter.most.find('-');
  const double less = minus == std::string_view::npos ? 0 : parameter.most[minus + 1] - '0';
  return std::min(parameter.maximum, values.real(parameter.most.substr(0, minus)) - less);
}

std::string_view Values::text(std::string_view key) const { return texts_[index(key)]; }
int Values::choice(std::string_view key) const {
  const size_t i = index(key);
  int found = 0;
  for (const Choice& each : parameters_[i].choices) {
    if (each.value == texts_[i]) break;
    ++found;
  }
  return found;
}
int Values::integer(std::string_view key) const { return std::atoi(texts_[index(key)].c_str()); }
double Values::real(std::string_view key) const { return decimal(texts_[index(key)]); }
double Values::number(std::string_view key, int index) const {
  return numbers(key)[static_cast<size_t>(index)];
}
bool Values::toggle(std::string_view key) const { return text(key) == "on"; }

std::vector<double> Values::numbers(std::string_view key) const {
  std::vector<double> values;
  if (const std::string& text = texts_[index(key)]; !text.empty())
    for (std::string_view entry : split(text)) values.push_back(decimal(entry));
  return values;
}

Result<std::vector<double>> numbers_in(std::string_view text, const Parameter& list) {
  Values values({&list, 1});
  if (auto error = values.set(list.key, text)) return *error;
  return values.numbers(list.key);
}

}  // namespace loom::scene
