#include "tools/loom/eval/layout_fields.hpp"

namespace loom::eval {
namespace {

using namespace layout;

void check_listed(const Layout& layout) {
  if (size(layout) > most_listed)
    throw Refused(to_text(layout) + ": size " + std::to_string(size(layout)) +
                  ", expected at most " + std::to_string(most_listed) + " offsets to list");
}

Layout counted(const Value& value, const std::string& where) {
  return mode(integer(value, where, 1, most_number), 1);
}

constexpr long long most_entries = most_leaves;

const Value::Array& few(const Value::Array& list, const std::string& where) {
  if (list.empty() || list.size() > most_entries)
    throw Refused("field '" + where + "': expected 1 to " + std::to_string(most_entries) +
                  " entries, got " + std::to_string(list.size()));
  return list;
}

std::string entry(const std::string& where, std::size_t i) {
  return where + "[" + std::to_string(i) + "]";
}

IntTuple tuple_of(const Value& value, const std::string& where) {
  const Value::Array* list = value.array();
  if (!list) return layout::number(integer(value, where, 0, most_number));
  std::vector<IntTuple> items;
  for (std::size_t i = 0; i < few(*list, where).size(); ++i)
    items.push_back(tuple_of((*list)[i], entry(where, i)));
  return tuple(std::move(items));
}

}  // namespace

const std::string& text(const Value& value, const std::string& where) {
  if (!value.text())
    throw Refused("field '" + where + "': expected a text such as \"(4,8):(8,1)\", got " +
                  display(value));
  return *value.text();
}

Layout layout_of(const Value& value, const std::string& where) {
  return accept_field(parse_layout(text(value, where)), where);
}

SwizzledLayout swizzled_of(const Value& value, const std::string& where) {
  return accept_field(parse_swizzled(text(value, where)), where);
}

Tiler tiler_of(const Value& value, const std::string& where) {
  if (value.is_number()) return counted(value, where);
  const Value::Array* list = value.array();
  if (!list) return accept_field(parse_tiler(text(value, where)), where);
  std::vector<Tiler> modes;
  for (std::size_t i = 0; i < few(*list, where).size(); ++i)
    modes.push_back(tiler_of((*list)[i], entry(where, i)));
  return Tiler(std::move(modes));
}

IntTuple profile_of(const Value& value, const std::string& where) {
  if (value.text()) return accept_field(parse_int_tuple(text(value, where)), where);
  return tuple_of(value, where);
}

Json offsets_of(const Layout& layout) {
  check_listed(layout);
  return offsets(layout);
}

Json offsets_of(const SwizzledLayout& layout) {
  check_listed(layout.layout);
  return offsets(layout);
}

Json described(const Layout& layout) {
  return {{"layout", to_text(layout)}, {"offsets", offsets_of(layout)}};
}

Json described_by_mode(const Layout& layout) {
  Json out = described(layout), modes = Json::array();
  for (int k = 0; k < rank(layout); ++k) modes.push_back(offsets(mode_of(layout, k)));
  out["mode_offsets"] = std::move(modes);
  return out;
}

}  // namespace loom::eval
