// 'Show as data': the facts of the picture as rows of text, with the numbers behind them. Names and
// units are string literals of the scene's code, which outlive every table.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/scene/names.hpp"  // IWYU pragma: export

namespace loom::scene {

enum class UnitIn { head, cells };  // where the page shows it; CSV and JSON have it in the head

struct Column {
  constexpr Column(std::string_view its_name, bool is_number = true)
      : name(its_name), number(is_number) {}
  constexpr Column(std::string_view its_name, const char* its_unit, UnitIn shown = UnitIn::head)
      : name(its_name), unit(its_unit), unit_in(shown) {}

  // Only where the condition holds: otherwise headed() leaves the column out, and add() its cells.
  constexpr Column only(bool condition) const {
    Column column = *this;
    column.there = condition;
    return column;
  }

  std::string_view name;
  bool number = true;          // right-aligned, tabular figures; every cell has a number, or none
  std::string_view unit = {};  // of the cells' values: "GiB", "%"
  UnitIn unit_in = UnitIn::head;
  bool there = true;
};

// A column without numbers.
constexpr Column text_column(std::string_view name) { return {name, false}; }

// "Weights (GiB)": with the unit, even where the page leaves it out; and the name as the page shows
// it.
std::string full_head(const Column& column);
std::string shown_head(const Column& column);

struct Cell {
  std::string shown;   // exactly as the page shows it
  double value = NAN;  // what CSV and JSON contain, in the column's unit; not finite: no number
  bool has_number() const { return std::isfinite(value); }
  bool operator==(const Cell& other) const {
    return shown == other.shown &&
           (value == other.value || (value != value && other.value != other.value));
  }
};

class Entry;  // what a row is written from: see format.hpp

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows = {};

  void add(std::initializer_list<Entry> row);  // see format.hpp
  void add(const Entry* row, size_t count);
  void add(std::vector<Cell> row);

  std::uint32_t left_out = 0;  // a bit for each column that headed() left out
};

// A table without rows yet: headed("Tile", Column("Begun", "µs"), text_column("Stored in")).
Table with_heads(const Column* heads, size_t count);
template <class... Heads>
[[gnu::always_inline]] inline Table headed(const Heads&... heads) {
  const Column all[] = {Column(heads)...};
  return with_heads(all, sizeof...(heads));
}

// The number that a text contains as integer() and fixed() write it: "−1,234.50"; nothing for other
// texts.
std::optional<double> written_number(std::string_view shown);

// Whether the text already contains every digit of the number, so that the value need not be
// repeated.
bool says_its_number(const Column& column, const Cell& cell);

// A number that the scene can be asked for: 'predict' blocks compare a reader's guess with it.
// Until the reader has guessed, the figure is covered in every state that has the number (see
// seal.hpp). If the scene also shows the number of other states, the metric says where.
struct Metric {
  constexpr Metric() = default;
  constexpr Metric(std::string_view its_key, std::string_view its_label, double its_value,
                   int shown_decimals, std::string_view its_unit = {})
      : key(its_key),
        label(its_label),
        value(its_value),
        decimals(shown_decimals),
        unit(its_unit) {}
  // A count.
  constexpr Metric(std::string_view its_key, std::string_view its_label, std::integral auto count,
                   const char* its_unit = "")
      : Metric(its_key, its_label, static_cast<double>(count), 0, its_unit) {}

  std::string_view key, label;
  double value = 0;
  int decimals = 0;
  std::string_view unit = {};  // "%", "B", "" …, printed behind the number

  // Parts of the picture and columns of the table that show this number for other states, too, for
  // example "bars": for all values of the parameters `over`, "gpu, size"; without these, for every
  // state. They are covered whenever the question is about one of these states.
  std::string_view parts = {}, columns = {}, over = {};
  // The first step of the timeline at which the picture and the sentence show it.
  int from_step = 0;
  // States whose number differs from the one asked for by at most this share are covered like it.
  double close = 0;

  constexpr Metric told_in(std::string_view its_parts, std::string_view its_columns = {},
                           std::string_view all_values_of = {}) const {
    Metric told = *this;
    told.parts = its_parts;
    told.columns = its_columns;
    told.over = all_values_of;
    return told;
  }
  constexpr Metric told_from(int step) const {
    Metric told = *this;
    told.from_step = step;
    return told;
  }
  constexpr Metric told_near(double share) const {
    Metric told = *this;
    told.close = share;
    return told;
  }
};

}  // namespace loom::scene
