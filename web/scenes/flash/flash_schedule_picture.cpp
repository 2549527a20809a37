#include "web/scene/kit.hpp"
#include "web/scenes/flash/flash_schedule.hpp"

namespace loom::scenes {

using kernels::FlashEvent, kernels::FlashPart, kernels::flash_versions;

constexpr Role stream_roles[] = {Role::compute, Role::lane};
constexpr int units = std::size(flash_units);

struct FlashScheduleDrawing : Picture<FlashScheduleState> {
  float lane_ = by_width(24, 30);
  Rect chart_ = {by_width(54, 96), 28, width_ - by_width(81, 126), lane_* units};
  float below_ = chart_.bottom() + 58;
  float row_ = by_width(20, 24);
  Rect busy_ =
      by_width(Rect{2, below_, width_ - 4, row_* units}, Rect{2, below_, 330, row_* units});
  Rect speeds_ = by_width(Rect{2, busy_.bottom() + 40, width_ - 4, row_* flash_versions},
                          Rect{372, below_, 386, row_* flash_versions});
  Gantt gantt_ = Gantt(p_, chart_, s_.start.cycles,
                       now([&](int step) { return step < 0 ? 0 : nth(s_.ends, step); }));

  float height() const { return speeds_.bottom() + 24; }
  void draw() {
    legend();
    gantt_.axis();
    lanes();
    gantt_.cursor();
    busy();
    speeds();
  }

  // Two blocks, warpgroups or tiles of queries; version 1 has one.
  void legend() {
    static constexpr std::string_view first[] = {"block", "block A", "warpgroup A", "tile A"},
                                      second[] = {"", "block B", "warpgroup B", "tile B"};
    const int version = s_.options.version;
    Legend legend(p_, {by_width(2, chart_.x), 10}, width_, by_width(8, 16));
    legend.add("lanes", nth(first, version - 1), solid(stream_roles[0]));
    if (version > 1) legend.add("lanes", nth(second, version - 1), solid(stream_roles[1]));
    if (version > 2) legend.add("lanes", by_width("both", "for both"), solid(Role::data));
    if (version == 4 && s_.options.emulated > 0)
      legend.add("lanes", "polynomial", solid(Role::series_5));
    legend.add("lanes", "waiting", waiting);
  }

  void lanes() {
    const Part part(p_, "lanes");
    std::array<double, units> free = {};
    for (int unit = 0; unit < units; ++unit)
      gantt_.name(lane(unit), narrow_ ? nth(flash_units, unit).brief : nth(flash_units, unit).name);
    for (const FlashEvent& event : s_.start.events) {
      const int unit = static_cast<int>(event.unit);
      if (unit == 1) gantt_.wait(lane(unit), nth(free, unit), event.start);
      nth(free, unit) = event.end;
      const Role role = event.part == FlashPart::emulated ? Role::series_5
                        : event.part == FlashPart::load && s_.options.version > 2
                            ? Role::data
                            : nth(stream_roles, event.stream);
      gantt_.work(lane(unit), event.start, event.end, role, name_of(event));
    }
    if (narrow_)
      p_.text({2, chart_.bottom() + 28}, "tensor: S (the scores), then P (times V)", quiet);
    spot(chart_, drag_x("step", chart_.x, chart_.right(), 0, s_.options.steps),
         "Drag to move through the blocks of keys");
  }
  // What is done with which block of keys, as far as it has room.
  std::string name_of(const FlashEvent& event) const {
    static constexpr std::string_view names[] = {"", "S", "max", "exp", "poly", "O", "PV"};
    const std::string block = integer(event.step), part(nth(names, event.part));
    if (event.part == FlashPart::load) return block;
    const float edges = by_width(2, 4);
    return fit({part + " " + block, part, event.part == FlashPart::output ? "P" : ""},
               gantt_.x(event.end) - gantt_.x(event.start) - edges, Size::small);
  }
  Lane lane(int unit) const { return {chart_.y + lane_ * px(unit) + 3, lane_ - 6}; }

  void busy() {
    const Part part(p_, "busy");
    p_.text({busy_.x, busy_.y - 14},
            by_width("Busy in a long text", "Busy, share of a long text’s time"), strong);
    BarRows rows(p_, {busy_.x, busy_.y, busy_.width, row_}, busy_.x + 100, busy_.width - 190);
    const kernels::FlashSchedule& run = s_.chosen().run;
    for (int unit = 0; unit < units; ++unit) {
      const bool bound = unit == static_cast<int>(run.bound);
      const double share = nth(run.busy, unit);
      rows.next(bound, nth(flash_units, unit).name);
      p_.rect(rows.frame(), solid(Role::grid, 0.5f));
      rows.bar(share, solid(bound ? Role::bad : Role::muted));
      p_.text({rows.frame().right() + 6, rows.middle()}, percent(share, 0), bound ? strong : label);
      rows.does("The {} work {} of the time", nth(flash_units, unit).name, percent(share, 1));
    }
  }

  void speeds() {
    const Part part(p_, "speeds");
    const double peak = s_.options.chip.peak;
    const float from = speeds_.x + 30, full = speeds_.width - by_width(150, 170);
    write({speeds_.x, speeds_.y - 14}, strong, "TFLOP/s by the model, {}; |: published", s_.chip);
    const Rect plot = {from, speeds_.y, full, speeds_.height};
    const Scale x = {from, from + full, 0, peak};
    axis_below(p_, plot, x, ticks(x, 4));
    BarRows rows(p_, {speeds_.x, speeds_.y, speeds_.width, row_}, from, full);
    for (const kernels::FlashVersion& version : s_.versions) {
      const bool here = version.version == s_.options.version, known = version.published > 0,
                 runs = version.missing.empty();
      const std::string text = integer(static_cast<long long>(version.run.tflops + 0.5));
      rows.next(here, integer(version.version));
      if (known) rows.mark(version.published / peak);  // for the text's place
      rows.bar(version.run.tflops / peak,
               runs ? solid(Role::compute, here ? 1 : 0.5f) : dashed(Role::muted),
               known  ? fill("{}, {}", text, error_text(version))
               : runs ? text
                      : text + ", cannot run");
      if (known) rows.mark(version.published / peak);
      rows.does(choose("version", version.version), "FlashAttention-{}: {} TFLOP/s{}",
                version.version, text,
                known  ? fill(", published {}", static_cast<long long>(version.published + 0.5))
                : runs ? std::string()
                       : fill("; no {} there", version.missing));
    }
  }
};

float FlashScheduleState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
