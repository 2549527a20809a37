#include "web/canvas/table_json.hpp"

namespace loom::canvas {

std::string json_string(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string table_json(const scene::Table& table) {
  std::string out = "{\"columns\":[";
  const char* comma = "";
  for (const scene::Column& column : table.columns) {
    out.append(comma).append("{\"name\":").append(json_string(column.name));
    out.append(",\"number\":").append(column.number ? "true}" : "false}");
    comma = ",";
  }
  out += "],\"rows\":[";
  comma = "";
  for (const std::vector<std::string>& row : table.rows) {
    out.append(comma).append("[");
    comma = "";
    for (const std::string& cell : row) {
      out.append(comma).append(json_string(cell));
      comma = ",";
    }
    out += "]";
    comma = ",";
  }
  return out + "]}";
}

}  // namespace loom::canvas
