#include "web/scene/kit.hpp"
#include "web/scenes/chips/matmul_climb.hpp"

namespace loom::scenes {

using gemm::modular::climb, gemm::modular::library_tflops, gemm::modular::peak_tflops;

constexpr float head_high = 24, names_wide = 134;
constexpr int rows = gemm::modular::steps + 1;  // the library below them
constexpr double least = 1;                     // of a logarithmic axis, TFLOP/s

struct MatmulClimbDrawing : Picture<MatmulClimb> {
  const float row_high_ = by_width(21, 26);
  Panels panels_ = panels(width_, 0,
                          {.first_height = head_high + row_high_ * rows + 42,
                           .second_height = by_width(158, 178),
                           .second_width = 300,
                           .gap = 30,
                           .below = 4});
  Rect chart_ = panels_.first;
  Rect card_ = band(panels_.second, panels_.second.y + 10, panels_.second.height);
  Rect plot_ = {2 + names_wide, head_high, by_width(196, 280), row_high_* rows};
  Scale x_ = {plot_.x, plot_.right(), s_.logarithmic ? least : 0, peak_tflops, s_.logarithmic};

  float height() const { return panels_.bottom(); }
  void draw() {
    p_.text({2, 10}, "B200, BF16, N = 4,096: as published", strong);
    axis();
    BarRows bars(p_, {0, head_high, chart_.right() + 2, row_high_}, x_.from_px, plot_.width);
    for (int step = 1; step <= gemm::modular::steps; ++step) row(bars, step);
    in("library", [&] { library(bars); });
    in("card", [&] { card(); });
  }

  float share(double tflops) const { return (x_(tflops) - x_.from_px) / (plot_.width); }

  void axis() {
    axis_below(p_, plot_, x_, ticks(x_, 4));
    axis_title(p_, plot_, s_.logarithmic ? "TFLOP/s, logarithmic" : "TFLOP/s");
    const Part part(p_, "peak");
    p_.line({plot_.right(), plot_.y}, {plot_.right(), plot_.bottom()}, dashed(Role::good, 1.5f));
    write({plot_.right() + 6, 10}, ended(quiet), "peak {}", significant(peak_tflops));
    spot({plot_.right() - 6, plot_.y, 12, plot_.height}, "Peak: {} TFLOP/s",
         significant(peak_tflops));
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
        write({4, head_high + row_high_ * rows + 34}, quiet, "* published as {} more",
              brief(gemm::modular::seventh_gain));
      bar(bars, MatmulClimb::tflops(step), rate, now ? view_.fraction : 1, solid(Role::compute),
          now ? strong : label);
    }
    bars.does(seek(step), "Step {}, {}: {} TFLOP/s, {} of cuBLAS", step, climb[step - 1].name,
              MatmulClimb::rate(step), percent(MatmulClimb::of_library(step), 1));
  }

  void bar(BarRows& bars, double tflops, std::string_view number, float grown, const Style& style,
           const TextStyle& text_style) {
    const float wide = share(tflops) * grown;
    bars.bar(static_cast<double>(wide), style, "", 16);
    bars.number(x_.from_px + (plot_.width) * wide, x_.to_px - 4, number, text_style);
  }

  void library(BarRows& bars) {
    bars.next(false, "cuBLAS");
    bar(bars, library_tflops, brief(library_tflops), 1, solid(Role::muted), label);
    bars.does("cuBLAS, in the same series: {} TFLOP/s", significant(library_tflops));
  }

  void card() {
    const int step = view_.step;
    const Rect box{card_.x, card_.y + 62, card_.width, card_.height - 74};
    if (step == 0) {
      p_.rect(box, rounded(dashed(Role::grid), 6));
      p_.text(box.center(), "Each step adds one idea.", centered(quiet));
      return;
    }
    write({card_.x, card_.y}, strong, "{}. {}", step, climb[step - 1].name);
    p_.text({card_.right(), card_.y}, climb[step - 1].date, ended(quiet));
    p_.text({card_.x, card_.y + 24}, MatmulClimb::rate(step) + " TFLOP/s", large);
    write({card_.x, card_.y + 47}, quiet,
          step > 1 ? MatmulClimb::factor_text(step) + " × the step before"
                   : "of " + significant(peak_tflops) + " at best");
    p_.text({card_.right(), card_.y + 47}, percent(MatmulClimb::of_library(step), 1) + " of cuBLAS",
            ended(label));
    p_.rect(box, rounded(edged(Role::page, Role::grid), 6));
    Lines lines(p_, {box.x + 10, box.y + 16}, box.height < 90 ? 19.f : 22.f);
    for (std::string_view line : matmul_steps[step - 1].lines)
      if (!line.empty()) lines.add(line);
  }
};

float MatmulClimb::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
