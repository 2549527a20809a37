#include <algorithm>
#include <string>

#include "web/scene/kit.hpp"
#include "web/scenes/chips/matmul_climb.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using gemm::modular::climb, gemm::modular::library_tflops, gemm::modular::peak_tflops;

constexpr float head_high = 24, names_wide = 134, narrow_full = 196, wide_full = 280;
constexpr int rows = gemm::modular::steps + 1;  // the library below them
constexpr double least = 1;                     // of a logarithmic axis, TFLOP/s

float row_of(float width) { return is_narrow(width) ? 21 : 26; }

Panels climb_panels(float width) {
  return panels(width, 0,
                {.first_height = head_high + row_of(width) * rows + 42,
                 .second_height = is_narrow(width) ? 158.f : 178.f,
                 .second_width = 300,
                 .gap = 30,
                 .below = 4});
}

class Drawing {
 public:
  Drawing(const MatmulClimb& data, Painter& painter, const View& view)
      : d_(data), p_(painter), view_(view), row_high_(row_of(view.width)) {
    const Panels at = climb_panels(view.width);
    chart_ = at.first;
    card_ = at.second;
    card_.y += 10;
    x_ = {.from_px = 2 + names_wide,
          .to_px = 2 + names_wide + (at.narrow ? narrow_full : wide_full),
          .from = data.logarithmic ? least : 0,
          .to = peak_tflops,
          .logarithmic = data.logarithmic};
  }

  void run() {
    p_.text({2, 10}, "B200, BF16, N = 4,096: as published", strong);
    axis();
    BarRows bars(p_, {0, head_high, chart_.right() + 2, row_high_}, x_.from_px,
                 x_.to_px - x_.from_px);
    for (int step = 1; step <= gemm::modular::steps; ++step) row(bars, step);
    library(bars);
    card();
  }

 private:
  float share(double tflops) const { return (x_(tflops) - x_.from_px) / (x_.to_px - x_.from_px); }

  void axis() {
    const Rect plot{x_.from_px, head_high, x_.to_px - x_.from_px, row_high_ * rows};
    axis_below(p_, plot, x_, ticks(x_, 4));
    p_.text({plot.right(), plot.bottom() + 34}, d_.logarithmic ? "TFLOP/s, logarithmic" : "TFLOP/s",
            ended(quiet));
    const Part part(p_, "peak");
    p_.line({plot.right(), plot.y}, {plot.right(), plot.bottom()},
            {.stroke = Role::good, .stroke_width = 1.5f, .dashed = true});
    p_.text({plot.right() + 6, 10}, fill("peak {}", {significant(peak_tflops)}), ended(quiet));
    p_.hotspot({{plot.right() - 6, plot.y, 12, plot.height},
                fill("Peak: {} TFLOP/s", {significant(peak_tflops)})});
  }

  void row(BarRows& bars, int step) {
    const Part part(p_, "steps");
    const bool now = step == view_.step;
    bars.next(now);
    if (step > view_.step)
      p_.text({4, bars.middle()}, climb[step - 1].name, quiet);
    else {
      bars.name(climb[step - 1].name);
      const std::string rate = MatmulClimb::rate(step);
      if (rate.ends_with('*'))
        p_.text({4, head_high + row_high_ * rows + 34},
                fill("* published as {} more", {brief(gemm::modular::seventh_gain)}), quiet);
      bar(bars, MatmulClimb::tflops(step), rate, now ? view_.fraction : 1, {.fill = Role::compute},
          now ? strong : label);
    }
    bars.does(fill("Step {}, {}: {} TFLOP/s, {} of cuBLAS",
                   {step, climb[step - 1].name, MatmulClimb::rate(step),
                    percent(MatmulClimb::of_library(step), 1)}),
              seek(step));
  }

  void bar(BarRows& bars, double tflops, std::string_view number, float grown, const Style& style,
           const TextStyle& text_style) {
    const float wide = share(tflops) * grown;
    bars.bar(static_cast<double>(wide), style, "", 16);
    bars.number(x_.from_px + (x_.to_px - x_.from_px) * wide, x_.to_px - 4, number, text_style);
  }

  void library(BarRows& bars) {
    const Part part(p_, "library");
    bars.next();
    bars.name("cuBLAS");
    bar(bars, library_tflops, brief(library_tflops), 1, {.fill = Role::muted}, label);
    bars.does(fill("cuBLAS, in the same series: {} TFLOP/s", {significant(library_tflops)}));
  }

  void card() {
    const Part part(p_, "card");
    const int step = view_.step;
    const Rect box{card_.x, card_.y + 62, card_.width, card_.height - 74};
    if (step == 0) {
      p_.rect(box, {.stroke = Role::grid, .radius = 6, .dashed = true});
      p_.text(box.center(), "Each step adds one idea.", centered(quiet));
      return;
    }
    p_.text({card_.x, card_.y}, fill("{}. {}", {step, climb[step - 1].name}), strong);
    p_.text({card_.right(), card_.y}, climb[step - 1].date, ended(quiet));
    p_.text({card_.x, card_.y + 24}, MatmulClimb::rate(step) + " TFLOP/s",
            {.size = Size::large, .weight = Weight::semibold});
    p_.text({card_.x, card_.y + 47},
            step > 1 ? MatmulClimb::factor_text(step) + " × the step before"
                     : "of " + significant(peak_tflops) + " at best",
            quiet);
    p_.text({card_.right(), card_.y + 47}, percent(MatmulClimb::of_library(step), 1) + " of cuBLAS",
            ended(label));
    p_.rect(box, {.fill = Role::page, .stroke = Role::grid, .radius = 6});
    Lines lines(p_, {box.x + 10, box.y + 16}, box.height < 90 ? 19.f : 22.f);
    for (std::string_view line : matmul_steps[step - 1].lines)
      if (!line.empty()) lines.add(line);
  }

  const MatmulClimb& d_;
  Painter& p_;
  const View& view_;
  const float row_high_;
  Rect chart_, card_;
  Scale x_;
};

}  // namespace

float MatmulClimb::height(float width) const { return climb_panels(width).bottom(); }

void MatmulClimb::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
