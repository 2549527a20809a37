#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/machine/gemm_climb.hpp"
#include "web/scenes/machine/gemm_climb_rungs.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using gemm::h200::rung_count;
using gemm::h200::rungs;

constexpr float chart_height = 318, card_height = 208, card_width = 336;
constexpr float row_height = 24, label_width = 118, columns_width = 122, character = 7.2f;

// Where a row begins; the library's and then the other type's stand below the FP32 kernels.
constexpr float row_y(int row) {
  return 24 + row_height * static_cast<float>(row) + (rungs[row].bf16 ? 32.f : 0.f);
}

Panels climb_panels(float width) {
  return panels(width, 0,
                {.first_height = chart_height,
                 .second_height = card_height,
                 .second_width = card_width,
                 .below = 16});
}

class Picture {
 public:
  Picture(const ClimbPicture& data, Painter& painter, const View& view)
      : d_(data), p_(painter), view_(view) {
    const Panels at = climb_panels(view.width);
    right_ = at.first.right();
    track_ = {2 + label_width, 0, right_ - columns_width - 2 - label_width, 14};
    card_ = at.second;
    if (!at.narrow) card_.y += 10;
  }

  void draw() {
    group("fp32", row_y(0), "FP32", gemm::h200::fp32_peak_tflops, 7);
    p_.text({right_ - 68, row_y(0) - 13}, "TFLOP/s", ended(quiet));
    p_.text({right_, row_y(0) - 13}, "of cuBLAS", ended(quiet));
    group("bf16", row_y(7), "BF16 products, FP32 sums", gemm::h200::bf16_peak_tflops, 2);
    for (int row = 0; row < rung_count; ++row) draw_row(row);
    draw_axis();
    draw_card();
  }

 private:
  double full() const { return gemm::h200::bf16_peak_tflops; }
  float x(double share) const { return track_.x + track_.width * static_cast<float>(share); }

  // A type's name, and where its peak is, behind `rows` rows.
  void group(std::string_view part, float y, const std::string& type, double peak, int rows) {
    const Part within(p_, part);
    p_.text({2, y - 13}, type, strong);
    const float at = x(d_.one_scale ? peak / full() : 1),
                height = row_height * static_cast<float>(rows);
    p_.line({track_.x, y}, {track_.x, y + height}, {.stroke = Role::muted});
    p_.line({at, y}, {at, y + height},
            {.stroke = Role::good, .stroke_width = 1.5f, .dashed = true});
    p_.hotspot(
        {{at - 8, y, 16, height}, type + ": peak " + fixed(peak, 1) + " TFLOP/s at 1,980 MHz"});
  }

  void draw_row(int row) {
    const int step = climb_step(row);
    const bool library = step == climb_steps, now = step == view_.step;
    const float middle = row_y(row) + row_height / 2;
    const Part part(p_, library ? "library" : rungs[row].bf16 ? "bf16" : "fp32");
    const TextStyle style = now ? strong : step < view_.step ? label : quiet;
    p_.text({2, middle}, library ? "cuBLAS" : rungs[row].name, style);
    if (step <= view_.step) {
      const double share = d_.one_scale ? d_.tflops(row) / full() : d_.of_peak(row);
      const float length = track_.width * static_cast<float>(share) * (now ? view_.fraction : 1);
      p_.rect({track_.x, middle - 7, std::max(1.f, length), 14},
              {.fill = library ? Role::muted : Role::compute,
               .fill_opacity = now || view_.step == climb_steps ? 1.f : 0.5f});
      p_.text({right_ - 68, middle}, significant(d_.tflops(row)), ended(style));
      p_.text({right_, middle}, percent(d_.of_library(row), library ? 0 : 1), ended(style));
    }
    p_.hotspot({{0, row_y(row), track_.x, row_height},
                std::string(rungs[row].name) + ": " + percent(d_.of_peak(row), 1) + " of its peak",
                seek(step)});
  }

  void draw_axis() {
    const float y = row_y(rung_count - 1) + row_height;
    for (int tick = 0; tick <= 2; ++tick) {
      const double at = d_.one_scale ? 500 * tick / full() : tick / 2.;
      p_.line({x(at), y}, {x(at), y + 4}, {.stroke = Role::muted});
      p_.text({x(at), y + 14}, integer(tick * (d_.one_scale ? 500 : 50)), centered(quiet));
    }
    p_.text({track_.x - 10, y + 14}, d_.one_scale ? "TFLOP/s" : "% of peak", ended(quiet));
    p_.text({2, y + 34},
            "H200, dashed: peak, " + fixed(gemm::h200::fp32_peak_tflops, 1) + " and " +
                integer(static_cast<int>(full() + 0.5)) + " TFLOP/s",
            quiet);
  }

  // What the step changed and what it brought.
  void draw_card() {
    const int step = view_.step;
    const Rect box{card_.x, card_.y + 66, card_.width, card_.height - 78};
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
    float y = box.y + 18;
    for (std::string_view line : rung.code) {
      if (line.empty()) continue;
      const size_t indent = line.find_first_not_of(' ');
      p_.text({box.x + 10 + character * static_cast<float>(indent), y}, line.substr(indent),
              {.size = Size::small, .weight = Weight::mono});
      y += 19;
    }
  }

  const ClimbPicture& d_;
  Painter& p_;
  const View& view_;
  float right_;
  Rect track_, card_;
};

}  // namespace

float ClimbPicture::height(float width) const { return climb_panels(width).bottom(); }

void ClimbPicture::draw(Painter& painter, const View& view) const {
  Picture(*this, painter, view).draw();
}

}  // namespace loom::scenes
