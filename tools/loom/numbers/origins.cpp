#include "tools/loom/numbers/origins.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "core/json/text.hpp"
#include "core/text/clipped.hpp"
#include "core/text/nearest.hpp"
#include "tools/loom/eval/operation.hpp"
#include "tools/loom/eval/run.hpp"
#include "tools/loom/numbers/constants.hpp"
#include "tools/loom/numbers/pick.hpp"
#include "tools/loom/numbers/recordings.hpp"
#include "tools/loom/text/utf8.hpp"
#include "web/scene/format.hpp"

namespace loom::numbers {
namespace {

// "path?query"
struct Name {
  std::string_view path, query;
};
Name split(std::string_view origin) {
  const size_t mark = origin.find('?');
  if (mark == origin.npos) return {origin, ""};
  return {origin.substr(0, mark), origin.substr(mark + 1)};
}

Error in(std::string_view origin, const Error& error) {
  return Error{"'" + clipped(origin, 200) + "': " + error.message};
}

// As readers see it: with at most six digits, "2,608.4".
std::string shown_number(double value) {
  std::string text = scene::shortest(value);
  if (text.size() > 8 && std::abs(value) < 1e15) text = scene::brief(value);
  return text;
}

std::string spoken(std::string_view path) {
  std::string text;
  for (char c : path) text += c == '.' ? std::string(", ") : std::string(1, c == '-' ? ' ' : c);
  return text;
}

// A query in the form that readers know: "stride=2, type=bf16".
std::string query_text(std::string_view query) {
  const auto fields = scene::parse_query(query);
  std::string text;
  for (const scene::Field& field : fields ? *fields : std::vector<scene::Field>{})
    text += (text.empty() ? "" : ", ") + field.key + "=" + std::string(clipped(field.text, 40));
  return text;
}

// Its fields become part of messages and of the page, so what '%' stands for must be text.
Result<Filters> filters_of(std::string_view query) {
  Filters filters;
  const auto fields = scene::parse_query(query);
  if (!fields) return fields.error();
  for (const scene::Field& field : *fields) {
    for (const std::string& part : {field.key, field.text})
      if (text::invalid_utf8(part) != part.npos)
        return Error{"expected text in UTF-8, got the bytes '" + scene::percent_encode(part) + "'"};
    filters.emplace_back(field.key, field.text);
  }
  return filters;
}

// A field of a question: JSON as it is, anything else as a string. A tree of values would be copied
// and written level by level, and a reader's brackets may be deep.
std::string as_json(const std::string& text) {
  return Json::accept(text) ? text : Json(text).dump();
}

// Parsed once for the whole program.
const Json* recording(std::string_view folder, std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string_view, Json> parsed;
  const std::lock_guard lock(mutex);
  for (const Recording& each : recordings()) {
    if (each.folder != folder || plain_name(each.name) != plain_name(name)) continue;
    const auto [at, fresh] = parsed.try_emplace(each.text);
    if (fresh) at->second = Json::parse(each.text);
    return &at->second;
  }
  return nullptr;
}

std::string unit_of(std::string_view path) {
  const Json* units = recording("", "units");
  const std::string last(path.substr(path.rfind('.') + 1));
  if (!units || !units->contains(last)) return "";
  const std::string unit = (*units)[last];
  return unit.empty() ? "" : " " + unit;
}

class Answering {
 public:
  Answering(const FindState& find, const FigureNumber& link) : find_(find), link_(link) {}

  Result<Answer> run(std::string_view expression) {
    const Result<double> value =
        evaluate(expression, [this](std::string_view origin) { return look_up(origin); });
    if (!value) return value.error();
    answer_.value = *value;
    if (count_ != 1 || expression.find(' ') != expression.npos) add("= " + shown_number(*value));
    return std::move(answer_);
  }

 private:
  void add(const std::string& line) {
    answer_.origins += (answer_.origins.empty() ? "" : "\n") + line;
  }

  Result<Value> look_up(std::string_view origin) {
    const size_t colon = origin.find(':'), mark = origin.find('?');
    const std::string_view kind =
        colon == origin.npos || colon > mark ? "" : origin.substr(0, colon);
    Result<Value> found = kind.empty()          ? figure(origin)
                          : kind == "measured"  ? recorded("h200", origin.substr(colon + 1))
                          : kind == "published" ? recorded("published", origin.substr(colon + 1))
                          : kind == "eval"      ? simulated(origin.substr(colon + 1))
                          : kind == "core"      ? constant_of(origin.substr(colon + 1))
                                                : unknown_kind(kind);
    if (!found) return in(origin, found.error());
    ++count_;
    return found;
  }

  static Result<Value> unknown_kind(std::string_view kind) {
    constexpr std::string_view kinds[] = {"measured", "published", "eval", "core"};
    return Error{"unknown origin, expected measured:…, published:…, eval:…, core:… or FIGURE.NAME" +
                 did_you_mean(kind, kinds)};
  }

  Result<Value> constant_of(std::string_view name) {
    const Result<double> found = constant(name);
    if (!found) return found.error();
    add("A constant of the simulators: " + spoken(name) + " " + shown_number(*found));
    return Value{{*found}, false};
  }

  Result<Value> recorded(std::string_view folder, std::string_view rest) {
    const auto [path, query] = split(rest);
    const size_t dot = std::min(path.find('.'), path.size());
    const std::string_view name = path.substr(0, dot);
    const Json* json = recording(folder, name);
    if (!json) return unknown_recording(folder, name);
    const auto filters = filters_of(query);
    if (!filters) return filters.error();
    const std::string_view inside = path.substr(std::min(dot + 1, path.size()));
    Result<Value> found = pick(*json, inside, *filters);
    if (found) add_recorded(folder, *json, path, query, *found);
    return found;
  }

  static Error unknown_recording(std::string_view folder, std::string_view name) {
    std::vector<std::string_view> names;
    std::string list;
    for (const Recording& each : recordings()) {
      if (each.folder != folder) continue;
      names.push_back(each.name);
      list += (list.empty() ? "" : ", ") + std::string(each.name);
    }
    return Error{"no recording '" + std::string(name) + "', expected one of " + list +
                 did_you_mean(name, names)};
  }

  void add_recorded(std::string_view folder, const Json& json, std::string_view path,
                    std::string_view query, const Value& value) {
    const Json about = json.value("about", Json::object());
    const auto of = [&](const char* key) { return about.value(key, std::string()); };
    std::string line =
        folder == "published" ? "Published: " + of("source") : "Measured on an " + of("device");
    if (!of("date").empty()) line += ", " + of("date");
    line += ": " + spoken(path);
    if (!query.empty()) line += " (" + query_text(query) + ")";
    if (!value.list) line += " = " + shown_number(value.numbers[0]) + unit_of(path);
    add(line);
    answer_.measured |= folder != "published";
  }

  // The operation with the longest name with which the path begins.
  static const eval::Operation* operation_of(std::string_view path) {
    const eval::Operation* found = nullptr;
    for (const eval::Operation& each : eval::operations())
      if (path.starts_with(each.name) &&
          (path.size() == each.name.size() || path[each.name.size()] == '.') &&
          (!found || each.name.size() > found->name.size()))
        found = &each;
    return found;
  }

  Result<Value> simulated(std::string_view rest) {
    const auto [path, query] = split(rest);
    const eval::Operation* operation = operation_of(path);
    if (!operation) return unknown_operation(path);
    const auto fields = filters_of(query);
    if (!fields) return fields.error();
    std::string question = "{\"op\":" + Json(operation->name).dump();
    Filters filters;
    for (const auto& each : *fields) {
      const std::string &key = each.first, &text = each.second;
      const bool declared =
          std::any_of(operation->in.begin(), operation->in.end(),
                      [&](const eval::Field& field) { return field.name == key; });
      if (!declared) {
        filters.emplace_back(key, text);
        continue;
      }
      const std::string value = as_json(text);
      if (const auto good = json::read(value); !good)
        return Error{"'" + key + "': " + good.error().message};
      question += "," + Json(key).dump() + ":" + value;
    }
    bool good = true;
    const Json answer = Json::parse(eval::evaluate(question + "}", good));
    if (!good) return Error{answer.value("error", "no answer")};
    const std::string_view inside = path.substr(std::min(operation->name.size() + 1, path.size()));
    Result<Value> found = pick(answer, inside, filters);
    if (found)
      add("Computed by the simulator behind " + spoken(path) +
          (query.empty() ? "" : " (" + query_text(query) + ")") +
          (found->list ? "" : ": " + shown_number(found->numbers[0])));
    return found;
  }

  static Error unknown_operation(std::string_view path) {
    std::vector<std::string_view> names;
    for (const eval::Operation& each : eval::operations()) names.push_back(each.name);
    const size_t end = path.find('.', std::min(path.find('.'), path.size() - 1) + 1);
    return Error{"no operation of 'loom eval'" + did_you_mean(path.substr(0, end), names)};
  }

  // A metric, or a field of the table.
  Result<Value> figure(std::string_view origin) {
    auto [path, query] = split(origin);
    const size_t dot = std::min(path.find('.'), path.size());
    std::string id(path.substr(0, dot));
    if (id.empty() && link_.figure.empty())
      return Error{"an origin that begins with '.' stands in a link to a figure's state"};
    if (id.empty()) {
      id = link_.figure;
      query = link_.query;
    }
    if (const auto fields = filters_of(query); !fields) return fields.error();
    const auto state = find_(id, std::string(query));
    if (!state) return state.error();
    const std::string_view inside = path.substr(std::min(dot + 1, path.size()));
    Result<Value> found = inside_figure(**state, inside);
    if (!found) return found;
    answer_.figures.push_back({id, std::string(query), std::string(inside)});
    add("Computed by the figure ‘" + std::string((*state)->description().title) + "’" +
        state_text(**state, query) + ": " + what_ + value_text(*found));
    return found;
  }

  static std::string value_text(const Value& value) {
    return value.list ? "" : " " + shown_number(value.numbers[0]);
  }

  // " with Stride 2, Offset 1"
  static std::string state_text(const scene::State& state, std::string_view query) {
    std::string text;
    const auto fields = scene::parse_query(query);
    if (query.empty() || !fields) return "";
    for (const scene::Field& field : *fields)
      for (const scene::Parameter& parameter : state.description().parameters)
        if (parameter.key == field.key)
          text += (text.empty() ? " with " : ", ") + std::string(parameter.label) + " " +
                  clipped(field.text, 40);
    return text;
  }

  Result<Value> inside_figure(const scene::State& state, std::string_view path) {
    for (const scene::Metric& metric : state.scene().metrics())
      if (metric.key == path) {
        what_ = metric.label;
        return Value{{metric.value}, false};
      }
    const scene::Table table = state.scene().table();
    const Json rows = rows_of(table);
    const std::string_view first = path.substr(0, path.find('.'));
    if (!first.empty() && !begins_path(rows, first))
      return unknown_in_figure(first, state.scene().metrics(), table);
    what_ = spoken(path);
    return pick(rows, path, {});
  }

  // One line for each kind of name; in a report about a page they follow one another.
  static Error unknown_in_figure(std::string_view name, const std::vector<scene::Metric>& metrics,
                                 const scene::Table& table) {
    std::vector<std::string> keys, rows, columns, all;
    for (const scene::Metric& metric : metrics) keys.emplace_back(metric.key);
    for (const auto& cells : table.rows) rows.push_back(cells.front().shown);
    for (const scene::Column& column : table.columns) columns.emplace_back(column.name);
    for (const auto* names : {&keys, &rows, &columns})
      all.insert(all.end(), names->begin(), names->end());
    const std::vector<std::string_view> candidates(all.begin(), all.end());
    const std::string meant = did_you_mean(name, candidates);
    std::string message = "unknown name '" + std::string(name) + "'" +
                          (meant.empty() ? ", expected one of these:" : meant);
    if (!keys.empty()) message += "\nmetrics: " + listed(keys) + ";";
    if (!rows.empty()) message += "\nrows of the table: " + listed(rows) + ";";
    return Error{message + "\ncolumns: " + listed(columns)};
  }

  // The first cell of a row is its name.
  static Json rows_of(const scene::Table& table) {
    Json rows = Json::array();
    for (const auto& cells : table.rows) {
      Json row = Json::object();
      for (size_t i = 0; i < cells.size(); ++i) {
        const bool number = i > 0 && cells[i].has_number();
        row[std::string(table.columns[i].name)] =
            number ? Json(cells[i].value) : Json(cells[i].shown);
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  const FindState& find_;
  const FigureNumber& link_;
  Answer answer_;
  std::string what_;
  int count_ = 0;
};

}  // namespace

Result<Answer> answer(std::string_view expression, const FindState& find,
                      const FigureNumber& link) {
  return Answering(find, link).run(expression);
}

}  // namespace loom::numbers
