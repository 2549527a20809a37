// 'Show as data': the facts of the picture as rows of text. Names and units are words of the
// scene's own code, which outlive every table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loom::scene {

struct Column {
  std::string_view name;
  bool number = true;  // right-aligned, tabular figures
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // cells exactly as the page shows them
};

// A number the scene can be asked for: 'predict' blocks compare a reader's guess with it.
struct Metric {
  std::string_view key, label;
  double value = 0;
  int decimals = 0;
  std::string_view unit;  // "%", "B", "" …, printed behind the number
};

}  // namespace loom::scene
