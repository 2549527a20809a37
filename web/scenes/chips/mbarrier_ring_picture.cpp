#include "web/scene/kit.hpp"
#include "web/scenes/chips/mbarrier_ring.hpp"

namespace loom::scenes {

using Holds = async::RingStage::Holds;
using async::RingStage, async::RingTile;

constexpr float gutter = 94, box_high = 34, row_high = 19, lane_high = 18, buffer_high = 14;
constexpr float washed = 0.28f;  // as Gantt::ready
constexpr Style on_its_way = rounded(dashed(Role::data)), flip = rounded(stroked(Role::ink), 4);

using BarrierOf = const async::Mbarrier RingStage::*;

struct MbarrierRingDrawing : Picture<MbarrierRing> {
  const async::RingOptions& o_ = s_.options();
  const int step_ = view_.step;
  float wide_ = width_ - 24 - gutter;
  Rect ring_ = {gutter, by_width(73, 53), wide_, box_high};
  float rows_ = ring_.bottom() + 40;
  Rect chart_ = {gutter, rows_ + 4 * row_high + 12, wide_,
                 2 * lane_high + buffer_high* most_buffers + 16};
  Lane producer_ = {chart_.y, lane_high}, consumer_ = {chart_.bottom() - lane_high, lane_high};
  Grid columns_ = {ring_, o_.stages, 1};
  Gantt gantt_ =
      Gantt(p_, chart_, s_.end(), now([&](int step) {
              return step <= 0 ? 0 : step >= s_.steps() ? s_.end() : s_.event(step).cycle;
            }));

  float height() const { return chart_.bottom() + 22; }
  void draw() {
    legend();
    sides();
    for (int s = 0; s < o_.stages; ++s) buffer(s);
    barriers();
    gantt_.axis();
    times();
    gantt_.cursor();
    spot(band(chart_, producer_.y, lane_high),
         drag_x("step", chart_.x, chart_.right(), 0, s_.steps()),
         "Drag to move through the events");
  }

  Lane lane(int b) const {
    const float pitch = std::min(20.f, buffer_high * most_buffers / px(o_.stages));
    return {chart_.y + lane_high + 8 + pitch * px(b), pitch - 3};
  }
  bool stuck() const { return s_.ring.stuck && step_ == s_.steps(); }
  Rect column(int stage) const { return columns_.cells(stage, 0); }

  void legend() {
    Legend legend(p_, {2, 11}, chart_.right() + 22, by_width(7, 14));
    legend.add("producer", "producer", rounded(solid(Role::lane)));
    legend.add("copies", "copy", rounded(solid(Role::data)));
    legend.add("buffers", "arriving", on_its_way);
    legend.add("buffers", "full", solid(Role::data, washed));
    legend.add("buffers", "being read", solid(Role::compute, washed));
    legend.add("consumer", by_width("reader", "consumer"), rounded(solid(Role::compute)));
    legend.add("", "waits", waiting);
    legend.add("", "just flipped", flip);
  }

  // Where each side stands: at the buffer that it works on or waits for.
  void sides() {
    using Kind = async::RingEvent::Kind;
    const auto count = [&](Kind kind) {
      const auto first = s_.ring.events.begin();
      return static_cast<int>(std::count_if(
          first, first + step_, [&](const async::RingEvent& event) { return event.kind == kind; }));
    };
    const int asked = count(Kind::ask), released = count(Kind::release);
    side("producer", "producer", ring_.y - 20, Toward::down, asked, count(Kind::claim) > asked);
    side("consumer", "consumer", ring_.bottom() + 20, Toward::up, released,
         count(Kind::take) > released);
  }

  void side(std::string_view part_name, std::string_view name, float y, Toward toward, int tile,
            bool working) {
    const Part part(p_, part_name);
    p_.text({gutter - 10, y}, name, ended(strong));
    if (tile >= o_.tiles) return p_.text({ring_.x, y}, "done", quiet);
    const Rect at = column(tile % o_.stages);
    const float edge = toward == Toward::down ? ring_.y - 2 : ring_.bottom() + 2;
    const Role role = working   ? (toward == Toward::down ? Role::lane : Role::compute)
                      : stuck() ? Role::bad
                                : Role::muted;
    arrow_head(p_, {at.center().x, edge}, toward, role, 8, 6);
    const std::string text = fill(working ? "tile {}" : "waits", tile);
    p_.text({at.center().x, y}, text,
            centered(colored(label, role == Role::muted ? Role::muted : Role::ink)));
  }

  void buffer(int s) {
    const Part part(p_, "buffers");
    const RingStage& stage = nth(s_.stages(step_), s);
    const Rect box = inset(column(s), 2);
    p_.rect(box, rounded(edged(Role::surface, Role::muted), 3));
    const bool bad = stage.holds == Holds::read && nth(s_.ring.tiles, stage.tile).spoiled;
    // Read, but `empty` has not ended the phase that says so.
    const bool kept = stage.holds == Holds::nothing && stage.full.phase() > stage.empty.phase();
    if (stage.holds != Holds::nothing)
      p_.rect(inset(box, 3), rounded(solid(stage.holds == Holds::read ? Role::compute : Role::data,
                                           stage.holds == Holds::coming ? 0.12f : washed),
                                     2));
    if (stage.holds == Holds::coming) p_.rect(inset(box, 3), on_its_way);
    const std::string text =
        kept ? fit({"read, not released", "not free", "held"}, box.width, Size::small)
        : stage.holds == Holds::nothing ? "empty"
        : narrow_                       ? fill("{}", stage.tile)
                                        : fill("tile {}", stage.tile);
    p_.text(box.center(), text, centered(stage.holds == Holds::nothing ? quiet : strong));
    if (bad) cross(p_, {box.right() - 9, box.y + 9});
    const char* held[] = {kept ? "read, not released" : "empty", "its tile is arriving", "full",
                          "being read"};
    spot(column(s), "Buffer {}: {}", s, held[static_cast<int>(stage.holds)]);
  }

  void barrier(std::string_view part_name, std::string_view name, float y, BarrierOf which) {
    const Part part(p_, part_name);
    write({gutter - 10, y}, ended(label), "{}: parity", name);
    p_.text({gutter - 10, y + row_high}, "pending", ended(quiet));
    for (int s = 0; s < o_.stages; ++s) {
      const async::Mbarrier &now = nth(s_.stages(step_), s).*which,
                            &before = nth(s_.stages(std::max(step_ - 1, 0)), s).*which;
      const Point middle = {column(s).center().x, y};
      const bool flipped = now.phase() != before.phase();
      if (flipped) p_.rect({middle.x - 12, y - 8.5f, 24, 17}, flip);
      write(middle, centered(flipped ? strong : label), "{}", now.parity());
      std::string missing = now.pending() == 0 ? "" : fill("{}", Word(now.pending(), "arrival"));
      if (narrow_ && now.pending() > 0) missing = fill("{} arr.", now.pending());
      if (now.bytes() != 0)
        missing = fill(now.bytes() > 0 ? "{} KiB" : "−{} KiB", std::abs(now.bytes()) / 1024);
      p_.text({middle.x, y + row_high}, missing, centered(quiet));
      spot(band(column(s), y - 9, 2 * row_high),
           "{}[{}] is in phase {}: {} of {} pending, {} bytes", name, s, now.phase(), now.pending(),
           Word(now.expected(), "arrival"), now.bytes());
    }
  }

  void barriers() {
    barrier("full", "full", rows_, &RingStage::full);
    barrier("empty", "empty", rows_ + 2 * row_high, &RingStage::empty);
  }

  void tile(const RingTile& times, int index) {
    const double end = s_.end();
    const auto or_end = [&](int cycle) { return cycle < 0 ? end : static_cast<double>(cycle); };
    const std::string number = fill("{}", index);
    Part part(p_, "producer");
    if (times.wanted >= 0 && (times.claimed > times.wanted || times.claimed < 0))
      gantt_.wait(producer_, times.wanted, or_end(times.claimed));
    if (times.claimed >= 0)
      gantt_.work(producer_, times.claimed, or_end(times.asked), Role::lane, number);
    part.next("copies");
    const Lane row = lane(times.stage);
    if (times.asked >= 0) {
      gantt_.work(row, times.asked, or_end(times.arrived), Role::data, number);
      if (times.arrived >= 0 && times.taken != times.arrived)
        gantt_.ready(row, times.arrived, or_end(times.taken), Role::data);
      if (times.taken >= 0) gantt_.ready(row, times.taken, or_end(times.released), Role::compute);
    }
    part.next("consumer");
    if (times.awaited >= 0 && (times.taken > times.awaited || times.taken < 0))
      gantt_.wait(consumer_, times.awaited, or_end(times.taken));
    if (times.taken < 0) return;
    gantt_.work(consumer_, times.taken, or_end(times.released), Role::compute, number);
    if (times.spoiled && times.taken < gantt_.until())
      cross(p_, {gantt_.x(times.taken + o_.consume / 2.), consumer_.y - 5});
  }

  void times() {
    gantt_.name(producer_, "producer", Weight::semibold);
    gantt_.name(consumer_, "consumer", Weight::semibold);
    for (int b = 0; b < o_.stages; ++b) gantt_.name(lane(b), fill(by_width("{}", "buffer {}"), b));
    for (int i = 0; i < o_.tiles; ++i) tile(nth(s_.ring.tiles, i), i);
    if (!stuck()) return;
    for (const auto& [lane, waits] : {std::pair(producer_, s_.ring.producer.waits),
                                      std::pair(consumer_, s_.ring.consumer.waits)})
      if (waits) cross(p_, {chart_.right() - 9, lane.middle()}, Role::bad, 5);
  }
};

float MbarrierRing::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
