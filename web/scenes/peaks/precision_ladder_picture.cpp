#include "web/scene/kit.hpp"
#include "web/scenes/peaks/precision_ladder.hpp"

namespace loom::scenes {

constexpr float head_high = 44, row_high = 26, names_wide = 46;
constexpr int most_rows = 8;
constexpr double least = 1;  // of a logarithmic axis, TFLOP/s
constexpr Style peak_style = solid(Role::compute, 0.3f), reached_style = solid(Role::compute),
                more_style = stroked(Role::ink, 1.5f);

struct PrecisionLadderDrawing : Picture<PrecisionLadder> {
  Rect plot_ = {names_wide + 8, head_high, by_width(216, 400) - names_wide - 8,
                row_high* most_rows};
  Scale x_ = {plot_.x, plot_.right(), s_.logarithmic ? least : 0, most(), s_.logarithmic};

  float height() const { return plot_.bottom() + by_width(104, 66); }
  double most() const {
    double most = 0;
    for (const device::Rung& rung : s_.rungs) most = std::max({most, rung.rate.value, rung.higher});
    return static_cast<double>(round_step(std::llround(most), 1));
  }

  void draw() {
    heads();
    axis_below(p_, plot_, x_, ticks(x_, narrow_ ? 2 : 5));
    const bool whole = std::any_of(s_.rungs.begin(), s_.rungs.end(), PrecisionLadder::whole);
    axis_title(p_, plot_,
               fill("TFLOP/s{}, dense{}", whole ? " (INT8: TOP/s)" : "",
                    s_.logarithmic ? by_width(", log", ", logarithmic") : ""));
    BarRows rows(p_, {0, plot_.y, width_, row_high}, plot_.x, plot_.width);
    for (int i = 0; i < std::ssize(s_.rungs); ++i) row(rows, i);
    legend();
  }

  struct Column {
    float right;
    const char *first, *second;
  };
  std::vector<Column> columns() const {
    if (narrow_) return {{276, "FLOPs", "a byte"}, {338, "FLOPs", "a number"}};
    return {{460, "", "bytes"},
            {530, "numbers", "in 32 bits"},
            {600, "", "peak"},
            {670, "FLOPs", "a byte"},
            {752, "FLOPs", "a number"}};
  }

  void heads() {
    p_.text({2, 12}, s_.gpu->name, strong);
    for (const Column& column : columns()) {
      if (*column.first) p_.text({column.right, 12}, column.first, ended(quiet));
      p_.text({column.right, 28}, column.second, ended(quiet));
    }
  }

  void row(BarRows& rows, int index) {
    const device::Rung& rung = nth(s_.rungs, index);
    rows.next(index == s_.chosen, rung.precision->name);
    Part part(p_, "peaks");
    rows.bar_to(x_(rung.rate.value), peak_style, 14);
    part.next("product");
    rows.bar_to(x_(rung.reached), reached_style, 14);
    if (rung.higher > 0) {
      part.next("more");
      rows.mark_at(x_(rung.higher), more_style);
    }
    const std::string peak = significant(rung.rate.value);
    const std::string texts[] = {brief(rung.bytes()), integer(rung.precision->in_register), peak,
                                 PrecisionLadder::flops(rung.ridge),
                                 PrecisionLadder::flops(rung.reuse())};
    const auto all = columns();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t of = i + std::size(texts) - all.size();
      part.next(of == 3 ? "ridges" : of == 4 ? "uses" : "peaks");
      rows.cell(all[i].right, texts[of]);
    }
    part.end();
    rows.does(choose("number", rung.precision->id), "{}: {} {} at most; this product {}",
              rung.precision->name, peak, PrecisionLadder::unit(rung), significant(rung.reached));
  }

  void legend() {
    Legend legend(p_, {plot_.x - names_wide - 4, plot_.bottom() + 54}, width_);
    legend.add("peaks", "peak", peak_style);
    legend.write("product", reached_style, "a product of {} × {}, as memory allows", s_.n, s_.n);
    if (s_.gpu->id == "b200") legend.tick("more", "peak at 1,200 W, not 1,000", more_style);
  }
};

float PrecisionLadder::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
