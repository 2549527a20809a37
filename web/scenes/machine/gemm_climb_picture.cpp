#include "web/scene/kit.hpp"
#include "web/scenes/machine/gemm_climb.hpp"
#include "web/scenes/machine/gemm_climb_rungs.hpp"

namespace loom::scenes {

using gemm::h200::climb::peak_tflops;

constexpr float card_height = 204, card_width = 316, label_width = 119, character = 7.2f;

struct GemmClimbDrawing : Picture<ClimbPicture> {
  const int first_row_ = climb_page(view_.step) * climb_page_rows;  // of the page
  const float row_ = by_width(16, 24);
  Panels panels_ = panels(width_, 0,
                          {.first_height = y(climb_page_rows - 1) + row_ + 42,
                           .second_height = card_height - by_width(24, 0),
                           .second_width = card_width,
                           .gap = 24,
                           .below = 12});
  float from_ = 2 + label_width, full_ = by_width(204, 280), right_ = panels_.first.right();
  Rect card_ = band(panels_.second, panels_.second.y + 10, panels_.second.height);

  float height() const { return panels_.bottom(); }
  void draw() {
    const bool again = first_row_ > 0;
    group(again ? "hopper" : "fp32", 0, 7, again ? "BF16, FP32 sums" : "FP32");
    write({right_, y(0) - 13}, ended(quiet), "{}: TFLOP/s, of peak",
          again ? gemm::h200::climb::date : gemm::h200::climb::first_date);
    group(again ? "fp8" : "bf16", 7, 2,
          again ? "FP8 with scales, FP32 sums" : "BF16 products, FP32 sums");
    axis();
    card();
  }

  double most() const { return peak_tflops(climb_type(first_row_ + 7)); }
  double first_share() const { return peak_tflops(climb_type(first_row_)) / most(); }
  float x(double share) const { return from_ + full_ * px(share); }
  // Where a row of a page begins; the second type stands below the first.
  float y(int row) const {
    return 24 + row_ * px(row % climb_page_rows) + (second_type(row) ? 32.f : 0);
  }

  // A type's name, where its peak is, and its rows from `first` of the page on.
  void group(std::string_view part, int first, int rows, const std::string& type) {
    const double peak = peak_tflops(climb_type(first_row_ + first));
    const float top = y(first), bottom = top + row_ * px(rows),
                at = x(s_.one_scale ? peak / most() : 1);
    Part within(p_, part);
    p_.text({2, top - 13}, type, strong);
    upright(p_, from_, top, bottom, stroked(Role::muted));
    upright(p_, at, top, bottom, dashed(Role::good, 1.5f));
    spot({at - 8, top, 16, bottom - top}, "{}: peak {} TFLOP/s at 1,980 MHz", type, fixed(peak, 1));
    within.end();
    BarRows bars(p_, {0, top, right_ + 2, row_}, from_, full_);
    for (int row = first_row_ + first; row < first_row_ + first + rows; ++row) {
      within.next(row == library_row(row) ? "library" : part);
      draw_row(bars, row);
      within.end();
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
      const double share = s_.one_scale ? s_.tflops(row) / most() : s_.of_peak(row);
      const float length = px(share) * (now ? view_.fraction : 1);
      const bool on_line = s_.one_scale && !second_type(row);  // the number stands behind it
      bars.name(name);
      bars.bar(static_cast<double>(length), solid(library ? Role::muted : Role::compute), "",
               row_ - by_width(4, 10));
      // On the line of another type's peak it stands behind that.
      bars.number(x(on_line ? first_share() : static_cast<double>(length)),
                  on_line ? width_ : from_ + full_,
                  significant(s_.tflops(row)) + " · " + percent(s_.of_peak(row), 0),
                  now && !narrow_ ? strong : label);
    } else {
      p_.text({4, bars.middle()}, name, quiet);
    }
    spot({0, y(row), from_, row_}, seek(step), "{}: {} of its peak, {} of {}",
         ClimbPicture::name(row), percent(s_.of_peak(row), 1), percent(s_.of_library(row), 1),
         climb_library(row));
  }

  void axis() {
    const float y = this->y(climb_page_rows - 1) + row_;
    const int whole = first_row_ > 0 ? 1000 : 500;
    for (int tick = 0; tick <= 2; ++tick) {
      const double at = s_.one_scale ? whole * tick / most() : tick / 2.;
      if (at > 1) break;
      tick_below(p_, {x(at), y}, integer(tick * (s_.one_scale ? whole : 50)));
    }
    p_.text({from_ - 10, y + 14}, s_.one_scale ? "TFLOP/s" : "% of peak", ended(quiet));
    const auto peak = [](double tflops) {
      return tflops < 100 ? fixed(tflops, 1) : integer(static_cast<int>(tflops + 0.5));
    };
    write({2, y + 34}, quiet, "dashed: peak at 1,980 MHz, {} and {} TFLOP/s",
          peak(peak_tflops(climb_type(first_row_))), peak(most()));
  }

  // What the step changed and what it brought.
  void card() {
    const int step = view_.step;
    const float pitch = by_width(16, 19);
    const Rect box{card_.x, card_.y + 62, card_.width, card_.height - 74};
    if (step == 0) {
      p_.rect(box, rounded(dashed(Role::grid), 6));
      return p_.text(box.center(), "Each rung changes a few lines.", centered(quiet));
    }
    const ClimbRung& rung = climb_rungs[step - 1];
    const int row = climb_row(step);
    const Part part(p_, "code");
    write({card_.x, card_.y}, strong, "{}. {}", step, rung.name);
    if (const ClimbCounter counter = climb_counter(step, s_.size); !counter.title.empty()) {
      p_.text({card_.right(), card_.y + 26}, counter.title, ended(quiet));
      const bool library = rung.beside == library_row(row);
      write({card_.right(), card_.y + 49}, ended(label),
            counter.other.empty() ? counter.value
            : library             ? counter.value + ", cuBLASLt " + counter.other
                                  : counter.other + " → " + counter.value);
    }
    p_.text({card_.x, card_.y + 26}, s_.speed(step), large);
    p_.text({card_.x, card_.y + 49}, s_.against(step), quiet);
    p_.rect(box, rounded(edged(Role::page, Role::grid), 6));
    float y = box.y + pitch - 2;
    for (std::string_view line : rung.code) {
      if (line.empty()) continue;
      const size_t indent = line.find_first_not_of(' ');
      p_.text({box.x + 10 + character * px(indent), y}, line.substr(indent), mono);
      y += pitch;
    }
  }
};

float ClimbPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
