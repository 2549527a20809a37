#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/format_choice.hpp"
#include "web/scenes/formats/number_text.hpp"
#include "web/scenes/formats/rounding.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float edge = 6, row = 24, line_y = 70, rows_top = 152;

// "0 0011 101": sign, exponent, mantissa.
std::string bits_text(const numerics::Format& format, std::uint32_t code) {
  std::string text;
  for (int place = format.bits() - 1; place >= 0; --place) {
    text += (code >> place & 1) != 0 ? '1' : '0';
    if (place == format.bits() - 1 || place == format.mantissa_bits) text += ' ';
  }
  return text;
}

class Drawing {
 public:
  Drawing(const RoundingRun& run, Painter& painter, float width)
      : run_(run), p_(painter), narrow_(is_narrow(width)), right_(width - edge) {}

  void run() {
    heading();
    if (std::isfinite(now_.from))
      neighbors();
    else
      p_.text({(edge + right_) / 2, line_y}, "Only finite numbers have neighbors", centered(quiet));
    rows();
  }

 private:
  float place(double share) const {
    return left_px_ + (right_px_ - left_px_) * static_cast<float>(share);
  }

  void heading() {
    const Part part(p_, "result");
    p_.text({edge, 12}, now_.format->name, strong);
    const float room = right_ - 2 * edge - text_width(now_.format->name, Size::small);
    p_.text({right_, 12},
            fit({fill("{} → {}", {exact_text(run_.x), exact_text(now_.value)}),
                 fill("{} → {}", {readable(run_.x), readable(now_.value)})},
                room, Size::normal),
            ended({.weight = Weight::semibold}));
  }

  // A neighbor: its tick, its value and code below, and a way to make it x.
  void end_of_line(float x, double value, std::uint32_t code) {
    const bool left = x < (edge + right_) / 2, taken = code == now_.code;
    p_.line({x, line_y - 12}, {x, line_y + 12}, {.stroke = Role::ink, .stroke_width = 2});
    if (taken)
      p_.circle({x, line_y}, 7, {.fill = Role::surface, .stroke = Role::good, .stroke_width = 3});
    const TextStyle number = taken ? strong : label;
    const float at = left ? edge : right_;
    p_.text({at, line_y + 26}, exact_text(value), left ? number : ended(number));
    p_.text({at, line_y + 44}, code_text(*now_.format, code), left ? quiet : ended(quiet));
    p_.hotspot({{x - 36, line_y - 16, 72, 50},
                fill("Take {} for x", {exact_text(value)}),
                choose("value", shortest(value))});
  }

  // The draw on the same stretch: left of x, that is with the probability of x's share, x goes up.
  void dice(double share) {
    const float x = place(run_.drawn);
    p_.rect({left_px_, line_y - 4, place(share) - left_px_, 8},
            {.fill = Role::series_3, .fill_opacity = 0.4f});
    p_.circle({x, line_y}, 5, {.fill = Role::series_1});
    const std::string text =
        fill("draw {}: {}", {fixed(run_.drawn, 3), run_.drawn < share ? "up" : "down"});
    held_text(p_, {x, line_y + 44}, text, label, edge + 80, right_ - 80);
    p_.line({x, line_y + 6}, {x, line_y + 34}, {.stroke = Role::series_1, .dashed = true});
  }

  // x can be taken and moved between its neighbors, but not onto them, where others would take
  // over.
  void pin(float x) {
    knob(p_, {x, line_y - 17});
    arrow_head(p_, {x, line_y - 2}, Toward::down, Role::lane, 12, 5);
    const numerics::Neighbors around = run_.around();
    if (std::isinf(around.above) || now_.from != run_.x) return;
    const double step = (around.above - around.below) / 64;
    Action action =
        drag_x("value", place(1. / 64), place(63. / 64), around.below + step, around.above - step);
    action.digits = 3 + now_.format->mantissa_bits / 3;
    p_.hotspot({{x - 14, line_y - 30, 28, 36}, "Drag x between its neighbors", action});
  }

  void neighbors() {
    const numerics::Neighbors around = run_.around();
    const bool beyond = std::isinf(around.above);
    const double share = beyond ? (around.below == now_.from ? 0 : 0.6) : around.share(now_.from);
    const float x = place(share), middle = place(0.5);
    const Part part(p_, "neighbors");
    p_.line({left_px_, line_y}, {right_px_, line_y}, {.stroke = Role::muted, .dashed = beyond});
    const bool stochastic = run_.rounding == numerics::Rounding::stochastic && share > 0 && !beyond;
    if (stochastic) dice(share);
    end_of_line(left_px_, around.below, around.below_code);
    if (beyond) {
      p_.text({right_, line_y + 26}, "no number here", ended(quiet));
    } else {
      end_of_line(right_px_, around.above, around.above_code);
      if (!stochastic) {
        const double half = around.below + (around.above - around.below) / 2;
        p_.line({middle, line_y - 8}, {middle, line_y + 8}, {.stroke = Role::muted});
        const float taken = text_width(code_text(*now_.format, 0), Size::small) + 20;
        p_.text({middle, line_y + 44},
                fit({"halfway: " + exact_text(half), "halfway: " + readable(half), "halfway"},
                    right_ - edge - 2 * taken, Size::small),
                centered(quiet));
        p_.hotspot({{middle - 30, line_y - 16, 60, 36},
                    fill("Take the tie {} for x", {exact_text(half)}),
                    choose("value", shortest(half))});
      }
    }
    const bool twice = now_.from != run_.x;
    std::string text = fill(twice ? "FP16 gives {}" : "x = {}", {exact_text(now_.from)});
    if (share > 0 && !beyond) text += fill(", {} of the way", {percent(share, 1)});
    text = fit({text, exact_text(now_.from)}, right_ - edge, Size::small);
    held_text(p_, {x, line_y - 36}, text, label, edge, right_);
    pin(x);
  }

  void one_row(const RoundedValue& one, float y, bool chosen) {
    const Rect box{edge, y, right_ - edge, row};
    const float middle = box.center().y, value_at = right_ - (narrow_ ? 86 : 110);
    const std::string code = code_text(*one.format, one.code);
    if (chosen) chosen_ground(p_, box);
    p_.text({edge + 4, middle}, one.format->name, chosen ? strong : label);
    const TextStyle mono = {.role = Role::muted, .size = Size::small, .weight = Weight::mono};
    const float code_at = edge + (narrow_ ? 69 : 100);
    p_.text({code_at, middle}, code, mono);
    if (!narrow_) p_.text({edge + 200, middle}, bits_text(*one.format, one.code), mono);
    // A narrow row has less room: all of them then write as many digits.
    p_.text({value_at, middle}, narrow_ ? short_text(one.value) : exact_text(one.value),
            ended(chosen ? strong : label));
    p_.text({right_ - 4, middle}, error_text(one), ended(one.error == 0 ? quiet : label));
    p_.hotspot({box, fill("{}: {}", {one.format->name, exact_text(one.value)}),
                choose("type", std::string(one.format->id))});
  }

  void rows() {
    const Part part(p_, "formats");
    const float head = rows_top - 12;
    p_.text({edge + 4, head}, "Every format", quiet);
    p_.text({right_ - (narrow_ ? 86 : 110), head}, "value", ended(quiet));
    p_.text({right_ - 4, head}, "error", ended(quiet));
    for (int i = 0; i < std::ssize(run_.rows); ++i)
      one_row(nth(run_.rows, i), rows_top + row * static_cast<float>(i), i == run_.chosen);
  }

  const RoundingRun& run_;
  const RoundedValue& now_ = run_.now();
  Painter& p_;
  const bool narrow_;
  const float right_, left_px_ = edge + 40, right_px_ = right_ - 40;
};

}  // namespace

float RoundingRun::height(float) const {
  return rows_top + row * static_cast<float>(std::size(format_choices)) + 6;
}

void RoundingRun::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
