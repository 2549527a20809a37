#include "tools/loom/numbers/pick.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/text/nearest.hpp"
#include "tools/loom/text/slug.hpp"
#include "web/scene/decimal.hpp"

namespace loom::numbers {
namespace {

constexpr size_t most_names = 20;  // that a message lists

Error unknown(std::string_view name, const std::vector<std::string>& names) {
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return Error{"unknown name '" + std::string(name) + "', expected one of " + listed(names) +
               did_you_mean(name, candidates)};
}

bool same(std::string_view a, std::string_view b) { return plain_name(a) == plain_name(b); }

// Whether a row with this value may be called by the name.
bool named(const Json& value, std::string_view name) {
  if (value.is_string()) return same(value.get<std::string>(), name);
  return value.is_number() && value.get<double>() == scene::decimal(name);
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// "1980 MHz" is 1980.
std::optional<double> number_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (!value.is_string()) return std::nullopt;
  const std::string text = value.get<std::string>();
  const double number = scene::decimal(std::string_view(text).substr(0, text.find(' ')));
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

class Picker {
 public:
  Picker(const Json& root, const Filters& filters)
      : filters_(filters), used_(filters.size(), false) {
    go(root, "");
  }

  Result<Value> run(std::string_view path) {
    while (!error_ && !path.empty()) {
      const size_t dot = std::min(path.find('.'), path.size());
      step(path.substr(0, dot));
      path.remove_prefix(std::min(dot + 1, path.size()));
    }
    const Result<Value> found = error_ ? Result<Value>(*error_) : end();
    for (size_t i = 0; found && i < filters_.size(); ++i)
      if (!used_[i]) return Error{"no field '" + filters_[i].first + "' to choose rows by"};
    return found;
  }

 private:
  void step(std::string_view name) {
    if (in_rows_) return row_step(name);
    if (node_.is_object()) return key_step(name);
    if (node_.is_array()) {
      const double index = scene::decimal(name);
      if (index >= 0 && index < static_cast<double>(node_.size()) && index == std::floor(index))
        return go(Json(node_[static_cast<size_t>(index)]), std::string(name));
      error_ = Error{"'" + std::string(name) + "', expected " +
                     (node_.empty() ? "nothing, as '" + last_ + "' is an empty list"
                                    : "an index from 0 to " + std::to_string(node_.size() - 1))};
      return;
    }
    error_ = Error{"nothing below '" + last_ + "', got '" + std::string(name) + "'"};
  }

  void key_step(std::string_view name) {
    std::vector<std::string> names;
    for (const auto& [key, value] : node_.items()) {
      if (same(key, name)) return go(with_fields(key), key);
      names.push_back(key);
    }
    // A row's name is enough if it also identifies the list.
    for (const auto& [key, value] : node_.items())
      if (holds_row(value, name)) {
        go(with_fields(key), key);
        return row_step(name);
      }
    error_ = unknown(name, names);
  }

  static bool holds_row(const Json& rows, std::string_view name) {
    if (!rows.is_array() || rows.empty() || !rows[0].is_object()) return false;
    for (const Json& row : rows)
      for (const auto& [key, value] : row.items())
        if (value.is_string() && named(value, name)) return true;
    return false;
  }

  // Rows that are arrays, converted to objects.
  Json with_fields(const std::string& key) const {
    const Json& value = node_[key];
    if (!value.is_array() || value.empty() || !value[0].is_array()) return value;
    const Json* columns = nullptr;
    const std::string one = key.ends_with('s') ? key.substr(0, key.size() - 1) : key;
    for (const std::string& name : {key + "_columns", one + "_columns", std::string("columns")})
      if (!columns && node_.contains(name)) columns = &node_[name];
    const auto is_name = [](const Json& column) { return column.is_string(); };
    if (!columns || !std::all_of(columns->begin(), columns->end(), is_name)) return value;
    Json rows = Json::array();
    for (const Json& each : value) {
      Json row = Json::object();
      for (size_t i = 0; i < std::min(each.size(), columns->size()); ++i)
        row[(*columns)[i].get<std::string>()] = each[i];
      rows.push_back(std::move(row));
    }
    return rows;
  }

  void go(Json value, std::string name) {
    last_ = std::move(name);
    node_ = std::move(value);
    in_rows_ = node_.is_array() && !node_.empty() && node_[0].is_object();
    all_ = false;
    if (!in_rows_) return;
    for (size_t i = 0; i < filters_.size(); ++i) filter(i);
  }

  void filter(size_t index) {
    const auto& [name, wanted] = filters_[index];
    Json left = Json::array();
    bool known = false;
    for (const Json& row : node_)
      for (const auto& [key, value] : row.items())
        if (same(key, name)) {
          known = used_[index] = true;
          if (same(text_of(value), wanted)) left.push_back(row);
        }
    if (!known) return;
    if (left.empty()) error_ = Error{"no row of '" + last_ + "' has " + name + "=" + wanted};
    node_ = std::move(left);
  }

  void row_step(std::string_view name) {
    if (name == "*") {
      all_ = true;
      return;
    }
    // The first field of a row is its name, if the row has one.
    Json left = rows_where(name, true);
    if (left.empty()) left = rows_where(name, false);
    if (!left.empty()) {
      node_ = std::move(left);
      return;
    }
    field_step(name);
  }

  Json rows_where(std::string_view name, bool first_alone) const {
    Json found = Json::array();
    for (const Json& row : node_)
      for (const auto& [key, value] : row.items()) {
        if (named(value, name)) {
          found.push_back(row);
          break;
        }
        if (first_alone) break;
      }
    return found;
  }

  void field_step(std::string_view name) {
    std::vector<std::string> names;
    Json values = Json::array();
    for (const Json& row : node_)
      for (const auto& [key, value] : row.items()) {
        if (same(key, name)) values.push_back(value);
        if (value.is_string()) names.push_back(value.get<std::string>());
      }
    if (values.empty()) {
      for (const auto& [key, value] : node_[0].items()) names.push_back(key);
      std::sort(names.begin(), names.end());
      names.erase(std::unique(names.begin(), names.end()), names.end());
      error_ = unknown(name, names);
      return;
    }
    if (!all_ && values.size() > 1) return ambiguous();
    go(all_ ? joined(values) : Json(values[0]), std::string(name));
  }

  // Joins lists, one after another.
  static Json joined(const Json& values) {
    Json all = Json::array();
    for (const Json& each : values) {
      if (!each.is_array()) return values;
      all.insert(all.end(), each.begin(), each.end());
    }
    return all;
  }

  void ambiguous() {
    std::vector<std::string> differing;
    for (const auto& [key, value] : node_[0].items())
      for (const Json& row : node_)
        if (row.contains(key) && row[key] != value && !value.is_structured()) {
          differing.push_back(key);
          break;
        }
    error_ = Error{std::to_string(node_.size()) + " rows, expected one: tell them apart with ?" +
                   listed(differing) + "=…, or take all with '*'"};
  }

  Result<Value> end() const {
    const bool lists = node_.is_array() && !node_.empty() && node_[0].is_array();
    if (in_rows_ || lists)  // for count()
      return Value{std::vector<double>(node_.size(), 0), true};
    if (const auto number = number_of(node_)) return Value{{*number}, false};
    if (node_.is_array() && !node_.empty()) {
      Value list{{}, true};
      for (const Json& each : node_)
        if (const auto number = number_of(each)) list.numbers.push_back(*number);
      if (list.numbers.size() == node_.size()) return list;
    }
    std::vector<std::string> names;
    if (node_.is_object())
      for (const auto& [key, value] : node_.items()) names.push_back(key);
    return Error{"'" + last_ + "' is no number" +
                 (names.empty() ? "" : ", expected one of " + listed(names))};
  }

  const Filters& filters_;
  std::vector<bool> used_;
  Json node_;
  std::string last_;
  bool in_rows_ = false, all_ = false;
  std::optional<Error> error_;
};

}  // namespace

std::string plain_name(std::string_view name) {
  std::string out = text::slug(name);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), most_names); ++i)
    list += (i > 0 ? ", " : "") + names[i];
  return list + (names.size() > most_names ? ", …" : "");
}

bool begins_path(const Json& rows, std::string_view name) {
  if (name == "*") return true;
  for (const Json& row : rows)
    for (const auto& [key, value] : row.items())
      if (same(key, name) || named(value, name)) return true;
  return false;
}

Result<Value> pick(const Json& root, std::string_view path, const Filters& filters) {
  return Picker(root, filters).run(path);
}

}  // namespace loom::numbers
