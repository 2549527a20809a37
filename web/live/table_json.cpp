#include "web/live/table_json.hpp"

#include "core/json/text.hpp"
#include "web/scene/format.hpp"

namespace loom::live {

std::string table_json(const scene::Table& table) {
  std::string out = "{\"columns\":[";
  const char* comma = "";
  for (const scene::Column& column : table.columns) {
    out.append(comma).append("{\"name\":").append(json::quoted(scene::shown_head(column)));
    out.append(",\"number\":").append(column.number ? "true" : "false");
    if (column.unit_in == scene::UnitIn::cells)
      out.append(",\"unit\":").append(json::quoted(column.unit));
    out += "}";
    comma = ",";
  }
  out += "],\"rows\":[";
  comma = "";
  for (const std::vector<scene::Cell>& row : table.rows) {
    out.append(comma).append("[");
    comma = "";
    for (const scene::Cell& cell : row) {
      out.append(comma).append("{\"shown\":").append(json::quoted(cell.shown));
      if (cell.has_number())
        out.append(",\"value\":").append(scene::shortest(cell.value));
      else if (table.columns[static_cast<size_t>(&cell - row.data())].number)
        out += ",\"value\":null";
      out += "}";
      comma = ",";
    }
    out += "]";
    comma = ",";
  }
  return out + "]}";
}

}  // namespace loom::live
