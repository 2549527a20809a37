// A table of the text. One that is wider than a phone is stacked there: see base.css.
#include <algorithm>
#include <vector>

#include "tools/loom/site/render/far.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/render.hpp"
#include "tools/loom/site/render/screens.hpp"
#include "web/scene/measure.hpp"

namespace loom::site {
namespace {

constexpr float size = 14.6f / 12, padding = 14.6f;  // of a cell there; a small text has 12 pixels
constexpr float least_text = 95;                     // of a cell with sentences

// The width of the longest piece that is not broken: a word, a number with its unit.
float longest_piece(std::string_view text) {
  float longest = 0;
  for (size_t from = 0; from < text.size();) {
    size_t end = std::min(text.find(' ', from), text.size());
    const bool number = text[from] >= '0' && text[from] <= '9';
    const size_t unit_end = std::min(text.find(' ', end + 1), text.size());
    constexpr size_t short_unit = 6;
    if (number && end < text.size() && unit_end - end <= short_unit) end = unit_end;
    longest =
        std::max(longest, scene::text_width(text.substr(from, end - from), scene::Size::small));
    from = end + 1;
  }
  return longest * size;
}

void cell(std::string& out, const Node& node, const std::string& head) {
  const char* tag = node.header ? "th" : "td";
  out += std::string("<") + tag + (node.header ? " scope=\"col\"" : "");
  if (node.align == Align::right) out += " class=\"number\"";
  if (node.align == Align::center) out += " class=\"center\"";
  if (!head.empty()) out += attribute("data-head", head);
  out += ">";
  render_inlines(out, node.children);
  out += std::string("</") + tag + ">";
}

}  // namespace

bool is_wide_table(const Node& table) {
  std::vector<float> columns;
  for (const Node& row : table.children) {
    columns.resize(std::max(columns.size(), row.children.size()));
    for (size_t i = 0; i < row.children.size(); ++i) {
      const Node& cell = row.children[i];
      const std::string text = plain_text(cell);
      const float whole = scene::text_width(text, scene::Size::small) * size;
      // As in base.css: what is no number has room for some words.
      const bool words = i > 0 && !row.header && cell.align != Align::right;
      columns[i] = std::max(
          {columns[i], longest_piece(text), words ? least_text : std::min(whole, least_text)});
    }
  }
  float sum = 0;
  for (float column : columns) sum += column + padding;
  return sum > phone().tables;
}

void render_table(std::string& out, const Node& table) {
  const bool stacked = is_wide_table(table);
  std::vector<std::string> heads;  // what each cell of a stacked table says of itself
  out += stacked ? "<div class=\"scroll stack\"" : "<div class=\"scroll\"";
  out += " tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\n";
  bool in_head = false, in_body = false;
  for (const Node& row : table.children) {
    if (row.header && !in_head) out += "<thead>";
    if (!row.header && !in_body) out += in_head ? "</thead>\n<tbody>\n" : "<tbody>\n";
    in_head |= row.header;
    in_body |= !row.header;
    out += "<tr>";
    for (size_t i = 0; i < row.children.size(); ++i) {
      if (row.header && stacked) heads.push_back(plain_text(row.children[i]));
      const bool named = !row.header && i > 0 && i < heads.size();
      cell(out, row.children[i], named ? heads[i] : "");
    }
    out += "</tr>\n";
  }
  out += in_body ? "</tbody>" : in_head ? "</thead>" : "";
  out += "</table></div>\n";
}

}  // namespace loom::site
