#include "tools/loom/site/parse/lines.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "tools/loom/site/parse/md4c_reader.hpp"

namespace loom::site {
namespace {

// Finds the first text of one cell of a row, in a table with that many columns.
class CellReader : Md4cReader<CellReader> {
  friend Md4cReader<CellReader>;

 public:
  CellReader(std::string_view row, size_t cell) : cell_(cell) {
    text_ = "|";
    for (const char* each : {"a|", "---|"}) {
      if (text_.size() > 1) text_ += "\n|";
      for (size_t i = 0; i <= cell; ++i) text_ += each;
    }
    row_ = text_.size() + 1;
    text_ += '\n';
    text_ += row;
  }

  std::optional<size_t> run() {
    MD_PARSER parser = {};
    parser.enter_block = [](MD_BLOCKTYPE type, void*, void* self) {
      return pass(self, [&](CellReader& reader) {
        reader.cells_ += type == MD_BLOCK_TD;
        return 0;
      });
    };
    parser.enter_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.text = [](MD_TEXTTYPE, const MD_CHAR* text, MD_SIZE, void* self) {
      return pass(self, [&](CellReader& reader) {
        const size_t at = offset_in(reader.text_, text);
        if (reader.cells_ > reader.cell_ && !reader.found_ && at != nowhere)
          reader.found_ = at - reader.row_;
        return 0;
      });
    };
    parse(text_, parser);
    return found_;
  }

 private:
  std::string text_;
  size_t cell_, row_, cells_ = 0;
  std::optional<size_t> found_;
};

}  // namespace

size_t behind_fence(const Source& source, size_t at, char mark, size_t block,
                    Diagnostics& diagnostics) {
  const std::string_view text = source.text;
  // Lines of a quote begin with its mark.
  const size_t begin = std::min(text.find_first_not_of(" \t\r\n>", at), text.size());
  const size_t behind = std::min(text.find_first_not_of(mark, begin), text.size());
  const size_t end = std::min(text.find_first_not_of(" \t\r", behind), text.size());
  if (behind - begin >= 3 && (end == text.size() || text[end] == '\n')) return end;
  diagnostics.add(
      source, block,
      "a block without an end, expected a line '" + std::string(3, mark) + "' below its text");
  return at;
}

void check_cells(const Source& source, size_t end, size_t columns, Diagnostics& diagnostics) {
  const std::string_view text = std::string_view(source.text).substr(0, end);
  const size_t line = text.rfind('\n') + 1;  // npos + 1: the first
  const size_t begin = std::min(text.find_first_not_of(" \t>", line), end);
  const std::string_view row = text.substr(begin);
  // md4c is asked only if there may be one: the marks between cells are one less than these.
  const auto marks = static_cast<size_t>(std::count(row.begin(), row.end(), '|'));
  const size_t last = row.find_last_not_of(" \t\r");
  const size_t outside = last == row.npos ? 0 : size_t{row.starts_with('|')} + (row[last] == '|');
  if (marks < outside + columns) return;
  if (const auto surplus = CellReader(row, columns).run())
    diagnostics.add(source, begin + *surplus,
                    "a cell too many, expected " + std::to_string(columns) +
                        " in a row, as in the table's first");
}

}  // namespace loom::site
