#include <climits>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/promotion_interval.hpp"

namespace loom::scenes {

constexpr float row = 21, bits_x = 112;  // where a row's bits begin
constexpr int most_columns = 30;

const char* const names[] = {"never",     "every 32",  "every 64",   "every 128",
                             "every 256", "every 512", "every 1,024"};

struct PromotionIntervalDrawing : Picture<PromotionDot> {
  int step_ = view_.step;
  Rect plot_ = {47, 26, width_ - 47 - 80, by_width(164, 220)};
  float register_y_ = plot_.bottom() + 52;
  TextStyle digits_ = {.size = by_width(Size::small, Size::normal), .weight = Weight::mono};
  float digit_ = by_width(7.2f, 8.4f);  // how wide a bit of the register is
  Scale x_ = {plot_.x, plot_.right(), 32, 16384, true};
  Scale y_ = {plot_.bottom(), plot_.y, 3e-9, 1, true};

  float height() const { return register_y_ + row * by_width(5, 3) + 12; }

  void draw() {
    axes();
    if (step_ > 1) curves();
    if (step_ > 0) end_labels();
    points();
    lengths();
    Part part(p_, "register");
    section(p_, 2, width_ - 2, register_y_, fill("The register: {} bits", s_.unit.result_bits + 1));
    if (step_ > 0)
      bits(part);
    else
      p_.text({2, register_y_ + row}, "Nothing is added yet.", quiet);
  }

  double error(size_t n, int step) const { return std::fabs(s_.error(n, step)); }
  Point at(size_t n, int step) const { return {x_(step * promotion_step), y_(error(n, step))}; }

  void axes() {
    write({2, 9}, quiet,
          by_width("share, log axis", "error of the sum, as a share; logarithmic, 0 at the foot"));
    axis_below(p_, plot_, x_, ticks(x_, narrow_ ? 5 : 9, 2));
    axis_left(p_, plot_, y_, ticks(y_, 5));
    level(p_, plot_.bottom(), plot_, stroked(Role::muted));
    p_.text({plot_.x - 6, plot_.bottom()}, "0", ended(quiet));
    p_.text({plot_.right() + 12, plot_.bottom() + 14}, "K, log", quiet);
  }

  void curves() {
    for (size_t n = std::size(promotion_intervals); n-- > 1;)
      if (n != s_.chosen) errors(n, stroked(Role::wait));
    Part part(p_, "never");
    errors(0, stroked(Role::bad, 2.5f));
    if (s_.chosen == 0) return;
    part.next("promoted");
    errors(s_.chosen, stroked(Role::compute, 2.5f));
  }

  // Through the powers of two, up to where the timeline is.
  void errors(size_t n, const Style& style) {
    const auto powers = static_cast<int>(std::bit_width(static_cast<unsigned>(step_ - 1)));
    curve(p_, style, powers + 1, [&](int i) { return at(n, std::min(1 << i, step_)); });
  }

  // Each curve's name behind its end, the most important first, where there is room.
  void end_labels() {
    std::vector<float> taken = {plot_.bottom() + 14};
    const auto label_of = [&](size_t n, TextStyle style) {
      const Point end = at(n, step_);
      for (float y : taken)
        if (std::fabs(y - end.y) < 13) return;
      taken.push_back(end.y);
      // Rules and other curves would strike it through.
      p_.rect({end.x + 6, end.y - 8, text_width(names[n], Size::small, style.weight) + 1, 16},
              rounded(solid(Role::surface, 0.9f), 3));
      p_.text({end.x + 7, end.y}, names[n], style);
    };
    label_of(0, colored(strong, Role::bad));
    if (s_.chosen > 0) label_of(s_.chosen, colored(strong, Role::compute));
    for (size_t n = 1; n < std::size(promotion_intervals); ++n)
      if (n != s_.chosen && promotion_intervals[n] < step_ * promotion_step) label_of(n, quiet);
  }

  void points() {
    if (!s_.measured(0, 1)) return;
    const Part part(p_, "measured");
    const std::string text = "measured on an H200";
    p_.text({width_ - 2, 9}, text, ended(label));
    p_.circle({width_ - 10 - text_width(text, Size::small), 9}, 3.5f, hollow);
    for (int step = 1; step <= step_; step *= 2)
      for (size_t n : {size_t{0}, s_.chosen})
        if (s_.measured(n, step)) p_.circle(at(n, step), 3.5f, hollow);
  }

  // A column for every K: click to choose it.
  void lengths() {
    const float half = plot_.width / 18;
    for (int power = 5; power <= 14; ++power) {
      const int elements = 1 << power, step = elements / promotion_step;
      spot({x_(elements) - half, plot_.y, 2 * half, plot_.height}, choose("power", power),
           step > step_ ? fill("K = {}", elements)
                        : fill("K = {}: never {}, {} {}", elements, scientific(error(0, step), 1),
                               names[s_.chosen], scientific(error(s_.chosen, step), 1)));
    }
  }

  // A number's bits from 2^first down; those below 2^cut are lost.
  void bit_row(float y, std::string_view name, double value, int first, int cut, int last) {
    p_.text({2, y}, name, label);
    if (value < 0) p_.text({bits_x - 9, y}, "−", label);
    const auto [kept, lost] = numerics::cut_digits(value, first, cut, last);
    const size_t begin = kept.find_first_not_of(' '), blank = lost.find_first_not_of(' ');
    if (begin != kept.npos) p_.text({bits_x + digit_ * px(begin), y}, kept.substr(begin), digits_);
    if (lost.find('1') == lost.npos) return;
    p_.text({bits_x + digit_ * px(kept.size() + blank) + 3, y},
            lost.substr(blank, lost.find_last_of('1') + 1 - blank), colored(digits_, Role::bad));
  }

  // The last instruction of the step.
  void bits(Part& part) {
    const float top = register_y_;
    write({width_ - 2, top}, ended(quiet), "instruction {} of {}", s_.instructions(step_),
          s_.instructions(s_.steps()));
    const numerics::Instruction here = s_.last_instruction(s_.chosen, step_);
    const auto& [before, after, sum, cut] = here;
    const int first = std::max(sum.greatest, after == 0 ? INT_MIN : std::ilogb(after));
    const int last = std::max(cut - 12, first - most_columns + 1);
    bit_row(top + row, "sum before", before, first, cut, last);
    part.next("cut");
    bit_row(top + 2 * row, "one product", sum.shown, first, cut, last);
    const float edge = bits_x + digit_ * px(first - cut + 1 + (cut <= 0)) + 1.5f;
    upright(p_, edge, top + row - 8, top + 3 * row + 8, dashed(Role::bad));
    spot({edge - 12, top + row - 8, 24, 2 * row + 16},
         sum.lost > 0 ? "Bits below {} are cut; of all products, this one loses most"
                      : "Bits below {} are cut; no product has bits there",
         power(2, cut));
    part.next("register");
    bit_row(top + 3 * row, "sum after", after, first, cut, last);
    const double lost = here.lost();
    // Below the bits, or beside them.
    Lines lines(p_, {by_width(2, width_ - 330), top + row * by_width(4, 1)}, row);
    lines.add(lost == 0 ? "Lost in this instruction: nothing"
                        : fill("Lost in this instruction: {} of {}", readable(lost),
                               readable(sum.exact - before)));
    if (s_.chosen > 0)
      lines.write(label, "Promoted to FP32 so far: {}",
                  fixed(static_cast<double>(s_.state(s_.chosen, step_).promoted), 2));
  }
};

float PromotionDot::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
