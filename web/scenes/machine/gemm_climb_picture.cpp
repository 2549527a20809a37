#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/machine/gemm_climb.hpp"
#include "web/scenes/machine/gemm_climb_rungs.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using gemm::h200::climb::peak_tflops;

constexpr float card_height = 204, card_width = 316, label_width = 119, character = 7.2f;
constexpr float narrow_full = 204, wide_full = 280;  // px: a bar that reaches its peak

float row_height(float width) { return is_narrow(width) ? 16 : 24; }

// Where a row of a page begins; the second type stands below the first.
float row_y(float width, int row) {
  const int within = row % climb_page_rows;
  return 24 + row_height(width) * static_cast<float>(within) + (second_type(row) ? 32.f : 0.f);
}

Panels climb_panels(float width) {
  return panels(width, 0,
                {.first_height = row_y(width, climb_page_rows - 1) + row_height(width) + 42,
                 .second_height = is_narrow(width) ? card_height - 24 : card_height,
                 .second_width = card_width,
                 .gap = 24,
                 .below = 12});
}

class Picture {
 public:
  Picture(const ClimbPicture& data, Painter& painter, const View& view)
      : d_(data),
        p_(painter),
        view_(view),
        first_row_(climb_page(view.step) * climb_page_rows),
        height_(row_height(view.width)) {
    const Panels at = climb_panels(view.width);
    chart_ = at.first;
    track_ = {2 + label_width, 0, at.narrow ? narrow_full : wide_full, 14};
    card_ = at.second;
    card_.y += 10;
  }

  void draw() {
    const bool again = first_row_ > 0;
    group(again ? "hopper" : "fp32", 0, 7, again ? "BF16, FP32 sums" : "FP32");
    p_.text({chart_.right(), y(0) - 13},
            std::string(again ? gemm::h200::climb::date : gemm::h200::climb::first_date) +
                ": TFLOP/s, of peak",
            ended(quiet));
    group(again ? "fp8" : "bf16", 7, 2,
          again ? "FP8 with scales, FP32 sums" : "BF16 products, FP32 sums");
    draw_axis();
    draw_card();
  }

 private:
  double full() const { return peak_tflops(climb_type(first_row_ + 7)); }
  double first_share() const { return peak_tflops(climb_type(first_row_)) / full(); }
  float x(double share) const { return track_.x + track_.width * static_cast<float>(share); }
  float y(int row) const { return row_y(view_.width, row); }

  // A type's name, where its peak is, and its rows from `first` of the page on.
  void group(std::string_view part, int first, int rows, const std::string& type) {
    const double peak = peak_tflops(climb_type(first_row_ + first));
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
    for (int row = first_row_ + first; row < first_row_ + first + rows; ++row) {
      const Part within(p_, row == library_row(row) ? "library" : part);
      draw_row(bars, row);
    }
  }

  // What the climb goes to is there from a page's first step on; where a question asks for a rung
  // beside it, with that rung.
  bool library_stands(int row) const {
    return view_.step > 0 &&
           (first_row_ > 0 || !second_type(row) || view_.step >= climb_step(row - 1));
  }

  void draw_row(BarRows& bars, int row) {
    const int step = climb_step(row);
    const bool library = row == library_row(row), now = step == view_.step;
    const bool shown = step <= view_.step || (library && library_stands(row));
    const std::string_view name = library ? climb_library(row) : ClimbPicture::name(row);
    bars.next(now);
    if (shown) {
      const double share = d_.one_scale ? d_.tflops(row) / full() : d_.of_peak(row);
      const float length = static_cast<float>(share) * (now ? view_.fraction : 1);
      const bool on_line = d_.one_scale && !second_type(row);  // the number stands behind it
      bars.name(name);
      bars.bar(static_cast<double>(length), {.fill = library ? Role::muted : Role::compute}, "",
               height_ - (height_ > 20 ? 10 : 4));
      // On the line of another type's peak it stands behind that.
      bars.number(x(on_line ? first_share() : static_cast<double>(length)),
                  on_line ? view_.width : track_.right(),
                  significant(d_.tflops(row)) + " · " + percent(d_.of_peak(row), 0),
                  now && height_ > 20 ? strong : label);
    } else {
      p_.text({4, bars.middle()}, name, quiet);
    }
    p_.hotspot({{0, y(row), track_.x, height_},
                std::string(ClimbPicture::name(row)) + ": " + percent(d_.of_peak(row), 1) +
                    " of its peak, " + percent(d_.of_library(row), 1) + " of " +
                    std::string(climb_library(row)),
                seek(step)});
  }

  void draw_axis() {
    const float y = this->y(climb_page_rows - 1) + height_;
    const int whole = first_row_ > 0 ? 1000 : 500;
    for (int tick = 0; tick <= 2; ++tick) {
      const double at = d_.one_scale ? whole * tick / full() : tick / 2.;
      if (at > 1) break;
      p_.line({x(at), y}, {x(at), y + 4}, {.stroke = Role::muted});
      p_.text({x(at), y + 14}, integer(tick * (d_.one_scale ? whole : 50)), centered(quiet));
    }
    p_.text({track_.x - 10, y + 14}, d_.one_scale ? "TFLOP/s" : "% of peak", ended(quiet));
    const auto peak = [](double tflops) {
      return tflops < 100 ? fixed(tflops, 1) : integer(static_cast<int>(tflops + 0.5));
    };
    p_.text({2, y + 34},
            fill("dashed: peak at 1,980 MHz, {} and {} TFLOP/s",
                 {peak(peak_tflops(climb_type(first_row_))), peak(full())}),
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
                against = "BF16: other arithmetic";
    const int before = climb_compared(step);
    if (step % climb_page_steps == 0) {
      const int last = climb_page(step) * climb_page_rows + climb_page_rows - 1;
      speed = significant(d_.tflops(library_row(last - 2))) + " and " +
              significant(d_.tflops(last)) + " TFLOP/s";
      against = first_row_ > 0 ? "cuBLASLt, BF16 and FP8" : "cuBLAS, FP32 and BF16";
    } else if (before >= 0) {
      against = significant(d_.tflops(row) / d_.tflops(before)) + " × the rung before";
    } else if (step == 1) {
      against = "of " + fixed(gemm::h200::fp32_peak_tflops, 1) + " that FP32 could reach";
    } else if (first_row_ > 0) {
      against = percent(d_.of_library(row), 1) + " of cuBLASLt";
    }
    if (const ClimbCounter counter = climb_counter(step, d_.size); !counter.title.empty()) {
      p_.text({card_.right(), card_.y + 26}, counter.title, ended(quiet));
      const bool library = climb_rungs[step - 1].beside == library_row(row);
      p_.text({card_.right(), card_.y + 49},
              counter.other.empty() ? counter.value
              : library             ? counter.value + ", cuBLASLt " + counter.other
                                    : counter.other + " → " + counter.value,
              ended(label));
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
  const int first_row_;  // of the page
  const float height_;   // of a row
  Rect chart_, track_, card_;
};

}  // namespace

float ClimbPicture::height(float width) const { return climb_panels(width).bottom(); }

void ClimbPicture::draw(Painter& painter, const View& view) const {
  Picture(*this, painter, view).draw();
}

}  // namespace loom::scenes
