#include "web/scenes/machine/warp_lanes.hpp"

#include "web/scene/kit.hpp"

namespace loom::scenes {

using memory::warp_lanes;

void WarpLanes::route(Painter& painter, int lane, Point end, Role role, bool thick) const {
  const Rect from = box(lane);
  const Point way[] = {{from.center().x, from.bottom()},
                       {from.center().x, bottom() + 2},
                       {end.x, end.y - 8},
                       {end.x, end.y - 4}};
  painter.path(way, false, stroked(role, thick ? 2.f : 1.f));
  arrow_head(painter, end, Toward::down, role, 5, staggered() ? 2.5f : 3.f);
}

void WarpLanes::draw(Painter& painter, std::uint32_t served, std::uint32_t current) const {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const bool now = (current >> lane & 1) != 0;
    const Rect place = box(lane);
    TextStyle number = centered(label);
    if (now) number.role = Role::surface;
    if (now || (served >> lane & 1) != 0)
      painter.rect(place, {.fill = Role::lane, .fill_opacity = now ? 1 : 0.22f, .radius = 4});
    else
      painter.rect(inset(place, 0.5f), {.fill = Role::surface, .stroke = Role::lane, .radius = 4});
    painter.text(place.center(), std::to_string(lane), number);
  }
}

Result<OwnAccess> own_access(const Values& values, int last, bool rows_known) {
  const auto own =
      memory::own_index(values.text("expression"), values.text("names"), values.integer("nth"));
  if (!own) return Error{"'Your index': " + own.error().message};
  const auto elements = memory::own_elements(*own, last);
  if (!elements) return Error{"'Your index': " + elements.error().message};
  OwnAccess found{*elements, ""};
  found.words = own->access;
  if (own->of > 1) found.words += fill(", access {} of {}", own->which, own->of);
  if (own->rows_assumed && !rows_known) found.words += ", with rows of 32";
  return found;
}

std::string index_list(const memory::LaneIndices& indices) {
  std::string list;
  for (int index : indices) list += (list.empty() ? "" : ",") + std::to_string(index);
  return list;
}

Result<std::array<std::int64_t, warp_lanes>> lane_numbers(const Values& values,
                                                          std::string_view key) {
  const std::vector<double> numbers = values.numbers(key);
  std::string_view label = key;
  for (const Parameter& each : values.parameters())
    if (each.key == key) label = each.label;
  std::array<std::int64_t, warp_lanes> whole{};
  for (size_t lane = 0; lane < whole.size(); ++lane) {
    whole[lane] = static_cast<std::int64_t>(numbers[lane]);
    if (static_cast<double>(whole[lane]) != numbers[lane])
      return Error{fill("'{}': entry {} is {}, expected a whole number", label, lane + 1,
                        shortest(numbers[lane]))};
  }
  return whole;
}

Result<memory::LaneIndices> lane_indices(const Values& values, std::string_view key) {
  const auto numbers = lane_numbers(values, key);
  if (!numbers) return numbers.error();
  memory::LaneIndices indices{};
  for (size_t lane = 0; lane < indices.size(); ++lane)
    indices[lane] = static_cast<int>((*numbers)[lane]);
  return indices;
}

}  // namespace loom::scenes
