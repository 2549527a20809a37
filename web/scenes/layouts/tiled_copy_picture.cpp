#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/layouts/tiled_copy.hpp"

namespace loom::scenes {
namespace {

using layout::Owner;
using namespace scene;

constexpr float tint = 0.3f;
constexpr Style styles[] = {
    {.fill = Role::series_2, .fill_opacity = tint},
    {.fill = Role::series_3, .fill_opacity = tint},
    {.fill = Role::series_4, .fill_opacity = tint},
    {.fill = Role::series_5, .fill_opacity = tint},
    {.fill = Role::lane, .fill_opacity = 0.25f},     // the chosen warp
    {.fill = Role::lane},                            // the chosen thread
    {.fill = Role::bad, .texture = Texture::hatch},  // nobody's
};
constexpr int warp_styles = 4, my_warp = 4, mine = 5, nobody = 6;
constexpr Style wasted = {.fill = Role::waste, .texture = Texture::dots};

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  Rect tile = {30, 42, narrow ? width - 42 : 452.f, narrow ? 168.f : 256.f};
  Point legend = {2, tile.bottom() + 18};
  Point words = {narrow ? 2.f : 512.f, narrow ? legend.y + 40 : 10};
  float row_high = narrow ? 42 : 46;
  Rect rows = {words.x, words.y + (narrow ? 36.f : 52.f), width - 2 - words.x, row_high};

  float height() const { return std::max(rows.y + 3 * row_high + 4, legend.y + 10); }
};

class Drawing {
 public:
  Drawing(const TiledCopyState& state, Painter& painter, const View& view)
      : s_(state), p_(painter), at_{view.width}, pointed_(view.pointed) {}

  void run() {
    owners();
    legend();
    thread();
    vector();
    sectors();
    banks();
  }

 private:
  int kind(const Owner& owner) const {
    if (owner.thread < 0) return nobody;
    if (owner.thread == s_.thread) return mine;
    const int warp = owner.thread / memory::warp_lanes;
    return warp == s_.warp() ? my_warp : warp % warp_styles;
  }

  void owners() {
    const Part part(p_, "owners");
    p_.text(
        {2, 10},
        fill("Tile of {} × {}: which thread copies what", {copy_.tile.rows, copy_.tile.columns}),
        strong);
    column_heads(p_, grid_, numbered(grid_.columns));
    row_heads(p_, grid_, numbered(grid_.rows));
    std::vector<std::uint8_t> kinds;
    for (const Owner& owner : copy_.owners) kinds.push_back(static_cast<std::uint8_t>(kind(owner)));
    paint_cells(p_, grid_, kinds, styles);
    numbers();
    hotspots();
    for (int element : s_.elements_of(pointed_))
      p_.rect(grid_.cell(element), {.stroke = Role::ink, .stroke_width = 1.5f});
  }

  // Each run of a thread's elements in a row with a border, and its number where there is room.
  void numbers() {
    std::vector<Rect> runs;
    for (int row = 0; row < grid_.rows; ++row)
      for (int column = 0, next = 0; column < grid_.columns; column = next) {
        const int thread = copy_.at(row, column).thread;
        for (next = column + 1; next < grid_.columns && copy_.at(row, next).thread == thread;)
          ++next;
        const Rect run = grid_.cells(column, row, next - column);
        if (run.width >= 4 && run.height >= 4) runs.push_back(run);
        if (thread < 0 || run.height < 13) continue;
        const std::string text = fit({integer(thread)}, run.width - 3, Size::small);
        if (!text.empty())
          p_.text(run.center(), text,
                  centered({.role = thread == s_.thread ? Role::surface : Role::ink,
                            .size = Size::small}));
      }
    p_.rects(runs, {.stroke = Role::grid});
    p_.rect(grid_.box, {.stroke = Role::grid});
  }

  // Places large enough to be told apart, each for the first of its elements.
  void hotspots() {
    const int across = (grid_.columns + 63) / 64, down = (grid_.rows + 31) / 32;
    for (int row = 0; row < grid_.rows; row += down)
      for (int column = 0; column < grid_.columns; column += across) {
        const auto [thread, value] = copy_.at(row, column);
        const std::string where = fill("({}, {})", {row, column});
        p_.hotspot({.rect = grid_.cells(column, row, std::min(across, grid_.columns - column),
                                        std::min(down, grid_.rows - row)),
                    .tooltip = thread < 0 ? fill("{}: no thread copies it", {where})
                                          : fill("{}: thread {}, value {}", {where, thread, value}),
                    .action = thread < 0 ? Action{} : choose("thread", std::to_string(thread)),
                    .names = thread});
      }
  }

  void legend() {
    Legend key(p_, at_.legend, at_.width);
    key.add("owners", fill("thread {}", {s_.thread}), styles[mine]);
    key.add("owners", fill("its warp {}", {s_.warp()}), styles[my_warp]);
    if (copy_.warps() > 1) others(key);
    if (copy_.uncovered > 0) key.add("owners", "no thread", styles[nobody]);
  }

  // A sample with every color that the other warps have.
  void others(Legend& key) {
    constexpr std::string_view name = "other warps";
    constexpr float gap = 14, sample = 12;
    key.add("owners", name, {});
    const Point end = key.next();
    std::vector<int> kinds;
    for (int warp = 0; warp < copy_.warps() && std::ssize(kinds) < warp_styles; ++warp)
      if (warp != s_.warp() && std::count(kinds.begin(), kinds.end(), warp % warp_styles) == 0)
        kinds.push_back(warp % warp_styles);
    const Part part(p_, "owners");
    Rect stripe = {end.x - gap - Legend::width(name), end.y - 5,
                   sample / static_cast<float>(kinds.size()), 10};
    for (int kind : kinds) {
      p_.rect(stripe, nth(styles, kind));
      stripe.x += stripe.width;
    }
  }

  void thread() {
    const Part part(p_, "thread");
    const std::vector<int> all = s_.elements_of(s_.thread);
    Lines lines(p_, at_.words);
    lines.add(fill("Thread {} copies {}", {s_.thread, {std::ssize(all), "element"}}), strong);
    if (all.empty()) return;
    const auto place = [&](int element) {
      return fill("({}, {})", {element / grid_.columns, element % grid_.columns});
    };
    lines.add(all.size() == 1
                  ? place(all.front())
                  : fill("{} to {}, in {}",
                         {place(all.front()), place(all.back()), {copy_.rounds(), "round"}}),
              quiet);
  }

  // A row's frame: names above, the bar to be filled below.
  Rect bar(int row, std::string_view name, std::string_view value, Role role) const {
    const float y = at_.rows.y + at_.row_high * static_cast<float>(row);
    p_.text({at_.rows.x, y + 8}, name, label);
    p_.text({at_.rows.right(), y + 8}, value,
            ended({.role = role, .size = Size::small, .weight = Weight::semibold}));
    return {at_.rows.x, y + 19, at_.rows.width, 14};
  }

  // The frame of what the warp's copy takes, beside the fewest that would do.
  Rect beside(int row, std::string_view name, int count, int fewest) const {
    const bool least = count <= fewest;
    return bar(row, name, least ? "the fewest" : fill("{} would do", {fewest}),
               least ? Role::good : Role::bad);
  }

  void vector() {
    const Part part(p_, "vector");
    const int bytes = s_.vector_bytes();
    const Rect box = bar(0, "A thread moves at once", plural(bytes, "byte"),
                         bytes == 16 ? Role::good : Role::ink);
    const Grid all{box, 16, 1};
    p_.rect(all.cells(0, 0, bytes), {.fill = Role::data});
    all.lines(p_);
    p_.hotspot({box, fill("{} of 16 bytes in one instruction", {bytes})});
  }

  void sectors() {
    const Part part(p_, "sectors");
    const WarpCost& cost = s_.cost;
    const Rect box = beside(1, fill("Warp {}: {}", {s_.warp(), {cost.sectors, "sector"}}),
                            cost.sectors, cost.fewest_sectors);
    Stack stack(p_, box, std::max(cost.fetched(), 1));
    stack.add(cost.bytes, {.fill = Role::data});
    stack.add(cost.fetched() - cost.bytes, wasted);
    p_.hotspot({box, fill("{} fetched, {} of them used", {{cost.fetched(), "byte"}, cost.bytes})});
  }

  void banks() {
    const Part part(p_, "banks");
    const WarpCost& cost = s_.cost;
    const Rect box =
        beside(2, fill("Banks: {}", {{cost.turns, "turn"}}), cost.turns, cost.fewest_turns);
    Stack stack(p_, box, std::max(cost.turns, 1));
    stack.add(cost.fewest_turns, {.fill = Role::data});
    stack.add(cost.turns - cost.fewest_turns, {.fill = Role::bad});
    p_.hotspot({box, fill("{} to store the tile in the same order",
                          {{cost.instructions, "instruction"}})});
  }

  const TiledCopyState& s_;
  const layout::TiledCopy& copy_ = s_.copy;
  Painter& p_;
  const Layout at_;
  const Grid grid_ = {at_.tile, copy_.tile.columns, copy_.tile.rows};
  const int pointed_;
};

}  // namespace

float TiledCopyState::height(float width) const { return Layout{width}.height(); }

void TiledCopyState::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
