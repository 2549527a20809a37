#include "core/device/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/warps/kernel.hpp"
#include "web/scenes/warps/register_cliff.hpp"

namespace loom::scenes {

constexpr int most = device::max_registers_per_thread;
constexpr float bar = 22, head_high = 38;  // head_high: of the runs' headings

struct RegisterCliffDrawing : Picture<RegisterCliff> {
  const sm::Spill& spill_ = s_.spill;
  // To the left the curve and the cache, to the right, or below, what was measured.
  float row_ = by_width(15, 25);
  Panels at_ = panels(width_, 0,
                      {.first_height = by_width(242, 316),
                       .second_height = head_high + row_ * px(std::size(device::h200::spill_runs)),
                       .second_width = 236,
                       .below = 22});
  Rect plot_ = {42, 46, at_.first.right() - 42 - 6, by_width(98, 172)};
  float local_ = plot_.bottom() + by_width(62, 60);  // middle of the title of the cache

  float height() const { return at_.bottom() + 2; }
  float x_of(double registers) const {
    return plot_.x +
           plot_.width * px((registers - fewest_registers + 0.5) / (most - fewest_registers + 1));
  }
  float y_of(double share) const { return plot_.bottom() - plot_.height * px(share); }

  void draw() {
    axes();
    curve();
    next_cliff();
    bound();
    in("choice", [&] { choice(); });
    plateaus();
    in("spill", [&] { local(); });
    runs();
  }

  void axes() {
    const Scale share{plot_.bottom(), plot_.y, 0, 100};
    axis_left(p_, plot_, share, {{0, "0"}, {25, "25"}, {50, "50"}, {75, "75"}, {100, "100"}}, "%");
    level(p_, plot_.bottom(), plot_, stroked(Role::muted));
    for (int every = narrow_ ? 64 : 32, registers = every; registers < most; registers += every)
      tick_below(p_, {x_of(registers), plot_.bottom()}, integer(registers));
    p_.text({plot_.right(), plot_.bottom() + 14}, integer(most), ended(quiet));
    p_.text({2, 10}, "occupancy", quiet);
    p_.text({2, plot_.bottom() + 14}, "registers", quiet);
  }

  // A plateau's name, where it does not stand on one of the vertical lines: on the side that has
  // more room.
  void name(float left, float right, float y, int blocks) {
    const float lines[] = {x_of(s_.kernel.registers), x_of(spill_.cap)};
    for (int i = 0; i < (s_.bound > 0 ? 2 : 1); ++i)
      if (lines[i] > left && lines[i] < right)
        (right - lines[i] > lines[i] - left ? left : right) = lines[i];
    const std::string text =
        fit({plural(blocks, "block"), integer(blocks)}, right - left - 6, Size::small);
    if (!text.empty()) p_.text({(left + right) / 2, y}, text, centered(quiet));
  }

  void curve() {
    std::vector<Point> line;
    const Part part(p_, "curve");
    for (const sm::Plateau& plateau : s_.plateaus) {
      const float left = x_of(plateau.first - 0.5), right = x_of(plateau.last + 0.5),
                  y = y_of(plateau.occupancy.share);
      p_.rect({left, y, right - left, plot_.bottom() - y}, solid(Role::lane, 0.12f));
      line.push_back({left, y});
      line.push_back({right, y});
      if (plot_.bottom() - y > 16) name(left, right, y + 11, plateau.occupancy.blocks);
    }
    p_.path(line, false, stroked(Role::lane, 2.5f));
  }

  // The drop that comes next, named below the axis.
  void next_cliff() {
    const sm::Plateau& here = s_.at(s_.used());
    if (here.last == most) return;
    const sm::Plateau& below = s_.at(here.last + 1);
    const float x = x_of(here.last + 0.5), y = plot_.bottom();
    const Part part(p_, "cliff");
    p_.line({x, y_of(here.occupancy.share)}, {x, y_of(below.occupancy.share)},
            stroked(Role::bad, 3));
    const std::string text = fill("after {}: {} to {}", here.last, here.occupancy.blocks,
                                  Word(below.occupancy.blocks, "block"));
    arrow_head(p_, {x, y + 21}, Toward::up, Role::bad, 6);
    hold({x, y + 34}, colored(label, Role::bad), 2, at_.first.right(), text);
  }

  // A vertical line with its name above the plot, kept inside the picture.
  void marker(float x, float y, const std::string& text, Role role) {
    upright(p_, x, plot_.y - 10, plot_.bottom(), stroked(role, 1.5f));
    hold({x, y}, colored(strong, role), 70, at_.first.right(), text);
  }

  void bound() {
    if (s_.bound == 0) return;
    const Part part(p_, "bound");
    const float x = x_of(spill_.cap);
    if (spill_.values > 0)
      p_.rect({x, plot_.y, x_of(s_.kernel.registers) - x, plot_.height}, solid(Role::bad, 0.12f));
    marker(x, 28, "launch bound: " + integer(spill_.cap), Role::muted);
  }

  void choice() {
    const float x = x_of(s_.kernel.registers), used = x_of(s_.used()),
                y = y_of(s_.at(s_.used()).occupancy.share);
    marker(x, s_.bound > 0 ? 10 : 28,
           plural(s_.kernel.registers, "register") + (spill_.values > 0 ? " wanted" : ""),
           Role::ink);
    if (spill_.values > 0) level(p_, y, x, used, dashed(Role::ink, 1.5f));
    p_.circle({used, y}, 5, edged(Role::surface, Role::ink, 2));
  }

  void plateaus() {
    for (const sm::Plateau& plateau : s_.plateaus) {
      const float left = x_of(plateau.first - 0.5), right = x_of(plateau.last + 0.5);
      const sm::Occupancy& found = plateau.occupancy;
      spot({left, plot_.y, right - left, plot_.height},
           drag_x("registers", x_of(fewest_registers), x_of(most), fewest_registers, most),
           "{} to {}: {}, {}, {}. Drag to choose", plateau.first, Word(plateau.last, "register"),
           Word(found.blocks, "block"), Word(found.warps, "warp"), brief_percent(found.share));
    }
  }

  // The spilled values of all resident threads, in the L1 cache that has to hold them.
  void local() {
    const std::string per_thread =
        spill_.values == 0
            ? "nothing is spilled"
            : fill("{} × 4 B = {} B per thread", spill_.values, spill_.bytes_per_thread);
    section(p_, 2, at_.first.right(), local_, "Local memory", per_thread);
    const Rect cache = {2, local_ + 14, at_.first.width, bar};
    const float share = std::min(1.f, px(spill_.local_per_sm) / px(std::max(1, spill_.l1)));
    if (spill_.values > 0)
      p_.rect({cache.x, cache.y, std::max(1.5f, cache.width * share), bar},
              rounded(solid(Role::bad, 0.35f)));
    p_.rect(cache, rounded(stroked(Role::grid)));
    const std::string text =
        fill("{} spilled, L1 cache: {}", kib(spill_.local_per_sm), kib(spill_.l1));
    p_.text(cache.center(), text, centered(label));
    spot(cache, text);
  }

  // What the same work took, compiled with each launch bound.
  void runs() {
    using namespace device::h200;
    const Part part(p_, "measured");
    Rect all = at_.second;
    all.y += by_width(0, 10);
    const std::string sums = fill("{} sums a thread", spill_values);
    p_.text({all.x, all.y}, "Measured on an H200", strong);
    p_.text({all.right(), all.y}, sums, ended(label));
    const float bound_at = all.x + 38, spilled_at = all.x + 94, first = all.y + 20;
    column_names(
        p_, first,
        {{bound_at, "bound"}, {spilled_at, "spilled"}, {spilled_at + 12, "time", Align::start}});
    const float from = spilled_at + 12;
    BarRows rows(p_, band(all, first + 9, row_), from, all.right() - 54 - from);
    int bound = 0;
    for (const SpillRun& run : spill_runs) {
      rows.next(++bound == s_.bound);
      rows.cell(bound_at, integer(bound));
      rows.cell(spilled_at, integer(run.local_bytes) + " B");
      rows.bar(run.ms / spill_runs[7].ms,
               rounded(solid(run.local_bytes > 0 ? Role::bad : Role::compute, 0.6f)),
               milliseconds(run.ms));
      rows.does(choose("bound", bound), "__launch_bounds__({}, {}): {}, {} resident", spill_threads,
                bound, Word(run.registers, "register"), Word(run.blocks, "block"));
    }
  }
};

float RegisterCliff::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
