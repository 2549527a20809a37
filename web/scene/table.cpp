#include "web/scene/table.hpp"

#include "web/scene/decimal.hpp"

namespace loom::scene {

Table with_heads(const Column* heads, size_t count) {
  Table table;
  for (size_t i = 0; i < count; ++i)
    if (heads[i].there)
      table.columns.push_back(heads[i]);
    else
      table.left_out |= std::uint32_t{1} << i;
  return table;
}

void Table::add(std::vector<Cell> row) {
  for (size_t i = row.size(); left_out != 0 && i-- > 0;)
    if ((left_out >> i & 1) != 0) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  rows.push_back(std::move(row));
}

std::string full_head(const Column& column) {
  std::string head(column.name);
  if (!column.unit.empty()) head.append(" (").append(column.unit).append(")");
  return head;
}

std::string shown_head(const Column& column) {
  return column.unit_in == UnitIn::head ? full_head(column) : std::string(column.name);
}

std::optional<double> written_number(std::string_view shown) {
  const bool negative = shown.starts_with(minus_sign);
  if (negative) shown.remove_prefix(minus_sign.size());
  if (shown.empty() || shown.find_first_not_of("0123456789,.") != shown.npos) return std::nullopt;
  std::string digits;
  for (char c : shown)
    if (c != ',') digits += c;
  const double size = decimal(digits);
  if (!std::isfinite(size)) return std::nullopt;
  return negative ? -size : size;
}

bool says_its_number(const Column& column, const Cell& cell) {
  return column.number && written_number(cell.shown) == cell.value;
}

}  // namespace loom::scene
