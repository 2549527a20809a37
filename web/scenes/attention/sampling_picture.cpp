#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/sampling.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float head = 44, row_high = 28, rows_high = row_high * sampled_words;

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  Rect logits = {narrow ? 52.f : 58.f, head, narrow ? 74.f : 120.f, rows_high};
  // Columns of probabilities: left of the first, and from one to the next.
  float stages = narrow ? 140.f : 236.f;
  float pitch = narrow ? 84.f : 68.f;
  float draws = narrow ? 238.f : 586.f;

  float height() const { return head + rows_high + 20; }
  float draws_width() const { return width - draws - (narrow ? 38.f : 42.f); }
};

class Drawing {
 public:
  Drawing(const Sampling& sampling, Painter& painter, float width)
      : s_(sampling), p_(painter), at_{width} {}

  void run() {
    heads();
    logits();
    stages();
    draws();
  }

 private:
  float y(size_t token) const { return head + row_high * (static_cast<float>(token) + 0.5f); }

  void heads() {
    const float first = 10, second = 27;
    p_.text({2, first}, "token", quiet);
    p_.text({at_.logits.center().x, first}, "logit", centered(quiet));
    p_.text({at_.draws, first},
            at_.narrow ? fill("{} drawn", {s_.draws}) : fill("{}, and 95%", {{s_.draws, "draw"}}),
            quiet);
    p_.text({at_.draws, second}, at_.narrow ? "line: 95%" : "of all series (line)", quiet);
    if (at_.narrow) {
      p_.text({at_.stages, first}, "at the end", quiet);
      p_.text({at_.stages, second}, fill("{} left", {s_.last().left}), label);
      return;
    }
    p_.text({at_.stages, first}, "softmax", quiet);
    p_.text({at_.stages, second}, fill("{} tokens", {s_.stages[0].left}), label);
    for (size_t step = 0; step < sampling_steps; ++step) {
      const float left = at_.stages + at_.pitch * static_cast<float>(step + 1);
      p_.text({left, first}, step_text(s_.steps[step]), quiet);
      p_.text({left, second}, fill("{} left", {s_.stages[step + 1].left}), label);
    }
  }

  // Bars to drag, from the middle.
  void logits() {
    const Part part(p_, "logits");
    const float zero = at_.logits.center().x, half = at_.logits.width / 2;
    p_.line({zero, head}, {zero, y(s_.tokens() - 1) + row_high / 2}, {.stroke = Role::grid});
    for (size_t i = 0; i < s_.tokens(); ++i) {
      const double value = s_.logits[i];
      const float long_ = half * static_cast<float>(std::fabs(value) / logit_limit);
      p_.text({2, y(i)}, s_.name(i), i == s_.likeliest() ? strong : label);
      p_.rect({value < 0 ? zero - long_ : zero, y(i) - 6, std::max(1.f, long_), 12},
              {.fill = Role::lane});
      const float end = value < 0 ? zero - long_ : zero + long_;
      p_.circle({end, y(i)}, 4, {.fill = Role::surface, .stroke = Role::lane, .stroke_width = 2});
      if (!at_.narrow) p_.text({at_.logits.right() + 40, y(i)}, fixed(value, 1), ended(label));
      Action drag = drag_x("logits", at_.logits.x, at_.logits.right(), -logit_limit, logit_limit);
      drag.index = static_cast<int>(i);
      drag.digits = 2;
      p_.hotspot({{at_.logits.x, y(i) - row_high / 2, at_.logits.width, row_high},
                  fill("'{}' has the logit {}. Drag to change it", {s_.name(i), readable(value)}),
                  drag});
    }
  }

  void stages() {
    const Part part(p_, "stages");
    for (size_t i = 0; i < s_.tokens(); ++i) {
      const int cut = s_.cut_by(i);
      if (at_.narrow) {
        probability(at_.stages, y(i), s_.last().probabilities[i], cut, cut >= 0);
        continue;
      }
      for (size_t stage = 0; stage < s_.stages.size(); ++stage) {
        const int step = static_cast<int>(stage) - 1;
        if (cut >= 0 && step > cut) break;
        probability(at_.stages + at_.pitch * static_cast<float>(stage), y(i),
                    s_.probability(stage, i), cut, cut >= 0 && step == cut);
      }
    }
  }

  // `now`: this step cut the token.
  void probability(float left, float y, double value, int cut_by, bool now) {
    const float wide = at_.pitch - 10;
    if (now) {
      cross(p_, {left + 5, y}, Role::bad);
      if (at_.narrow) p_.text({left + 16, y}, step_text(nth(s_.steps, cut_by)), quiet);
      return;
    }
    p_.text({left, y - 5}, percent(value, 1), label);
    p_.rect({left, y + 5, std::max(1.f, wide * static_cast<float>(value)), 5},
            {.fill = Role::data});
  }

  // Bars of counts, as parts of all draws, and across them the counts to be expected.
  void draws() {
    const Part part(p_, "draws");
    const auto x = [&](int count) {
      return at_.draws +
             at_.draws_width() * static_cast<float>(count) / static_cast<float>(s_.draws);
    };
    for (size_t i = 0; i < s_.tokens(); ++i) {
      if (s_.cut_by(i) >= 0) continue;
      const int count = s_.drawn[i];
      const attention::CountBand& band = s_.bands[i];
      if (count > 0)
        p_.rect({at_.draws, y(i) - 7, std::max(1.f, x(count) - at_.draws), 8},
                {.fill = Role::compute});
      bracket(p_, x(band.low), x(band.high), y(i) + 7, -4,
              {.stroke = Role::ink, .stroke_width = 1.5f});
      const bool outside = count < band.low || count > band.high;
      p_.text({at_.width - 2, y(i)}, integer(count), ended(outside ? strong : label));
      p_.hotspot({{at_.draws, y(i) - row_high / 2, at_.width - 2 - at_.draws, row_high},
                  fill("'{}' came {} times of {}; 95% of such series have {} to {}",
                       {s_.name(i), count, s_.draws, band.low, band.high})});
    }
  }

  const Sampling& s_;
  Painter& p_;
  const Layout at_;
};

}  // namespace

float Sampling::height(float width) const { return Layout{width}.height(); }

void Sampling::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
