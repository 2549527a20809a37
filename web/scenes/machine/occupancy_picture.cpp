#include <algorithm>
#include <string>
#include <vector>

#include "web/scene/kit.hpp"
#include "web/scenes/machine/kernel.hpp"
#include "web/scenes/machine/occupancy.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using sm::Limiter;

constexpr int shelves = 4, rows = device::sub_partitions;
constexpr float row_pitch = 15, band = 28,
                slot = 20;  // a sub-partition, shared memory, block slots
constexpr std::string_view part_names[] = {"warps", "registers", "shared", "blocks"};

constexpr float unasked = 0.5f;  // opacity of what was granted but not asked for

// Of shelf i: its bar, and the middle of its title.
struct Place {
  Rect bar;
  float title;
};

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float left = narrow ? 6 : 182;
  float bar = narrow ? 300 : 474;
  float gutter = narrow ? 30 : 22;

  Place place(int shelf) const {
    static constexpr float heights[] = {rows * row_pitch, rows * row_pitch, band, slot};
    float y = narrow ? 40 : 34;
    for (int i = 0; i < shelf; ++i) y += heights[i] + (narrow ? 36.f : 22.f);
    const float title = narrow ? y : y + heights[shelf] / 2 - (in_partitions(shelf) ? 18.f : 9.f);
    return {{left, narrow ? y + 14 : y, bar, heights[shelf]}, title};
  }
  static bool in_partitions(int shelf) { return shelf < 2; }
  float legend() const { return place(shelves - 1).bar.bottom() + 18; }
  float height() const { return legend() + (narrow ? 28 : 8); }  // narrow: two lines
};

// Three in turn, so that neighbors can be told apart along a row and down a column.
float tint(int block) { return 0.55f - 0.17f * static_cast<float>(block % 3); }

std::string amount(Limiter limiter, int count) {
  return limiter == Limiter::shared_memory ? scene::shortest(count / 1024.) : integer(count);
}

class Drawing {
 public:
  Drawing(const OccupancyPicture& picture, Painter& painter, float width)
      : kernel_(picture.kernel),
        capability_(picture.capability),
        found_(picture.occupancy),
        picture_(picture),
        p_(painter),
        at_{width} {}

  void run() {
    p_.text({at_.width - 2, 12}, "blocks it allows", ended(quiet));
    p_.text({2, 12}, share_text(found_.share) + " occupancy",
            {.size = Size::large, .weight = Weight::semibold});
    legend();
    for (int i = 0; i < shelves; ++i) {
      const Part part(p_, part_names[i]);
      titles(i);
    }
    grid(0, warp_column(), Role::lane);
    grid(1, register_column(), Role::data);
    shared();
    slots();
    handles();
  }

 private:
  float warp_column() const {
    return at_.bar * rows / static_cast<float>(capability_.warps_per_sm());
  }
  float register_column() const {
    return at_.bar * static_cast<float>(found_.registers_per_warp * rows) /
           device::registers_per_sm;
  }

  void legend() {
    Legend legend(p_, {at_.left, at_.legend()}, at_.width);
    legend.add("unused", "free",
               {.fill = Role::waste, .stroke = Role::grid, .texture = Texture::dots});
    const bool system = capability_.shared_reserved > 0;
    legend.add("unused", system ? "unused, or the system’s" : "unused by the block",
               {.fill = Role::waste, .fill_opacity = unasked});
    legend.add("next", "the next block",
               {.stroke = Role::bad, .stroke_width = 1.5f, .dashed = true});
  }

  void titles(int i) {
    const Limiter limiter = Limiter(i);
    const Shelf it = shelf(picture_, limiter);
    const Place place = at_.place(i);
    const int allowed = found_.allows(limiter);
    const bool limits = found_.limited_by(limiter);
    const int systems = limiter == Limiter::shared_memory ? capability_.shared_reserved : 0;
    const std::string need = amount(limiter, it.needed - systems) +
                             (systems > 0 ? " + " + amount(limiter, systems) : "") + " of " +
                             amount(limiter, it.available) +
                             (limiter == Limiter::shared_memory ? " KiB" : "") +
                             (at_.narrow && systems > 0 ? "" : " per block");
    p_.text({2, place.title}, it.name, strong);
    if (at_.narrow)
      p_.text({10 + text_width(it.name, Size::small, Weight::semibold), place.title}, need, quiet);
    else
      p_.text({2, place.title + 18}, need, quiet);
    if (!at_.narrow && Layout::in_partitions(i))
      p_.text({2, place.title + 36}, "in 4 sub-partitions", quiet);
    const std::string count = allowed == sm::unlimited ? "any" : integer(allowed);
    const float y = at_.narrow ? place.title : place.bar.center().y;
    p_.text({at_.width - 2, y}, count,
            {.role = limits ? Role::ink : Role::muted,
             .size = limits ? Size::large : Size::normal,
             .align = Align::end,
             .weight = limits ? Weight::semibold : Weight::regular});
    if (limits) {
      const float x = at_.width - 10 - text_width(count, Size::large, Weight::semibold);
      arrow_head(p_, {x, y}, Toward::right, Role::ink, 8, 5);
      p_.text({x - 13, y}, "limit", ended(strong));
    }
  }

  void frame(int i) {
    const bool limits = found_.limited_by(Limiter(i));
    const Rect bar = at_.place(i).bar;
    p_.rect(inset(bar, -1.5f), {.stroke = limits ? Role::ink : Role::grid,
                                .stroke_width = limits ? 2.f : 1.f,
                                .radius = 3});
  }

  void unused(const Rect& rect) {
    if (rect.width < 1) return;
    p_.rect(rect, {.fill = Role::waste, .texture = Texture::dots});
  }

  // Warps go to the four sub-partitions in turn: warp n of the SM is in row n mod 4, column n / 4.
  void cell(int i, int warp, float column, Role role) {
    const Rect bar = at_.place(i).bar;
    const int block = warp / found_.warps_per_block;
    Rect box = {bar.x + column * static_cast<float>(warp / rows),
                bar.y + row_pitch * static_cast<float>(warp % rows), column, row_pitch};
    box = inset(box, column < 6 ? 0.25f : 0.75f);
    // Whole warps and whole units are granted: lanes or registers that nobody asked for.
    const int lanes = kernel_.threads - warp % found_.warps_per_block * device::warp_threads;
    const float asked = i == 0 ? static_cast<float>(lanes) / device::warp_threads
                               : static_cast<float>(kernel_.registers * device::warp_threads) /
                                     static_cast<float>(found_.registers_per_warp);
    if (asked < 1) {
      p_.rect({box.x + box.width * asked, box.y, box.width * (1 - asked), box.height},
              {.fill = Role::waste, .fill_opacity = unasked});
      box.width *= asked;
    }
    p_.rect(box, {.fill = role, .fill_opacity = tint(block)});
    if (warp % found_.warps_per_block == 0) number(block, box);
  }

  // Every block of a shelf has its number, or none has.
  void number(int block, const Rect& box) {
    if (text_width(found_.blocks > 10 ? "00" : "0", Size::small) + 1 < box.width)
      p_.text(box.center(), std::to_string(block), centered(label));
  }

  void grid(int i, float column, Role role) {
    const Rect bar = at_.place(i).bar;
    p_.begin(part_names[i]);
    for (int warp = 0; warp < found_.warps; ++warp) cell(i, warp, column, role);
    frame(i);
    p_.end();
    p_.begin("unused");
    for (int row = 0; row < rows; ++row) {
      const int used = (found_.warps - row + rows - 1) / rows;
      const float x = bar.x + column * static_cast<float>(used);
      unused({x, bar.y + row_pitch * static_cast<float>(row), bar.right() - x, row_pitch});
    }
    p_.end();
    if (found_.limited_by(Limiter(i))) beyond(i, column);
  }

  // The warps of the block that does not fit.
  void beyond(int i, float column) {
    const Rect bar = at_.place(i).bar;
    const auto edge = [&](int warps, int row) {
      return bar.x + column * static_cast<float>((warps - row + rows - 1) / rows);
    };
    std::vector<Point> outline;
    for (int side = 0; side < 2; ++side)
      for (int n = 0; n < rows; ++n) {
        const int row = side == 0 ? n : rows - 1 - n;
        const float x = edge(found_.warps + side * found_.warps_per_block, row);
        const float top = bar.y + row_pitch * static_cast<float>(row);
        outline.push_back({x, side == 0 ? top : top + row_pitch});
        outline.push_back({x, side == 0 ? top + row_pitch : top});
      }
    next(i, std::move(outline));
  }

  // Cut off at the edge of the picture's margin.
  void next(int i, std::vector<Point> outline) {
    const float edge = at_.place(i).bar.right() + at_.gutter;
    for (Point& point : outline) point.x = std::min(point.x, edge);
    const Part part(p_, "next");
    p_.path(outline, true, {.stroke = Role::bad, .stroke_width = 1.5f, .dashed = true});
  }

  void next(int i, float from, float width) {
    const Rect bar = at_.place(i).bar;
    next(
        i,
        {{from, bar.y}, {from, bar.bottom()}, {from + width, bar.bottom()}, {from + width, bar.y}});
  }

  void shared() {
    const Rect bar = at_.place(2).bar;
    const float each = bar.width * static_cast<float>(found_.shared_per_block) /
                       static_cast<float>(capability_.shared_per_sm);
    const float kept = bar.width * static_cast<float>(capability_.shared_reserved) /
                       static_cast<float>(capability_.shared_per_sm);
    float x = bar.x;
    p_.begin("shared");
    for (int block = 0; block < found_.blocks && each > 0; ++block, x += each) {
      const Rect own = {x + kept, bar.y + 0.75f, std::max(0.f, each - kept - 0.75f), band - 1.5f};
      p_.rect({x, bar.y + 0.75f, kept, band - 1.5f},
              {.fill = Role::waste, .fill_opacity = unasked});
      p_.rect(own, {.fill = Role::data, .fill_opacity = tint(block)});
      number(block, own);
    }
    frame(2);
    p_.end();
    p_.begin("unused");
    unused({x, bar.y, bar.right() - x, band});
    p_.end();
    if (found_.limited_by(Limiter::shared_memory)) next(2, x, each);
  }

  void slots() {
    const Rect bar = at_.place(3).bar;
    const float each = bar.width / static_cast<float>(capability_.blocks_per_sm);
    p_.begin("blocks");
    for (int block = 0; block < found_.blocks; ++block) {
      const Rect box = inset({bar.x + each * static_cast<float>(block), bar.y, each, slot}, 0.75f);
      p_.rect(box, {.fill = Role::compute, .fill_opacity = tint(block)});
      number(block, box);
    }
    frame(3);
    p_.end();
    p_.begin("unused");
    const float x = bar.x + each * static_cast<float>(found_.blocks);
    unused({x, bar.y, bar.right() - x, slot});
    p_.end();
    if (found_.limited_by(Limiter::blocks)) next(3, x, each);
  }

  // The right edge of the first block's share can be dragged.
  void handle(int i, float x, std::string tooltip, const Action& action) {
    const Rect bar = at_.place(i).bar;
    edge_handle(p_, std::min(x, bar.right()), bar, std::move(tooltip), action);
  }

  void handles() {
    const float left = at_.left;
    const float warp = warp_column();
    const float per_thread = warp / (rows * device::warp_threads);
    const int threads = kernel_.threads, most = device::max_threads_per_block;
    handle(0, left + warp * static_cast<float>((found_.warps_per_block + rows - 1) / rows),
           plural(threads, "thread") + " per block: drag to change",
           drag_x("threads", left + per_thread, left + per_thread * static_cast<float>(most), 1,
                  most));
    const float per_register = at_.bar * device::warp_threads * rows / device::registers_per_sm;
    handle(1, left + register_column(),
           plural(kernel_.registers, "register") + " per thread: drag to change",
           drag_x("registers", left + per_register * 16, left + per_register * 255, 16, 255));
    const float per_kib = at_.bar * 1024 / static_cast<float>(capability_.shared_per_sm);
    const float first = left + per_kib * static_cast<float>(capability_.shared_reserved) / 1024;
    handle(2, left + per_kib * static_cast<float>(found_.shared_per_block) / 1024,
           "Shared memory per block: drag to change",
           drag_x("shared", first, first + per_kib * 228, 0, 228));
  }

  const sm::Kernel& kernel_;
  const device::Capability& capability_;
  const sm::Occupancy& found_;
  const OccupancyPicture& picture_;
  Painter& p_;
  const Layout at_;
};

}  // namespace

Shelf shelf(const OccupancyPicture& picture, Limiter limiter) {
  const sm::Occupancy& found = picture.occupancy;
  switch (limiter) {
    case Limiter::warps:
      return {limiter, "Warps", found.warps_per_block, picture.capability.warps_per_sm()};
    case Limiter::registers:
      return {limiter, "Registers", found.warps_per_block * found.registers_per_warp,
              device::registers_per_sm};
    case Limiter::shared_memory:
      return {limiter, "Shared memory", found.shared_per_block, picture.capability.shared_per_sm};
    default:
      return {limiter, "Block slots", 1, picture.capability.blocks_per_sm};
  }
}

float OccupancyPicture::height(float width) const { return Layout{width}.height(); }

void OccupancyPicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
