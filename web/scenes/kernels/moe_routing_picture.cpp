#include <algorithm>
#include <cmath>
#include <string>

#include "web/scene/kit.hpp"
#include "web/scenes/kernels/moe_routing.hpp"
#include "web/scenes/kernels/moe_routing_layout.hpp"
#include "web/scenes/kernels/moe_routing_schedule.hpp"

namespace loom::scenes {
namespace {

using kernels::Assignment;
using kernels::ExpertLoad;
using namespace scene;

Point between(Point from, Point to, float fraction) {
  return {from.x + (to.x - from.x) * fraction, from.y + (to.y - from.y) * fraction};
}

float distance(Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

// The point at a share of a way's length.
Point along(std::span<const Point> way, float share) {
  float left = 0;
  for (size_t i = 1; i < way.size(); ++i) left += distance(way[i - 1], way[i]);
  left *= share;
  for (size_t i = 1; i < way.size(); ++i) {
    const float length = distance(way[i - 1], way[i]);
    if (left <= length && length > 0) return between(way[i - 1], way[i], left / length);
    left -= length;
  }
  return way.back();
}

// How a token looks: just moved (or just turned away), a first or a later choice, gone from where
// it was, turned away earlier and seen where it came from or in the pile.
enum class Look { moved, rejected, first, later, gone, refused, piled };

Style style_of(Look look) {
  constexpr float tint = 0.22f, thick = 1.5f, radius = 4;
  switch (look) {
    case Look::moved:
      return {.fill = Role::lane, .radius = radius};
    case Look::rejected:
      return {.fill = Role::bad, .radius = radius};
    case Look::first:
    case Look::later:
      return {.fill = Role::lane, .fill_opacity = tint, .radius = radius};
    case Look::gone:
      return {.stroke = Role::grid, .radius = radius};
    case Look::refused:
      return {.stroke = Role::bad, .stroke_width = thick, .radius = radius};
    case Look::piled:
      return {.fill = Role::bad, .fill_opacity = tint / 2, .radius = radius};
  }
  return {};
}

class Drawing {
 public:
  Drawing(const MoePicture& picture, Painter& painter, const View& view)
      : picture_(picture),
        routing_(picture.routing),
        painter_(painter),
        at_(picture.routing, view.width),
        total_(static_cast<int>(routing_.assignments.size())),
        fraction_(view.step > 0 ? view.fraction : 1),
        placed_(fraction_ < 1 ? view.step - 1 : view.step),
        done_(placed_ == total_),
        current_(view.step > 0 && !done_ ? view.step - 1 : -1),
        progress_(kernels::moe_progress(routing_, placed_)) {}

  void run() {
    tokens();
    counts();
    tiles();
    padding();
    dropped();
    capacity();
    draw_moe_schedules(painter_, at_, routing_, picture_.packing, done_);
    current();
  }

 private:
  const Assignment& assignment(int index) const { return nth(routing_.assignments, index); }
  const ExpertLoad& load(int expert) const { return nth(progress_.experts, expert); }

  using Member = int ExpertLoad::*;

  void box(const Rect& box, Look look) {
    const Style style = style_of(look);
    const bool thin = style.stroke != Role::none && style.stroke_width == 1;
    painter_.rect(thin ? inset(box, 0.5f) : box, style);
    // A foot tells it from a first choice; a thin one leaves room for a number.
    const float foot = box.height < 12 ? 1 : 2;
    if (look == Look::later)
      painter_.rect({box.x, box.bottom() - foot, box.width, foot}, {.fill = Role::lane});
  }

  void chip(const Rect& place, int token, Look look) {
    TextStyle text = centered(label);
    if (look == Look::moved || look == Look::rejected) text.role = Role::surface;
    if (look == Look::gone) text.role = Role::muted;
    if (look == Look::refused || look == Look::piled) text.role = Role::bad;
    box(place, look);
    if (place.width >= 14) painter_.text(place.center(), std::to_string(token), text);
  }

  void chip_hotspot(const Rect& box, int index) {
    painter_.hotspot({box, moe_fate(routing_, assignment(index)), seek(index + 1)});
  }

  // Where an assignment ends up.
  Rect place(int index) const {
    const Assignment& a = assignment(index);
    if (a.kept()) return inset(at_.slot(a.expert, a.slot), 0.75f);
    int before = 0;
    for (int i = 0; i < index; ++i)
      before += assignment(i).expert == a.expert && !assignment(i).kept();
    return inset(at_.in_pile(a.expert, nth(routing_.experts, a.expert).tiles, before), 0.75f);
  }

  void tokens() {
    static constexpr std::string_view headings[] = {"1st choice", "2nd choice"};
    const Part part(painter_, "tokens");
    for (int choice = 0; choice < routing_.options.top_k; ++choice) {
      const bool one = routing_.options.top_k == 1;
      // A narrow picture has room for a word only where the second choices would be.
      const Point at = at_.choice_heading(at_.narrow && one ? 1 : choice);
      painter_.text(at,
                    one          ? "Tokens"
                    : at_.narrow ? headings[choice].substr(0, 3)
                                 : headings[choice],
                    quiet);
    }
    for (int i = 0; i < total_; ++i) {
      if (i == current_) continue;
      const Assignment& a = assignment(i);
      const Look waiting = a.choice == 0 ? Look::first : Look::later;
      chip(at_.token(a.choice, a.token), a.token,
           i >= placed_ ? waiting
           : a.kept()   ? Look::gone
                        : Look::refused);
    }
    for (int i = 0; i < total_; ++i)
      chip_hotspot(at_.token(assignment(i).choice, assignment(i).token), i);
  }

  void count_column(MoeLayout::Count column, std::string_view title, Member count) {
    const float x = at_.count_x(column);
    painter_.text({x, at_.head_y()}, title, centered(quiet));
    for (int e = 0; e < at_.experts; ++e)
      painter_.text({x, at_.row(e).center().y}, std::to_string(load(e).*count), centered(label));
  }

  void counts() {
    painter_.begin("experts");
    for (int e = 0; e < at_.experts; ++e) {
      const Rect row = at_.row(e);
      painter_.line({2, row.y}, {row.right(), row.y}, {.stroke = Role::grid});
      painter_.text({2, row.center().y}, expert_name(e), strong);
    }
    for (int tile = 0; tile < 4; ++tile) {
      const Rect box = at_.tile(0, tile);
      painter_.text({box.center().x, at_.head_y()},
                    fit({fill("tile {}", {tile}), integer(tile)}, box.width, Size::small),
                    centered(quiet));
    }
    count_column(MoeLayout::kept, "kept", &ExpertLoad::kept);
    painter_.end();

    painter_.begin("busiest");
    const float x = at_.count_x(MoeLayout::kept);
    const auto frame = [&](Point middle) {
      painter_.rect({middle.x - 13, middle.y - 9, 26, 18},
                    {.stroke = Role::ink, .stroke_width = 1.5f, .radius = 9});
    };
    for (int e = 0; e < at_.experts && progress_.busiest > 0; ++e)
      if (load(e).kept == progress_.busiest) frame({x, at_.row(e).center().y});
    const Point key = at_.busiest_key();
    frame(key);
    painter_.text({key.x + 18, key.y}, "busiest", quiet);
    painter_.end();

    if (at_.narrow) return;  // tooltips, the sentence and the table have the rest
    painter_.begin("padding");
    count_column(MoeLayout::padded, done_ ? "padded" : "empty", &ExpertLoad::padded);
    painter_.end();
    const Part part(painter_, "dropped");
    count_column(MoeLayout::dropped, "dropped", &ExpertLoad::dropped);
  }

  void tiles() {
    const Part part(painter_, "experts");
    for (int e = 0; e < at_.experts; ++e) {
      for (int tile = 0; tile < std::max(1, load(e).tiles); ++tile)
        painter_.rect(at_.tile(e, tile), {.stroke = load(e).tiles > 0 ? Role::muted : Role::grid,
                                          .radius = 5,
                                          .dashed = load(e).tiles == 0});
      if (done_) continue;
      for (int slot = load(e).kept; slot < load(e).kept + load(e).padded; ++slot)
        painter_.rect(inset(at_.slot(e, slot), 1.5f), {.stroke = Role::grid, .radius = 4});
    }
    for (int i = 0; i < placed_; ++i)
      if (assignment(i).kept() && i != current_)
        chip(place(i), assignment(i).token, assignment(i).choice == 0 ? Look::first : Look::later);
    for (int i = 0; i < placed_; ++i)
      if (assignment(i).kept()) chip_hotspot(place(i), i);
    for (int e = 0; e < at_.experts; ++e)
      painter_.hotspot({{0, at_.row(e).y, at_.tiles_left - 4, at_.row_pitch},
                        "Expert " + std::to_string(e) + (done_ ? ": " : " so far: ") +
                            std::to_string(load(e).kept) + " kept in " +
                            plural(load(e).tiles, "tile") + ", " + std::to_string(load(e).padded) +
                            (done_ ? " padded, " : " empty, ") + std::to_string(load(e).dropped) +
                            " dropped"});
  }

  // Only once every token is placed do the rows that stayed free count as padding.
  void padding() {
    if (!done_) return;
    const Part part(painter_, "padding");
    for (int e = 0; e < at_.experts; ++e)
      for (int slot = load(e).kept; slot < load(e).kept + load(e).padded; ++slot) {
        const Rect box = inset(at_.slot(e, slot), 1.5f);
        painter_.rect(
            box,
            {.fill = Role::waste, .stroke = Role::waste, .texture = Texture::dots, .radius = 4});
        painter_.hotspot({box, "Expert " + std::to_string(e) + ", tile " +
                                   std::to_string(slot / 8) + ", slot " + std::to_string(slot % 8) +
                                   ": padding, computed and thrown away"});
      }
  }

  void dropped() {
    const Part part(painter_, "dropped");
    for (int e = 0; e < at_.experts; ++e) {
      if (load(e).dropped == 0) continue;
      const Rect pile = at_.pile(e, load(e).tiles, load(e).dropped);
      painter_.rect(pile, {.stroke = Role::bad, .stroke_width = 1.5f, .radius = 5, .dashed = true});
      cross(painter_, {std::min(pile.right() + 9, at_.width - 6), pile.center().y});
    }
    for (int i = 0; i < placed_; ++i) {
      if (assignment(i).kept()) continue;
      if (i != current_) chip(place(i), assignment(i).token, Look::piled);
      chip_hotspot(place(i), i);
    }
  }

  // Whether any expert could come as far.
  bool limit_shown() const { return at_.slots_x(*routing_.capacity) <= at_.rows_right; }

  // A line through all rows behind the last slot that an expert may fill, with its name and a knob
  // at its foot; at the right edge where it is beyond.
  void capacity() {
    if (!at_.limited) return;
    const Part part(painter_, "capacity");
    float x = at_.rows_right - 12;
    if (limit_shown()) {
      std::vector<Point> line;
      for (int e = 0; e < at_.experts; ++e)
        for (const Point& point : at_.edge(e, *routing_.capacity)) line.push_back(point);
      x = std::min(at_.slots_x(*routing_.capacity), at_.rows_right - 9);
      line.push_back({x, at_.rows_bottom + 4});
      painter_.path(line, false, {.stroke = Role::ink, .stroke_width = 2});
    }
    const float y = at_.rows_bottom + 12;
    const std::string text = fill(limit_shown() ? "limit {}" : "limit {} →", {*routing_.capacity});
    const float wide = text_width(text, Size::small, Weight::semibold) + 14;
    const bool right = x + wide < at_.rows_right;
    painter_.text({right ? x + 12 : x - 12, y}, text, right ? strong : ended(strong));
    const double even = static_cast<double>(total_) / at_.experts;
    knob(painter_, {x, y}, at_.width,
         "Each expert keeps at most " + std::to_string(*routing_.capacity) +
             (limit_shown() ? "" : ", more than any is asked for") + "; drag to change the factor",
         drag_x("factor", at_.slots_x(0.25 * even), at_.slots_x(4 * even), 0.25, 4));
  }

  // The one accent: the token that moves, or has just moved, and its way: sideways above the rows,
  // then down beside its tile.
  void current() {
    if (current_ < 0) return;
    const Assignment& a = assignment(current_);
    const Rect from = at_.token(a.choice, a.token), to = place(current_);
    const int tile = a.kept() ? a.slot / 8 : nth(routing_.experts, a.expert).tiles;
    const float down = at_.tile(a.expert, tile).x - 2, out = from.right() + 1.5f;
    Point way[] = {from.center(),        {out, from.center().y}, {out, at_.lane_y()},
                   {down, at_.lane_y()}, {down, to.center().y},  to.center()};
    const Point middle = along(way, fraction_);
    way[0].x = from.right();
    way[5].x = to.x;
    const Part part(painter_, "tokens");
    painter_.path(way, false, {.stroke = a.kept() ? Role::lane : Role::bad, .stroke_width = 1.5f});
    // It keeps its size until it turns into its slot, and neither it nor its number leaves the
    // picture.
    const Point size =
        between({from.width, from.height}, {to.width, to.height}, std::max(0.f, 5 * fraction_ - 4));
    constexpr float two_digits = 16.2f;
    const float room = std::max(0.f, (two_digits - size.x) / 2);
    const float left = std::clamp(middle.x - size.x / 2, room, at_.width - size.x - room);
    chip(from, a.token, a.kept() ? Look::gone : Look::refused);
    chip({left, std::max(0.f, middle.y - size.y / 2), size.x, size.y}, a.token,
         a.kept() ? Look::moved : Look::rejected);
  }

  const MoePicture& picture_;
  const kernels::MoeRouting& routing_;
  Painter& painter_;
  const MoeLayout at_;
  const int total_;
  const float fraction_;
  const int placed_;  // assignments that are where they belong
  const bool done_;
  const int current_;  // the assignment that moves or has just moved, or −1
  const kernels::MoeProgress progress_;
};

}  // namespace

std::string moe_fate(const kernels::MoeRouting& routing, const Assignment& a) {
  static constexpr std::string_view ranks[] = {"'s first choice", "'s second choice"};
  const std::string who = "Token " + std::to_string(a.token) +
                          (routing.options.top_k == 1 ? "" : std::string(ranks[a.choice]));
  const std::string where = who +
                            (routing.options.top_k == 1 ? " goes to expert " : " is expert ") +
                            std::to_string(a.expert);
  if (a.kept())
    return where + ": tile " + std::to_string(a.slot / 8) + ", slot " + std::to_string(a.slot % 8);
  return (routing.options.top_k == 1 ? who + " wants expert " + std::to_string(a.expert) : where) +
         ", which is full at " + std::to_string(*routing.capacity) + ": dropped";
}

float MoePicture::height(float width) const { return MoeLayout(routing, width).height; }

void MoePicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
