#include "web/scene/kit.hpp"
#include "web/scenes/warps/kernel.hpp"
#include "web/scenes/warps/occupancy.hpp"

namespace loom::scenes {

using sm::Limiter;

constexpr int shelves = 4, rows = device::sub_partitions;
constexpr float row_pitch = 15, band = 28,
                slot = 20;  // a sub-partition, shared memory, block slots
constexpr std::string_view part_names[] = {"warps", "registers", "shared", "blocks"};

constexpr float unasked = 0.5f;  // opacity of what was granted but not asked for

// Three in turn, so that neighbors can be told apart along a row and down a column.
static float tint(int block) { return 0.55f - 0.17f * px(block % 3); }

static std::string amount(Limiter limiter, int count) {
  return limiter == Limiter::shared_memory ? scene::shortest(count / 1024.) : integer(count);
}

struct OccupancyDrawing : Picture<OccupancyPicture> {
  const sm::Kernel& kernel_ = s_.kernel;
  const device::Capability& capability_ = *s_.capability;
  const sm::Occupancy& found_ = s_.occupancy;
  float left_ = by_width(6, 182), bar_ = by_width(300, 474), gutter_ = by_width(30, 22);
  float warp_ = bar_ * rows / px(capability_.warps_per_sm());  // how wide one is
  float registers_ = bar_ * px(found_.registers_per_warp * rows) / device::registers_per_sm;

  float height() const { return bar(3).bottom() + by_width(46, 26); }  // narrow: two lines
  void draw() {
    p_.text({width_ - 2, 12}, "blocks it allows", ended(quiet));
    p_.text({2, 12}, brief_percent(found_.share) + " occupancy", large);
    legend();
    for (int i = 0; i < shelves; ++i) titles(i);
    grid(0, warp_, Role::lane);
    grid(1, registers_, Role::data);
    shared();
    slots();
    handles();
  }

  Rect bar(int shelf) const {
    static constexpr float heights[] = {rows * row_pitch, rows * row_pitch, band, slot};
    float y = by_width(54, 34);
    for (int i = 0; i < shelf; ++i) y += heights[i] + by_width(36, 22);
    return {left_, y, bar_, heights[shelf]};
  }

  void legend() {
    Legend legend(p_, {left_, bar(3).bottom() + 18}, width_);
    legend.add("unused", "free",
               {.fill = Role::waste, .stroke = Role::grid, .texture = Texture::dots});
    const bool system = capability_.shared_reserved > 0;
    legend.add("unused", system ? "unused, or the system’s" : "unused by the block",
               solid(Role::waste, unasked));
    legend.add("next", "the next block", dashed(Role::bad, 1.5f));
  }

  void titles(int i) {
    const Limiter limiter = Limiter(i);
    const auto [needed, available] = s_.share(limiter);
    const std::string_view name = shelf_names[i];
    const Rect at = bar(i);
    const bool kib = limiter == Limiter::shared_memory, split = i < 2 && !narrow_,
               limits = found_.limited_by(limiter);
    const int allowed = found_.allows(limiter), systems = kib ? capability_.shared_reserved : 0;
    const Part part(p_, part_names[i]);
    const float y = narrow_ ? at.y - 14 : at.center().y - (split ? 18 : 9);
    p_.text({2, y}, name, strong);
    const Point below = {2, y + 18},
                behind = {10 + text_width(name, Size::small, Weight::semibold), y};
    write(by_width(behind, below), quiet, "{}{} of {}{}{}", amount(limiter, needed - systems),
          systems > 0 ? " + " + amount(limiter, systems) : "", amount(limiter, available),
          kib ? " KiB" : "", narrow_ && systems > 0 ? "" : " per block");
    if (split) p_.text({2, y + 36}, "in 4 sub-partitions", quiet);
    const std::string count = allowed == sm::unlimited ? "any" : integer(allowed);
    const Point end = {width_ - 2, narrow_ ? y : at.center().y};
    if (!limits) return p_.text(end, count, ended({.role = Role::muted}));
    p_.text(end, count, ended(large));
    const float x = end.x - 8 - text_width(count, Size::large, Weight::semibold);
    arrow_head(p_, {x, end.y}, Toward::right, Role::ink, 8, 5);
    p_.text({x - 13, end.y}, "limit", ended(strong));
  }

  void frame(int i) {
    const bool limits = found_.limited_by(Limiter(i));
    p_.rect(inset(bar(i), -1.5f), rounded(limits ? stroked(Role::ink, 2) : stroked(Role::grid), 3));
  }

  void unused(const Rect& rect) {
    if (rect.width >= 1) p_.rect(rect, wasted);
  }

  // Warps go to the four sub-partitions in turn: warp n of the SM is in row n mod 4, column n / 4.
  void cell(int i, int warp, float column, Role role) {
    const Rect at = bar(i);
    const int block = warp / found_.warps_per_block;
    Rect box = {at.x + column * px(warp / rows), at.y + row_pitch * px(warp % rows), column,
                row_pitch};
    box = inset(box, column < 6 ? 0.25f : 0.75f);
    // Whole warps and whole units are granted: lanes or registers that nobody asked for.
    const int lanes = kernel_.threads - warp % found_.warps_per_block * device::warp_threads;
    const float asked =
        i == 0 ? px(lanes) / device::warp_threads
               : px(kernel_.registers * device::warp_threads) / px(found_.registers_per_warp);
    if (asked < 1) {
      p_.rect({box.x + box.width * asked, box.y, box.width * (1 - asked), box.height},
              solid(Role::waste, unasked));
      box.width *= asked;
    }
    p_.rect(box, solid(role, tint(block)));
    if (warp % found_.warps_per_block == 0) number(block, box);
  }

  // Every block of a shelf has its number, or none has.
  void number(int block, const Rect& box) {
    if (text_width(found_.blocks > 10 ? "00" : "0", Size::small) + 1 < box.width)
      p_.text(box.center(), std::to_string(block), centered(label));
  }

  void grid(int i, float column, Role role) {
    const Rect at = bar(i);
    Part part(p_, part_names[i]);
    for (int warp = 0; warp < found_.warps; ++warp) cell(i, warp, column, role);
    frame(i);
    part.next("unused");
    for (int row = 0; row < rows; ++row) {
      const float x = at.x + column * px((found_.warps - row + rows - 1) / rows);
      unused({x, at.y + row_pitch * px(row), at.right() - x, row_pitch});
    }
    part.end();
    if (found_.limited_by(Limiter(i))) beyond(i, column);
  }

  // The warps of the block that does not fit.
  void beyond(int i, float column) {
    const Rect at = bar(i);
    const auto edge = [&](int warps, int row) {
      return at.x + column * px((warps - row + rows - 1) / rows);
    };
    std::vector<Point> outline;
    for (int side = 0; side < 2; ++side)
      for (int n = 0; n < rows; ++n) {
        const int row = side == 0 ? n : rows - 1 - n;
        const float x = edge(found_.warps + side * found_.warps_per_block, row);
        const float top = at.y + row_pitch * px(row);
        outline.push_back({x, side == 0 ? top : top + row_pitch});
        outline.push_back({x, side == 0 ? top + row_pitch : top});
      }
    next(i, std::move(outline));
  }

  // Cut off at the edge of the picture's margin.
  void next(int i, std::vector<Point> outline) {
    const float edge = bar(i).right() + gutter_;
    for (Point& point : outline) point.x = std::min(point.x, edge);
    const Part part(p_, "next");
    p_.path(outline, true, dashed(Role::bad, 1.5f));
  }

  // Blocks side by side, from the shelf's left on; behind them what is left, and the next block.
  template <class Block>
  void blocks(int i, float each, Block block) {
    const Rect at = bar(i);
    Part part(p_, part_names[i]);
    float x = at.x;
    for (int n = 0; n < found_.blocks && each > 0; ++n, x += each)
      number(n, block(n, Rect{x, at.y, each, at.height}));
    frame(i);
    part.next("unused");
    unused({x, at.y, at.right() - x, at.height});
    part.end();
    if (found_.limited_by(Limiter(i)))
      next(i, {{x, at.y}, {x, at.bottom()}, {x + each, at.bottom()}, {x + each, at.y}});
  }

  void shared() {
    const float all = px(capability_.shared_per_sm),
                kept = bar_ * px(capability_.shared_reserved) / all;
    blocks(2, bar_ * px(found_.shared_per_block) / all, [&](int block, const Rect& box) {
      const Rect own = {box.x + kept, box.y + 0.75f, std::max(0.f, box.width - kept - 0.75f),
                        band - 1.5f};
      p_.rect({box.x, own.y, kept, own.height}, solid(Role::waste, unasked));
      p_.rect(own, solid(Role::data, tint(block)));
      return own;
    });
  }

  void slots() {
    blocks(3, bar_ / px(capability_.blocks_per_sm), [&](int block, const Rect& box) {
      p_.rect(inset(box, 0.75f), solid(Role::compute, tint(block)));
      return inset(box, 0.75f);
    });
  }

  // The right edge of the first block's share can be dragged.
  void handle(int i, float x, const std::string& tooltip, const Action& action) {
    edge_handle(p_, std::min(x, bar(i).right()), bar(i), tooltip + ": drag to change", action);
  }

  void handles() {
    const float per_thread = warp_ / (rows * device::warp_threads);
    const int threads = kernel_.threads, most = device::max_threads_per_block;
    handle(0, left_ + warp_ * px((found_.warps_per_block + rows - 1) / rows),
           plural(threads, "thread") + " per block",
           drag_x("threads", left_ + per_thread, left_ + per_thread * px(most), 1, most));
    const float per_register = bar_ * device::warp_threads * rows / device::registers_per_sm;
    handle(1, left_ + registers_, plural(kernel_.registers, "register") + " per thread",
           drag_x("registers", left_ + per_register * 16, left_ + per_register * 255, 16, 255));
    const float per_kib = bar_ * 1024 / px(capability_.shared_per_sm);
    const float first = left_ + per_kib * px(capability_.shared_reserved) / 1024;
    handle(2, left_ + per_kib * px(found_.shared_per_block) / 1024, "Shared memory per block",
           drag_x("shared", first, first + per_kib * 228, 0, 228));
  }
};

float OccupancyPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
