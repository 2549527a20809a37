#include "web/scene/kit.hpp"
#include "web/scenes/machine/bank_conflicts.hpp"
#include "web/scenes/machine/bank_map.hpp"
#include "web/scenes/machine/warp_lanes.hpp"

namespace loom::scenes {

using memory::Delivery, memory::warp_lanes;

constexpr float margin = 5, routes_high = 48;

struct BankConflictsDrawing : Picture<BankConflictsPicture> {
  const BankWork& work_ = s_.work;
  // Where there is room, addresses stand to the left of the banks.
  float left_ = by_width(margin, 54);
  WarpLanes lanes_ = {left_, (width_ - left_ - margin) / warp_lanes};
  Rect banks_ = {left_, lanes_.bottom() + routes_high, lanes_.pitch* warp_lanes,
                 by_width(208, 160)};
  TurnClock clock_ = {work_, view_};
  BankMap map_ = {work_, view_, banks_, s_.padding, 8};
  std::uint32_t waiting_ = 0, current_ = 0;  // lanes that still lack a word; that get one now

  float height() const { return banks_.bottom() + BankMap::below(!narrow_) + 6 + turns_height; }
  void draw() {
    for (const Delivery& delivery : work_.deliveries()) {
      if (!clock_.past(delivery)) waiting_ |= delivery.lanes;
      if (clock_.now(delivery)) current_ |= delivery.lanes;
    }
    map_.draw(p_);
    in("routes", [&] { routes(); });
    Part part(p_, "lanes");
    write({lanes_.left, 8}, quiet, "One warp: 32 lanes, each reads {} bytes", work_.load().width);
    lanes_.draw(p_, ~waiting_, current_);
    part.end();
    moving();
    map_.places(p_, "words");
    grips();
    draw_turns(p_, {lanes_.left, map_.bottom() + 6, map_.box().width, turns_height}, work_, clock_);
  }

  bool has(std::uint32_t mask, int lane) const { return (mask >> lane & 1) != 0; }

  // Down to the banks that the lane's element spans; while it is served, on to the element.
  void route(int lane) {
    const bool now = has(current_, lane), late = clock_.done && has(work_.late_lanes(), lane);
    const Role role = now ? Role::lane : current_ != 0 ? Role::grid : late ? Role::bad : Role::lane;
    const Rect element = map_.element(lane);
    const Point end = {element.center().x, map_.box().y};
    lanes_.route(p_, lane, end, role, now);
    if (now && element.y > end.y) p_.line(end, {end.x, element.y}, stroked(role, 2));
  }

  void routes() {
    for (bool now : {false, true})
      for (int lane = 0; lane < warp_lanes; ++lane)
        if (has(current_, lane) == now) route(lane);
  }

  // Each word on its way up: first in its bank, then to the lanes that wait for it.
  void moving() {
    if (clock_.fraction == 1) return;
    const Part part(p_, "routes");
    for (const Delivery& delivery : work_.deliveries())
      for (int lane = 0; lane < warp_lanes; ++lane) {
        if (!clock_.now(delivery) || !has(delivery.lanes, lane)) continue;
        const Rect cell = map_.cell(delivery.word);
        const Point head = {cell.center().x, map_.box().y}, to = {lanes_.x(lane), lanes_.bottom()};
        const float half = 2 * clock_.fraction;
        const Point at = half < 1
                             ? Point{head.x, cell.center().y + (head.y - cell.center().y) * half}
                             : Point{head.x + (to.x - head.x) * (half - 1),
                                     head.y + (to.y - head.y) * (half - 1)};
        p_.rect(around(at, 3), solid(Role::data));
      }
  }

  // What a hand takes: a lane, or a word that it reads.
  void grips() {
    memory::LaneIndices elements{};
    for (size_t lane = 0; lane < elements.size(); ++lane)
      elements[lane] = static_cast<int>(work_.load().offsets[lane] / work_.load().width);
    const std::string list = index_list(elements);
    const auto grip = [&](const Rect& rect, std::string tooltip, int lane) {
      spot(rect,
           Action{.kind = Action::Kind::drag_onto,
                  .key = "words",
                  .index = lane,
                  .value = list,
                  .also = "access=custom&padding=0&swizzle=off"},
           std::move(tooltip));
    };
    Part part(p_, "words");
    for (const Delivery& delivery : work_.deliveries())
      grip(map_.cell(delivery.word), work_.where(delivery), std::countr_zero(delivery.lanes));
    part.next("lanes");
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const std::int64_t word = nth(work_.load().offsets, lane) / 4;
      grip(lanes_.box(lane),
           fill("Lane {} reads word {} in bank {}", lane, word, word % memory::bank_count), lane);
    }
  }
};

float BankConflictsPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
