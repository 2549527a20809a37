#include "web/scenes/layouts/tiles.hpp"

#include <algorithm>
#include <cmath>

#include "web/scene/format.hpp"
#include "web/scene/kit/handles.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"

namespace loom::scenes {

std::optional<Error> too_large(std::string_view what, const layout::Layout& layout) {
  if (const std::int64_t size = layout::size(layout); size > most_elements)
    return Error{
        fill("{}: {} elements, expected at most {} in a picture", what, size, most_elements)};
  constexpr std::int64_t most_places = std::int64_t{1} << 24;
  if (const std::int64_t places = layout::cosize(layout); places > most_places)
    return Error{
        fill("{}: {} offsets, expected at most {} in a picture", what, places, most_places)};
  return std::nullopt;
}

Style shade(int step) { return solid(Role::data, 0.06f + 0.055f * px(step)); }

int Tiles::Axis::gaps(int position) const {
  int passed = 0, step = 1;
  for (size_t k = 0; k + 1 < shapes.size(); ++k) {
    step *= shapes[k];
    passed += position / step;
  }
  return passed;
}

void Tiles::Axis::fit(float room, float most, float wanted_gap) {
  const auto inner = px(gaps(count - 1));
  gap = inner == 0 ? 0 : std::min(wanted_gap, room / 4 / inner);
  cell = std::min(most, (room - gap * inner) / px(count));
  for (int i = 0; i < count; ++i) starts.push_back(cell * px(i) + gap * px(gaps(i)));
}

Tiles::Tiles(const layout::Layout& layout, const Rect& room, const Look& look) {
  const layout::Layout* inner = &layout;
  while (inner->modes.size() == 1) inner = inner->modes.data();
  if (inner->leaf())
    as_text(static_cast<int>(inner->shape), look.narrow);
  else
    nested(*inner, look.narrow);
  const float wanted = look.narrow ? 4 : 6;
  across_.fit(room.width, look.widest, wanted);
  down_.fit(room.height, look.highest, wanted);
  box_ = {room.x, room.y, across_.length(), down_.length()};
}

void Tiles::as_text(int size, bool narrow) {
  const int line = size <= 256 ? (narrow ? 8 : 16) : 64;
  across_.count = across_.head = std::min(size, line);
  down_.count = down_.head = (size + line - 1) / line;
  for (int i = 0; i < size; ++i) places_.push_back({i % line, i / line});
}

void Tiles::nested(const layout::Layout& layout, bool narrow) {
  places_.push_back({});
  for (size_t k = 0; k < layout.modes.size(); ++k) {
    const bool right = k == 1 || (k >= 2 && (k % 2 == 0) != narrow);
    Axis& axis = right ? across_ : down_;
    for (const layout::Leaf& leaf : layout::leaves(layout.modes[k])) {
      const auto shape = static_cast<int>(leaf.shape);
      if (shape == 1) continue;
      const size_t before = places_.size();
      for (int c = 1; c < shape; ++c)
        for (size_t i = 0; i < before; ++i) {
          Place place = places_[i];
          (right ? place.column : place.row) += c * axis.count;
          places_.push_back(place);
        }
      axis.shapes.push_back(shape);
      axis.count *= shape;
    }
    if (k < 2) axis.head = axis.count;
  }
}

Rect Tiles::cell(int index) const {
  const Place& place = nth(places_, index);
  return {box_.x + across_.at(place.column), box_.y + down_.at(place.row), across_.cell,
          down_.cell};
}

int numbered_columns(std::string_view widest, float cell) {
  constexpr float gap = 3;  // by which digits of one number are told from those of the next
  const float wide = text_width(widest, Size::small);
  return wide + gap <= cell ? 1 : wide + 0.5f <= cell ? 2 : 0;
}

int Tiles::numbered(std::string_view widest) const {
  return down_.cell >= 14 ? numbered_columns(widest, across_.cell) : 0;
}

void Tiles::paint(Painter& painter, std::span<const std::uint8_t> kinds,
                  std::span<const Style> styles) const {
  std::vector<std::vector<Rect>> same(styles.size());
  for (int i = 0; i < count(); ++i)
    if (const size_t kind = nth(kinds, i); kind < styles.size()) same[kind].push_back(cell(i));
  for (size_t kind = 0; kind < styles.size(); ++kind) painter.rects(same[kind], styles[kind]);
}

void Tiles::borders(Painter& painter) const {
  const bool small = across_.cell < 5 || down_.cell < 5;
  if (small) return painter.rect(box_, stroked(Role::grid));
  std::vector<Rect> all;
  for (int i = 0; i < count(); ++i) all.push_back(cell(i));
  painter.rects(all, stroked(Role::grid));
}

void Tiles::heads(Painter& painter) const {
  const float deepest = text_width(integer(down_.head - 1), Size::small);
  const auto every = [](const Axis& axis, float wanted) {
    return std::max(1, static_cast<int>(std::ceil(wanted / axis.cell)));
  };
  const float widest = text_width(integer(across_.head - 1), Size::small) + 4;
  const auto drawn = [](const Axis& axis, int i, int step) {
    const int name = i % axis.head;
    // The last ones of a tile leave room for the first of the next.
    return name % step == 0 && (name + step <= axis.head || name == 0 || axis.head == axis.count);
  };
  const int columns = every(across_, widest), rows = every(down_, 14);
  const auto ends = [&](int i) { return across_.at(i) + across_.cell / 2 + widest / 2; };
  for (int i = 0; i < across_.count; ++i)
    if (drawn(across_, i, columns) && ends(i) <= box_.width + 4 &&
        across_.cell * px(across_.head) >= widest)
      painter.text({box_.x + across_.at(i) + across_.cell / 2, box_.y - 10},
                   integer(i % across_.head), centered(quiet));
  for (int i = 0; i < down_.count; ++i)
    if (drawn(down_, i, rows) && deepest + 5 <= box_.x && down_.cell * px(down_.head) >= 14)
      painter.text({box_.x - 5, box_.y + down_.at(i) + down_.cell / 2}, integer(i % down_.head),
                   ended(quiet));
}

std::vector<Tiles::Run> Tiles::runs() const {
  constexpr int one_each = 512;
  std::vector<Run> all;
  const auto next_to = [](float from, float size, float to) {
    return std::abs(from + size - to) < 0.01f * size;
  };
  for (int i = 0; i < count(); ++i) {
    const Rect here = cell(i);
    if (count() > one_each && !all.empty()) {
      Run& run = all.back();
      const bool right =
          run.rows == 1 && here.y == run.rect.y && next_to(run.rect.x, run.rect.width, here.x);
      const bool below =
          run.columns == 1 && here.x == run.rect.x && next_to(run.rect.y, run.rect.height, here.y);
      if (right || below) {
        ++(right ? run.columns : run.rows);
        run.rect.width = here.right() - run.rect.x;
        run.rect.height = here.bottom() - run.rect.y;
        continue;
      }
    }
    all.push_back({here, i});
  }
  return all;
}

Action Tiles::drag_along(const Run& run) const {
  const Point from = cell(run.first).center(), to = cell(run.last()).center();
  return of_entry(run.rows > 1 ? drag_y("at", from.y, to.y, run.first, run.last())
                               : drag_x("at", from.x, to.x, run.first, run.last()),
                  0);
}

}  // namespace loom::scenes
