#include "web/scene/kit.hpp"
#include "web/scenes/layouts/tiled_copy.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {

constexpr float tint = 0.3f;
constexpr Style styles[] = {
    solid(Role::series_2, tint),
    solid(Role::series_3, tint),
    solid(Role::series_4, tint),
    solid(Role::series_5, tint),
    solid(Role::lane, 0.25f),                        // the chosen warp
    solid(Role::lane),                               // the chosen thread
    {.fill = Role::bad, .texture = Texture::hatch},  // nobody's
};
constexpr int warp_styles = 4, my_warp = 4, mine = 5, nobody = 6;

struct TiledCopyDrawing : Picture<TiledCopyState> {
  const layout::TiledCopy& copy_ = s_.copy;
  Rect tile_ = {30, 42, by_width(width_ - 42, 452), by_width(168, 256)};
  Grid grid_ = {tile_, copy_.tile.columns, copy_.tile.rows};
  Point legend_ = {2, tile_.bottom() + 18};
  Point words_ = by_width(Point{2, legend_.y + 40}, Point{512, 10});
  float row_high_ = by_width(42, 46);
  Rect rows_ = {words_.x, words_.y + by_width(36, 52), width_ - 2 - words_.x, row_high_};

  float height() const { return std::max(rows_.y + 3 * row_high_ + 4, legend_.y + 10); }
  void draw() {
    in("owners", [&] { owners(); });
    legend();
    in("thread", [&] { thread(); });
    in("vector", [&] { vector(); });
    in("sectors", [&] { sectors(); });
    in("banks", [&] { banks(); });
  }

  std::uint8_t kind(int element) const {
    const int thread = nth(copy_.owners, element).thread, warp = thread / memory::warp_lanes;
    return static_cast<std::uint8_t>(thread < 0            ? nobody
                                     : thread == s_.thread ? mine
                                     : warp == s_.warp()   ? my_warp
                                                           : warp % warp_styles);
  }

  void owners() {
    write({2, 10}, strong, "Tile of {} × {}: which thread copies what", copy_.tile.rows,
          copy_.tile.columns);
    column_heads(p_, grid_, numbered(grid_.columns));
    row_heads(p_, grid_, numbered(grid_.rows));
    const int elements = grid_.rows * grid_.columns;
    paint_cells(p_, grid_, list_of(elements, [&](int i) { return kind(i); }), styles);
    numbers();
    each_place(grid_, 64, 32, [&](int row, int column, const Rect& place) {
      const auto [thread, value] = copy_.at(row, column);
      spot_of(thread, place, thread < 0 ? Action{} : choose("thread", thread),
              thread < 0 ? "({}, {}): no thread copies it" : "({}, {}): thread {}, value {}", row,
              column, thread, value);
    });
    for (int element : copy_.elements(view_.pointed))
      p_.rect(grid_.cell(element), stroked(Role::ink, 1.5f));
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
                  centered(colored(label, thread == s_.thread ? Role::surface : Role::ink)));
      }
    p_.rects(runs, stroked(Role::grid));
    p_.rect(grid_.box, stroked(Role::grid));
  }

  void legend() {
    Legend key(p_, legend_, width_);
    key.add("owners", fill("thread {}", s_.thread), styles[mine]);
    key.add("owners", fill("its warp {}", s_.warp()), styles[my_warp]);
    if (copy_.warps() > 1) others(key);
    if (copy_.uncovered > 0) key.add("owners", "no thread", styles[nobody]);
  }

  // A sample with every color that the other warps have.
  void others(Legend& key) {
    constexpr std::string_view name = "other warps";
    constexpr float gap = 14, sample = 12;
    key.add("owners", name, {});
    std::vector<int> kinds;
    for (int warp = 0; warp < copy_.warps() && std::ssize(kinds) < warp_styles; ++warp)
      if (warp != s_.warp() && std::count(kinds.begin(), kinds.end(), warp % warp_styles) == 0)
        kinds.push_back(warp % warp_styles);
    const Part part(p_, "owners");
    Rect stripe = {key.next().x - gap - Legend::width(name), key.next().y - 5,
                   sample / px(kinds.size()), 10};
    for (int kind : kinds) {
      p_.rect(stripe, nth(styles, kind));
      stripe.x += stripe.width;
    }
  }

  void thread() {
    const std::vector<int> all = copy_.elements(s_.thread);
    Lines lines(p_, words_);
    lines.write(strong, "Thread {} copies {}", s_.thread, Word(std::ssize(all), "element"));
    if (all.empty()) return;
    const auto place = [&](int element) {
      return fill("({}, {})", element / grid_.columns, element % grid_.columns);
    };
    lines.write(quiet, all.size() == 1 ? place(all.front())
                                       : fill("{} to {}, in {}", place(all.front()),
                                              place(all.back()), Word(copy_.rounds(), "round")));
  }

  // A row's frame: names above, the bar to be filled below.
  Rect bar(int row, std::string_view name, std::string_view value, Role role) const {
    const float y = rows_.y + row_high_ * px(row);
    p_.text({rows_.x, y + 8}, name, label);
    p_.text({rows_.right(), y + 8}, value, ended(colored(strong, role)));
    return band(rows_, y + 19, 14);
  }
  // The frame of what the warp's copy takes, beside the fewest that would do.
  Rect beside(int row, std::string_view name, int count, int fewest) const {
    const bool least = count <= fewest;
    return bar(row, name, least ? "the fewest" : fill("{} would do", fewest),
               least ? Role::good : Role::bad);
  }

  void both(const Rect& box, int needed, int all, const Style& beyond) {
    stack_of(p_, box, std::max(all, 1), {{needed, solid(Role::data)}, {all - needed, beyond}});
  }

  void vector() {
    const int bytes = s_.vector_bytes();
    const Rect box = bar(0, "A thread moves at once", plural(bytes, "byte"),
                         bytes == 16 ? Role::good : Role::ink);
    const Grid all{box, 16, 1};
    p_.rect(all.cells(0, 0, bytes), solid(Role::data));
    all.lines(p_);
    spot(box, "{} of 16 bytes in one instruction", bytes);
  }

  void sectors() {
    const memory::CopyCost& cost = s_.cost;
    const Rect box = beside(1, fill("Warp {}: {}", s_.warp(), Word(cost.sectors, "sector")),
                            cost.sectors, cost.fewest_sectors);
    both(box, cost.bytes, cost.fetched(), wasted);
    spot(box, "{} fetched, {} of them used", Word(cost.fetched(), "byte"), cost.bytes);
  }

  void banks() {
    const memory::CopyCost& cost = s_.cost;
    const Rect box =
        beside(2, fill("Banks: {}", Word(cost.turns, "turn")), cost.turns, cost.fewest_turns);
    both(box, cost.fewest_turns, cost.turns, solid(Role::bad));
    spot(box, "{} to store the tile in the same order", Word(cost.instructions, "instruction"));
  }
};

float TiledCopyState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
