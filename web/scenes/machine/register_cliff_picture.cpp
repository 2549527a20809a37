#include <algorithm>
#include <string>

#include "core/device/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/kernel.hpp"
#include "web/scenes/machine/register_cliff.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int most = device::max_registers_per_thread;
constexpr float bar = 22, head_high = 38;  // head_high: of the runs' headings

// To the left the curve and the cache, to the right, or below, what was measured.
struct Layout {
  explicit Layout(float picture_width)
      : narrow(is_narrow(picture_width)),
        row(narrow ? 15 : 25),
        at(panels(picture_width, 0,
                  {.first_height = narrow ? 242.f : 316.f,
                   .second_height =
                       head_high + row * static_cast<float>(std::size(device::h200::spill_runs)),
                   .second_width = 236,
                   .below = 22})),
        plot{42, 46, at.first.right() - 42 - 6, narrow ? 98.f : 172.f},
        local(plot.bottom() + (narrow ? 62 : 60)) {
    if (!narrow) at.second.y += 10;
  }

  float x(double registers) const {
    return plot.x + plot.width * static_cast<float>((registers - fewest_registers + 0.5) /
                                                    (most - fewest_registers + 1));
  }
  float y(double share) const { return plot.bottom() - plot.height * static_cast<float>(share); }
  float height() const { return at.bottom() + 2; }

  bool narrow;
  float row;
  Panels at;
  Rect plot;
  float local;  // middle of the title of the cache
};

class Drawing {
 public:
  Drawing(const RegisterCliff& cliff, Painter& painter, float width)
      : cliff_(cliff), spill_(cliff.spill), p_(painter), at_(width) {}

  void run() {
    axes();
    curve();
    next_cliff();
    bound();
    choice();
    plateaus();
    local();
    runs();
  }

 private:
  void axes() {
    const Scale share{at_.plot.bottom(), at_.plot.y, 0, 100};
    const Tick quarters[] = {{0, "0"}, {25, "25"}, {50, "50"}, {75, "75"}, {100, "100"}};
    axis_left(p_, at_.plot, share, {std::begin(quarters), std::end(quarters)}, "%");
    p_.line({at_.plot.x, at_.plot.bottom()}, {at_.plot.right(), at_.plot.bottom()},
            {.stroke = Role::muted});
    const int every = at_.narrow ? 64 : 32;
    for (int registers = every; registers < most; registers += every) {
      const float x = at_.x(registers), y = at_.plot.bottom();
      p_.line({x, y}, {x, y + 4}, {.stroke = Role::muted});
      p_.text({x, y + 14}, std::to_string(registers), centered(quiet));
    }
    p_.text({at_.plot.right(), at_.plot.bottom() + 14}, std::to_string(most), ended(quiet));
    p_.text({2, 10}, "occupancy", quiet);
    p_.text({2, at_.plot.bottom() + 14}, "registers", quiet);
  }

  // A plateau's name, where it does not stand on one of the vertical lines: on the side that has
  // more room.
  void name(float left, float right, float y, int blocks) {
    const float lines[] = {at_.x(cliff_.kernel.registers), at_.x(spill_.cap)};
    for (int i = 0; i < (cliff_.bound > 0 ? 2 : 1); ++i)
      if (lines[i] > left && lines[i] < right)
        (right - lines[i] > lines[i] - left ? left : right) = lines[i];
    const std::string text =
        fit({plural(blocks, "block"), std::to_string(blocks)}, right - left - 6, Size::small);
    if (!text.empty()) p_.text({(left + right) / 2, y}, text, centered(quiet));
  }

  void curve() {
    std::vector<Point> line;
    const Part part(p_, "curve");
    for (const sm::Plateau& plateau : cliff_.plateaus) {
      const float left = at_.x(plateau.first - 0.5), right = at_.x(plateau.last + 0.5),
                  y = at_.y(plateau.occupancy.share);
      p_.rect({left, y, right - left, at_.plot.bottom() - y},
              {.fill = Role::lane, .fill_opacity = 0.12f});
      line.push_back({left, y});
      line.push_back({right, y});
      if (at_.plot.bottom() - y > 16) name(left, right, y + 11, plateau.occupancy.blocks);
    }
    p_.path(line, false, {.stroke = Role::lane, .stroke_width = 2.5f});
  }

  // The drop that comes next, named below the axis.
  void next_cliff() {
    const sm::Plateau& here = cliff_.at(cliff_.used());
    if (here.last == most) return;
    const sm::Plateau& below = cliff_.at(here.last + 1);
    const float x = at_.x(here.last + 0.5), y = at_.plot.bottom();
    const Part part(p_, "cliff");
    p_.line({x, at_.y(here.occupancy.share)}, {x, at_.y(below.occupancy.share)},
            {.stroke = Role::bad, .stroke_width = 3});
    const std::string text =
        fill("after {}: {} to {}",
             {here.last, here.occupancy.blocks, {below.occupancy.blocks, "block"}});
    arrow_head(p_, {x, y + 21}, Toward::up, Role::bad, 6);
    held_text(p_, {x, y + 34}, text, {.role = Role::bad, .size = Size::small}, 2,
              at_.at.first.right());
  }

  // A vertical line with its name above the plot, kept inside the picture.
  void marker(float x, float y, const std::string& text, Role role) {
    p_.line({x, at_.plot.y - 10}, {x, at_.plot.bottom()}, {.stroke = role, .stroke_width = 1.5f});
    held_text(p_, {x, y}, text, {.role = role, .size = Size::small, .weight = Weight::semibold}, 70,
              at_.at.first.right());
  }

  void bound() {
    if (cliff_.bound == 0) return;
    const Part part(p_, "bound");
    const float x = at_.x(spill_.cap);
    if (spill_.values > 0)
      p_.rect({x, at_.plot.y, at_.x(cliff_.kernel.registers) - x, at_.plot.height},
              {.fill = Role::bad, .fill_opacity = 0.12f});
    marker(x, 28, "launch bound: " + std::to_string(spill_.cap), Role::muted);
  }

  void choice() {
    const float x = at_.x(cliff_.kernel.registers), used = at_.x(cliff_.used()),
                y = at_.y(cliff_.at(cliff_.used()).occupancy.share);
    const Part part(p_, "choice");
    marker(x, cliff_.bound > 0 ? 10 : 28,
           plural(cliff_.kernel.registers, "register") + (spill_.values > 0 ? " wanted" : ""),
           Role::ink);
    if (spill_.values > 0)
      p_.line({x, y}, {used, y}, {.stroke = Role::ink, .stroke_width = 1.5f, .dashed = true});
    p_.circle({used, y}, 5, {.fill = Role::surface, .stroke = Role::ink, .stroke_width = 2});
  }

  void plateaus() {
    for (const sm::Plateau& plateau : cliff_.plateaus) {
      const float left = at_.x(plateau.first - 0.5), right = at_.x(plateau.last + 0.5);
      const sm::Occupancy& found = plateau.occupancy;
      p_.hotspot(
          {{left, at_.plot.y, right - left, at_.plot.height},
           fill("{} to {}: {}, {}, {}. Drag to choose", {plateau.first,
                                                         {plateau.last, "register"},
                                                         {found.blocks, "block"},
                                                         {found.warps, "warp"},
                                                         share_text(found.share)}),
           drag_x("registers", at_.x(fewest_registers), at_.x(most), fewest_registers, most)});
    }
  }

  // The spilled values of all resident threads, in the L1 cache that has to hold them.
  void local() {
    const Part part(p_, "spill");
    const std::string per_thread =
        spill_.values == 0
            ? "nothing is spilled"
            : fill("{} × 4 B = {} B per thread", {spill_.values, spill_.bytes_per_thread});
    section(p_, 2, at_.at.first.right(), at_.local, "Local memory", per_thread);
    const Rect cache = {2, at_.local + 14, at_.at.first.width, bar};
    const float share = std::min(
        1.f, static_cast<float>(spill_.local_per_sm) / static_cast<float>(std::max(1, spill_.l1)));
    if (spill_.values > 0)
      p_.rect({cache.x, cache.y, std::max(1.5f, cache.width * share), bar},
              {.fill = Role::bad, .fill_opacity = 0.35f, .radius = 2});
    p_.rect(cache, {.stroke = Role::grid, .radius = 2});
    const std::string text =
        fill("{} spilled, L1 cache: {}", {kib(spill_.local_per_sm), kib(spill_.l1)});
    p_.text(cache.center(), text, centered(label));
    p_.hotspot({cache, text});
  }

  // What the same work took, compiled with each launch bound.
  void runs() {
    using namespace device::h200;
    const Part part(p_, "measured");
    const Rect& all = at_.at.second;
    const std::string sums = fill("{} sums a thread", {spill_values});
    p_.text({all.x, all.y}, "Measured on an H200", strong);
    p_.text({all.right(), all.y}, sums, ended(label));
    const float bound_at = all.x + 38, spilled_at = all.x + 94, first = all.y + 20;
    p_.text({bound_at, first}, "bound", ended(quiet));
    p_.text({spilled_at, first}, "spilled", ended(quiet));
    p_.text({spilled_at + 12, first}, "time", quiet);
    const float from = spilled_at + 12;
    BarRows rows(p_, {all.x, first + 9, all.width, at_.row}, from, all.right() - 54 - from);
    int bound = 0;
    for (const SpillRun& run : spill_runs) {
      rows.next(++bound == cliff_.bound);
      rows.cell(bound_at, std::to_string(bound));
      rows.cell(spilled_at, std::to_string(run.local_bytes) + " B");
      rows.bar(run.ms / spill_runs[7].ms,
               {.fill = run.local_bytes > 0 ? Role::bad : Role::compute,
                .fill_opacity = 0.6f,
                .radius = 2},
               milliseconds(run.ms));
      rows.does(fill("__launch_bounds__({}, {}): {}, {} resident",
                     {spill_threads, bound, {run.registers, "register"}, {run.blocks, "block"}}),
                choose("bound", std::to_string(bound)));
    }
  }

  const RegisterCliff& cliff_;
  const sm::Spill& spill_;
  Painter& p_;
  const Layout at_;
};

}  // namespace

std::string milliseconds(double ms) { return fixed(ms, ms < 10 ? 1 : 0) + " ms"; }

float RegisterCliff::height(float width) const { return Layout(width).height(); }

void RegisterCliff::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
