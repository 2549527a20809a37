#include "web/scenes/kernels/accumulator_lens.hpp"

#include "web/scene/kit.hpp"

namespace loom::scenes {
namespace {

// A card about add k.
struct Lens {
  const AccumulatorRun& run_;
  Painter& p_;
  const Rect& card_;
  int k_;
  float fraction_ = 1;
  float y_ = card_.bottom() - 52;  // of the line with the numbers
  const numerics::RoundedAdd& add_ = run_.add(k_);
  double before_ = run_.sum(k_ - 1), term_ = run_.term(k_);
  std::string exact_ = run_.show(before_ + term_);

  void hotspot(std::string_view text) const {
    p_.hotspot(band(card_, y_ - 24, 64), std::string(text));
  }

  // Where the exact result lies, and where it goes.
  void rounding() const {
    const std::string added = fill("{} + {} = {}", run_.show(before_), fixed(term_, 1), exact_);
    card(p_, card_, fit({fill("Add {}: {}", k_, added), added}, card_.width - 24, Size::small));
    level(p_, y_, card_.x + 14, card_.right() - 14, stroked(Role::muted, 1.25f));
    if (add_.below != add_.above) return between();
    const float middle = card_.center().x;
    number(middle, add_.sum, "new sum, held exactly", true);
    exact(middle);
    hotspot(added + " can be held exactly");
  }

  // A number that can be held: a tick with the number below it.
  void number(float x, double value, std::string_view note, bool chosen) const {
    const Role role = chosen ? Role::compute : Role::ink;
    upright(p_, x, y_ - 7, y_ + 7, stroked(role, chosen ? 3.f : 1.5f));
    p_.text({x, y_ + 18}, run_.show(value), centered(colored(chosen ? strong : label, role)));
    if (!note.empty()) p_.text({x, y_ + 34}, note, centered(quiet));
  }
  std::string_view note(double value) const {
    if (value == add_.sum) return run_.lost(k_) ? "old and new sum" : "new sum";
    return value == before_ ? "old sum" : "";
  }
  void exact(float x) const { p_.circle({x, y_}, 5, edged(Role::data, Role::surface, 1.5f)); }

  void between() const {
    const float left = card_.x + 58, right = card_.right() - 58, middle = (left + right) / 2;
    const float at = left + (right - left) * px(add_.share), above = y_ - 16;
    const bool down = add_.sum == add_.below;
    upright(p_, middle, y_ - 4, y_ + 4, stroked(Role::muted));
    p_.text({middle, y_ + 18}, "halfway", centered(quiet));
    number(left, add_.below, note(add_.below), down);
    number(right, add_.above, note(add_.above), !down);
    const float goal = down ? left : right, tip = at + (goal - at) * fraction_;
    level(p_, above, at, tip, stroked(Role::compute, 2.5f));
    const float back = tip + (down ? 7.f : -7.f);  // the head's
    const Point triangle[] = {{tip, above}, {back, above - 4}, {back, above + 4}};
    if (std::fabs(goal - at) >= 6) p_.path(triangle, true, solid(Role::compute));
    upright(p_, at, above, y_, stroked(Role::data, 1.5f));
    exact(at);
    hotspot(fill("{} lies between the neighbors {} and {} and rounds to {}", exact_,
                 run_.show(add_.below), run_.show(add_.above), run_.show(add_.sum)));
  }

  std::string verdict(bool brief) const {
    if (run_.lost(k_))
      return fill("{}: {}rounded away", add_.tie ? "a tie" : "smaller",
                  brief ? "" : "the term is ");
    if (add_.error == 0) return "kept exactly";
    return add_.error > 0 ? "kept, rounded up" : "kept, rounded down";
  }

  // The term beside half a step.
  void term() const {
    const double half = add_.half_step, longest = std::max(term_, half);
    const bool low = card_.height < term_lens_height, lost = run_.lost(k_);
    const float first = card_.y + (low ? 36.f : 42.f), left = card_.x + 84;
    const auto row = [&](float y, std::string_view name, double size, std::string_view text,
                         Role role) {
      const float wide = std::max(1.5f, px(size / longest) * (card_.right() - 66 - left));
      p_.text({card_.x + 12, y}, name, label);
      p_.rect({left, y - 7, wide, 14}, rounded(solid(role)));
      p_.text({left + wide + 6, y}, text, strong);
    };
    row(first, "term", term_, fixed(term_, 1), Role::data);
    row(first + (low ? 19.f : 24.f), "half a step", half, show_step(half), Role::muted);
    const TextStyle judged = lost ? colored(strong, Role::bad) : quiet;
    if (low)  // beside the title
      p_.text({card_.right() - 12, card_.y + 16}, verdict(true), ended(judged));
    else
      p_.text({card_.x + 12, card_.bottom() - 20}, verdict(false), judged);
    p_.hotspot(
        band(card_, card_.y + 28, card_.height - 28),
        fill("Term {}, half a step {}: {}", fixed(term_, 1), show_step(half), verdict(false)));
  }
};

}  // namespace

void draw_rounding_lens(const AccumulatorRun& run, Painter& p, const Rect& card, int k,
                        float fraction) {
  const Part part(p, "sum");
  if (k > 0) return Lens{run, p, card, k, fraction}.rounding();
  scene::card(p, card, "No add yet");
  p.text({card.x + 12, card.y + 42}, "Step forward: each add appears here.", quiet);
}

void draw_term_lens(const AccumulatorRun& run, Painter& p, const Rect& card, int k) {
  const Part part(p, "freeze");
  scene::card(p, card, "Term against half a step");
  if (k > 0) return Lens{run, p, card, k}.term();
  p.text({card.x + 12, card.y + 42}, "Nothing to compare yet.", quiet);
}

}  // namespace loom::scenes
