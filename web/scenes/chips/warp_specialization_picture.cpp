#include <algorithm>

#include "web/scene/gantt.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/warp_specialization.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using pipeline::Schedule;
using pipeline::ScheduleTile;

constexpr float gutter = 96, lane_high = 22, pitch = 27, bar_high = 22;

struct Layout {
  explicit Layout(float width) : narrow(is_narrow(width)) {
    chart = {gutter, narrow ? 52.f : 32.f, width - gutter - 24, 3 * pitch + lane_high};
    title = chart.bottom() + 52;
    const float names = narrow ? 2 : gutter, from = narrow ? 144.f : 282.f;
    first = {names - 4 > 0 ? names - 4 : 0, title + 12, width - names - 2, bar_high};
    bars_from = from;
    bars_wide = width - from - (narrow ? 92.f : 130.f);
    height = title + 14 + bar_high * schedule_count;
  }
  // Tensor cores, two warpgroups, loads.
  Lane lane(int i) const { return {chart.y + pitch * static_cast<float>(i), lane_high}; }

  bool narrow;
  Rect chart, first;  // first: of the bars' rows
  float title = 0, bars_from = 0, bars_wide = 0, height = 0;
};

constexpr std::string_view long_names[] = {"Every warp does both", "Producer and one consumer",
                                           "Cooperative: two share tiles",
                                           "Ping-pong: two take turns"};

constexpr Style waiting = {.fill = Role::wait, .texture = Texture::hatch};

class Picture {
 public:
  Picture(const WarpSpecialization& data, Painter& painter, const View& view)
      : d_(data),
        o_(data.options()),
        p_(painter),
        at_(view.width),
        gantt_(painter, at_.chart, data.run.total, until(view)) {}

  void draw() {
    legend();
    gantt_.axis();
    tensor_cores();
    for (int group = 0; group < 2; ++group) warpgroup(group);
    loads();
    gantt_.cursor();
    paces();
  }

 private:
  const ScheduleTile& tile(int index) const { return nth(d_.run.tiles, index); }
  double until(const View& view) const {
    const auto ends = [&](int tiles) { return tiles <= 0 ? 0 : tile(tiles - 1).done; };
    const double from = ends(view.step - 1), to = ends(view.step);
    return from + (to - from) * static_cast<double>(view.fraction);
  }

  void legend();
  void tensor_cores();
  void warpgroup(int group);
  void loads();
  void paces();

  const WarpSpecialization& d_;
  const pipeline::ScheduleOptions& o_;
  Painter& p_;
  const Layout at_;
  const Gantt gantt_;
};

void Picture::legend() {
  Legend legend(p_, {at_.narrow ? 2.f : gutter, 11}, at_.narrow ? at_.chart.right() + 24 : 10000);
  legend.add("tensor", "multiplies", {.fill = Role::compute, .radius = 2});
  legend.add("consumers", "writes", {.fill = Role::lane, .radius = 2});
  legend.add("loads", "loads", {.fill = Role::data, .radius = 2});
  legend.add("consumers", "its product runs", {.fill = Role::compute, .fill_opacity = 0.28f});
  legend.add("consumers",
             at_.narrow ? "waits, or is idle" : "waits for a tile or a turn, or is idle", waiting);
}

void Picture::tensor_cores() {
  const Lane lane = at_.lane(0);
  const Part part(p_, "tensor");
  gantt_.name(lane, "tensor cores", Weight::semibold);
  int free = 0;
  for (int i = 0; i < o_.tiles; ++i) {
    if (tile(i).math_start > free) gantt_.wait(lane, free, tile(i).math_start);
    gantt_.work(lane, tile(i).math_start, tile(i).math_end, Role::compute, fill("{}", {i}));
    free = tile(i).math_end;
  }
  if (d_.run.total > free) gantt_.wait(lane, free, d_.run.total);
  p_.hotspot({{at_.chart.x, lane.y, at_.chart.width, lane.height},
              fill("The tensor cores work {} of {} cycles. Drag to move through the tiles",
                   {o_.tiles * o_.math, d_.run.total}),
              drag_x("step", at_.chart.x, at_.chart.right(), 0, o_.tiles)});
}

void Picture::warpgroup(int group) {
  const Lane lane = at_.lane(1 + group);
  const Part part(p_, "consumers");
  const bool works = group == 0 || o_.consumers() == 2;
  gantt_.name(lane, fill("warpgroup {}", {group + 1}), Weight::regular,
              works ? Role::ink : Role::muted);
  if (!works) {
    p_.line({at_.chart.x, lane.middle()}, {at_.chart.right(), lane.middle()},
            {.stroke = Role::grid, .dashed = true});
    return;
  }
  for (int i = 0; i < o_.tiles; ++i) {
    const ScheduleTile& each = tile(i);
    if (o_.schedule == Schedule::ping_pong && each.consumer != group) continue;
    const std::string number = fill("{}", {i});
    if (each.math_start > each.awaited) gantt_.wait(lane, each.awaited, each.math_start);
    gantt_.ready(lane, each.math_start, each.math_end, Role::compute);
    if (each.done > each.math_end) gantt_.work(lane, each.math_end, each.done, Role::lane, number);
    if (each.awaited >= gantt_.until()) continue;
    const float left = gantt_.x(each.awaited),
                right = gantt_.x(std::min<double>(each.done, gantt_.until()));
    p_.hotspot({{left, lane.y, std::max(right - left, 1.f), lane.height},
                fill("Tile {}: multiplied from cycle {} to {}, written at {}",
                     {i, each.math_start, each.math_end, each.done})});
  }
}

void Picture::loads() {
  const Lane lane = at_.lane(3);
  const Part part(p_, "loads");
  gantt_.name(lane, "loads");
  for (int i = 0; i < o_.tiles; ++i)
    gantt_.work(lane, tile(i).load_start, tile(i).load_end, Role::data, fill("{}", {i}));
}

// What a tile takes in each schedule, of that math; all as shares of the first, which is longest.
void Picture::paces() {
  const Part part(p_, "paces");
  p_.text({at_.narrow ? 2.f : gutter, at_.title},
          "Cycles per tile in the long run, and tensor cores busy", strong);
  BarRows rows(p_, at_.first, at_.bars_from, at_.bars_wide);
  const double longest = d_.paces[0].cycles;
  for (size_t i = 0; i < schedule_count; ++i) {
    const double cycles = d_.paces[i].cycles;
    const std::string busy = percent(d_.busy(i), at_.narrow ? 0 : 1);
    rows.next(i == d_.chosen());
    rows.name(at_.narrow ? schedules[i].label : long_names[i]);
    rows.bar(cycles / longest, waiting, fill("{}, {}", {brief(cycles), busy}));
    rows.bar(o_.math / longest, {.fill = Role::compute});
    rows.does(
        fill("{}: {} cycles a tile, {} of them math", {schedules[i].label, brief(cycles), o_.math}),
        choose("schedule", std::string(schedules[i].value)));
  }
}

}  // namespace

float WarpSpecialization::height(float width) const { return Layout(width).height; }

void WarpSpecialization::draw(Painter& painter, const View& view) const {
  Picture(*this, painter, view).draw();
}

}  // namespace loom::scenes
