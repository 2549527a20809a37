#include "web/scenes/kernels/accumulator_lens.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "web/scene/kit.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

void draw_card(Painter& p, const Rect& card, const std::string& title) {
  p.rect(card, {.stroke = Role::grid, .stroke_width = 1.5f, .radius = 8});
  p.text({card.x + 12, card.y + 16}, title, strong);
}

void draw_hint(Painter& p, const Rect& card, std::string_view hint) {
  p.text({card.x + 12, card.y + 42}, hint, quiet);
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

// A representable number: a tick with the number below it.
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
  p.text({at.x, at.y + 34}, note, centered(quiet));
}

// The lens on add k: where the exact result lies, and where it goes.
class RoundingLens {
 public:
  RoundingLens(const AccumulatorRun& run, Painter& painter, const Rect& card, int k)
      : run_(run),
        add_(run.add(k)),
        p_(painter),
        card_(card),
        k_(k),
        exact_(run.show(run.sum(k - 1) + run.term(k))) {}

  void draw(float fraction) {
    draw_card(p_, card_,
              fit({fill("Add {}: {}", {k_, written_out()}), written_out()}, card_.width - 24,
                  Size::small));
    p_.line({card_.x + 14, y()}, {card_.right() - 14, y()},
            {.stroke = Role::muted, .stroke_width = 1.25f});
    if (add_.below == add_.above)
      draw_held();
    else
      draw_between(fraction);
  }

 private:
  float y() const { return card_.bottom() - 52; }
  Rect hot() const { return {card_.x, y() - 24, card_.width, 64}; }
  std::string written_out() const {
    return fill("{} + {} = {}", {run_.show(run_.sum(k_ - 1)), fixed(run_.term(k_), 1), exact_});
  }
  std::string note(double number) const {
    if (number == add_.sum) return run_.lost(k_) ? "old and new sum" : "new sum";
    return number == run_.sum(k_ - 1) ? "old sum" : "";
  }
  void draw_exact(float x) {
    p_.circle({x, y()}, 5, {.fill = Role::data, .stroke = Role::surface, .stroke_width = 1.5f});
  }

  void draw_held() {
    const float middle = card_.center().x;
    draw_number(p_, {middle, y()}, run_.show(add_.sum), "new sum, held exactly", true);
    draw_exact(middle);
    p_.hotspot({hot(), written_out() + " can be held exactly"});
  }

  void draw_between(float fraction) {
    const float left = card_.x + 58, right = card_.right() - 58, middle = (left + right) / 2;
    const float at = left + (right - left) * static_cast<float>(add_.share), above = y() - 16;
    const bool down = add_.sum == add_.below;
    p_.line({middle, y() - 4}, {middle, y() + 4}, {.stroke = Role::muted});
    p_.text({middle, y() + 18}, "halfway", centered(quiet));
    draw_number(p_, {left, y()}, run_.show(add_.below), note(add_.below), down);
    draw_number(p_, {right, y()}, run_.show(add_.above), note(add_.above), !down);
    draw_arrow(p_, {at, above}, {down ? left : right, above}, fraction);
    p_.line({at, above}, {at, y()}, {.stroke = Role::data, .stroke_width = 1.5f});
    draw_exact(at);
    p_.hotspot(
        {hot(), fill("{} lies between the neighbors {} and {} and rounds to {}",
                     {exact_, run_.show(add_.below), run_.show(add_.above), run_.show(add_.sum)})});
  }

  const AccumulatorRun& run_;
  const numerics::RoundedAdd& add_;
  Painter& p_;
  const Rect& card_;
  int k_;
  std::string exact_;
};

std::string verdict(const AccumulatorRun& run, int k, bool short_one = false) {
  const numerics::RoundedAdd& add = run.add(k);
  if (run.lost(k))
    return fill("{}: {}rounded away",
                {add.tie ? "a tie" : "smaller", short_one ? "" : "the term is "});
  if (add.error == 0) return "kept exactly";
  return add.error > 0 ? "kept, rounded up" : "kept, rounded down";
}

}  // namespace

void draw_rounding_lens(const AccumulatorRun& run, Painter& p, const Rect& card, int k,
                        float fraction) {
  const Part part(p, "sum");
  if (k == 0) {
    draw_card(p, card, "No add yet");
    draw_hint(p, card, "Step forward: each add appears here.");
  } else {
    RoundingLens(run, p, card, k).draw(fraction);
  }
}

void draw_term_lens(const AccumulatorRun& run, Painter& p, const Rect& card, int k) {
  const Part part(p, "freeze");
  draw_card(p, card, "Term against half a step");
  if (k == 0) {
    draw_hint(p, card, "Nothing to compare yet.");
    return;
  }
  const double term = run.term(k), half = run.add(k).half_step, longest = std::max(term, half);
  const bool low = card.height < term_lens_height;
  const float first = card.y + (low ? 36.f : 42.f), pitch = low ? 19 : 24;
  const float left = card.x + 84, room = card.right() - 66 - left;
  const auto row = [&](float y, const std::string& name, double size, const std::string& text,
                       Role role) {
    const float width = std::max(1.5f, static_cast<float>(size / longest) * room);
    p.text({card.x + 12, y}, name, label);
    p.rect({left, y - 7, width, 14}, {.fill = role, .radius = 2});
    p.text({left + width + 6, y}, text, strong);
  };
  row(first, "term", term, fixed(term, 1), Role::data);
  row(first + pitch, "half a step", half, show_step(half), Role::muted);
  const bool lost = run.lost(k);
  const TextStyle judged = {.role = lost ? Role::bad : Role::muted,
                            .size = Size::small,
                            .weight = lost ? Weight::semibold : Weight::regular};
  if (low)  // beside the title
    p.text({card.right() - 12, card.y + 16}, verdict(run, k, true), ended(judged));
  else
    p.text({card.x + 12, card.bottom() - 20}, verdict(run, k), judged);
  p.hotspot(
      {{card.x, card.y + 28, card.width, card.height - 28},
       fill("Term {}, half a step {}: {}", {fixed(term, 1), show_step(half), verdict(run, k)})});
}

}  // namespace loom::scenes
