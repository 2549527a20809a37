#include "web/scenes/library/accumulator_lens.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "web/scene/format.hpp"
#include "web/scene/measure.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

void draw_card(Painter& p, const Rect& card, const std::string& title) {
  p.rect(card, {.stroke = Role::grid, .stroke_width = 1.5f, .radius = 8});
  p.text({card.x + 12, card.y + 16}, title, {.size = Size::small, .weight = Weight::semibold});
}

void draw_hint(Painter& p, const Rect& card, std::string_view hint) {
  p.text({card.x + 12, card.y + 42}, hint, {.role = Role::muted, .size = Size::small});
}

void draw_arrow(Painter& p, Point from, Point to, float grown) {
  const float tip_x = from.x + (to.x - from.x) * grown;
  p.line(from, {tip_x, from.y}, {.stroke = Role::compute, .stroke_width = 2.5f});
  const float way = to.x < from.x ? 1.f : -1.f;
  if (std::fabs(to.x - from.x) < 6) return;
  const std::array<Point, 3> head = {
      Point{tip_x, from.y}, {tip_x + way * 7, from.y - 4}, {tip_x + way * 7, from.y + 4}};
  p.path(head, true, {.fill = Role::compute});
}

// A number that can be held: a tick with the number below it.
void draw_number(Painter& p, Point at, const std::string& number, const std::string& note,
                 bool chosen) {
  p.line({at.x, at.y - 7}, {at.x, at.y + 7},
         {.stroke = chosen ? Role::compute : Role::ink, .stroke_width = chosen ? 3.f : 1.5f});
  p.text({at.x, at.y + 18}, number,
         {.role = chosen ? Role::compute : Role::ink,
          .size = Size::small,
          .align = Align::middle,
          .weight = chosen ? Weight::semibold : Weight::regular});
  if (note.empty()) return;
  p.text({at.x, at.y + 34}, note,
         {.role = Role::muted, .size = Size::small, .align = Align::middle});
}

}  // namespace

void draw_rounding_lens(const AccumulatorRun& run, Painter& p, const Rect& card, int k,
                        float fraction) {
  p.begin("sum");
  if (k == 0) {
    draw_card(p, card, "No add yet");
    draw_hint(p, card, "Step forward: each add appears here.");
    p.end();
    return;
  }
  const numerics::RoundedAdd& add = run.add(k);
  const std::string exact = run.show(run.sum(k - 1) + run.term(k));
  const std::string sum = run.show(run.sum(k - 1)) + " + " + fixed(run.term(k), 1);
  draw_card(p, card, "Add " + integer(k) + ": " + sum + " = " + exact);
  const float y = card.y + 66, left = card.x + 68, right = card.right() - 68;
  p.line({card.x + 14, y}, {card.right() - 14, y}, {.stroke = Role::muted, .stroke_width = 1.25f});
  const auto note = [&](double number) -> std::string {
    if (number == add.sum) return run.lost(k) ? "old and new sum" : "new sum";
    return number == run.sum(k - 1) ? "old sum" : "";
  };
  if (add.below == add.above) {
    const float middle = card.center().x;
    draw_number(p, {middle, y}, run.show(add.sum), "new sum, held exactly", true);
    p.circle({middle, y}, 5, {.fill = Role::data, .stroke = Role::surface, .stroke_width = 1.5f});
    p.hotspot({{card.x, y - 24, card.width, 64}, sum + " = " + exact + " can be held exactly"});
  } else {
    const bool down = add.sum == add.below;
    const float middle = (left + right) / 2,
                at = left + (right - left) * static_cast<float>(add.share);
    p.line({middle, y - 4}, {middle, y + 4}, {.stroke = Role::muted});
    p.text({middle, y + 18}, "halfway",
           {.role = Role::muted, .size = Size::small, .align = Align::middle});
    draw_number(p, {left, y}, run.show(add.below), note(add.below), down);
    draw_number(p, {right, y}, run.show(add.above), note(add.above), !down);
    draw_arrow(p, {at, y - 16}, {down ? left : right, y - 16}, fraction);
    p.line({at, y - 16}, {at, y}, {.stroke = Role::data, .stroke_width = 1.5f});
    p.circle({at, y}, 5, {.fill = Role::data, .stroke = Role::surface, .stroke_width = 1.5f});
    p.hotspot({{card.x, y - 24, card.width, 64},
               exact + " lies between the neighbors " + run.show(add.below) + " and " +
                   run.show(add.above) + " and rounds to " + run.show(add.sum)});
  }
  p.end();
}

void draw_term_lens(const AccumulatorRun& run, Painter& p, const Rect& card, int k) {
  p.begin("freeze");
  draw_card(p, card, "Term against half a step");
  if (k == 0) draw_hint(p, card, "Nothing to compare yet.");
  if (k > 0) {
    const numerics::RoundedAdd& add = run.add(k);
    const double term = run.term(k), longest = std::max(term, add.half_step);
    const float left = card.x + 84, room = card.right() - 66 - left;
    const auto row = [&](float y, const std::string& name, double size, const std::string& text,
                         Role role) {
      p.text({card.x + 12, y}, name, {.size = Size::small});
      const float width = std::max(1.5f, static_cast<float>(size / longest) * room);
      p.rect({left, y - 7, width, 14}, {.fill = role, .radius = 2});
      p.text({left + width + 6, y}, text, {.size = Size::small, .weight = Weight::semibold});
    };
    row(card.y + 42, "term", term, fixed(term, 1), Role::data);
    row(card.y + 66, "half a step", add.half_step, show_step(add.half_step), Role::muted);
    const bool lost = run.lost(k);
    const std::string verdict =
        lost ? (add.tie ? "a tie: the term is rounded away" : "smaller: the term is rounded away")
        : add.error == 0 ? "kept exactly"
        : add.error > 0  ? "kept, rounded up"
                         : "kept, rounded down";
    p.text({card.x + 12, card.y + 98}, verdict,
           {.role = lost ? Role::bad : Role::muted,
            .size = Size::small,
            .weight = lost ? Weight::semibold : Weight::regular});
    p.hotspot(
        {{card.x, card.y + 28, card.width, card.height - 28},
         "Term " + fixed(term, 1) + ", half a step " + show_step(add.half_step) + ": " + verdict});
  }
  p.end();
}

}  // namespace loom::scenes
