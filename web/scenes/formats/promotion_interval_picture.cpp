#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/promotion_interval.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float row = 21, bits_x = 112;  // where a row's bits begin
constexpr int most_columns = 30;

Rect plot_of(float width) { return {47, 26, width - 47 - 80, is_narrow(width) ? 164.f : 220.f}; }
float register_y(float width) { return plot_of(width).bottom() + 52; }

const char* const names[] = {"never",     "every 32",  "every 64",   "every 128",
                             "every 256", "every 512", "every 1,024"};

class Drawing {
 public:
  Drawing(const PromotionDot& dot, Painter& painter, const View& view)
      : d_(dot),
        p_(painter),
        step_(view.step),
        width_(view.width),
        narrow_(view.width < narrow_limit),
        plot_(plot_of(view.width)),
        digits_{narrow_ ? Size::small : Size::normal},
        digit_(narrow_ ? 7.2f : 8.4f),
        x_{plot_.x, plot_.right(), 32, 16384, true},
        y_{plot_.bottom(), plot_.y, 3e-9, 1, true} {}

  void run() {
    axes();
    for (size_t n = std::size(promotion_intervals); n-- > 0;)
      if (n != 0 && n != d_.chosen) curve(n, "", {.stroke = Role::wait, .fill_opacity = 1});
    curve(0, "never", {.stroke = Role::bad, .stroke_width = 2.5f});
    if (d_.chosen > 0)
      curve(d_.chosen, "promoted", {.stroke = Role::compute, .stroke_width = 2.5f});
    end_labels();
    points();
    lengths();
    bits();
  }

 private:
  double error(size_t n, int step) const { return std::fabs(d_.error(n, step)); }
  Point at(size_t n, int step) const { return {x_(step * promotion_step), y_(error(n, step))}; }

  void axes() {
    p_.text(
        {2, 9},
        narrow_ ? "share, log axis" : "error of the sum, as a share; logarithmic, 0 at the foot",
        quiet);
    axis_below(p_, plot_, x_, ticks(x_, narrow_ ? 5 : 9, 2));
    axis_left(p_, plot_, y_, ticks(y_, 5));
    p_.line({plot_.x, plot_.bottom()}, {plot_.right(), plot_.bottom()}, {.stroke = Role::muted});
    p_.text({plot_.x - 6, plot_.bottom()}, "0", ended(quiet));
    p_.text({plot_.right() + 12, plot_.bottom() + 14}, "K, log", quiet);
  }

  // Through the powers of two, up to where the timeline is.
  void curve(size_t n, std::string_view part, Style style) {
    if (step_ == 0) return;
    std::vector<Point> line;
    for (int step = 1; step < step_; step *= 2) line.push_back(at(n, step));
    line.push_back(at(n, step_));
    if (line.size() < 2) return;
    if (!part.empty()) p_.begin(part);
    p_.path(line, false, style);
    if (!part.empty()) p_.end();
  }

  // Each curve's name behind its end, the most important first, where there is room.
  void end_labels() {
    if (step_ == 0) return;
    std::vector<float> taken = {plot_.bottom() + 14};
    const auto label_of = [&](size_t n, TextStyle style) {
      const Point end = at(n, step_);
      for (float y : taken)
        if (std::fabs(y - end.y) < 13) return;
      taken.push_back(end.y);
      // Rules and other curves would strike it through.
      p_.rect({end.x + 6, end.y - 8, text_width(names[n], Size::small, style.weight) + 1, 16},
              {.fill = Role::surface, .fill_opacity = 0.9f, .radius = 3});
      p_.text({end.x + 7, end.y}, names[n], style);
    };
    label_of(0, {.role = Role::bad, .size = Size::small, .weight = Weight::semibold});
    if (d_.chosen > 0)
      label_of(d_.chosen, {.role = Role::compute, .size = Size::small, .weight = Weight::semibold});
    for (size_t n = 1; n < std::size(promotion_intervals); ++n)
      if (n != d_.chosen && promotion_intervals[n] < step_ * promotion_step) label_of(n, quiet);
  }

  void points() {
    if (!d_.measured(0, promotion_step)) return;
    const Part part(p_, "measured");
    const std::string text = "measured on an H200";
    p_.text({width_ - 2, 9}, text, ended(label));
    p_.circle({width_ - 10 - text_width(text, Size::small), 9}, 3.5f, hollow);
    for (int step = 1; step <= step_; step *= 2)
      for (size_t n : {size_t{0}, d_.chosen})
        if (d_.measured(n, step * promotion_step)) p_.circle(at(n, step), 3.5f, hollow);
  }

  // A column for every K: click to choose it.
  void lengths() {
    for (int power = 5; power <= 14; ++power) {
      const int elements = 1 << power, step = elements / promotion_step;
      const float half = plot_.width / 18, middle = x_(elements);
      const std::string told =
          step > step_ ? fill("K = {}", {elements})
                       : fill("K = {}: never {}, {} {}",
                              {elements, scientific(error(0, step), 1), names[d_.chosen],
                               scientific(error(d_.chosen, step), 1)});
      p_.hotspot({{middle - half, plot_.y, 2 * half, plot_.height},
                  told,
                  choose("power", std::to_string(power))});
    }
  }

  // A number's bits from 2^first down; those below 2^cut are lost.
  void bit_row(float y, const std::string& name, double value, int first, int cut, int last) {
    p_.text({2, y}, name, label);
    if (value < 0) p_.text({bits_x - 9, y}, "−", label);
    std::string kept, lost;
    bool begun = false;
    for (int exponent = first; exponent >= last; --exponent) {
      const bool one = std::fmod(std::floor(std::ldexp(std::fabs(value), -exponent)), 2) == 1;
      begun = begun || one || exponent == 0;
      (exponent >= cut ? kept : lost) += one ? '1' : begun ? '0' : ' ';
      if (exponent == 0) (exponent >= cut ? kept : lost) += '.';
    }
    const float gap = digit_ * static_cast<float>(kept.find_first_not_of(' '));
    const TextStyle mono = {.role = Role::ink, .size = digits_, .weight = Weight::mono};
    if (kept.find_first_not_of(' ') != kept.npos)
      p_.text({bits_x + gap, y}, kept.substr(kept.find_first_not_of(' ')), mono);
    if (lost.find('1') == lost.npos) return;
    const size_t blank = lost.find_first_not_of(' ');
    TextStyle red = mono;
    red.role = Role::bad;
    p_.text({bits_x + digit_ * static_cast<float>(kept.size() + blank) + 3, y},
            lost.substr(blank, lost.find_last_of('1') + 1 - blank), red);
  }

  void bits() {
    const float top = register_y(width_);
    p_.begin("register");
    section(p_, 2, width_ - 2, top, fill("The register: {} bits", {d_.unit.result_bits + 1}));
    if (step_ == 0) {
      p_.text({2, top + row}, "Nothing is added yet.", quiet);
      p_.end();
      return;
    }
    // The last instruction of the step.
    const int per_step = promotion_step / d_.unit.products;
    const auto count = static_cast<size_t>(d_.unit.products),
               now = static_cast<size_t>(step_ * per_step) - 1;
    p_.text({width_ - 2, top},
            fill("instruction {} of {}", {step_ * per_step, d_.steps() * per_step}), ended(quiet));
    const std::vector<numerics::PartialSum>& sums = d_.sums[d_.chosen];
    const int interval = promotion_intervals[d_.chosen];
    const bool anew = interval > 0 && now * count % static_cast<size_t>(interval) == 0;
    const float before = now == 0 || anew ? 0 : sums[now - 1].running, after = sums[now].running;
    const std::span a = std::span(d_.a).subspan(now * count, count),
                    b = std::span(d_.b).subspan(now * count, count);
    const numerics::InstructionSum sum = numerics::instruction_sum(d_.unit, before, a, b);
    const int cut = sum.greatest - d_.unit.alignment_bits;
    const int first = std::max(sum.greatest, after == 0 ? INT_MIN : std::ilogb(after));
    const int last = std::max(cut - 12, first - most_columns + 1);
    bit_row(top + row, "sum before", static_cast<double>(before), first, cut, last);
    p_.end();
    p_.begin("cut");
    bit_row(top + 2 * row, "one product", sum.shown, first, cut, last);
    const float edge = bits_x + digit_ * static_cast<float>(first - cut + 1 + (cut <= 0)) + 1.5f;
    p_.line({edge, top + row - 8}, {edge, top + 3 * row + 8},
            {.stroke = Role::bad, .dashed = true});
    p_.hotspot({{edge - 12, top + row - 8, 24, 2 * row + 16},
                fill(sum.lost > 0 ? "Bits below {} are cut; of all products, this one loses most"
                                  : "Bits below {} are cut; no product has bits there",
                     {power(2, cut)})});
    p_.end();
    const Part part(p_, "register");
    bit_row(top + 3 * row, "sum after", static_cast<double>(after), first, cut, last);
    const double lost = sum.exact - static_cast<double>(after);
    // Below the bits, or beside them.
    const float left = narrow_ ? 2.f : width_ - 330, y = top + row * (narrow_ ? 4.f : 1.f);
    p_.text({left, y},
            lost == 0 ? "Lost in this instruction: nothing"
                      : fill("Lost in this instruction: {} of {}",
                             {readable(lost), readable(sum.exact - static_cast<double>(before))}),
            label);
    if (d_.chosen > 0)
      p_.text(
          {left, y + row},
          fill("Promoted to FP32 so far: {}", {fixed(static_cast<double>(sums[now].promoted), 2)}),
          label);
  }

  const PromotionDot& d_;
  Painter& p_;
  const int step_;
  const float width_;
  const bool narrow_;
  const Rect plot_;
  const Size digits_;  // of the register's bits
  const float digit_;  // width of one
  const Scale x_, y_;
};

}  // namespace

float PromotionDot::height(float width) const {
  return register_y(width) + row * (is_narrow(width) ? 5.f : 3.f) + 12;
}

void PromotionDot::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
