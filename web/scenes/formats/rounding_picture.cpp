#include "web/scene/format_choice.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/formats/rounding.hpp"

namespace loom::scenes {

constexpr float edge = 6, row = 24, line_y = 70, rows_top = 152;

struct RoundingDrawing : Picture<RoundingRun> {
  const RoundedValue& now_ = s_.now();
  float right_ = width_ - edge, left_px_ = edge + 40, right_px_ = right_ - 40;
  float value_at_ = right_ - by_width(86, 110);

  float height() const { return rows_top + row * px(s_.rows.size()) + 6; }

  void draw() {
    in("result", [&] { heading(); });
    if (std::isfinite(now_.from))
      in("neighbors", [&] { neighbors(); });
    else
      p_.text({(edge + right_) / 2, line_y}, "Only finite numbers have neighbors", centered(quiet));
    in("formats", [&] { rows(); });
  }

  float place(double share) const { return left_px_ + (right_px_ - left_px_) * px(share); }

  void heading() {
    p_.text({edge, 12}, now_.format->name, strong);
    const float room = right_ - 2 * edge - text_width(now_.format->name, Size::small);
    fitted({right_, 12}, room, ended({.weight = Weight::semibold}),
           {fill("{} → {}", exact_text(s_.x), exact_text(now_.value)),
            fill("{} → {}", readable(s_.x), readable(now_.value))});
  }

  // A neighbor: its tick, its value and code below, and a way to make it x.
  void end_of_line(float x, double value, std::uint32_t code) {
    const bool left = x == left_px_, taken = code == now_.code;
    const auto outer = [&](TextStyle style) { return left ? style : ended(style); };
    upright(p_, x, line_y - 12, line_y + 12, stroked(Role::ink, 2));
    if (taken) p_.circle({x, line_y}, 7, edged(Role::surface, Role::good, 3));
    const float at = left ? edge : right_;
    p_.text({at, line_y + 26}, exact_text(value), outer(taken ? strong : label));
    p_.text({at, line_y + 44}, code_text(*now_.format, code), outer(quiet));
    spot({x - 36, line_y - 16, 72, 50}, choose("value", shortest(value)), "Take {} for x",
         exact_text(value));
  }

  // The draw on the same stretch: left of x, that is with the probability of x's share, x goes up.
  void dice(double share) {
    const float x = place(s_.drawn);
    p_.rect({left_px_, line_y - 4, place(share) - left_px_, 8}, solid(Role::series_3, 0.4f));
    p_.circle({x, line_y}, 5, solid(Role::series_1));
    hold({x, line_y + 44}, label, edge + 80, right_ - 80, "draw {}: {}", fixed(s_.drawn, 3),
         s_.drawn < share ? "up" : "down");
    upright(p_, x, line_y + 6, line_y + 34, dashed(Role::series_1));
  }

  void halfway(const numerics::Neighbors& around) {
    const float middle = place(0.5);
    const double half = around.below + (around.above - around.below) / 2;
    upright(p_, middle, line_y - 8, line_y + 8, stroked(Role::muted));
    const float taken = text_width(code_text(*now_.format, 0), Size::small) + 20;
    fitted({middle, line_y + 44}, right_ - edge - 2 * taken, centered(quiet),
           {"halfway: " + exact_text(half), "halfway: " + readable(half), "halfway"});
    spot({middle - 30, line_y - 16, 60, 36}, choose("value", shortest(half)),
         "Take the tie {} for x", exact_text(half));
  }

  // x can be taken and moved between its neighbors, but not onto them, where others would take
  // over.
  void pin(float x) {
    knob(p_, {x, line_y - 17});
    arrow_head(p_, {x, line_y - 2}, Toward::down, Role::lane, 12, 5);
    const numerics::Neighbors around = s_.around();
    if (std::isinf(around.above) || now_.from != s_.x) return;
    const double step = (around.above - around.below) / 64;
    Action action =
        drag_x("value", place(1. / 64), place(63. / 64), around.below + step, around.above - step);
    action.digits = 3 + now_.format->mantissa_bits / 3;
    spot({x - 14, line_y - 30, 28, 36}, action, "Drag x between its neighbors");
  }

  void neighbors() {
    const numerics::Neighbors around = s_.around();
    const bool beyond = std::isinf(around.above);
    const double share = beyond ? (around.below == now_.from ? 0 : 0.6) : around.share(now_.from);
    const float x = place(share);
    level(p_, line_y, left_px_, right_px_, {.stroke = Role::muted, .dashed = beyond});
    const bool stochastic = s_.rounding == numerics::Rounding::stochastic && share > 0 && !beyond;
    if (stochastic) dice(share);
    end_of_line(left_px_, around.below, around.below_code);
    if (beyond)
      p_.text({right_, line_y + 26}, "no number here", ended(quiet));
    else
      end_of_line(right_px_, around.above, around.above_code);
    if (!beyond && !stochastic) halfway(around);
    std::string text = fill(now_.from == s_.x ? "x = {}" : "FP16 gives {}", exact_text(now_.from));
    if (share > 0 && !beyond) text += fill(", {} of the way", percent(share, 1));
    text = fit({text, exact_text(now_.from)}, right_ - edge, Size::small);
    hold({x, line_y - 36}, label, edge, right_, text);
    pin(x);
  }

  void rows() {
    const TextStyle codes = colored(mono, Role::muted);
    column_names(
        p_, rows_top - 12,
        {{edge + 4, "Every format", Align::start}, {value_at_, "value"}, {right_ - 4, "error"}});
    BarRows rows(p_, {edge, rows_top, right_ - edge, row}, 0, 0);
    for (const RoundedValue& one : s_.rows) {
      const numerics::Format& format = *one.format;
      const std::string value = exact_text(one.value);
      rows.next(&one == &now_, format.name);
      p_.text({edge + by_width(69, 100), rows.middle()}, code_text(format, one.code), codes);
      if (!narrow_)
        p_.text({edge + 200, rows.middle()}, numerics::bits_text(format, one.code), codes);
      // A narrow row has less room: all of them then write as many digits.
      rows.cell(value_at_, narrow_ ? short_text(one.value) : value);
      p_.text({right_ - 4, rows.middle()}, one.error_text(), ended(one.error == 0 ? quiet : label));
      rows.does(choose("type", format.id), "{}: {}", format.name, value);
    }
  }
};

float RoundingRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
