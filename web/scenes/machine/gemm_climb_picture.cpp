#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/machine/gemm_climb.hpp"
#include "web/scenes/machine/gemm_climb_rungs.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using gemm::h200::rung_count;
using gemm::h200::rungs;

constexpr float card_height = 204, card_width = 316, label_width = 115, character = 7.2f;
constexpr float narrow_full = 208, wide_full = 280;  // px: a bar that reaches its peak

float row_height(float width) { return is_narrow(width) ? 16 : 24; }

// Where a row begins; the library's and then the other type's stand below the FP32 kernels.
float row_y(float width, int row) {
  return 24 + row_height(width) * static_cast<float>(row) + (rungs[row].bf16 ? 32.f : 0.f);
}

Panels climb_panels(float width) {
  return panels(width, 0,
                {.first_height = row_y(width, rung_count - 1) + row_height(width) + 42,
                 .second_height = is_narrow(width) ? card_height - 24 : card_height,
                 .second_width = card_width,
                 .gap = 24,
                 .below = 12});
}

class Picture {
 public:
  Picture(const ClimbPicture& data, Painter& painter, const View& view)
      : d_(data), p_(painter), view_(view), height_(row_height(view.width)) {
    const Panels at = climb_panels(view.width);
    chart_ = at.first;
    track_ = {2 + label_width, 0, at.narrow ? narrow_full : wide_full, 14};
    card_ = at.second;
    card_.y += 10;
  }

  void draw() {
    group("fp32", 0, 7, "FP32", gemm::h200::fp32_peak_tflops);
    p_.text({chart_.right(), y(0) - 13}, "TFLOP/s, share of peak", ended(quiet));
    group("bf16", 7, 2, "BF16 products, FP32 sums", gemm::h200::bf16_peak_tflops);
    draw_axis();
    draw_card();
  }

 private:
  double full() const { return gemm::h200::bf16_peak_tflops; }
  double fp32_share() const { return gemm::h200::fp32_peak_tflops / full(); }
  float x(double share) const { return track_.x + track_.width * static_cast<float>(share); }
  float y(int row) const { return row_y(view_.width, row); }

  // A type's name, where its peak is, and its rows from `first` on.
  void group(std::string_view part, int first, int rows, const std::string& type, double peak) {
    const float top = y(first), high = height_ * static_cast<float>(rows),
                at = x(d_.one_scale ? peak / full() : 1);
    p_.begin(part);
    p_.text({2, top - 13}, type, strong);
    p_.line({track_.x, top}, {track_.x, top + high}, {.stroke = Role::muted});
    p_.line({at, top}, {at, top + high},
            {.stroke = Role::good, .stroke_width = 1.5f, .dashed = true});
    p_.hotspot(
        {{at - 8, top, 16, high}, type + ": peak " + fixed(peak, 1) + " TFLOP/s at 1,980 MHz"});
    p_.end();
    BarRows bars(p_, {0, top, chart_.right() + 2, height_}, track_.x, track_.width);
    for (int row = first; row < first + rows; ++row) {
      const Part within(p_, climb_step(row) == climb_steps ? "library" : part);
      draw_row(bars, row);
    }
  }

  void draw_row(BarRows& bars, int row) {
    const int step = climb_step(row);
    const bool library = step == climb_steps, now = step == view_.step;
    const std::string_view name = library ? "cuBLAS" : rungs[row].name;
    bars.next(now);
    if (step <= view_.step) {
      const double share = d_.one_scale ? d_.tflops(row) / full() : d_.of_peak(row);
      const float length = static_cast<float>(share) * (now ? view_.fraction : 1);
      const bool on_line = d_.one_scale && !rungs[row].bf16;  // then the number stands behind it
      bars.name(name);
      bars.bar(static_cast<double>(length), {.fill = library ? Role::muted : Role::compute}, "",
               height_ - (height_ > 20 ? 10 : 4));
      figures(row, x(on_line ? fp32_share() : static_cast<double>(length)), bars.middle(),
              now && height_ > 20 ? strong : label);
    } else {
      p_.text({4, bars.middle()}, name, quiet);
    }
    p_.hotspot({{0, y(row), track_.x, height_},
                std::string(rungs[row].name) + ": " + percent(d_.of_peak(row), 1) +
                    " of its peak, " + percent(d_.of_library(row), 1) + " of cuBLAS",
                seek(step)});
  }

  // Behind the bar, or in its end where they would cross the line of the peak.
  void figures(int row, float end, float y, TextStyle style) {
    const std::string text = significant(d_.tflops(row)) + " · " + percent(d_.of_peak(row), 0);
    const float long_as = text_width(text, Size::small, style.weight) + 8;
    if (end + long_as < track_.right() || (d_.one_scale && !rungs[row].bf16))
      return p_.text({end + 6, y}, text, style);
    style.role = Role::surface;
    p_.text({end - 6, y}, text, ended(style));
  }

  void draw_axis() {
    const float y = this->y(rung_count - 1) + height_;
    for (int tick = 0; tick <= 2; ++tick) {
      const double at = d_.one_scale ? 500 * tick / full() : tick / 2.;
      if (at > 1) break;
      p_.line({x(at), y}, {x(at), y + 4}, {.stroke = Role::muted});
      p_.text({x(at), y + 14}, integer(tick * (d_.one_scale ? 500 : 50)), centered(quiet));
    }
    p_.text({track_.x - 10, y + 14}, d_.one_scale ? "TFLOP/s" : "% of peak", ended(quiet));
    p_.text({2, y + 34},
            "dashed: peak at 1,980 MHz, " + fixed(gemm::h200::fp32_peak_tflops, 1) + " and " +
                integer(static_cast<int>(full() + 0.5)) + " TFLOP/s",
            quiet);
  }

  // What the step changed and what it brought.
  void draw_card() {
    const int step = view_.step;
    const float pitch = height_ > 20 ? 19 : 16;
    const Rect box{card_.x, card_.y + 62, card_.width, card_.height - 74};
    if (step == 0) {
      p_.rect(box, {.stroke = Role::grid, .radius = 6, .dashed = true});
      p_.text(box.center(), "Each rung changes a few lines.", centered(quiet));
      return;
    }
    const ClimbRung& rung = climb_rungs[step - 1];
    const int row = climb_row(step);
    const Part part(p_, "code");
    p_.text({card_.x, card_.y}, std::to_string(step) + ". " + std::string(rung.name), strong);
    std::string speed = significant(d_.tflops(row)) + " TFLOP/s",
                against = "BF16: not the same arithmetic";
    if (step == climb_steps) {
      speed = significant(d_.tflops(fp32_library_row)) + " and " +
              significant(d_.tflops(bf16_library_row)) + " TFLOP/s";
      against = "cuBLAS, FP32 and BF16";
    } else if (step == 1) {
      against = "of " + fixed(gemm::h200::fp32_peak_tflops, 1) + " that FP32 could reach";
    } else if (step < 7) {
      against = significant(d_.tflops(row) / d_.tflops(row - 1)) + " × the rung before";
    }
    p_.text({card_.x, card_.y + 26}, speed, {.size = Size::large, .weight = Weight::semibold});
    p_.text({card_.x, card_.y + 49}, against, quiet);
    p_.rect(box, {.fill = Role::page, .stroke = Role::grid, .radius = 6});
    float y = box.y + pitch - 2;
    for (std::string_view line : rung.code) {
      if (line.empty()) continue;
      const size_t indent = line.find_first_not_of(' ');
      p_.text({box.x + 10 + character * static_cast<float>(indent), y}, line.substr(indent),
              {.size = Size::small, .weight = Weight::mono});
      y += pitch;
    }
  }

  const ClimbPicture& d_;
  Painter& p_;
  const View& view_;
  const float height_;  // of a row
  Rect chart_, track_, card_;
};

}  // namespace

float ClimbPicture::height(float width) const { return climb_panels(width).bottom(); }

void ClimbPicture::draw(Painter& painter, const View& view) const {
  Picture(*this, painter, view).draw();
}

}  // namespace loom::scenes
