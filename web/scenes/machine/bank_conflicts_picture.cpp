#include <bit>

#include "web/scene/kit.hpp"
#include "web/scenes/machine/bank_conflicts.hpp"
#include "web/scenes/machine/bank_map.hpp"
#include "web/scenes/machine/warp_lanes.hpp"

namespace loom::scenes {
namespace {

using memory::Delivery;
using memory::warp_lanes;
using namespace scene;

constexpr float margin = 5, routes_high = 48;

// Where there is room, addresses stand to the left of the banks.
float left_of(float width) { return width < narrow_limit ? margin : 54; }

WarpLanes lanes_at(float width) {
  return {left_of(width), (width - left_of(width) - margin) / warp_lanes};
}

Rect banks_at(float width) {
  const WarpLanes lanes = lanes_at(width);
  return {lanes.left, lanes.bottom() + routes_high, lanes.pitch * warp_lanes,
          is_narrow(width) ? 208.f : 160.f};
}

class Drawing {
 public:
  Drawing(const BankConflictsPicture& picture, Painter& painter, const View& view)
      : work_(picture.work),
        painter_(painter),
        clock_(work_, view),
        lanes_(lanes_at(view.width)),
        map_(work_, view, banks_at(view.width), picture.padding, 8) {
    for (const Delivery& delivery : work_.deliveries()) {
      if (!clock_.past(delivery)) waiting_ |= delivery.lanes;
      if (clock_.now(delivery)) current_ |= delivery.lanes;
    }
  }

  void run() {
    map_.draw(painter_);
    routes();
    painter_.begin("lanes");
    painter_.text({lanes_.left, 8},
                  fill("One warp: 32 lanes, each reads {} bytes", {work_.load().width}), quiet);
    lanes_.draw(painter_, ~waiting_, current_);
    painter_.end();
    moving();
    map_.places(painter_, "words");
    grips();
    draw_turns(painter_, {lanes_.left, map_.bottom() + 6, map_.box().width, turns_height}, work_,
               clock_);
  }

 private:
  bool has(std::uint32_t mask, int lane) const { return (mask >> lane & 1) != 0; }

  // Down to the banks that the lane's element spans; while it is served, on to the element.
  void route(int lane) {
    const bool now = has(current_, lane), late = clock_.done && has(work_.late_lanes(), lane);
    const Role role = now ? Role::lane : current_ != 0 ? Role::grid : late ? Role::bad : Role::lane;
    const Rect element = map_.element(lane);
    const Point end = {element.center().x, map_.box().y};
    lanes_.route(painter_, lane, end, role, now);
    if (now && element.y > end.y)
      painter_.line(end, {end.x, element.y}, {.stroke = role, .stroke_width = 2});
  }

  void routes() {
    const Part part(painter_, "routes");
    for (bool now : {false, true})
      for (int lane = 0; lane < warp_lanes; ++lane)
        if (has(current_, lane) == now) route(lane);
  }

  // Each word on its way up: first in its bank, then to the lanes that wait for it.
  void moving() {
    if (clock_.fraction == 1) return;
    const Part part(painter_, "routes");
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
        painter_.rect({at.x - 3, at.y - 3, 6, 6}, {.fill = Role::data});
      }
  }

  // What a hand takes: a lane, or a word that it reads.
  void grips() {
    memory::LaneIndices elements{};
    for (size_t lane = 0; lane < elements.size(); ++lane)
      elements[lane] = static_cast<int>(work_.load().offsets[lane] / work_.load().width);
    const std::string list = index_list(elements);
    const auto grip = [&](const Rect& rect, std::string tooltip, int lane) {
      painter_.hotspot({rect,
                        std::move(tooltip),
                        {.kind = Action::Kind::drag_onto,
                         .key = "words",
                         .index = lane,
                         .value = list,
                         .also = "access=custom&padding=0&swizzle=off"}});
    };
    painter_.begin("words");
    for (const Delivery& delivery : work_.deliveries())
      grip(map_.cell(delivery.word), work_.where(delivery), std::countr_zero(delivery.lanes));
    painter_.end();
    const Part part(painter_, "lanes");
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const std::int64_t word = nth(work_.load().offsets, lane) / 4;
      grip(lanes_.box(lane),
           fill("Lane {} reads word {} in bank {}", {lane, word, word % memory::bank_count}), lane);
    }
  }

  const BankWork& work_;
  Painter& painter_;
  const TurnClock clock_;
  const WarpLanes lanes_;
  const BankMap map_;
  std::uint32_t waiting_ = 0, current_ = 0;  // lanes that still lack a word; that get one now
};

}  // namespace

float BankConflictsPicture::height(float width) const {
  return banks_at(width).bottom() + BankMap::below(left_of(width) > margin) + 6 + turns_height;
}

void BankConflictsPicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
