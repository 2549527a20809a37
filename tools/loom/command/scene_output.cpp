#include "tools/loom/command/scene_output.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/text/utf8.hpp"
#include "tools/loom/text/number.hpp"

namespace loom::command {
namespace {

using Json = nlohmann::ordered_json;

std::string padded(std::string_view text, size_t width, bool right) {
  std::string line(text);
  line.insert(right ? 0 : line.size(), width - std::min(width, utf8::count(text)), ' ');
  return line;
}

std::string trim_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

Json natural(const scene::Values& values, const scene::Parameter& parameter) {
  switch (parameter.kind) {
    case scene::Kind::integer:
      return values.integer(parameter.key);
    case scene::Kind::real:
      return values.real(parameter.key);
    case scene::Kind::toggle:
      return values.toggle(parameter.key);
    case scene::Kind::numbers:
      return values.numbers(parameter.key);
    case scene::Kind::choice:
    case scene::Kind::text:
      break;
  }
  return values.text(parameter.key);
}

std::string csv_cell(std::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == cell.npos) return std::string(cell);
  std::string quoted = "\"";
  for (char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (&cell == cells.data() ? "" : ",") + csv_cell(cell);
  return line + "\r\n";
}

// The same as in table.js: a number, the text in a column of texts, or a note that there is no
// number.
Json raw(const scene::Column& column, const scene::Cell& cell) {
  if (!cell.has_number()) return column.number ? Json(nullptr) : Json(cell.shown);
  const bool whole = cell.value == std::floor(cell.value) && std::fabs(cell.value) < 0x1p53;
  return whole ? Json(static_cast<std::int64_t>(cell.value)) : Json(cell.value);
}

// Columns whose texts say more than their numbers: omitted digits, "∞", "any".
std::vector<size_t> shown_beside(const scene::Table& table) {
  std::vector<size_t> found;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const auto says_more = [&](const std::vector<scene::Cell>& row) {
      return row[i].has_number() ? scene::written_number(row[i].shown) != row[i].value
                                 : row[i].shown != scene::no_cell().shown;
    };
    if (table.columns[i].number && std::any_of(table.rows.begin(), table.rows.end(), says_more))
      found.push_back(i);
  }
  return found;
}

}  // namespace

std::string aligned(const scene::Table& table) {
  std::vector<size_t> widths;
  for (const scene::Column& column : table.columns)
    widths.push_back(utf8::count(shown_head(column)));
  for (const auto& row : table.rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], utf8::count(row[i].shown));

  std::string out, line;
  for (size_t i = 0; i < widths.size(); ++i)
    line += (i > 0 ? "  " : "") +
            padded(shown_head(table.columns[i]), widths[i], table.columns[i].number);
  out += trim_end(line);
  for (const auto& row : table.rows) {
    line.clear();
    for (size_t i = 0; i < row.size(); ++i)
      line += (i > 0 ? "  " : "") + padded(row[i].shown, widths[i], table.columns[i].number);
    out += trim_end(line);
  }
  return out;
}

std::string as_text(const scene::State& state) {
  std::string text = state.scene().status(state.step()) + "\n\n" + aligned(state.scene().table());
  for (const scene::Parameter& parameter : state.description().parameters)
    if (const auto left_out = state.values().left_out(); parameter.reader && !left_out.empty())
      text +=
          "\nNot used of '" + std::string(parameter.label) + "': " + std::string(left_out) + "\n";
  return text;
}

std::string as_json(const scene::State& state) {
  Json parameters = Json::object();
  for (const scene::Parameter& parameter : state.description().parameters)
    parameters[std::string(parameter.key)] = natural(state.values(), parameter);
  const scene::Table table = state.scene().table();
  Json columns = Json::array(), rows = Json::array(), shown = Json::array();
  for (const scene::Column& column : table.columns) columns.push_back(full_head(column));
  for (const auto& row : table.rows) {
    Json values = Json::array(), texts = Json::array();
    for (size_t i = 0; i < row.size(); ++i) {
      values.push_back(raw(table.columns[i], row[i]));
      texts.push_back(row[i].shown);
    }
    rows.push_back(std::move(values));
    shown.push_back(std::move(texts));
  }
  const Json out = {
      {"scene", state.description().id},
      {"parameters", std::move(parameters)},
      {"status", state.scene().status(state.step())},
      {"table",
       {{"columns", std::move(columns)}, {"rows", std::move(rows)}, {"shown", std::move(shown)}}},
      {"step", state.step()},
      {"steps", state.scene().steps()}};
  return out.dump(2) + "\n";
}

std::string as_csv(const scene::State& state) {
  const scene::Table table = state.scene().table();
  const std::vector<size_t> beside = shown_beside(table);
  std::vector<std::string> line;
  for (const scene::Column& column : table.columns) line.push_back(full_head(column));
  for (size_t i : beside) line.push_back(shown_head(table.columns[i]) + " as shown");
  std::string out = csv_line(line);
  for (const auto& row : table.rows) {
    line.clear();
    for (size_t i = 0; i < row.size(); ++i) {
      const Json value = raw(table.columns[i], row[i]);
      line.push_back(value.is_string() ? row[i].shown
                     : value.is_null() ? ""
                                       : text::number_text(row[i].value));
    }
    for (size_t i : beside) line.push_back(row[i].shown);
    out += csv_line(line);
  }
  return out;
}

}  // namespace loom::command
