#include "web/scene/kit.hpp"
#include "web/scenes/chips/warp_specialization.hpp"

namespace loom::scenes {

using async::Schedule, async::ScheduleTile;

constexpr float gutter = 96, lane_high = 22, pitch = 27, bar_high = 22;

constexpr std::string_view long_names[] = {"One warpgroup does it all", "Producer and one consumer",
                                           "Cooperative: two share tiles",
                                           "Ping-pong: two take turns"};

struct WarpSpecializationDrawing : Picture<WarpSpecialization> {
  const async::ScheduleOptions& o_ = s_.options();
  Rect chart_ = {gutter, by_width(52, 32), width_ - gutter - 24, 3 * pitch + lane_high};
  Gantt gantt_ = Gantt(p_, chart_, s_.run.total,
                       now([&](int tiles) { return tiles <= 0 ? 0 : tile(tiles - 1).done; }));
  float title_ = chart_.bottom() + 52, left_ = by_width(2, gutter), from_ = by_width(144, 282);
  BarRows rows_{p_,
                {by_width(0, gutter - 4), title_ + 12, width_ - left_ - 2, bar_high},
                from_,
                width_ - from_ - by_width(92, 130)};

  float height() const { return title_ + 14 + bar_high * schedule_count; }
  void draw() {
    legend();
    gantt_.axis();
    in("tensor", [&] { tensor_cores(); });
    for (int group = 0; group < 2; ++group) warpgroup(group);
    in("loads", [&] { loads(); });
    gantt_.cursor();
    in("paces", [&] { paces(); });
  }

  const ScheduleTile& tile(int index) const { return nth(s_.run.tiles, index); }
  // Tensor cores, two warpgroups, loads.
  Lane lane(int i) const { return {chart_.y + pitch * px(i), lane_high}; }

  void legend() {
    Legend legend(p_, {left_, 11}, narrow_ ? chart_.right() + 24 : 10000);
    legend.add("tensor", "multiplies", rounded(solid(Role::compute)));
    legend.add("consumers", "writes", rounded(solid(Role::lane)));
    legend.add("loads", "loads", rounded(solid(Role::data)));
    legend.add("consumers", "its product runs", solid(Role::compute, 0.28f));
    legend.add("consumers", by_width("waits, or is idle", "waits for a tile or a turn, or is idle"),
               waiting);
  }

  void tensor_cores() {
    const Lane row = lane(0);
    gantt_.name(row, "tensor cores", Weight::semibold);
    int free = 0;
    for (int i = 0; i < o_.tiles; ++i) {
      gantt_.wait(row, free, tile(i).math_start);
      gantt_.work(row, tile(i).math_start, tile(i).math_end, Role::compute, integer(i));
      free = tile(i).math_end;
    }
    gantt_.wait(row, free, s_.run.total);
    spot(band(chart_, row.y, row.height), drag_x("step", chart_.x, chart_.right(), 0, o_.tiles),
         "The tensor cores work {} of {} cycles. Drag to move through the tiles",
         o_.tiles * o_.math, s_.run.total);
  }

  void warpgroup(int group) {
    const Lane row = lane(1 + group);
    const Part part(p_, "consumers");
    const bool works = group == 0 || o_.consumers() == 2;
    gantt_.name(row, fill("warpgroup {}", group + 1), Weight::regular,
                works ? Role::ink : Role::muted);
    if (!works) return level(p_, row.middle(), chart_, dashed(Role::grid));
    for (int i = 0; i < o_.tiles; ++i) {
      const ScheduleTile& each = tile(i);
      if (o_.schedule == Schedule::ping_pong && each.consumer != group) continue;
      gantt_.wait(row, each.awaited, each.math_start);
      gantt_.ready(row, each.math_start, each.math_end, Role::compute);
      if (each.done > each.math_end)
        gantt_.work(row, each.math_end, each.done, Role::lane, integer(i));
      if (each.awaited >= gantt_.until()) continue;
      const float left = gantt_.x(each.awaited),
                  right = gantt_.x(std::min<double>(each.done, gantt_.until()));
      spot({left, row.y, std::max(right - left, 1.f), row.height},
           "Tile {}: multiplied from cycle {} to {}, written at {}", i, each.math_start,
           each.math_end, each.done);
    }
  }

  void loads() {
    gantt_.name(lane(3), "loads");
    for (int i = 0; i < o_.tiles; ++i)
      gantt_.work(lane(3), tile(i).load_start, tile(i).load_end, Role::data, integer(i));
  }

  // What a tile takes in each schedule, of that math; all as shares of the first, which is longest.
  void paces() {
    p_.text({left_, title_}, "Cycles per tile in the long run, and tensor cores busy", strong);
    const double longest = s_.paces[0].cycles;
    for (size_t i = 0; i < schedule_count; ++i) {
      const double cycles = s_.paces[i].cycles;
      const std::string busy = percent(s_.busy(i), narrow_ ? 0 : 1);
      rows_.next(i == s_.chosen(), narrow_ ? schedules[i].label : long_names[i]);
      rows_.bar(cycles / longest, waiting, fill("{}, {}", brief(cycles), busy));
      rows_.bar(o_.math / longest, solid(Role::compute));
      rows_.does(choose("schedule", schedules[i].value), "{}: {} cycles a tile, {} of them math",
                 schedules[i].label, brief(cycles), o_.math);
    }
  }
};

float WarpSpecialization::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
