// 'Show as data': the facts of the picture as rows of text.
#pragma once

#include <string>
#include <vector>

namespace loom::scene {

struct Column {
  std::string name;
  bool number = true;  // right-aligned, tabular figures
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // cells exactly as the page shows them
};

// A number the scene can be asked for: 'predict' blocks compare a reader's guess with it.
struct Metric {
  std::string key, label;
  double value = 0;
  int decimals = 0;
  std::string unit;  // "%", "B", "" …, printed behind the number
};

}  // namespace loom::scene
