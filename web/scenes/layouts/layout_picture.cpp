#include "core/layout/inner_modes.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/layouts/layout.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {

constexpr int shades = order_shades;
constexpr std::uint8_t is_chosen = shades, is_unused = shades + 1, is_beyond = shades + 2;
constexpr Role mode_roles[] = {Role::series_1, Role::series_2, Role::series_3, Role::series_4};

// The further in memory, the stronger.
std::array<Style, shades + 2> ground_styles() {
  std::array<Style, shades + 2> styles;
  for (int i = 0; i < shades; ++i) nth(styles, i) = scenes::shade(i);
  styles[is_chosen] = chosen_element;
  styles[is_unused] = wasted;
  return styles;
}

// Memory in rows of as many places as there are elements, so that dragging a stride does not change
// it; where it is long, each box is several places.
struct Strip {
  Strip(const LayoutState& state, bool narrow, const Rect& memory) {
    const auto size = static_cast<unsigned>(state.size());
    columns = static_cast<int>(std::clamp(std::bit_ceil(size), 16u, narrow ? 64u : 128u));
    if (narrow && columns <= 32) columns = 16;
    const auto row = [&] { return columns * each; };
    const auto find = [&] {
      origin = state.least < 0 ? state.least : state.least - state.least % row();
      rows = static_cast<int>((state.most - origin) / row()) + 1;
    };
    for (find(); rows > 24; find()) each *= 2;
    const float high = std::min(24.f, memory.height / px(rows));
    grid = {{memory.x, memory.y, memory.width, high * px(rows)}, columns, rows};
  }
  int box_of(std::int64_t offset) const { return static_cast<int>((offset - origin) / each); }
  int boxes() const { return columns * rows; }

  int columns = 16, rows = 1;
  std::int64_t each = 1, origin = 0;
  Grid grid;
};

struct LayoutDrawing : Picture<LayoutState> {
  float left_ = by_width(22, 26);
  Rect grid_ = {left_, by_width(76, 58), by_width(width_ - left_ - 4, 462), by_width(128, 164)};
  Point words_ = by_width(Point{2, grid_.bottom() + 16}, Point{510, grid_.y + 8});
  Rect rulers_ = {by_width(66, 112), grid_.bottom() + by_width(98, 20),
                  width_ - 8 - by_width(66, 112), by_width(60, 76)};
  Rect memory_ = below(rulers_, 6, 60);
  Tiles tiles_ = {s_.inner(), grid_, {narrow_, 56, 40}};
  Strip strip_ = {s_, narrow_, memory_};
  std::array<Style, shades + 2> styles_ = ground_styles();
  int lit_ = view_.pointed;  // the box of memory that the pointer is over, or an element's

  float height() const { return memory_.bottom() + 20; }
  void draw() {
    legend();
    in("elements", [&] { elements(); });
    in("order", [&] { order(); });
    in("elements", [&] { numbers(); });
    in("sum", [&] { sum(); });
    in("strides", [&] { strides(); });
    in("memory", [&] { memory(); });
  }

  int box_of(int index) const { return strip_.box_of(nth(s_.offsets, index)); }
  std::uint8_t shade(std::int64_t offset) const {
    return static_cast<std::uint8_t>((offset - s_.least) * shades / s_.places());
  }

  void legend() {
    Legend key(p_, {2, 10}, width_);
    key.add("", "chosen", styles_[is_chosen]);
    key.add("elements", "offset: low", styles_[0]);
    key.add("elements", "high", styles_[shades - 1]);
    key.line("order", "order of indices", stroked(Role::muted, 1.5f));
    const bool several = s_.taken < s_.size();
    key.add("memory", several ? "several elements" : "unused place",
            several ? stroked(Role::ink, 1.5f) : wasted);
  }

  void elements() {
    const std::string size = plural(s_.size(), "element");
    fitted({2, grid_.y - 26}, width_ - 4, strong, {size + ", " + layout::to_text(s_.layout), size});
    const auto kinds = list_of(
        s_.size(), [&](int i) { return i == s_.at ? is_chosen : shade(nth(s_.offsets, i)); });
    tiles_.paint(p_, kinds, std::span(styles_).first(is_unused));  // many take no texture
    tiles_.borders(p_);
    tiles_.heads(p_);
    for (const Tiles::Run& run : tiles_.runs())
      if (const int i = run.first; i == run.last())
        element_hotspot(run.rect, i, "{}: index {}, offset {}", coordinate_text(s_.inner(), i), i,
                        nth(s_.offsets, i));
      else
        spot(run.rect, tiles_.drag_along(run), "Indices {} to {}", i, run.last());
  }

  template <Wordlike... Words>
  void element_hotspot(const Rect& rect, int index, std::string_view tooltip,
                       const Words&... words) {
    spot_of(box_of(index), rect, choose("at", index), tooltip, words...);
  }

  std::string widest() const {
    const std::string low = integer(s_.least), high = integer(s_.most);
    return low.size() > high.size() ? low : high;
  }

  void numbers() {
    const int each = tiles_.numbered(widest());
    for (int i = 0; each > 0 && s_.size() <= 512 && i < s_.size(); ++i)
      if (i == s_.at || tiles_.column(i) % each == 0)
        p_.text(tiles_.cell(i).center(), integer(nth(s_.offsets, i)),
                i == s_.at ? on_chosen : centered(label));
    p_.rect(tiles_.cell(s_.at), element_frame);
    for (int i = 0; lit_ >= 0 && i < s_.size(); ++i)
      if (box_of(i) == lit_) p_.rect(tiles_.cell(i), element_frame);
  }

  // From element 0 to the chosen one.
  void order() {
    std::vector<Point> path;
    const Rect zero = tiles_.cell(0);
    const float aside = std::min(5.f, zero.width / 2);
    // A jump, to where the next mode counts on, is quieter than a step to a neighbor.
    const auto line = [&](bool jump) {
      if (path.size() > 1) p_.path(path, false, stroked(jump ? Role::grid : Role::muted, 1.5f));
      path.erase(path.begin(), path.end() - 1);
    };
    for (int i = 0; i <= s_.at; ++i) {
      const Point next = {tiles_.cell(i).x + aside, tiles_.cell(i).center().y};
      const bool jump =
          i > 0 && std::abs(next.x - path.back().x) + std::abs(next.y - path.back().y) >
                       1.3f * (next.x == path.back().x ? zero.height : zero.width);
      if (jump) line(false);
      path.push_back(next);
      if (jump) line(true);
    }
    line(false);
    p_.circle({zero.x + aside, zero.center().y}, 2.5f, solid(Role::muted));
    p_.circle(path.back(), 2.5f, solid(Role::muted));
  }

  void sum() {
    const float room = width_ - 4 - words_.x;
    Lines lines(p_, words_, by_width(16, 19));
    lines.add(fit({fill("Element {}: index {}", s_.coordinate(), s_.at), fill("Index {}", s_.at)},
                  room, Size::small),
              strong);
    const layout::Swizzle& swizzle = s_.layout.swizzle;
    const std::int64_t before = s_.layout.offset + s_.inner()(s_.at);
    std::string sum = s_.sum();
    if (!swizzle.identity()) sum.resize(sum.find(','));
    lines.add(fit({sum, fill("sum = {}", before)}, room, Size::small));
    if (!swizzle.identity())
      lines.write(label, "{}({}) = {}", layout::to_text(swizzle), before, s_.offset());
    const std::int64_t empty = s_.places() - s_.taken;
    lines.write(quiet, "cosize {}, rank {}, depth {}", layout::cosize(s_.layout),
                layout::rank(s_.inner()), layout::depth(s_.inner()));
    if (empty > 0) lines.add(plural(empty, "place") + " unused", quiet);
    if (s_.taken < s_.size())
      lines.write(quiet, "{} elements share {}", s_.size(), Word(s_.taken, "place"));
  }

  void strides() {
    std::vector<layout::InnerMode> shown = layout::inner_modes(s_.layout);
    if (shown.size() > std::size(mode_roles)) shown.resize(std::size(mode_roles));
    if (shown.empty()) return;
    write({2, rulers_.y}, strong,
          by_width("Strides: how far to a mode’s next element",
                   "Strides: how far in memory to the next element of a mode. Drag one"));
    const float pitch = std::min(24.f, (rulers_.height - 12) / px(shown.size()));
    float y = rulers_.y + 12 + pitch / 2;
    for (size_t i = 0; i < shown.size(); ++i, y += pitch) {
      stride(shown[i], mode_roles[i], y);
      step(shown[i], mode_roles[i], 3 * px(i / 2));
    }
  }

  // One of them: from an element to the next as far as in memory below, and from element 0 in the
  // grid.
  void stride(const layout::InnerMode& leg, Role role, float y) {
    const Grid& grid = strip_.grid;
    const float from = grid.cell(0).center().x;
    const double per_place = static_cast<double>(grid.wide()) / static_cast<double>(strip_.each);
    const std::int64_t most = strip_.each * (strip_.columns - 1),
                       shown = std::clamp<std::int64_t>(leg.stride, 0, most);
    const float to = from + px(static_cast<double>(shown) * per_place);
    const std::string name = leg.path.empty() ? "stride" : "mode " + leg.path;
    fitted({2, y}, rulers_.x - 6, label,
           {fill("{}: stride {}", name, leg.stride), fill("{}: {}", name, leg.stride),
            fill("{}: {}", leg.path, leg.stride), integer(leg.stride), "…"});
    upright(p_, from, y - 5, y + 5, stroked(role, 2));
    level(p_, y, from, to, stroked(role, 2));
    knob(p_, {to, y}, role);
    Action action = drag_x("layout", from, grid.cell(strip_.columns - 1).center().x, 0,
                           static_cast<double>(most));
    action.value = leg.with_hole;
    const float half = least_grip / 2 + 2;
    spot({std::clamp(to - half, 0.f, width_ - 2 * half), y - half, 2 * half, 2 * half}, action,
         "Drag: the stride of {}", leg.path.empty() ? "the mode" : name);
  }

  void step(const layout::InnerMode& leg, Role role, float aside) {
    const Rect zero = tiles_.cell(0), next = tiles_.cell(static_cast<int>(leg.step));
    if (zero.width < 16 || zero.height < 14) return;
    const float x = zero.right() - 5 - aside, y = zero.bottom() - 4 - aside;
    if (next.x == zero.x)
      arrow(p_, {x, zero.y + zero.height * 0.7f}, {x, next.y + next.height * 0.35f}, role);
    else if (next.y == zero.y)
      arrow(p_, {zero.x + zero.width * 0.7f, y}, {next.x + next.width * 0.3f, y}, role);
  }

  void memory() {
    const Grid& grid = strip_.grid;
    const std::vector<Box> boxes = filled_boxes();
    const int chosen = box_of(s_.at);
    std::vector<std::uint8_t> kinds;
    for (int box = 0; box < strip_.boxes(); ++box) {
      const int first = nth(boxes, box).first;
      kinds.push_back(box == chosen                                 ? is_chosen
                      : first >= 0                                  ? shade(nth(s_.offsets, first))
                      : strip_.origin + box * strip_.each > s_.most ? is_beyond
                                                                    : is_unused);
    }
    paint_cells(p_, grid, kinds, styles_);
    if (grid.high() >= 6) grid.lines(p_);
    row_heads(p_, grid, list_of(strip_.rows, [&](int row) {
                return integer(strip_.origin + row * strip_.columns * strip_.each);
              }));
    for (int box = 0; box < strip_.boxes(); ++box)
      place(grid.cell(box), nth(boxes, box), box == chosen);
    p_.rect(grid.cell(chosen), element_frame);
    if (lit_ >= 0 && lit_ < strip_.boxes()) p_.rect(grid.cell(lit_), element_frame);
    write({grid.box.x, grid.box.bottom() + 12}, quiet,
          strip_.each > 1 ? "Memory: each box is {}"
                          : by_width("Memory: the places, with the offsets above",
                                     "Memory: the same elements at their places; the numbers are "
                                     "the offsets above"),
          Word(strip_.each, "place"));
  }

  struct Box {
    int first = -1, owners = 0;  // its first element, and how many
  };
  std::vector<Box> filled_boxes() const {
    std::vector<Box> boxes(static_cast<size_t>(strip_.boxes()));
    for (int i = s_.size(); i-- > 0;) {
      Box& box = nth(boxes, box_of(i));
      box = {i, box.owners + 1};
    }
    return boxes;
  }

  void place(const Rect& cell, const Box& box, bool chosen) {
    const auto [first, owners] = box;
    if (first < 0) return;
    const bool several = owners > 1 && strip_.each == 1;
    if (several && cell.height >= 5) p_.rect(inset(cell, 1), stroked(Role::ink, 1.5f));
    if (cell.width < 8 || cell.height < 5) return;
    const std::string text = several ? fill("{}×", owners) : integer(nth(s_.offsets, first));
    const int each = numbered_columns(several ? text : widest(), cell.width);
    const bool written = each > 0 && (chosen || box_of(first) % strip_.columns % each == 0);
    if (written && cell.height >= 14 && strip_.each == 1)
      p_.text(cell.center(), text, chosen ? on_chosen : centered(label));
    const std::string where = coordinate_text(s_.inner(), first);
    several ? element_hotspot(cell, first, "{} elements, the first {}", owners, where)
            : element_hotspot(cell, first, "{}: index {}, offset {}", where, first,
                              nth(s_.offsets, first));
  }
};

float LayoutState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
