#include "web/scene/kit.hpp"
#include "web/scenes/attention/sampling.hpp"

namespace loom::scenes {

constexpr float head = 44, row_high = 28, rows_high = row_high * sampled_words;

struct SamplingDrawing : Picture<Sampling> {
  Rect logits_ = {by_width(52, 58), head, by_width(74, 120), rows_high};
  // Columns of probabilities: left of the first, and from one to the next.
  float stages_ = by_width(140, 236), pitch_ = by_width(84, 68);
  Scale count_ = {by_width(238, 586), width_ - by_width(38, 42), 0, px(s_.draws)};

  float height() const { return head + rows_high + 20; }
  void draw() {
    heads();
    in("logits", [&] { logits(); });
    in("stages", [&] { stages(); });
    in("draws", [&] { draws(); });
  }

  float y(size_t token) const { return head + row_high * (px(token) + 0.5f); }
  Rect row(size_t token, float from, float to) const {
    return {from, y(token) - row_high / 2, to - from, row_high};
  }

  void column(float left, std::string_view name, std::string_view below) {
    p_.text({left, 10}, name, quiet);
    p_.text({left, 27}, below, label);
  }
  void heads() {
    p_.text({2, 10}, "token", quiet);
    p_.text({logits_.center().x, 10}, "logit", centered(quiet));
    write({count_.from_px, 10}, quiet,
          narrow_ ? fill("{} drawn", s_.draws) : fill("{}, and 95%", Word(s_.draws, "draw")));
    p_.text({count_.from_px, 27}, by_width("line: 95%", "of all series (line)"), quiet);
    if (narrow_) return column(stages_, "at the end", fill("{} left", s_.last().left));
    column(stages_, "softmax", fill("{} tokens", s_.stages[0].left));
    for (size_t step = 0; step < sampling_steps; ++step)
      column(stages_ + pitch_ * px(step + 1), step_text(s_.steps[step]),
             fill("{} left", s_.stages[step + 1].left));
  }

  // Bars to drag, from the middle.
  void logits() {
    const float zero = logits_.center().x;
    upright(p_, zero, head, y(s_.tokens() - 1) + row_high / 2, stroked(Role::grid));
    for (size_t i = 0; i < s_.tokens(); ++i) {
      const double value = s_.logits[i];
      const float wide = logits_.width / 2 * px(std::fabs(value) / logit_limit);
      const float end = value < 0 ? zero - wide : zero + wide;
      p_.text({2, y(i)}, s_.name(i), i == s_.likeliest() ? strong : label);
      p_.rect({std::min(zero, end), y(i) - 6, std::max(1.f, wide), 12}, solid(Role::lane));
      p_.circle({end, y(i)}, 4, edged(Role::surface, Role::lane, 2));
      if (!narrow_) p_.text({logits_.right() + 40, y(i)}, fixed(value, 1), ended(label));
      Action drag = drag_x("logits", logits_.x, logits_.right(), -logit_limit, logit_limit);
      drag.digits = 2;
      spot(row(i, logits_.x, logits_.right()), of_entry(drag, static_cast<int>(i)),
           "‘{}’ has the logit {}. Drag to change it", s_.name(i), readable(value));
    }
  }

  void stages() {
    for (size_t i = 0; i < s_.tokens(); ++i) {
      const int cut = s_.cut_by(i);
      // Wide: up to the step that cut it, which is column 1 + cut.
      const size_t columns = cut < 0 ? s_.stages.size() : static_cast<size_t>(cut) + 2;
      if (narrow_) probability(stages_, y(i), s_.last().probabilities[i], cut, cut >= 0);
      for (size_t stage = 0; !narrow_ && stage < columns; ++stage)
        probability(stages_ + pitch_ * px(stage), y(i), s_.probability(stage, i), cut,
                    cut >= 0 && stage + 1 == columns);
    }
  }

  // `now`: this step cut the token.
  void probability(float left, float y, double value, int cut_by, bool now) {
    if (!now) {
      p_.text({left, y - 5}, percent(value, 1), label);
      p_.rect({left, y + 5, std::max(1.f, (pitch_ - 10) * px(value)), 5}, solid(Role::data));
      return;
    }
    cross(p_, {left + 5, y}, Role::bad);
    if (narrow_) p_.text({left + 16, y}, step_text(nth(s_.steps, cut_by)), quiet);
  }

  // Bars of counts, as parts of all draws, and across them the counts to be expected.
  void draws() {
    for (size_t i = 0; i < s_.tokens(); ++i) {
      if (s_.cut_by(i) >= 0) continue;
      const int count = s_.drawn[i];
      const attention::CountBand& band = s_.bands[i];
      const float from = count_.from_px;
      if (count > 0)
        p_.rect({from, y(i) - 7, std::max(1.f, count_(count) - from), 8}, solid(Role::compute));
      bracket(p_, count_(band.low), count_(band.high), y(i) + 7, -4, stroked(Role::ink, 1.5f));
      const bool outside = count < band.low || count > band.high;
      p_.text({width_ - 2, y(i)}, integer(count), ended(outside ? strong : label));
      spot(row(i, from, width_ - 2), "‘{}’ came {} times of {}; 95% of such series have {} to {}",
           s_.name(i), count, s_.draws, band.low, band.high);
    }
  }
};

float Sampling::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
