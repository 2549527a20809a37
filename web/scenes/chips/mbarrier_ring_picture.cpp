#include <algorithm>

#include "web/scene/gantt.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/mbarrier_ring.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using Holds = pipeline::RingStage::Holds;
using pipeline::RingStage;
using pipeline::RingTile;

constexpr float gutter = 94, box_high = 34, row_high = 19, lane_high = 18, buffer_high = 14;
constexpr float washed = 0.28f;  // as Gantt::ready
constexpr Style on_its_way = {.stroke = Role::data, .radius = 2, .dashed = true},
                flip = {.stroke = Role::ink, .radius = 4};

struct Layout {
  explicit Layout(float width) : narrow(is_narrow(width)) {
    const float right = width - 24;
    ring = {gutter, narrow ? 73.f : 53.f, right - gutter, box_high};
    rows = ring.bottom() + 40;
    const float top = rows + 4 * row_high + 12;
    chart = {gutter, top, right - gutter, 2 * lane_high + buffer_high * most_buffers + 16};
    height = chart.bottom() + 22;
  }

  Lane producer() const { return {chart.y, lane_high}; }
  Lane buffer(int b, int of) const {
    const float pitch = std::min(20.f, buffer_high * most_buffers / static_cast<float>(of));
    return {chart.y + lane_high + 8 + pitch * static_cast<float>(b), pitch - 3};
  }
  Lane consumer() const { return {chart.bottom() - lane_high, lane_high}; }

  bool narrow;
  Rect ring, chart;
  float rows = 0, height = 0;
};

using BarrierOf = const pipeline::Mbarrier RingStage::*;

class Picture {
 public:
  Picture(const MbarrierRing& data, Painter& painter, const View& view)
      : d_(data),
        o_(data.options()),
        p_(painter),
        step_(view.step),
        at_(view.width),
        columns_{at_.ring, o_.stages, 1},
        gantt_(painter, at_.chart, data.end(), until(view)) {}

  void draw() {
    legend();
    sides();
    for (int s = 0; s < o_.stages; ++s) buffer(s);
    barriers();
    gantt_.axis();
    times();
    gantt_.cursor();
    p_.hotspot({{at_.chart.x, at_.producer().y, at_.chart.width, lane_high},
                "Drag to move through the events",
                drag_x("step", at_.chart.x, at_.chart.right(), 0, d_.steps())});
  }

 private:
  double until(const View& view) const {
    const auto cycle = [&](int step) {
      return step <= 0 ? 0 : step >= d_.steps() ? d_.end() : d_.event(step).cycle;
    };
    const double from = cycle(view.step - 1), to = cycle(view.step);
    return from + (to - from) * static_cast<double>(view.fraction);
  }
  bool stuck() const { return d_.ring.stuck && step_ == d_.steps(); }
  Rect column(int stage) const { return columns_.cells(stage, 0); }

  void legend();
  void sides();
  void side(std::string_view part, std::string_view name, float y, Toward toward, int tile,
            bool working);
  void buffer(int stage);
  void barriers();
  void barrier(std::string_view part, std::string_view name, float y, BarrierOf which);
  void times();
  void tile(const RingTile& times, int index);

  const MbarrierRing& d_;
  const pipeline::RingOptions& o_;
  Painter& p_;
  const int step_;
  const Layout at_;
  const Grid columns_;
  const Gantt gantt_;
};

void Picture::legend() {
  Legend legend(p_, {2, 11}, at_.chart.right() + 22, at_.narrow ? 7.f : 14.f);
  legend.add("producer", "producer", {.fill = Role::lane, .radius = 2});
  legend.add("copies", "copy", {.fill = Role::data, .radius = 2});
  legend.add("buffers", "arriving", on_its_way);
  legend.add("buffers", "full", {.fill = Role::data, .fill_opacity = washed});
  legend.add("buffers", "being read", {.fill = Role::compute, .fill_opacity = washed});
  legend.add("consumer", at_.narrow ? "reader" : "consumer", {.fill = Role::compute, .radius = 2});
  legend.add("", "waits", {.fill = Role::wait, .texture = Texture::hatch});
  legend.add("", "just flipped", flip);
}

// Where each side stands: at the buffer that it works on or waits for.
void Picture::sides() {
  using Kind = pipeline::RingEvent::Kind;
  const auto count = [&](Kind kind) {
    const auto first = d_.ring.events.begin();
    return static_cast<int>(
        std::count_if(first, first + step_,
                      [&](const pipeline::RingEvent& event) { return event.kind == kind; }));
  };
  const int asked = count(Kind::ask), released = count(Kind::release);
  side("producer", "producer", at_.ring.y - 20, Toward::down, asked, count(Kind::claim) > asked);
  side("consumer", "consumer", at_.ring.bottom() + 20, Toward::up, released,
       count(Kind::take) > released);
}

void Picture::side(std::string_view part_name, std::string_view name, float y, Toward toward,
                   int tile, bool working) {
  const Part part(p_, part_name);
  p_.text({gutter - 10, y}, name, ended(strong));
  if (tile >= o_.tiles) {
    p_.text({at_.ring.x, y}, "done", quiet);
    return;
  }
  const Rect at = column(tile % o_.stages);
  const float edge = toward == Toward::down ? at_.ring.y - 2 : at_.ring.bottom() + 2;
  const Role role = working   ? (toward == Toward::down ? Role::lane : Role::compute)
                    : stuck() ? Role::bad
                              : Role::muted;
  arrow_head(p_, {at.center().x, edge}, toward, role, 8, 6);
  const std::string text = fill(working ? "tile {}" : "waits", {tile});
  p_.text({at.center().x, y}, text,
          centered({.role = role == Role::muted ? Role::muted : Role::ink, .size = Size::small}));
}

void Picture::buffer(int s) {
  const Part part(p_, "buffers");
  const RingStage& stage = nth(d_.stages(step_), s);
  const Rect box = inset(column(s), 2);
  p_.rect(box, {.fill = Role::surface, .stroke = Role::muted, .radius = 3});
  const bool bad = stage.holds == Holds::read && nth(d_.ring.tiles, stage.tile).spoiled;
  // Read, but `empty` has not ended the phase that says so.
  const bool kept = stage.holds == Holds::nothing && stage.full.phase() > stage.empty.phase();
  if (stage.holds != Holds::nothing)
    p_.rect(inset(box, 3), {.fill = stage.holds == Holds::read ? Role::compute : Role::data,
                            .fill_opacity = stage.holds == Holds::coming ? 0.12f : washed,
                            .radius = 2});
  if (stage.holds == Holds::coming) p_.rect(inset(box, 3), on_its_way);
  const std::string text =
      kept ? fit({"read, not released", "not free", "held"}, box.width, Size::small)
      : stage.holds == Holds::nothing ? "empty"
      : at_.narrow                    ? fill("{}", {stage.tile})
                                      : fill("tile {}", {stage.tile});
  p_.text(box.center(), text, centered(stage.holds == Holds::nothing ? quiet : strong));
  if (bad) cross(p_, {box.right() - 9, box.y + 9});
  const char* held[] = {kept ? "read, not released" : "empty", "its tile is arriving", "full",
                        "being read"};
  p_.hotspot({column(s), fill("Buffer {}: {}", {s, held[static_cast<int>(stage.holds)]})});
}

void Picture::barrier(std::string_view part_name, std::string_view name, float y, BarrierOf which) {
  const Part part(p_, part_name);
  p_.text({gutter - 10, y}, fill("{}: parity", {name}), ended(label));
  p_.text({gutter - 10, y + row_high}, "pending", ended(quiet));
  for (int s = 0; s < o_.stages; ++s) {
    const auto index = static_cast<size_t>(s);
    const pipeline::Mbarrier &now = d_.stages(step_)[index].*which,
                             &before = d_.stages(std::max(step_ - 1, 0))[index].*which;
    const Point middle = {column(s).center().x, y};
    const bool flipped = now.phase() != before.phase();
    if (flipped) p_.rect({middle.x - 12, y - 8.5f, 24, 17}, flip);
    p_.text(middle, fill("{}", {now.parity()}), centered(flipped ? strong : label));
    std::string missing = now.pending() == 0 ? "" : fill("{}", {{now.pending(), "arrival"}});
    if (at_.narrow && now.pending() > 0) missing = fill("{} arr.", {now.pending()});
    if (now.bytes() != 0)
      missing = fill(now.bytes() > 0 ? "{} KiB" : "−{} KiB", {std::abs(now.bytes()) / 1024});
    p_.text({middle.x, y + row_high}, missing, centered(quiet));
    p_.hotspot(
        {{column(s).x, y - 9, column(s).width, 2 * row_high},
         fill("{}[{}] is in phase {}: {} of {} pending, {} bytes",
              {name, s, now.phase(), now.pending(), {now.expected(), "arrival"}, now.bytes()})});
  }
}

void Picture::barriers() {
  barrier("full", "full", at_.rows, &RingStage::full);
  barrier("empty", "empty", at_.rows + 2 * row_high, &RingStage::empty);
}

void Picture::tile(const RingTile& times, int index) {
  const double end = d_.end();
  const auto or_end = [&](int cycle) { return cycle < 0 ? end : static_cast<double>(cycle); };
  const std::string number = fill("{}", {index});
  p_.begin("producer");
  if (times.wanted >= 0 && (times.claimed > times.wanted || times.claimed < 0))
    gantt_.wait(at_.producer(), times.wanted, or_end(times.claimed));
  if (times.claimed >= 0)
    gantt_.work(at_.producer(), times.claimed, or_end(times.asked), Role::lane, number);
  p_.end();
  p_.begin("copies");
  const Lane lane = at_.buffer(times.stage, o_.stages);
  if (times.asked >= 0) {
    gantt_.work(lane, times.asked, or_end(times.arrived), Role::data, number);
    if (times.arrived >= 0 && times.taken != times.arrived)
      gantt_.ready(lane, times.arrived, or_end(times.taken), Role::data);
    if (times.taken >= 0) gantt_.ready(lane, times.taken, or_end(times.released), Role::compute);
  }
  p_.end();
  const Part part(p_, "consumer");
  if (times.awaited >= 0 && (times.taken > times.awaited || times.taken < 0))
    gantt_.wait(at_.consumer(), times.awaited, or_end(times.taken));
  if (times.taken < 0) return;
  gantt_.work(at_.consumer(), times.taken, or_end(times.released), Role::compute, number);
  if (times.spoiled && times.taken < gantt_.until())
    cross(p_, {gantt_.x(times.taken + o_.consume / 2.), at_.consumer().y - 5});
}

void Picture::times() {
  gantt_.name(at_.producer(), "producer", Weight::semibold);
  gantt_.name(at_.consumer(), "consumer", Weight::semibold);
  for (int b = 0; b < o_.stages; ++b)
    gantt_.name(at_.buffer(b, o_.stages), fill(at_.narrow ? "{}" : "buffer {}", {b}));
  for (int i = 0; i < o_.tiles; ++i) tile(nth(d_.ring.tiles, i), i);
  if (!stuck()) return;
  for (const auto& [lane, waits] : {std::pair(at_.producer(), d_.ring.producer.waits),
                                    std::pair(at_.consumer(), d_.ring.consumer.waits)})
    if (waits) cross(p_, {at_.chart.right() - 9, lane.middle()}, Role::bad, 5);
}

}  // namespace

float MbarrierRing::height(float width) const { return Layout(width).height; }

void MbarrierRing::draw(Painter& painter, const View& view) const {
  Picture(*this, painter, view).draw();
}

}  // namespace loom::scenes
